#include "scorers.hpp"

#include <cmath>
#include <span>
#include <vector>

#include "parbleu/metrics/bleu.hpp"
#include "parbleu/metrics/chrf.hpp"
#include "parbleu/metrics/id_bleu.hpp"
#include "parbleu/metrics/ter.hpp"

namespace parbleu::bindings {
namespace {

namespace nb = nanobind;

// A user's own formula, asked under the GIL.
class CallableScorer final : public Scorer {
 public:
  CallableScorer(nb::handle callable, std::size_t width) : callable_(callable), width_(width) {}

  [[nodiscard]] std::size_t width() const override { return width_; }
  [[nodiscard]] double corpus(const double* sum) const override {
    const nb::gil_scoped_acquire acquire;
    const nb::object row = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(width_)));
    for (std::size_t column = 0; column < width_; ++column) {
      PyTuple_SET_ITEM(row.ptr(), static_cast<Py_ssize_t>(column), nb::float_(sum[column]).release().ptr());
    }
    return nb::cast<double>(callable_(row));
  }

 private:
  nb::handle callable_;
  std::size_t width_;
};

// sacreBLEU smooths the integer counts of a dealt pseudo-system in place: what add-k adds there is a whole number.
class BleuScorer final : public MetricScorer<Bleu> {
 public:
  explicit BleuScorer(const Bleu& metric) : MetricScorer(metric), formula_(metric.formula()) {
    if (formula_.smoothing == Smoothing::add_k) formula_.smooth_value = std::trunc(formula_.smooth_value);
    truncated_ = formula_.smooth_value != metric.formula().smooth_value;
  }
  [[nodiscard]] double dealt(const double* sum) const override {
    if (!truncated_) return corpus(sum);
    const std::size_t orders = (width() - 2) / 2;
    std::vector<double> room(sum + 2, sum + 2 + 2 * orders);
    room.resize(3 * orders);
    const auto part = [&](std::size_t index) { return std::span(room).subspan(index * orders, orders); };
    return bleu_formula<double>(part(0), part(1), sum[0], sum[1], formula_, part(2)).score;
  }

 private:
  BleuFormula formula_;
  bool truncated_ = false;
};

// In single precision, but for a zero that stands for "nothing matches", and for a smoothed score without any
// match.
class ChrfScorer final : public MetricScorer<Chrf> {
 public:
  explicit ChrfScorer(const Chrf& metric) : MetricScorer(metric), formula_(metric.formula()) {}
  [[nodiscard]] bool single(const float* sum, double score) const override {
    if (!formula_.eps_smoothing) return score != 0;
    for (std::size_t at = 0; at < width(); at += 3) {
      const bool hypothesis = sum[at] > 0;
      const bool reference = sum[at + 1] > 0;
      if (hypothesis && !reference) return true;
      if (reference && !hypothesis && formula_.beta_squared > 0) return true;
      if (hypothesis && sum[at + 2] > 0) return true;
    }
    return false;
  }

 private:
  ChrfFormula formula_;
};

// In single precision, but for the scores of an empty reference.
class TerScorer final : public MetricScorer<Ter> {
 public:
  explicit TerScorer(const Ter& metric) : MetricScorer(metric) {}
  [[nodiscard]] bool single(const float* sum, double) const override { return sum[1] > 0; }
};

// Rows are those of `full_statistics`. In double precision: no tool resamples these. Where sacRebleu has NaN, as for a
// sample without any token, this has 0 like the other variants, since NaN could not be compared.
class RulesScorer final : public Scorer {
 public:
  explicit RulesScorer(const IdBleu& metric) : metric_(metric) {}
  [[nodiscard]] std::size_t width() const override { return metric_.full_width(); }
  [[nodiscard]] double corpus(const double* sum) const override {
    const double found = score(BleuSums(sum, metric_.rules().orders), metric_.rules()).score;
    return std::isnan(found) ? 0 : found;
  }

 private:
  const IdBleu& metric_;
};

template <class M>
const M* as(nb::handle metric) {
  return nb::isinstance<M>(metric) ? &nb::cast<const M&>(metric) : nullptr;
}

}  // namespace

std::unique_ptr<Scorer> make_scorer(nb::handle metric, std::size_t width) {
  if (nb::isinstance<Mean>(metric)) return std::make_unique<MeanScorer>();
  if (const auto* bleu = as<Bleu>(metric)) return std::make_unique<BleuScorer>(*bleu);
  if (const auto* chrf = as<Chrf>(metric)) return std::make_unique<ChrfScorer>(*chrf);
  if (const auto* ter = as<Ter>(metric)) return std::make_unique<TerScorer>(*ter);
  if (const auto* ids = as<IdBleu>(metric)) return std::make_unique<RulesScorer>(*ids);
  return std::make_unique<CallableScorer>(metric, width);
}

}  // namespace parbleu::bindings
