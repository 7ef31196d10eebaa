// Counts the character n-grams that two texts share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "parbleu/base/hash_table.hpp"
#include "parbleu/base/text.hpp"
#include "parbleu/ngrams/byte_ngrams.hpp"
#include "parbleu/ngrams/ngram_counter.hpp"

namespace parbleu {

namespace ngrams {
struct Kernels;
}

// A reference to compare many hypotheses with: where it has which code point. Keeps its memory from one reference
// to the next.
class CharacterNgramCounter {
 public:
  // `reference` must stay readable.
  void load(const Text& reference, const ngrams::Kernels& kernels);

  // shared[n-1] = sum over distinct n-grams of min(count in the hypothesis, count in the reference).
  void count(const Text& hypothesis, std::span<std::int64_t> shared, const ngrams::Kernels& kernels);

  [[nodiscard]] std::size_t size() const { return reference_.size; }

 private:
  enum class Mode { listed, table, units, slots, hashed };

  struct Slot {
    std::uint32_t unit = 0;
    std::uint16_t row = 0;  // 0: a free place
    [[nodiscard]] bool empty() const { return row == 0; }
  };

  void load_unlisted(const ngrams::Kernels& kernels);
  void load_table();
  void load_units();
  void load_slots();
  void set_row(std::size_t row, std::size_t position) {
    rows_[row * words_ + position / 64] |= std::uint64_t{1} << (position % 64);
  }
  void index_by_slots(const Text& hypothesis);
  void narrow(const Text& hypothesis);
  void count_hashed(const Text& hypothesis, std::span<std::int64_t> shared);

  Text reference_;
  std::size_t words_ = 0;  // 64 positions each
  Mode mode_ = Mode::hashed;
  std::vector<std::uint64_t> rows_;   // table: of code point c < 256, and one without bits; slots: of Slot::row
  std::vector<std::uint16_t> units_;  // units: the reference, padded
  HashTable<Slot> slots_;

  std::vector<std::uint16_t> index_;  // per code point of the hypothesis: its row, or itself in 16 bits
  std::vector<std::uint64_t> matched_;
  std::vector<std::uint16_t> room_;
  ByteNgrams listed_;
  NgramCounter counter_;
};

}  // namespace parbleu
