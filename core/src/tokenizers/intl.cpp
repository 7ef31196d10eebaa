// Defines the tokenizer intl: mteval-v14's international tokenization, by the general categories of Unicode.
#include "tokenizers/registry.hpp"
#include "tokenizers/split.hpp"

namespace parbleu::tokenizing {
namespace {

#include "generated/classes_unicode_17_0.inc"

const ClassTable& table() {
  static const ClassTable made = [] {
    ClassTable result = white_space();
    add(result, punctuation, point);
    add(result, symbols, single);
    add(result, numbers, digit);
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
    return tokenizing::find_boundaries(line, classify(line, table(), arena, simd), Ends::open, arena);
  }
};

}  // namespace

const Tokenizer& intl() {
  static const Intl tokenizer;
  return tokenizer;
}

}  // namespace parbleu::tokenizing
