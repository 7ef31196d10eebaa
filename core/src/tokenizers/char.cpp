// Defines the tokenizer char: every code point that is not white space is a token.
#include "tokenizers/registry.hpp"
#include "tokenizers/split.hpp"

namespace parbleu::tokenizing {
namespace {

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

}  // namespace

const Tokenizer& characters() {
  static const Characters tokenizer;
  return tokenizer;
}

}  // namespace parbleu::tokenizing
