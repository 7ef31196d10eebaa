// The words of a reference as numbers, and those of hypotheses in the same numbers; see word_positions.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "metrics/ter/word_positions.hpp"
#include "ngrams/kernels.hpp"
#include "parbleu/ngrams/words.hpp"

namespace parbleu::ter {

class ReferenceWords {
 public:
  // The words' code points and keys must stay while their numbers are in use.
  void load(const Words& words, Simd simd);
  // The numbers of a hypothesis' words. They stay until the next call.
  [[nodiscard]] std::span<const std::uint32_t> find(const Words& hypothesis);
  [[nodiscard]] const WordPositions& positions() const { return positions_; }

 private:
  // Up to 64 words are compared with all others at once, and the number of a word is the first place where it stands,
  // counted from 1.
  [[nodiscard]] bool is_short() const { return words_.size() <= ngrams::word_bits; }
  void find_places(const Words& words, std::span<std::uint32_t> numbers);
  [[nodiscard]] std::span<std::uint32_t> room(std::size_t words);

  Words words_;
  const ngrams::Kernels* kernels_ = nullptr;
  WordNumbers distinct_;  // of a longer reference
  WordPositions positions_;
  std::vector<std::uint64_t> rows_;
  std::vector<std::uint32_t> numbers_;
};

}  // namespace parbleu::ter
