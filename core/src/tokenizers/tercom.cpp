// tercom: what TER does to its texts.
#include "parbleu/unicode.hpp"
#include "tokenizers/joining.hpp"
#include "tokenizers/rewrite.hpp"
#include "tokenizers/split.hpp"

namespace parbleu {
namespace tokenizing {
namespace {

constexpr std::uint8_t asian = own_1;        // stands alone with asian_support
constexpr std::uint8_t punctuation = own_2;  // goes with no_punct; if also asian, then only with asian_support

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
    add(result, asian_single, asian);
    add(result, asian_points, asian | punctuation);
    for (const char c : {'.', ',', '?', ':', ';', '!', '"', '(', ')'}) {
      result.at(static_cast<std::uint8_t>(c)) |= punctuation;
    }
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

// An 's before a blank, or before what stands alone and so has a blank put before it, becomes a token. (The
// original's blank at the end of the line makes the end such a place.)
template <class Unit>
void cut_possessives(std::span<const Unit> units, std::span<Planes> planes) {
  const std::uint8_t* const classes = table().latin1().data();
  for (std::size_t at = 0; at + 1 < units.size(); ++at) {
    if (units[at] != '\'' || units[at + 1] != 's') continue;
    const bool blank = at + 2 == units.size() || (units[at + 2] < 0x80 && (classes[units[at + 2]] & single) != 0);
    if (blank) planes[at / 64].cut |= std::uint64_t{1} << (at % 64);
  }
}

}  // namespace
}  // namespace tokenizing

Tokens TerTokenizer::tokenize(const Text& line, Arena& arena, Simd simd) const {
  using namespace tokenizing;
  check_size(line, longest);
  Text text = case_sensitive ? line : lower(line, arena, simd);
  if (normalized) text = clean(text, arena);
  const std::span<Planes> planes = classify(text, table(), arena, simd);
  for (Planes& plane : planes) {
    if (!normalized) {
      plane.single = plane.point = plane.hyphen = 0;
    } else if (asian_support) {
      plane.single |= plane.own[0];
    }
  }
  if (normalized) visit(text, [&](auto units) { cut_possessives(units, planes); });
  const Tokens tokens = split(text, planes, Ends::padded, arena, simd);
  return join_tokens(tokens, arena, [&](std::uint32_t point) {
    const std::uint8_t classes = table()[point];
    return no_punct && (classes & punctuation) != 0 && ((classes & asian) == 0 || asian_support);
  });
}

}  // namespace parbleu
