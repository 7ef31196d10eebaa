#include "metrics/chrf_text.hpp"

#include <algorithm>
#include <bit>

#include "parbleu/base/parallel.hpp"

namespace parbleu {
namespace {

using ngrams::word_bits;

constexpr std::size_t words_unchecked = std::size_t{1} << 14;

// The bits of `plane` moved one position up, with the last bit of the word before.
std::uint64_t up(std::span<const std::uint64_t> plane, std::size_t word, std::uint64_t before_first) {
  return plane[word] << 1 | (word > 0 ? plane[word - 1] >> 63 : before_first);
}

std::uint64_t down(std::span<const std::uint64_t> plane, std::size_t word) {
  return plane[word] >> 1 | (word + 1 < plane.size() ? plane[word + 1] : 1) << 63;
}

bool bit(std::span<const std::uint64_t> plane, std::size_t at) {
  return (plane[at / word_bits] >> (at % word_bits) & 1) != 0;
}

// Whether the piece around `at` ends in punctuation.
bool ends_in_mark(const CharacterClasses& classes, std::size_t at) {
  std::size_t word = at / word_bits;
  std::uint64_t spaces = classes.spaces[word] & (~std::uint64_t{0} << (at % word_bits));
  while (spaces == 0) spaces = classes.spaces[++word];
  return bit(classes.marks, word * word_bits + static_cast<std::size_t>(std::countr_zero(spaces)) - 1);
}

}  // namespace

CharacterClasses classify(const Text& text, bool with_marks, Arena& arena, const ngrams::Kernels& kernels) {
  const std::size_t words = text.size / word_bits + 1;
  CharacterClasses classes{arena.make<std::uint64_t>(words), {}};
  if (with_marks) classes.marks = arena.make<std::uint64_t>(words);
  kernels.classify(text, classes.spaces.data(), classes.marks.data());
  return classes;
}

Text without_space(const Text& text, const CharacterClasses& classes, Arena& arena,
                   const ngrams::Kernels& kernels) {
  const std::uint64_t behind = ~std::uint64_t{0} << (text.size % word_bits);
  const bool none =
      classes.spaces.back() == behind && std::ranges::all_of(classes.spaces.first(classes.spaces.size() - 1),
                                                             [](std::uint64_t spaces) { return spaces == 0; });
  if (none) return text;
  const auto width = static_cast<std::size_t>(text.width);
  const std::span<std::uint8_t> room = arena.make<std::uint8_t>(text.size * width);
  const std::size_t kept = kernels.squeeze(text, classes.spaces.data(), room.data());
  return {arena.shrink(room, kept * width).data(), kept, text.width};
}

Tokens split_words(const Text& text, const CharacterClasses& classes, Arena& arena) {
  const auto spans = arena.make<Span>(text.size);
  Span* begin = spans.data();
  Span* end = spans.data();
  std::uint64_t first_carry = 0;  // a mark at a piece's first place: the next place begins a word
  for (std::size_t word = 0; word < classes.spaces.size(); ++word) {
    if (word % words_unchecked == 0) check_interruption();
    const std::uint64_t inside = ~classes.spaces[word];
    const std::uint64_t starts = inside & up(classes.spaces, word, 1);
    const std::uint64_t stops = inside & down(classes.spaces, word);
    const std::uint64_t marks = classes.marks[word];
    const std::uint64_t last = stops & marks & ~starts;
    std::uint64_t first = starts & marks & ~stops;
    for (std::uint64_t bits = first; bits != 0; bits &= bits - 1) {
      const auto at = static_cast<std::size_t>(std::countr_zero(bits));
      if (ends_in_mark(classes, word * word_bits + at)) first ^= bits & (~bits + 1);
    }
    const std::uint64_t cuts = last | first << 1 | first_carry;  // a word ends before, another begins here
    first_carry = first >> 63;
    const auto base = static_cast<std::uint32_t>(word * word_bits);
    for (std::uint64_t bits = starts | cuts; bits != 0; bits &= bits - 1, ++begin) {
      begin->begin = base + static_cast<std::uint32_t>(std::countr_zero(bits));
    }
    const std::uint64_t ends = (classes.spaces[word] & ~up(classes.spaces, word, 1)) | cuts;
    for (std::uint64_t bits = ends; bits != 0; bits &= bits - 1, ++end) {
      end->size = base + static_cast<std::uint32_t>(std::countr_zero(bits)) - end->begin;
    }
  }
  return {text, arena.shrink(spans, static_cast<std::size_t>(begin - spans.data()))};
}

}  // namespace parbleu
