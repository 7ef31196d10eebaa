#include <algorithm>
#include <cmath>
#include <limits>

#include "parbleu/metrics/id_bleu.hpp"

namespace parbleu {
namespace {

void add_to(std::vector<std::int64_t>& sums, const std::vector<std::int64_t>& others) {
  std::ranges::transform(sums, others, sums.begin(), std::plus<>());
}

// sacreBLEU has no weights. With some, log precisions are weighted, and those of the orders that count in effect
// have the weight of all.
double weighted(const RuledScore& of, const BleuRules& rules) {
  const auto& weights = rules.weights;
  std::size_t used = weights.size();
  if (rules.formula.effective_order) {
    used = static_cast<std::size_t>(std::ranges::find(of.totals, 0.0) - of.totals.begin());
  }
  double logs = 0;
  double all = 0;
  double effective = 0;
  for (std::size_t n = 0; n < weights.size(); ++n) {
    all += weights[n];
    if (n >= used || weights[n] == 0) continue;
    effective += weights[n];
    const double precision = of.precisions[n] / 100;
    logs += weights[n] * (precision == 0 ? -9999999999.0 : std::log(precision));
  }
  if (effective == 0) return 0;
  return of.brevity_penalty * std::exp(used < weights.size() ? logs * (all / effective) : logs);
}

void score_sacrebleu(const BleuSums& sums, const BleuRules& rules, RuledScore& result) {
  const BleuScore plain =
      bleu_formula<double>(result.counts, result.totals, static_cast<double>(sums.hypothesis_length),
                           static_cast<double>(sums.reference_length), rules.formula, result.precisions);
  result.brevity_penalty = plain.brevity_penalty;
  if (rules.weights.empty()) {
    result.score = plain.score;
    result.fraction = plain.score / 100;
  } else {
    const bool matched = std::ranges::any_of(sums.correct, [](std::int64_t count) { return count != 0; });
    result.fraction = matched ? weighted(result, rules) : 0;
    result.score = 100 * result.fraction;
  }
}

double weight(const BleuRules& rules, std::size_t order) {
  return rules.weights.empty() ? 1.0 / static_cast<double>(rules.orders) : rules.weights[order];
}

// sacRebleu: floor for every segment without a match, add-k at all orders with whole k, weights in single precision.
// What it makes of 0/0 and of 0 times minus infinity is NaN.
void score_sacrebleu_r(const BleuSums& sums, const BleuRules& rules, RuledScore& result) {
  long double logs = 0;
  for (std::size_t n = 0; n < rules.orders; ++n) {
    double count = result.counts[n];
    double total = result.totals[n];
    if (rules.formula.smoothing == Smoothing::floor) {
      count += rules.formula.smooth_value * static_cast<double>(sums.unmatched[n]);
    } else if (rules.formula.smoothing == Smoothing::add_k) {
      const double k = std::trunc(rules.formula.smooth_value);
      count += k;
      total += k;
    }
    result.precisions[n] = 100 * count / total;
    logs += static_cast<long double>(static_cast<float>(weight(rules, n))) *
            std::log(static_cast<long double>(count) / static_cast<long double>(total));
  }
  const auto length = static_cast<double>(sums.hypothesis_length);
  const auto reference = static_cast<double>(sums.reference_length);
  result.brevity_penalty = length > reference ? 1 : std::exp(1 - reference / length);
  result.fraction = static_cast<double>(result.brevity_penalty * std::exp(logs));
  result.score = 100 * result.fraction;
}

// NLTK: method0 to method3 of its SmoothingFunction.
void score_nltk(const BleuSums& sums, const BleuRules& rules, RuledScore& result) {
  result.brevity_penalty =
      brevity_penalty(static_cast<double>(sums.hypothesis_length), static_cast<double>(sums.reference_length));
  if (rules.orders == 0 || sums.correct[0] == 0) return;
  long double logs = 0;
  double divisor = 1;
  for (std::size_t n = 0; n < rules.orders; ++n) {
    const double count = result.counts[n];
    const double total = result.totals[n];
    double precision = count / total;
    if (rules.formula.smoothing == Smoothing::add_k && n > 0) {
      precision = (count + rules.formula.smooth_value) / (total + rules.formula.smooth_value);
    } else if (count == 0) {
      switch (rules.formula.smoothing) {
        case Smoothing::floor:
          precision = rules.formula.smooth_value / total;
          break;
        case Smoothing::exp:
          divisor *= 2;
          precision = 1 / (divisor * total);
          break;
        default:
          precision = std::numeric_limits<double>::min();
      }
    }
    result.precisions[n] = 100 * precision;
    logs += static_cast<long double>(weight(rules, n)) * std::log(static_cast<long double>(precision));
  }
  result.fraction = static_cast<double>(result.brevity_penalty * std::exp(logs));
  result.score = 100 * result.fraction;
}

}  // namespace

BleuSums::BleuSums(const double* row, std::size_t orders) : BleuSums(orders) {
  const auto whole = [](double number) { return static_cast<std::int64_t>(number); };
  hypothesis_length = whole(row[0]);
  reference_length = whole(row[1]);
  row += 2;
  for (auto* part : {&correct, &total, &unmatched, &short_of}) {
    std::transform(row, row + orders, part->begin(), whole);
    row += orders;
  }
}

void BleuSums::write(std::int64_t* row) const {
  *row++ = hypothesis_length;
  *row++ = reference_length;
  for (const auto* part : {&correct, &total, &unmatched, &short_of}) row = std::ranges::copy(*part, row).out;
}

void BleuSums::add(const std::int64_t* row) {
  const std::size_t orders = correct.size();
  hypothesis_length += row[0];
  reference_length += row[1];
  for (std::size_t n = 0; n < orders; ++n) {
    correct[n] += row[2 + n];
    total[n] += row[2 + orders + n];
    unmatched[n] += row[2 + n] == 0;
    short_of[n] += row[2 + orders + n] == 0;
  }
}

void BleuSums::add(const BleuSums& other) {
  hypothesis_length += other.hypothesis_length;
  reference_length += other.reference_length;
  add_to(correct, other.correct);
  add_to(total, other.total);
  add_to(unmatched, other.unmatched);
  add_to(short_of, other.short_of);
}

RuledScore score(const BleuSums& sums, const BleuRules& rules) {
  RuledScore result;
  result.counts.assign(sums.correct.begin(), sums.correct.end());
  result.totals.assign(sums.total.begin(), sums.total.end());
  result.precisions.resize(rules.orders);
  if (rules.variant == BleuVariant::sacrebleu) {
    score_sacrebleu(sums, rules, result);
    return result;
  }
  // Both of the others count at least one n-gram of each order in each segment.
  for (std::size_t n = 0; n < rules.orders; ++n) result.totals[n] += static_cast<double>(sums.short_of[n]);
  rules.variant == BleuVariant::nltk ? score_nltk(sums, rules, result) : score_sacrebleu_r(sums, rules, result);
  return result;
}

}  // namespace parbleu
