// Counts the n-grams that each two texts of a list share, as the candidates of one translation do.
//
// Every distinct n-gram of the list has a number, and so has its second occurrence in a text, its third, and so on: a text
// is a set of such items, and what two texts share is the intersection of two sets, which is exactly the sum of the
// smaller counts. Items that many texts have are bits, of which 32 are counted at once; for an item of few texts, the list
// of these is walked through. So the work for a pair of texts is bounded by the items that many texts have.
//
// N-grams are numbered by sorting: all places of all texts by the units that follow, as many as the longest n-gram has,
// one unit after the other from the last to the first. Equal n-grams of any order are then neighbours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "parbleu/base/cpu.hpp"
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
  // two of words.
  void reset(std::size_t orders);

  // Begins the next text; its sequences of units, each with its own orders, follow. Texts are numbered 0, 1, ...
  void begin();
  // `first` is the number of the order of single units; n-grams of `count` orders are added. Every text of the list has the
  // same sequences.
  void add(std::span<const std::uint32_t> units, std::size_t first, std::size_t count);

  // Ends the texts. Any of them is a row; the columns are the texts from number `columns` on.
  void close(std::size_t columns);

  // How many n-grams of each order a text has.
  [[nodiscard]] std::span<const double> totals(std::size_t text) const {
    return std::span(totals_).subspan(text * orders_, orders_);
  }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  // Of all columns, [order * columns() + column]: that number, or 1 where it is 0; and 1 where it is not, else 0.
  [[nodiscard]] std::span<const double> column_totals() const { return column_totals_; }
  [[nodiscard]] std::span<const double> columns_with_any() const { return columns_with_any_; }

  // Working memory of one thread.
  struct Scratch {
    std::vector<std::uint32_t> bits;
    std::vector<std::uint32_t> shared;
  };

  // shared[order * columns() + column]: how many n-grams of that order the row's text shares with the column's.
  std::span<const std::uint32_t> count(std::size_t row, Scratch& scratch, Simd simd = best_simd()) const;

  // Working memory for the n-grams of one text; all of `of_ngram` is 0 between two calls.
  struct Counts {
    std::vector<std::uint32_t> of_ngram;
    std::vector<std::uint32_t> ngrams;
  };

  // What the row's text shares with the columns' texts together: sums over n-grams of min(count, mean count in the
  // columns), for each order. `means` comes from mean_counts.
  void count_means(std::size_t row, std::span<const double> means, std::span<double> shared, Counts& room) const;
  // The mean count of each n-gram in the columns' texts, by its number; `weights` of the columns add up to 1, or there are
  // none. `totals` receives the mean numbers of n-grams.
  std::vector<double> mean_counts(std::span<const double> weights, std::span<double> totals) const;

 private:
  // The sequences of all texts that have the same orders, a 0 behind each; units are numbered from 1.
  struct Sequences {
    std::size_t first;
    std::size_t count;
    std::size_t used;  // orders that any text is long enough for
    std::vector<std::uint32_t> units;
    std::vector<std::uint32_t> starts;  // of each text; and the end
  };
  // How often a text has the n-gram that is being numbered, so far.
  struct Occurrences {
    std::uint32_t ngram = ~std::uint32_t{0};
    std::uint32_t times = 0;
  };

  Sequences& sequences(std::size_t first, std::size_t count);
  void number_units(Sequences& of);
  void sort(const Sequences& of);
  void number_ngrams(const Sequences& of, std::size_t n, std::size_t begin);
  void place_items();
  [[nodiscard]] std::span<const std::uint32_t> items(std::size_t text, std::size_t order) const {
    const std::size_t at = order * texts_ + text;
    return std::span(items_).subspan(item_starts_[at], item_counts_[at]);
  }
  // Calls use(n-gram, how often the text has it) for each distinct n-gram of an order, as they come in the text.
  template <class Use>
  void for_each_ngram(std::size_t text, std::size_t order, Counts& room, Use&& use) const;

  std::size_t orders_ = 0;
  std::size_t texts_ = 0;
  std::size_t first_column_ = 0;
  std::size_t columns_ = 0;
  std::vector<double> totals_;         // texts x orders
  std::vector<double> column_totals_;  // orders x columns
  std::vector<double> columns_with_any_;
  std::vector<Sequences> sequences_;
  std::vector<std::uint32_t> numbers_;  // of units; all 0 between two calls
  std::vector<std::uint32_t> sorted_;   // places
  std::vector<std::uint32_t> before_;   // the same before one more unit is looked at
  std::vector<std::uint32_t> buckets_;
  std::uint32_t units_ = 0;               // distinct ones
  std::vector<std::uint32_t> texts_of_;   // of each place
  std::vector<std::uint32_t> agreement_;  // how many units a place has in common with the one sorted before it
  std::vector<Occurrences> occurrences_;  // of each text

  std::vector<std::uint32_t> items_;        // of all texts, as their places come, order by order
  std::vector<std::size_t> item_starts_;    // orders x texts
  std::vector<std::uint32_t> item_counts_;  // orders x texts
  std::vector<std::uint8_t> repeats_;       // whether an item is the n-gram of the item before, once more
  std::vector<std::size_t> order_ends_;     // where the items of each order end

  // Where an item is: in `count` columns, which are listed before place `end`; or the bit of this number.
  struct Place {
    static constexpr std::uint32_t is_bit = ~std::uint32_t{0};
    std::uint32_t end = 0;
    std::uint32_t count = 0;  // or is_bit
  };
  std::vector<Place> places_;  // of each item
  std::vector<std::uint32_t> postings_;
  std::vector<std::uint32_t> word_starts_;  // of each order, in words of 32 bits
  std::vector<std::uint32_t> bits_;         // words x columns
};

}  // namespace parbleu
