// Defines the tokenizer 13a: mteval-v13a's rules for English.
#include "tokenizers/registry.hpp"
#include "tokenizers/rewrite.hpp"
#include "tokenizers/split.hpp"

namespace parbleu::tokenizing {
namespace {

// What begins, or ends, anything that has to be replaced.
constexpr std::uint8_t suspicious = own_1;

const ClassTable& table() {
  static const ClassTable made = [] {
    ClassTable result = white_space();
    add_western(result);
    add(result, {{'&', '&'}, {'<', '<'}, {'\n', '\n'}}, suspicious);
    result.share();
    return result;
  }();
  return made;
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
    std::span<Planes> planes = classify(line, table(), arena, simd);
    const bool check = std::ranges::any_of(planes, [](const Planes& plane) { return plane.own[0] != 0; });
    if (!check) return tokenizing::find_boundaries(line, planes, Ends::padded, arena);
    const Text clean = visit(line, [&]<class Unit>(std::span<const Unit> units) {
      const auto copy = arena.make<Unit>(units.size());
      std::ranges::copy(units, copy.begin());
      return as_text<Unit>(replace_all(copy));
    });
    if (clean.size != line.size) planes = classify(clean, table(), arena, simd);
    return tokenizing::find_boundaries(clean, planes, Ends::padded, arena);
  }
};

}  // namespace

const Tokenizer& thirteen_a() {
  static const ThirteenA tokenizer;
  return tokenizer;
}

}  // namespace parbleu::tokenizing
