#include "scorers.hpp"

#include "parbleu/ter.hpp"

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

// Makes the scorer if `metric` is an M.
template <class M>
bool make(nb::handle metric, bool single_scores, std::unique_ptr<Scorer>& scorer) {
  if (!nb::isinstance<M>(metric)) return false;
  const M& native = nb::cast<const M&>(metric);
  scorer = std::make_unique<MetricScorer<M>>(native, native, single_scores);
  return true;
}

}  // namespace

std::unique_ptr<Scorer> make_scorer(nb::handle metric, std::size_t width) {
  std::unique_ptr<Scorer> scorer;
  if (nb::isinstance<Mean>(metric)) return std::make_unique<MeanScorer>();
  if (make<Ter>(metric, true, scorer)) return scorer;
  return std::make_unique<CallableScorer>(metric, width);
}

}  // namespace parbleu::bindings
