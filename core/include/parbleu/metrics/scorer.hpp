// Defines `Scorer`, which converts a sum of statistics of any metric to a score.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

namespace parbleu {

class Scorer {
 public:
  Scorer() = default;
  Scorer(const Scorer&) = delete;
  Scorer& operator=(const Scorer&) = delete;
  virtual ~Scorer() = default;

  // Numbers per row.
  [[nodiscard]] virtual std::size_t width() const = 0;
  // The score of a test set, from the sum of its rows.
  [[nodiscard]] virtual double corpus(const double* sum) const = 0;
  // The score of a pseudo-system that randomization made.
  [[nodiscard]] virtual double randomized(const double* sum) const { return corpus(sum); }

  // Whether a bootstrap adds up rows, and scores the sums, in single precision. If not, it asks `corpus`.
  [[nodiscard]] virtual bool single_sums() const { return false; }
  // The score of a sum in single precision, every step rounded to it.
  [[nodiscard]] virtual double resampled(const float*) const { return 0; }
  // Whether that score is itself a single-precision number. It may be for most sums and not for some: under NumPy
  // 2 a score that comes from constants alone is double, and then all the scores of the bootstrap are.
  [[nodiscard]] virtual bool single(const float*, double) const { return false; }
};

// What sums of statistics can be scored by: every metric, and the mean.
class Scorable {
 public:
  virtual ~Scorable() = default;
  // May point to this object.
  [[nodiscard]] virtual std::unique_ptr<Scorer> scorer() const = 0;
};

// The mean of a column of segment scores: rows are [sum, count]. Zero where the count is.
class Mean final : public Scorable {
 public:
  [[nodiscard]] std::unique_ptr<Scorer> scorer() const override { return std::make_unique<MeanScorer>(); }

 private:
  class MeanScorer final : public Scorer {
   public:
    [[nodiscard]] std::size_t width() const override { return 2; }
    [[nodiscard]] double corpus(const double* sum) const override { return sum[1] == 0 ? 0 : sum[0] / sum[1]; }
  };
};

// The scorer of a metric (see metric.hpp), which must outlive it.
template <class M>
class MetricScorer : public Scorer {
 public:
  explicit MetricScorer(const M& metric) : metric_(metric) {}

  [[nodiscard]] std::size_t width() const override { return metric_.width(); }
  [[nodiscard]] double corpus(const double* sum) const override {
    if constexpr (std::is_same_v<Number, double>) {
      return metric_.score(sum);
    } else {
      std::array<Number, 64> few;  // wider rows are rare
      if (width() > few.size()) return metric_.score(std::vector<Number>(sum, sum + width()).data());
      std::transform(sum, sum + width(), few.begin(), [](double number) { return static_cast<Number>(number); });
      return metric_.score(few.data());
    }
  }
  [[nodiscard]] bool single_sums() const override { return true; }
  [[nodiscard]] double resampled(const float* sum) const override { return metric_.score(sum); }

 private:
  using Number = typename M::Number;

  const M& metric_;
};

}  // namespace parbleu
