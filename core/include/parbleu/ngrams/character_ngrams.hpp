// Counts the character n-grams that two texts share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "parbleu/base/hash_table.hpp"
#include "parbleu/base/text.hpp"
#include "parbleu/ngrams/ngram_counter.hpp"

namespace parbleu {

// --- the n-grams that two texts share whose characters fit into bytes, by lists of places with equal trigrams.

// A reference to compare many hypotheses with. The work does not grow with the length of the reference, but with how
// often it repeats itself. Keeps its memory from one reference to the next.
//
// N-grams of one and two characters are counted in tables. All places of the reference whose last three characters
// have the same hash are in one list. For each place of the hypothesis, in turn, the places of its list say up to
// which length the two agree; each order is counted at the first place that agrees so far and that no earlier n-gram of
// this order has taken. So an n-gram that the reference has k times can be taken k times.
class ByteNgrams {
 public:
  static constexpr std::size_t most_orders = 7;
  static constexpr std::size_t longest_reference = 4000;
  static constexpr std::size_t longest_hypothesis = std::size_t{1} << 14;

  // False if the reference is too long, or has too many distinct characters above 255.
  bool load(const Text& reference);

  // shared[n-1] = sum over distinct n-grams of min(count in the hypothesis, count in the reference). False, and
  // `shared` says nothing, if there are too many orders, if the hypothesis does not fit into bytes, or if the texts
  // repeat themselves so much that other ways are faster.
  bool count(const Text& hypothesis, std::span<std::int64_t> shared);

 private:
  bool copy(const Text& text, std::vector<std::uint8_t>& bytes, bool adds);
  bool copy_hypothesis(const Text& hypothesis);
  bool take_all(std::size_t size, unsigned orders, std::int16_t* more, std::int64_t& shared_pairs);

  // Texts stand behind eight other bytes, so that byte k, counted from one, is the last of the eight from k on.
  std::vector<std::uint8_t> reference_;
  std::vector<std::uint8_t> hypothesis_;
  std::vector<std::uint16_t> far_;  // characters of the reference above 255; their bytes begin at 80
  std::size_t size_ = 0;
  bool narrow_ = true;                // the reference is of bytes itself
  unsigned shift_ = 0;                // of a hash of 32 bits
  std::vector<std::uint16_t> heads_;  // the last place of each list; there is no place zero
  std::vector<std::uint16_t> next_;   // the place before in the same list
  std::vector<std::uint8_t> taken_;   // of each place one bit for each order
  std::vector<std::uint16_t> pairs_;  // of each two bytes, how many are free; all zero between two calls
};

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
