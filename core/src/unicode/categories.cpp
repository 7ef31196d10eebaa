#include "unicode/categories.hpp"

namespace parbleu::categories {
namespace of_unicode {
#include "generated/classes_unicode_17_0.inc"
}  // namespace of_unicode

const std::span<const Range> punctuation = of_unicode::punctuation, symbols = of_unicode::symbols,
                             numbers = of_unicode::numbers, letters = of_unicode::letters;

}  // namespace parbleu::categories
