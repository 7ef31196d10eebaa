#include "parbleu/tokenizers/tokenizer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>

#include "parbleu/base/parallel.hpp"
#include "parbleu/unicode/unicode.hpp"
#include "tokenizers/rewrite.hpp"
#include "tokenizers/split.hpp"
#include "unicode/categories.hpp"

namespace parbleu {

Tokenizer::~Tokenizer() = default;
TokenizerMemory::~TokenizerMemory() = default;

namespace tokenizing {

constexpr std::size_t tokens_unchecked = std::size_t{1} << 16;

void check_size(const Text& line, std::size_t limit) {
  if (line.size < limit) return;
  throw std::length_error("a segment has " + std::to_string(line.size) +
                          " characters, and can have no more than " + std::to_string(limit - 1));
}

Text join_tokens(const Tokens& tokens, Arena& arena) {
  return visit(tokens.text, [&]<class Unit>(std::span<const Unit> units) {
    std::size_t size = 0;
    for (const Span& span : tokens.spans) size += span.size + 1;
    const std::span<Unit> joined = arena.make<Unit>(size);
    Unit* to = joined.data();
    std::size_t count = 0;
    for (const Span& span : tokens.spans) {
      if (++count % tokens_unchecked == 0) check_interruption();
      to = append<Unit>(to, units.data() + span.begin, span.size, units.data() + units.size());
      *to++ = ' ';
    }
    return as_text<Unit>(joined.first(size - (size > 0 ? 1 : 0)));
  });
}

}  // namespace tokenizing

tokenizing::Boundaries Tokenizer::split(const Text& line, Arena& arena, Simd simd) const {
  tokenizing::check_size(line, std::numeric_limits<std::uint32_t>::max());
  return boundaries(line, arena, simd);
}

Tokens Tokenizer::tokenize(const Text& line, Arena& arena, Simd simd) const {
  return tokenizing::tokens_of(split(line, arena, simd), arena, simd);
}

Tokens Tokenizer::number(const Text& line, Arena& arena, Simd simd, std::unique_ptr<TokenizerMemory>&) const {
  return tokenize(line, arena, simd);
}

Text Tokenizer::join(const Text& line, Arena& arena, Simd simd) const {
  tokenizing::check_size(line, std::numeric_limits<std::uint32_t>::max());
  return joined(line, arena, simd);
}

// Of a long line, where its tokens begin and end takes more memory than the tokens.
Text Tokenizer::joined(const Text& line, Arena& arena, Simd simd) const {
  Arena room;
  return tokenizing::join_tokens(boundaries(line, room, simd), arena);
}

}  // namespace parbleu

namespace parbleu::tokenizing {

namespace {

// The tokenizer none, which splits at white space.
class None final : public Tokenizer {
 public:
  [[nodiscard]] const char* name() const override { return "none"; }

 private:
  [[nodiscard]] Boundaries boundaries(const Text& line, Arena& arena, Simd simd) const override {
    static const ClassTable table = white_space();
    return tokenizing::find_boundaries(line, classify(line, table, arena, simd), Ends::open, arena);
  }

  [[nodiscard]] Text joined(const Text& line, Arena&, Simd) const override { return line; }
};

const Tokenizer& none() {
  static const None tokenizer;
  return tokenizer;
}

// The tokenizer char: every code point that is not white space is a token.
class Characters final : public Tokenizer {
 public:
  [[nodiscard]] const char* name() const override { return "char"; }

 private:
  [[nodiscard]] Boundaries boundaries(const Text& line, Arena& arena, Simd simd) const override {
    static const ClassTable table = white_space();
    const std::span<Planes> planes = classify(line, table, arena, simd);
    for (Planes& plane : planes) plane.single = ~plane.space;
    return tokenizing::find_boundaries(line, planes, Ends::open, arena);
  }

  // A blank between any two code points, blanks included.
  [[nodiscard]] Text joined(const Text& line, Arena& arena, Simd) const override {
    if (line.size == 0) return line;
    return visit(line, [&]<class Unit>(std::span<const Unit> units) {
      const auto result = arena.make<Unit>(2 * units.size() - 1);
      result[0] = units[0];
      for (std::size_t at = 1; at < units.size(); ++at) {
        result[2 * at - 1] = ' ';
        result[2 * at] = units[at];
      }
      return as_text<Unit>(result);
    });
  }
};

// The tokenizer intl: mteval-v14's international tokenization, by the general categories of Unicode.
const ClassTable& intl_table() {
  static const ClassTable made = [] {
    ClassTable result = white_space();
    add(result, categories::punctuation, point);
    add(result, categories::symbols, single);
    add(result, categories::numbers, digit);
    result.share();
    return result;
  }();
  return made;
}

class Intl final : public Tokenizer {
 public:
  [[nodiscard]] const char* name() const override { return "intl"; }

 private:
  [[nodiscard]] Boundaries boundaries(const Text& line, Arena& arena, Simd simd) const override {
    return tokenizing::find_boundaries(line, classify(line, intl_table(), arena, simd), Ends::open, arena);
  }
};

// The tokenizer zh: Chinese characters are tokens, other text is split as by 13a.
// "Chinese" as sacreBLEU has it. Two ranges were meant to be Extension B and its supplement but were misspelt, so
// that all of U+2001 to U+2A6D counts instead (typographic quotes, dashes, arrows, ...) and real Extension B does not.
constexpr Range chinese[] = {
    {0x2001, 0x2A6D}, {0x2E80, 0x2FDF}, {0x2FF0, 0x303F}, {0x3100, 0x312F}, {0x31A0, 0x31BF},
    {0x31C0, 0x31EF}, {0x3200, 0x33FF}, {0x3400, 0x4DB5}, {0x4E00, 0x9FBB}, {0xF900, 0xFA2D},
    {0xFA30, 0xFA6A}, {0xFA70, 0xFAD9}, {0xFE10, 0xFE1F}, {0xFE30, 0xFE4F}, {0xFF00, 0xFFEF},
};

const ClassTable& zh_table() {
  static const ClassTable made = [] {
    ClassTable result = white_space();
    add_western(result);
    add(result, chinese, single);
    result.share();
    return result;
  }();
  return made;
}

// How much white space the line begins with.
std::size_t indent(const Text& line) {
  return visit(line, [](auto units) {
    return static_cast<std::size_t>(std::ranges::find_if_not(units, is_space) - units.begin());
  });
}

class Zh final : public Tokenizer {
 public:
  [[nodiscard]] const char* name() const override { return "zh"; }

 private:
  // The original strips the line: its ends decide about a point there.
  [[nodiscard]] Boundaries boundaries(const Text& line, Arena& arena, Simd simd) const override {
    Text stripped = strip_right(line);
    const std::size_t skipped = indent(stripped);
    stripped.size -= skipped;
    stripped.data = static_cast<const std::byte*>(stripped.data) + skipped * static_cast<std::size_t>(line.width);
    return tokenizing::find_boundaries(stripped, classify(stripped, zh_table(), arena, simd), Ends::open, arena);
  }
};

// The tokenizer 13a: mteval-v13a's rules for English.
// What begins, or ends, anything that has to be replaced.
constexpr std::uint8_t thirteen_a_suspicious = own_1;

const ClassTable& thirteen_a_table() {
  static const ClassTable made = [] {
    ClassTable result = white_space();
    add_western(result);
    add(result, {{'&', '&'}, {'<', '<'}, {'\n', '\n'}}, thirteen_a_suspicious);
    result.share();
    return result;
  }();
  return made;
}

// Whether what has to be replaced is at a suspicious place: begins there, or ends in that line feed. Where nothing is,
// no replacement makes anything.
template <class Unit>
bool is_replaced(std::span<const Unit> units, std::size_t at) {
  if (units[at] == '\n') return at > 0 && units[at - 1] == '-';
  return begins_entity(units.subspan(at)) || starts_with(units.subspan(at), "<skipped>");
}

// A line feed need not become a blank: both are white space.
template <class Unit>
std::span<Unit> replace_all(std::span<Unit> units) {
  units = replace(units, "<skipped>", "");
  units = replace(units, "-\n", "");
  return replace_entities(units);
}

class ThirteenA final : public Tokenizer {
 public:
  [[nodiscard]] const char* name() const override { return "13a"; }

 private:
  [[nodiscard]] Boundaries boundaries(const Text& line, Arena& arena, Simd simd) const override {
    std::span<Planes> planes = classify(line, thirteen_a_table(), arena, simd);
    const bool clear = visit(line, [&](auto units) {
      return none_at(planes, 0, [&](std::size_t at) { return is_replaced(units, at); });
    });
    if (clear) return tokenizing::find_boundaries(line, planes, Ends::padded, arena);
    const Text clean = visit(line, [&]<class Unit>(std::span<const Unit> units) {
      const auto copy = arena.make<Unit>(units.size());
      std::ranges::copy(units, copy.begin());
      return as_text<Unit>(replace_all(copy));
    });
    if (clean.size != line.size) planes = classify(clean, thirteen_a_table(), arena, simd);
    return tokenizing::find_boundaries(clean, planes, Ends::padded, arena);
  }
};

}  // namespace

}  // namespace parbleu::tokenizing

namespace parbleu {

std::span<const Tokenizer* const> tokenizers() {
  using namespace tokenizing;
  static const Zh zh;
  static const ThirteenA thirteen_a;
  static const Intl intl;
  static const Characters characters;
  static const std::array<const Tokenizer*, 5> all{&none(), &zh, &thirteen_a, &intl, &characters};
  return all;
}

const Tokenizer* find_tokenizer(std::string_view name) {
  for (const Tokenizer* tokenizer : tokenizers()) {
    if (tokenizer->name() == name) return tokenizer;
  }
  return nullptr;
}

namespace tokenizing {

// The tokenizer tercom, the normalization of TER.
namespace {

constexpr std::uint8_t asian = own_1;              // stands alone with asian_support
constexpr std::uint8_t tercom_suspicious = own_2;  // part of anything that has to be replaced

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

const ClassTable& tercom_table() {
  static const ClassTable made = [] {
    ClassTable result = white_space();
    add_western(result);
    add(result, {{'\'', '\''}}, cut);  // perhaps: see keep_possessives
    add(result, {{'&', '&'}, {'\n', '\n'}}, tercom_suspicious);
    add(result, asian_single, asian);
    add(result, asian_points, asian);
    result.share();
    return result;
  }();
  return made;
}

// What no_punct takes away: always, and with asian_support only.
constexpr std::uint8_t always_dropped = 1;
constexpr std::uint8_t asian_dropped = 2;

const CodePointMap<std::uint8_t>& dropped() {
  static const CodePointMap<std::uint8_t> made = [] {
    CodePointMap<std::uint8_t> result;
    for (const char c : {'.', ',', '?', ':', ';', '!', '"', '(', ')'}) {
      result.at(static_cast<std::uint8_t>(c)) = always_dropped;
    }
    add(result, asian_points, asian_dropped);
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
    return at == units.size() || (units[at] < 0x80 && (tercom_table()[units[at]] & single) != 0);
  };
  for (std::size_t word = 0; word < planes.size(); ++word) {
    for (std::uint64_t bits = planes[word].cut; bits != 0; bits &= bits - 1) {
      const std::size_t at = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
      const bool possessive = at + 1 < units.size() && units[at + 1] == 's' && blank(at + 2);
      if (!possessive) planes[word].cut &= ~(bits & (~bits + 1));
    }
  }
}

Boundaries split_normalized(Text text, bool asian_support, Arena& arena, Simd simd) {
  std::span<Planes> planes = classify(text, tercom_table(), arena, simd);
  const bool clear = visit(text, [&](auto units) {
    return none_at(planes, 1,
                   [&](std::size_t at) { return units[at] == '\n' || begins_entity(units.subspan(at)); });
  });
  if (!clear) {
    text = clean(text, arena);
    planes = classify(text, tercom_table(), arena, simd);
  }
  if (asian_support) {
    for (Planes& plane : planes) plane.single |= plane.own[0];
  }
  visit(text, [&](auto units) { keep_possessives(units, planes); });
  return find_boundaries(text, planes, Ends::padded, arena);
}

}  // namespace
}  // namespace tokenizing

tokenizing::Boundaries TerTokenizer::split(const Text& line, Arena& arena, Simd simd) const {
  tokenizing::check_size(line, tokenizing::longest);
  const Text text = case_sensitive ? line : lower(line, arena, simd);
  return normalized ? tokenizing::split_normalized(text, asian_support, arena, simd)
                    : tokenizing::none().split(text, arena, simd);
}

Tokens TerTokenizer::tokenize(const Text& line, Arena& arena, Simd simd) const {
  using namespace tokenizing;
  const Tokens tokens = tokens_of(split(line, arena, simd), arena, simd);
  if (!no_punct) return tokens;
  const std::uint8_t drop = always_dropped | (asian_support ? asian_dropped : 0);
  return drop_characters(tokens, arena,
                         [&, &table = dropped()](std::uint32_t point) { return (table[point] & drop) != 0; });
}

Text TerTokenizer::join(const Text& line, Arena& arena, Simd simd) const {
  return tokenizing::join_tokens(tokenize(line, arena, simd), arena);
}

}  // namespace parbleu
