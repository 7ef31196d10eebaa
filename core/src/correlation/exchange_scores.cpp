// Exchanges single scores at random for permutation tests.
#include <cmath>

#include "parbleu/correlation/permutation_test.hpp"

namespace parbleu {
namespace {

class Scores final : public Exchange {
 public:
  Scores(const Measure& measure, const double* first, const double* second, Undefined undefined)
      : measure_(measure),
        first_(first, first + measure.positions()),
        second_(second, second + measure.positions()),
        undefined_(undefined) {
    add_group(measure.positions());
    observe();
    // Where one metric has no score, neither hybrid gets one.
    for (std::size_t at = 0; at < first_.size(); ++at) {
      if (std::isnan(first_[at])) second_[at] = no_value;
      if (std::isnan(second_[at])) first_[at] = no_value;
    }
  }

  TwoValues hybrids(const std::uint64_t* coins, Scratch& scratch) const override {
    const std::size_t count = measure_.positions();
    std::vector<double>& one = scratch.first;
    std::vector<double>& other = scratch.second;
    one.resize(count);
    other.resize(count);
    for (std::size_t at = 0; at < count; ++at) {
      const bool coin = ((coins[at / 64] >> (at % 64)) & 1) != 0;
      one[at] = coin ? first_[at] : second_[at];
      other[at] = coin ? second_[at] : first_[at];
    }
    return {measure_.value(one.data(), undefined_, scratch), measure_.value(other.data(), undefined_, scratch)};
  }

 private:
  const Measure& measure_;
  std::vector<double> first_;
  std::vector<double> second_;
  Undefined undefined_;
};

}  // namespace

std::unique_ptr<Exchange> exchange_scores(const Measure& measure, const double* first, const double* second,
                                          Undefined undefined) {
  if (auto quick = measure.exchange(first, second)) return quick;
  return std::make_unique<Scores>(measure, first, second, undefined);
}

}  // namespace parbleu
