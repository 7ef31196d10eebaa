#include "unicode/categories.hpp"

#include <algorithm>

namespace parbleu::categories {
namespace of_unicode {
#include "generated/classes_unicode_17_0.inc"
}  // namespace of_unicode

const std::span<const Range> punctuation = of_unicode::punctuation, symbols = of_unicode::symbols,
                             numbers = of_unicode::numbers, letters = of_unicode::letters;

bool holds(std::span<const Range> ranges, std::uint32_t point) {
  const auto found = std::ranges::lower_bound(ranges, point, {}, &Range::last);
  return found != ranges.end() && found->first <= point;
}

}  // namespace parbleu::categories
