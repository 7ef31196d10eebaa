// From statistics to scores: the only place with the formulas of BLEU and chrF. Everything is written once, for
// double and for Single, the arithmetic in which sacreBLEU scores bootstrap resamples.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace parbleu {

// A float32 scalar with NumPy 2's rules (NEP 50): every step is rounded to float32, and a plain number (`weak`)
// takes the precision of what it meets; two plain numbers stay plain.
class Single {
 public:
  Single() = default;
  Single(double plain) : value_(plain), weak_(true) {}
  explicit Single(float value) : value_(value), weak_(false) {}

  explicit operator double() const { return value_; }

  friend Single operator+(Single a, Single b) {
    return both_weak(a, b) ? Single(a.value_ + b.value_) : Single(a.f() + b.f());
  }
  friend Single operator*(Single a, Single b) {
    return both_weak(a, b) ? Single(a.value_ * b.value_) : Single(a.f() * b.f());
  }
  friend Single operator/(Single a, Single b) {
    return both_weak(a, b) ? Single(a.value_ / b.value_) : Single(a.f() / b.f());
  }
  friend bool operator>(Single a, double b) { return a.value_ > b; }
  friend bool operator==(Single a, double b) { return a.value_ == b; }

 private:
  static bool both_weak(Single a, Single b) { return a.weak_ && b.weak_; }
  [[nodiscard]] float f() const { return static_cast<float>(value_); }

  double value_ = 0;
  bool weak_ = true;
};

enum class Smoothing { none, floor, add_k, exp };

struct BleuFormula {
  Smoothing smoothing = Smoothing::exp;
  double smooth_value = 0;  // what `floor` puts in place of a zero count, or what `add_k` adds
  bool effective_order = false;
};

struct BleuScore {
  double score;
  double brevity_penalty;
};

inline double brevity_penalty(double hypothesis_length, double reference_length) {
  if (hypothesis_length >= reference_length) return 1;
  return hypothesis_length > 0 ? std::exp(1 - reference_length / hypothesis_length) : 0;
}

// BLEU of Papineni et al. (2002) with the smoothings of Chen & Cherry (2014), step by step as sacreBLEU computes it.
// `correct` and `total` hold the counts per order and are smoothed in place by add_k; `precisions`, of the same
// length, receives percentages.
template <class Real>
BleuScore bleu_formula(std::span<Real> correct, std::span<Real> total, double hypothesis_length,
                       double reference_length, const BleuFormula& how, std::span<Real> precisions) {
  const double penalty = brevity_penalty(hypothesis_length, reference_length);
  std::ranges::fill(precisions, Real(0.0));
  if (std::ranges::all_of(correct, [](const Real& count) { return count == 0.0; })) return {0, penalty};

  Real divisor = 1.0;
  std::size_t orders = correct.size();
  for (std::size_t n = 0; n < correct.size(); ++n) {
    if (how.smoothing == Smoothing::add_k && n > 0) {
      correct[n] = correct[n] + Real(how.smooth_value);
      total[n] = total[n] + Real(how.smooth_value);
    }
    if (total[n] == 0.0) break;
    if (how.effective_order) orders = n + 1;
    if (!(correct[n] == 0.0)) {
      precisions[n] = Real(100.0) * correct[n] / total[n];
    } else if (how.smoothing == Smoothing::exp) {
      divisor = divisor * Real(2.0);
      precisions[n] = Real(100.0) / (divisor * total[n]);
    } else if (how.smoothing == Smoothing::floor) {
      precisions[n] = Real(100.0 * how.smooth_value) / total[n];
    }
  }

  double logs = 0;
  for (const Real& precision : precisions.first(orders)) {
    logs += precision == 0.0 ? -9999999999.0 : std::log(static_cast<double>(precision));
  }
  return {penalty * std::exp(logs / static_cast<double>(orders)), penalty};
}

struct ChrfFormula {
  double beta_squared = 4;
  bool eps_smoothing = false;
};

// chrF of Popovic (2015, 2017) from `orders` triples (hypothesis n-grams, reference n-grams, matches).
template <class Real, class Number>
double chrf_formula(const Number* row, std::size_t orders, const ChrfFormula& how) {
  const Real eps = 1e-16;
  const Real factor = how.beta_squared;
  const Real factor_plus_one = 1 + how.beta_squared;
  Real smoothed = 0.0;
  Real precisions = 0.0;
  Real recalls = 0.0;
  std::size_t effective = 0;
  for (std::size_t n = 0; n < orders; ++n) {
    const Real hypothesis = Real(row[3 * n]);
    const Real reference = Real(row[3 * n + 1]);
    const Real match = Real(row[3 * n + 2]);
    const Real precision = hypothesis > 0.0 ? match / hypothesis : eps;
    const Real recall = reference > 0.0 ? match / reference : eps;
    if (how.eps_smoothing) {
      const Real weight = factor * precision + recall;
      smoothed = smoothed + (weight > 0.0 ? factor_plus_one * precision * recall / weight : eps);
    } else if (hypothesis > 0.0 && reference > 0.0) {
      precisions = precisions + precision;
      recalls = recalls + recall;
      ++effective;
    }
  }
  if (how.eps_smoothing) {
    return orders == 0 ? 0 : static_cast<double>(Real(100.0) * smoothed / Real(static_cast<double>(orders)));
  }
  if (effective == 0) return 0;
  const Real precision = precisions / Real(static_cast<double>(effective));
  const Real recall = recalls / Real(static_cast<double>(effective));
  if (!(precision + recall > 0.0)) return 0;
  const Real score = factor_plus_one * precision * recall / (factor * precision + recall);
  return static_cast<double>(Real(100.0) * score);
}

// The same without smoothing, to the last bit, of one hypothesis with many references, in loops without branches, which
// compilers make vectors of. This one adds the precision and recall of an order of n-grams, and counts it, where both texts
// have any: `any` is 1 where the reference has and 0 elsewhere, and `references` is then 1.
[[gnu::always_inline]] inline void add_chrf_order(const std::uint32_t* __restrict matches, double hypothesis,
                                                  const double* __restrict references,
                                                  const double* __restrict any, std::size_t count,
                                                  double* __restrict precisions, double* __restrict recalls,
                                                  double* __restrict effective) {
  if (!(hypothesis > 0)) return;
  for (std::size_t at = 0; at < count; ++at) {
    const auto match = static_cast<double>(static_cast<std::int32_t>(matches[at]));
    precisions[at] += match / hypothesis;
    recalls[at] += match / references[at];
    effective[at] += any[at];
  }
}

// This one makes scores of the sums.
[[gnu::always_inline]] inline void chrf_of_sums(const double* __restrict precisions,
                                                const double* __restrict recalls,
                                                const double* __restrict effective, std::size_t count,
                                                double beta_squared, double* __restrict scores) {
  const double factor_plus_one = 1 + beta_squared;
  for (std::size_t at = 0; at < count; ++at) {
    const double precision = precisions[at] / effective[at];
    const double recall = recalls[at] / effective[at];
    const double score = factor_plus_one * precision * recall / (beta_squared * precision + recall);
    scores[at] = 100.0 * score;
  }
  for (std::size_t at = 0; at < count; ++at) {
    if (!(precisions[at] > 0)) scores[at] = 0;  // nothing matches, or no order counts
  }
}

}  // namespace parbleu
