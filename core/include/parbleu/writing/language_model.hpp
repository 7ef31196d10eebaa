// Recognizes the language of a text by a naive Bayes classifier over sequences of bytes (Lui and Baldwin, 2011 and 2012).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace parbleu {

// An automaton finds features, sequences of bytes, in a text; each language has a weight for each of them. The model is
// read where it lies, so that of a file that is mapped into memory only what a text needs is loaded.
//
// The file has, in the machine's byte order, five numbers of 8 bytes (a sign, and how many languages, states, rows and
// features there are), and then the tables, each at a multiple of 8 bytes: the codes of languages (8 bytes each), the
// weight of each language (float), the row of each state (4 bytes), its feature (4 bytes; -1: none), the next state for
// each byte of each row (4 bytes), and the weights of each feature, one for each language (2 bytes, in units of 1/512).
class LanguageModel {
 public:
  static constexpr std::uint64_t sign = 0x31'4c'45'44'4f'4d'4c'50;  // "PLMODEL1"

  // Throws std::invalid_argument if the file is no such model.
  explicit LanguageModel(std::span<const std::uint8_t> file);

  // The code of the language of a text in UTF-8: the one whose weight, and those of the features that are found, each
  // times ln(1 + how often it is), have the largest sum; the first one of a text without features. Throws
  // std::invalid_argument where the model is damaged.
  [[nodiscard]] std::string_view language(std::string_view text) const;

 private:
  [[nodiscard]] std::vector<std::uint32_t> features_of(std::string_view text) const;

  std::span<const std::uint8_t> codes_;
  std::span<const float> of_languages_;
  std::span<const std::uint32_t> rows_;
  std::span<const std::int32_t> features_;
  std::span<const std::uint32_t> next_;
  std::span<const std::int16_t> weights_;
};

}  // namespace parbleu
