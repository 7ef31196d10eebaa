// Defines the tokenizer none, which splits at white space.
#include "tokenizers/registry.hpp"
#include "tokenizers/split.hpp"

namespace parbleu::tokenizing {
namespace {

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

}  // namespace

const Tokenizer& none() {
  static const None tokenizer;
  return tokenizer;
}

}  // namespace parbleu::tokenizing
