// Defines the tokenizer tercom, the normalization of TER.
#include <bit>

#include "parbleu/unicode/letter_case.hpp"
#include "tokenizers/joining.hpp"
#include "tokenizers/registry.hpp"
#include "tokenizers/rewrite.hpp"
#include "tokenizers/split.hpp"

namespace parbleu {
namespace tokenizing {
namespace {

constexpr std::uint8_t asian = own_1;       // stands alone with asian_support
constexpr std::uint8_t suspicious = own_2;  // part of anything that has to be replaced

constexpr std::size_t longest = std::size_t{1} << 30;  // at most doubled by lower case, and again by blanks

// Rules of the original for kana are anchored where they cannot match: kana stay together. U+3200-3F22 is a slip
// for U+3200-32FF, of no effect beside the other ranges.
constexpr Range asian_single[] = {
    {0x2E80, 0x2EFF}, {0x31C0, 0x31EF}, {0x3200, 0x4DBF}, {0x4E00, 0x9FFF}, {0xF900, 0xFAFF}, {0xFE30, 0xFE4F},
};
constexpr Range asian_points[] = {
    {0x3001, 0x3002}, {0x3008, 0x3011}, {0x3014, 0x301F}, {0xFF61, 0xFF65}, {0x30FB, 0x30FB},  // CJK
    {0xFF0E, 0xFF0E}, {0xFF0C, 0xFF0C}, {0xFF1F, 0xFF1F}, {0xFF1A, 0xFF1B}, {0xFF01, 0xFF02},  // full-width
    {0xFF08, 0xFF09},
};

const ClassTable& table() {
  static const ClassTable made = [] {
    ClassTable result = white_space();
    add_western(result);
    add(result, {{'\'', '\''}}, cut);  // perhaps: see keep_possessives
    add(result, {{'&', '&'}, {'\n', '\n'}}, suspicious);
    add(result, asian_single, asian);
    add(result, asian_points, asian);
    result.share();
    return result;
  }();
  return made;
}

// What no_punct takes away: always, and with asian_support only.
constexpr std::uint8_t punctuation = 1;
constexpr std::uint8_t asian_punctuation = 2;

const CodePointMap<std::uint8_t>& dropped() {
  static const CodePointMap<std::uint8_t> made = [] {
    CodePointMap<std::uint8_t> result;
    for (const char c : {'.', ',', '?', ':', ';', '!', '"', '(', ')'}) {
      result.at(static_cast<std::uint8_t>(c)) = punctuation;
    }
    add(result, asian_points, asian_punctuation);
    result.share();
    return result;
  }();
  return made;
}

// A copy without line feeds and the entities.
Text clean(const Text& line, Arena& arena) {
  return visit(line, [&]<class Unit>(std::span<const Unit> units) {
    const std::span<Unit> copy = arena.make<Unit>(units.size());
    std::ranges::copy(units, copy.begin());
    return as_text<Unit>(replace_entities(replace(replace(copy, "\n-", ""), "\n", " ")));
  });
}

// Leaves of the cuts before apostrophes those of an 's before a blank, or before what stands alone and so has a
// blank put before it. (The original puts a blank at the end of the line too.)
template <class Unit>
void keep_possessives(std::span<const Unit> units, std::span<Planes> planes) {
  const auto blank = [&](std::size_t at) {
    return at == units.size() || (units[at] < 0x80 && (table()[units[at]] & single) != 0);
  };
  for (std::size_t word = 0; word < planes.size(); ++word) {
    for (std::uint64_t bits = planes[word].cut; bits != 0; bits &= bits - 1) {
      const std::size_t at = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
      const bool possessive = at + 1 < units.size() && units[at + 1] == 's' && blank(at + 2);
      if (!possessive) planes[word].cut &= ~(bits & (~bits + 1));
    }
  }
}

Tokens split_normalized(Text text, bool asian_support, Arena& arena, Simd simd) {
  std::span<Planes> planes = classify(text, table(), arena, simd);
  if (std::ranges::any_of(planes, [](const Planes& plane) { return plane.own[1] != 0; })) {
    text = clean(text, arena);
    planes = classify(text, table(), arena, simd);
  }
  if (asian_support) {
    for (Planes& plane : planes) plane.single |= plane.own[0];
  }
  visit(text, [&](auto units) { keep_possessives(units, planes); });
  return split(text, planes, Ends::padded, arena, simd);
}

}  // namespace
}  // namespace tokenizing

Tokens TerTokenizer::tokenize(const Text& line, Arena& arena, Simd simd) const {
  using namespace tokenizing;
  check_size(line, longest);
  const Text text = case_sensitive ? line : lower(line, arena, simd);
  const Tokens tokens =
      normalized ? split_normalized(text, asian_support, arena, simd) : none().tokenize(text, arena, simd);
  if (!no_punct) return tokens;
  const std::uint8_t drop = punctuation | (asian_support ? asian_punctuation : 0);
  return drop_characters(tokens, arena,
                         [&, &table = dropped()](std::uint32_t point) { return (table[point] & drop) != 0; });
}

Text TerTokenizer::join(const Text& line, Arena& arena, Simd simd) const {
  return tokenizing::join_tokens(tokenize(line, arena, simd), arena);
}

}  // namespace parbleu
