// Counts the n-grams that each two texts of a list share, as the candidates of one translation do.
//
// Every distinct n-gram of the list has a number, and so has its second occurrence in a text, its third, and so on: a text
// is a set of such items, and what two texts share is the intersection of two sets, which is exactly the sum of the
// smaller counts. Items that many texts have are bits, of which 32 are counted at once; for an item of few texts, the list
// of these is walked through. So the work for a pair of texts is bounded by the items that many texts have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "parbleu/base/cpu.hpp"
#include "parbleu/base/hash_table.hpp"
#include "parbleu/ngrams/words.hpp"

namespace parbleu {

// Numbers for the words of a list's texts, and room for the units of one.
struct ListUnits {
  WordNumbers words;
  std::vector<std::uint32_t> units;
};

class NgramList {
 public:
  // More n-grams in a list than this are not counted here: they take four bytes each and their tables some more.
  static constexpr std::size_t most = std::size_t{1} << 26;

  // Forgets all texts and keeps the memory. There will be `orders` kinds of n-grams, as for six orders of characters and
  // two of words, and some `expected` of them in all texts together.
  void reset(std::size_t orders, std::size_t expected);

  // Begins the next text; its sequences of units, each with its own orders, follow. Texts are numbered 0, 1, ...
  void begin();
  // `first` is the number of the order of single units; n-grams of `count` orders are added.
  void add(std::span<const std::uint32_t> units, std::size_t first, std::size_t count);

  // Ends the texts. Any of them is a row; the columns are the texts from number `columns` on.
  void close(std::size_t columns);

  // How many n-grams of each order a text has.
  [[nodiscard]] std::span<const double> totals(std::size_t text) const {
    return std::span(totals_).subspan(text * orders_, orders_);
  }
  [[nodiscard]] std::size_t columns() const { return columns_; }

  // Working memory of one thread.
  struct Scratch {
    std::vector<std::uint32_t> bits;
    std::vector<std::uint32_t> shared;
  };

  // shared[order * columns() + column]: how many n-grams of that order the row's text shares with the column's.
  std::span<const std::uint32_t> count(std::size_t row, Scratch& scratch, Simd simd = best_simd()) const;

  // What the row's text shares with the columns' texts together: sums over n-grams of min(count, mean count in the
  // columns), for each order. `means` comes from mean_counts.
  void count_means(std::size_t row, std::span<const double> means, std::span<double> shared) const;
  // The mean count of each n-gram in the columns' texts, by its number; `weights` of the columns add up to 1, or there are
  // none. `totals` receives the mean numbers of n-grams.
  std::vector<double> mean_counts(std::span<const double> weights, std::span<double> totals) const;

 private:
  // An n-gram is the n-gram before its last unit, and that unit; a further occurrence is the n-gram, and which one it is.
  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t number = 0;  // 0: a free place
    [[nodiscard]] bool empty() const { return number == 0; }
  };
  struct Gram {
    std::uint32_t number;
    std::uint32_t count;
  };

  std::uint32_t number(std::uint64_t key, std::size_t order);
  std::uint32_t number_new(Entry& entry, std::uint64_t key, std::size_t order);
  void end_text();
  void place_items();
  [[nodiscard]] std::span<const Gram> grams(std::size_t text) const {
    return std::span(grams_).subspan(gram_starts_[text], gram_starts_[text + 1] - gram_starts_[text]);
  }
  [[nodiscard]] std::span<const std::uint32_t> items(std::size_t text) const {
    return std::span(items_).subspan(item_starts_[text], item_starts_[text + 1] - item_starts_[text]);
  }

  std::size_t orders_ = 0;
  bool begun_ = false;  // whether a text is being added
  std::size_t first_column_ = 0;
  std::size_t columns_ = 0;
  HashTable<Entry> table_;
  std::vector<std::uint16_t> order_of_;  // of each item
  std::vector<std::uint32_t> counts_;    // of each n-gram in the text that is being added
  std::vector<std::uint32_t> touched_;   // n-grams of that text
  std::vector<std::uint32_t> before_;    // numbers of the n-grams of one order, by position
  std::vector<double> totals_;           // texts x orders
  std::vector<Gram> grams_;              // of all texts
  std::vector<std::size_t> gram_starts_;
  std::vector<std::uint32_t> items_;  // of all texts
  std::vector<std::size_t> item_starts_;

  // Where an item is: a bit, or the columns that have it.
  static constexpr std::uint32_t is_bit = std::uint32_t{1} << 31;
  std::vector<std::uint32_t> places_;  // of each item: is_bit | number of the bit, or an index of posting_starts_
  std::vector<std::uint32_t> posting_starts_;
  std::vector<std::uint32_t> postings_;
  std::vector<std::uint32_t> word_starts_;  // of each order, in words of 32 bits
  std::vector<std::uint32_t> bits_;         // words x columns
};

}  // namespace parbleu
