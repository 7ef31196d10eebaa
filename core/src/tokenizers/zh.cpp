// Defines the tokenizer zh: Chinese characters are tokens, other text is split as by 13a.
#include "parbleu/unicode/white_space.hpp"
#include "tokenizers/registry.hpp"
#include "tokenizers/split.hpp"

namespace parbleu::tokenizing {
namespace {

// "Chinese" as sacreBLEU has it. Two ranges were meant to be Extension B and its supplement but were misspelt, so
// that all of U+2001 to U+2A6D counts instead (typographic quotes, dashes, arrows, ...) and real Extension B does not.
constexpr Range chinese[] = {
    {0x2001, 0x2A6D}, {0x2E80, 0x2FDF}, {0x2FF0, 0x303F}, {0x3100, 0x312F}, {0x31A0, 0x31BF},
    {0x31C0, 0x31EF}, {0x3200, 0x33FF}, {0x3400, 0x4DB5}, {0x4E00, 0x9FBB}, {0xF900, 0xFA2D},
    {0xFA30, 0xFA6A}, {0xFA70, 0xFAD9}, {0xFE10, 0xFE1F}, {0xFE30, 0xFE4F}, {0xFF00, 0xFFEF},
};

const ClassTable& table() {
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
    return tokenizing::find_boundaries(stripped, classify(stripped, table(), arena, simd), Ends::open, arena);
  }
};

}  // namespace

const Tokenizer& zh() {
  static const Zh tokenizer;
  return tokenizer;
}

}  // namespace parbleu::tokenizing
