// Defines BLEU over sequences of given tokens: ids, or strings that were numbered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "parbleu/base/cpu.hpp"
#include "parbleu/base/parallel.hpp"
#include "parbleu/metrics/formula.hpp"
#include "parbleu/metrics/scorer.hpp"
#include "parbleu/ngrams/word_ngrams.hpp"

namespace parbleu {

// --- BLEU from sums by the rules of several tools, which differ where an n-gram order has no match, where a segment is
// shorter than an order, and in how the orders are weighted.

enum class BleuVariant { sacrebleu, sacrebleu_r, nltk };

struct BleuRules {
  BleuVariant variant = BleuVariant::sacrebleu;
  BleuFormula formula;
  std::size_t orders = 4;
  std::vector<double> weights;  // one per order; empty for equal ones
};

// Statistics of one segment or of many, summed up.
struct BleuSums {
  explicit BleuSums(std::size_t orders) : correct(orders), total(orders), unmatched(orders), short_of(orders) {}
  // Reads a row of the members of this struct, in this order, or a sum of such rows.
  BleuSums(const double* row, std::size_t orders);

  // Adds a segment's row: [hypothesis length, reference length, correct_1 .., total_1 ..].
  void add(const std::int64_t* row);
  void add(const BleuSums& other);
  // Writes a row of the members of this struct: 2 + 4 numbers per order.
  void write(std::int64_t* row) const;

  std::int64_t hypothesis_length = 0;
  std::int64_t reference_length = 0;
  std::vector<std::int64_t> correct;
  std::vector<std::int64_t> total;
  std::vector<std::int64_t> unmatched;  // per order: segments without a match
  std::vector<std::int64_t> short_of;   // per order: segments without an n-gram
};

struct RuledScore {
  double score = 0;     // 0 to 100
  double fraction = 0;  // 0 to 1
  double brevity_penalty = 0;
  std::vector<double> counts;      // with sacreBLEU's add-k, smoothed
  std::vector<double> totals;      // as the variant counts them; with sacreBLEU's add-k, smoothed
  std::vector<double> precisions;  // in percent, smoothed
};

RuledScore score(const BleuSums& sums, const BleuRules& rules);

// The tokens of one text; part of an IdLists.
using Ids = std::span<const std::uint64_t>;

// Sequences of ids in blocks of memory, which never move; each padded to a multiple of eight ids, as the kernels read
// them.
class IdLists {
 public:
  static constexpr std::uint64_t padding = std::uint64_t{1} << 63;  // no id

  IdLists() = default;
  IdLists(IdLists&&) noexcept = default;
  IdLists(const IdLists&) = delete;

  void push(std::uint64_t id) {
    if (next_ == end_) grow();
    *next_++ = id;
  }
  // Ends a sequence of what was pushed since the one before.
  void end();
  // A sequence that is missing.
  void miss();
  // Ends a group of sequences: the references of a segment.
  void end_group() { groups_.push_back(lists_.size()); }

  [[nodiscard]] std::size_t size() const { return lists_.size(); }
  [[nodiscard]] std::size_t missing() const { return missing_; }
  [[nodiscard]] bool is_missing(std::size_t index) const { return lists_[index].size == absent; }
  [[nodiscard]] std::size_t groups() const { return groups_.size(); }
  [[nodiscard]] std::size_t group_begin(std::size_t group) const { return group == 0 ? 0 : groups_[group - 1]; }
  [[nodiscard]] std::size_t group_end(std::size_t group) const { return groups_[group]; }
  [[nodiscard]] std::size_t ids() const { return ids_; }
  [[nodiscard]] Ids operator[](std::size_t index) const { return {lists_[index].begin, lists_[index].size}; }

 private:
  static constexpr std::size_t absent = ~std::size_t{0};

  struct List {
    const std::uint64_t* begin;
    std::size_t size;
  };

  void grow();

  std::vector<std::unique_ptr<std::uint64_t[]>> blocks_;
  std::uint64_t* begin_ = nullptr;  // of the sequence that is being pushed
  std::uint64_t* next_ = nullptr;
  std::uint64_t* end_ = nullptr;  // of the block
  std::vector<List> lists_;
  std::vector<std::size_t> groups_;
  std::size_t ids_ = 0;
  std::size_t missing_ = 0;
};

// The references of every segment, in the order in which they were given. Points into the lists.
class IdReferences {
 public:
  // One stream per reference translation, all of `segments` sequences; missing ones are left out.
  IdReferences(std::span<const IdLists* const> streams, std::size_t segments);
  // One group per segment.
  explicit IdReferences(const IdLists& grouped);

  [[nodiscard]] std::size_t size() const { return starts_.size() - 1; }
  [[nodiscard]] std::span<const Ids> operator[](std::size_t segment) const {
    return std::span(all_).subspan(starts_[segment], starts_[segment + 1] - starts_[segment]);
  }

 private:
  std::vector<Ids> all_;
  std::vector<std::size_t> starts_;
};

// Counts n-grams of ids; keeps its working memory from segment to segment.
class IdCounter {
 public:
  // shared[n-1] = sum over distinct n-grams of min(count in the hypothesis, largest count in a reference).
  void count(Ids hypothesis, std::span<const Ids> references, std::span<std::int64_t> shared,
             const ngrams::Kernels& kernels);

 private:
  void count_hashed(Ids hypothesis, std::span<const Ids> references, std::span<std::int64_t> shared);

  RowCounter rows_;
  NgramCounter counter_;
  KeyTable table_;
};

// A row of statistics is that of Bleu (bleu.hpp), except that the rules say which of two equally close references
// gives its length. Throws NoReference for a segment without one; hypotheses and references are equally many.
class IdBleu final : public Scorable {
 public:
  // Throws std::invalid_argument if there are weights, but not one for each order.
  explicit IdBleu(const BleuRules& rules, Simd simd = best_simd());

  [[nodiscard]] std::size_t width() const { return 2 + 2 * rules_.orders; }
  [[nodiscard]] const BleuRules& rules() const { return rules_; }

  // One row per segment.
  void statistics(const IdLists& hypotheses, const IdReferences& references, std::int64_t* table,
                  const Execution& execution) const;
  // One row per segment of all that the rules look at, as BleuSums::write orders it: `score` of their sum is that of
  // the corpus by any variant, which `statistics` do not suffice for.
  [[nodiscard]] std::size_t full_width() const { return 2 + 4 * rules_.orders; }
  void full_statistics(const IdLists& hypotheses, const IdReferences& references, std::int64_t* table,
                       const Execution& execution) const;
  [[nodiscard]] BleuSums total(const IdLists& hypotheses, const IdReferences& references,
                               const Execution& execution) const;
  // Of sums of `full_statistics`, in double precision: no tool resamples these.
  [[nodiscard]] std::unique_ptr<Scorer> scorer() const override;
  // One score per segment, 0 to 100.
  void segment_scores(const IdLists& hypotheses, const IdReferences& references, double* scores,
                      const Execution& execution) const;

 private:
  template <class Done>
  void for_each_row(const IdLists& hypotheses, const IdReferences& references, const Execution& execution,
                    Done&& done) const;
  void compare(Ids hypothesis, std::span<const Ids> references, std::int64_t* row, IdCounter& counter) const;

  BleuRules rules_;
  const ngrams::Kernels* kernels_;
};

}  // namespace parbleu
