// Defines the tokenizer of a SentencePiece model, read from its file: the pieces that the library's `encode` gives for
// unigram models, with its sums in single precision and its ties.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "parbleu/tokenizers/tokenizer.hpp"

namespace parbleu {

namespace pieces {
class Unigram;
}

// Thrown for a file that is no SentencePiece model, or a damaged one.
struct BadPieceModel : std::runtime_error {
  using runtime_error::runtime_error;
};

// Thrown for a model that only the library can use: of another type than unigram, or with text that is not UTF-8.
struct OtherPieceModel : std::runtime_error {
  using runtime_error::runtime_error;
};

class PieceModel final : public Tokenizer {
 public:
  // `file` is only read here; `name` is what messages call the tokenizer.
  PieceModel(std::string name, std::string_view file);
  ~PieceModel() override;

  [[nodiscard]] const char* name() const override { return name_.c_str(); }
  [[nodiscard]] std::size_t work() const override { return 4; }
  [[nodiscard]] bool only_numbers() const override { return true; }
  [[nodiscard]] bool has_numbers() const override { return true; }
  [[nodiscard]] Tokens number(const Text& line, Arena& arena, Simd simd,
                              std::unique_ptr<TokenizerMemory>& memory) const override;
  // The text of pieces, in UTF-8, as far as the model keeps it.
  [[nodiscard]] std::string decode(std::span<const std::string> tokens) const;

 private:
  [[nodiscard]] tokenizing::Boundaries boundaries(const Text& line, Arena& arena, Simd simd) const override;
  [[nodiscard]] Text joined(const Text& line, Arena& arena, Simd simd) const override;

  std::string name_;
  std::unique_ptr<const pieces::Unigram> model_;
};

}  // namespace parbleu
