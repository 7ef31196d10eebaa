// Finds for each segment of a test set the most similar line of a training corpus, which is seen in pieces.
//
// Similarity is the Jaccard index of the sets of character 3-, 4- and 5-grams; a text of one or two characters is its
// own n-gram. Two empty texts have similarity 1, an empty one and another one 0.
//
// The test set is indexed, and each line of the corpus is compared with all of its segments at once: each n-gram of the
// line adds 1 to the counters of the segments that have it. Rare n-grams have a list of segments. Common ones, on which
// lists would spend nearly all of the time, have a bit for each segment, and eight of these bitmaps are added at once to
// counters whose digits are bitmaps, too. A line's n-grams are gathered first and then looked up, so that the memory is
// asked for all of their places at once. So no n-gram has to be left out of the index as in prefix filtering (R.
// Bayardo, Y. Ma and R. Srikant, "Scaling Up All Pairs Similarity Search", 2007): of that remains its bound, which says
// how large a counter must be for the line to be more similar than the best one so far. The result is exact.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "parbleu/base/hash_table.hpp"
#include "parbleu/base/parallel.hpp"
#include "parbleu/base/text.hpp"

namespace parbleu {

struct SimilarLine {
  double similarity = 0;
  std::int64_t line = -1;  // from 0 in the corpus, the first of equally similar ones; -1 if none shares anything
};

// The n-grams of the test set's segments on one side, source or target.
class NgramSets {
 public:
  // A missing text has no set and is similar to nothing. `streams` are of the same length, and need not stay readable.
  explicit NgramSets(std::span<const Stream> streams);

  // A row for each segment of each stream, the segments of a stream following one another.
  [[nodiscard]] std::size_t rows() const { return sizes_.size(); }

  struct Key {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    bool operator==(const Key&) const = default;
    [[nodiscard]] std::uint64_t hash() const { return low ^ (high * 0xD6E8FEB86659FD93ULL); }
  };

 private:
  friend class SimilarLines;
  friend class LineNgrams;

  // An n-gram that the test set has, and its rows: a part of `lists_` if the n-gram is rare.
  struct Ngram {
    Key key;
    std::uint32_t begin = 0;
    std::uint32_t size = 0;
  };

  // Where an n-gram is: small entries, of which many fit into a cache.
  struct Entry {
    std::uint32_t tag = 0;    // other bits of the hash than those of the place
    std::uint32_t place = 0;  // in `ngrams_`, counted from 1
    [[nodiscard]] bool empty() const { return place == 0; }
  };
  static std::uint32_t tag_of(std::uint64_t hash) {
    return static_cast<std::uint32_t>((hash * 0xC2B2AE3D27D4EB4FULL) >> 32);
  }

  // The entry of an n-gram, or a free one.
  [[nodiscard]] Entry& find(const Key& key) {
    const std::uint32_t tag = tag_of(key.hash());
    return numbers_.find(
        key.hash(), [&](const Entry& entry) { return entry.tag == tag && ngrams_[entry.place - 1].key == key; });
  }
  [[nodiscard]] const Entry& find(const Key& key) const { return const_cast<NgramSets*>(this)->find(key); }

  void add(const Text& text);
  void number_by_frequency();
  void index();

  HashTable<Entry> numbers_;
  std::vector<Ngram> ngrams_;           // the one that most rows have is number 0
  std::vector<std::uint32_t> sizes_;    // of each row's set
  std::vector<std::uint8_t> missing_;   // whether a row has no text
  std::vector<std::size_t> starts_{0};  // where the n-grams of each row begin
  std::vector<std::uint32_t> sets_;     // their numbers

  std::size_t words_ = 0;   // of a bitmap
  std::size_t common_ = 0;  // n-grams with a lower number have bitmaps, the others lists
  std::vector<std::uint64_t> bitmaps_;
  std::vector<std::uint32_t> lists_;
};

class SimilarLines {
 public:
  // The test set's sources, none or one stream, and its references, none or several; all of the same length.
  SimilarLines(std::span<const Stream> sources, std::span<const Stream> references);

  // Compares with the next lines of the corpus: sources with sources, targets with references. Either may be empty if
  // there is nothing to compare it with; otherwise they are of the same length. Safe to repeat after Interrupted only
  // from the beginning of the corpus, with a new object.
  void add(Stream sources, Stream targets, const Execution& execution);

  // For each segment the most similar source, the most similar target of any reference, and the pair whose smaller
  // similarity is largest.
  [[nodiscard]] std::span<const SimilarLine> sources() const { return best_[0]; }
  [[nodiscard]] std::span<const SimilarLine> targets() const { return best_[1]; }
  [[nodiscard]] std::span<const SimilarLine> pairs() const { return best_[2]; }
  [[nodiscard]] std::int64_t lines() const { return lines_; }

 private:
  struct Worker;

  void compare(Worker& worker, const Text* source, const Text* target, std::int64_t line) const;
  void compare_side(Worker& worker, std::size_t side, std::int64_t line) const;
  void compare_pairs(Worker& worker, std::int64_t line) const;
  void merge(const Worker& worker);

  NgramSets sets_[2];
  std::size_t segments_ = 0;
  bool paired_ = false;
  std::int64_t lines_ = 0;
  std::vector<SimilarLine> best_[3];
};

}  // namespace parbleu
