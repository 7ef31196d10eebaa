// BLEU from sums by the rules of several tools, which differ where an n-gram order has no match, where a segment is
// shorter than an order, and in how the orders are weighted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "parbleu/metrics/formula.hpp"

namespace parbleu {

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

}  // namespace parbleu
