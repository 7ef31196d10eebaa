// Compares fast resampling of any tables with the simple implementation, for any seed.
#include <array>
#include <cstdlib>
#include <cstring>

#include "reference/slow_resampling.hpp"

namespace {

using namespace parbleu;

class Ratio final : public Scorer {
 public:
  Ratio(std::size_t width, bool single) : width_(width), single_(single) {}
  [[nodiscard]] std::size_t width() const override { return width_; }
  [[nodiscard]] bool single_sums() const override { return single_; }
  [[nodiscard]] double corpus(const double* sum) const override { return value(sum); }
  [[nodiscard]] double resampled(const float* sum) const override { return value(sum); }

 private:
  template <class Real>
  [[nodiscard]] double value(const Real* sum) const {
    Real result = 1;
    for (std::size_t column = 0; column < width_; ++column) result = result / 2 + sum[column];
    return result;
  }
  std::size_t width_;
  bool single_;
};

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  std::uint8_t byte() { return at_ < size_ ? data_[at_++] : 0; }
  std::size_t below(std::size_t bound) {
    const std::size_t high = byte();
    return (256 * high + byte()) % bound;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

void expect(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  const std::array<std::uint32_t, 2> seed{bytes.byte(), bytes.byte()};
  const std::size_t segments = 1 + bytes.below(200);
  const std::size_t systems = 1 + bytes.below(4);
  const std::size_t width = 1 + bytes.below(5);
  const std::size_t samples = 1 + bytes.below(20);
  const std::uint64_t from = bytes.byte();
  const Execution execution{.threads = static_cast<unsigned>(1 + bytes.below(3)), .interrupted = {}};
  const int shift = static_cast<int>(bytes.below(24));
  const Ratio single(width, true);
  const Ratio exact(width, false);
  std::vector<std::vector<std::int64_t>> integers(systems);
  std::vector<std::vector<double>> reals(systems);
  MetricTables with_integers{&single, {}};
  MetricTables with_reals{&exact, {}};
  for (std::size_t system = 0; system < systems; ++system) {
    for (std::size_t at = 0; at < segments * width; ++at) {
      const auto number = static_cast<std::int8_t>(bytes.byte());
      integers[system].push_back(number * (std::int64_t{1} << shift));
      reals[system].push_back(number / 4.0);
    }
    with_integers.tables.push_back({.integers = integers[system].data(), .reals = nullptr});
    with_reals.tables.push_back({.integers = nullptr, .reals = reals[system].data()});
  }
  const std::array<MetricTables, 2> metrics{with_integers, with_reals};

  const Sampling sampling{seed, samples, from};
  const auto obvious = twin::bootstrap(metrics, segments, sampling);
  std::vector<double> scores(obvious.size());
  std::vector<std::uint8_t> double_scores(2 * systems);
  bootstrap(metrics, segments, sampling, scores.data(), double_scores, execution);
  expect(std::memcmp(scores.data(), obvious.data(), obvious.size() * sizeof(double)) == 0);

  const std::array<Pair, 2> pairs{{{0, systems - 1}, {systems - 1, systems - 1}}};
  const std::array<double, 4> observed{1, 0, 0.5, 0};
  std::array<TrialCounts, 4> counts;
  randomize(metrics, segments, sampling, pairs, observed, counts, execution);
  const auto counted = twin::randomize(metrics, segments, sampling, pairs, observed);
  for (std::size_t at = 0; at < counted.size(); ++at) {
    expect(counts[at].beyond == counted[at].beyond && counts[at].equal == counted[at].equal);
  }
  return 0;
}
