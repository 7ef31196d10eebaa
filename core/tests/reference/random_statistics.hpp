// Statistics of all kinds of size, and a scorer for them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>
#include <vector>

#include "parbleu/resampling/resampling.hpp"

namespace parbleu::twin {

inline constexpr std::array<std::uint32_t, 1> seed{12345};

// Scores that depend on every column and on the arithmetic.
class RatioScorer final : public Scorer {
 public:
  RatioScorer(std::size_t width, bool single) : width_(width), single_(single) {}
  [[nodiscard]] std::size_t width() const override { return width_; }
  [[nodiscard]] bool single_sums() const override { return single_; }
  [[nodiscard]] bool single(const float* sum, double) const override { return sum[0] > 0; }
  [[nodiscard]] double resampled(const float* sum) const override { return ratio(sum); }
  [[nodiscard]] double corpus(const double* sum) const override { return ratio(sum); }

 private:
  template <class Real>
  [[nodiscard]] double ratio(const Real* sum) const {
    Real above = 0;
    Real below = 1;
    for (std::size_t column = 0; column < width_; ++column) {
      above += static_cast<Real>(column + 1) * sum[column];
      below += std::abs(sum[column]) / static_cast<Real>(column + 2);
    }
    return above / below;
  }
  std::size_t width_;
  bool single_;
};

// What the numbers of a table are like.
enum class Kind { small, large, huge, negative, quarters, thirds, constant, rising, byte, more, word, wider };

class Corpus {
 public:
  explicit Corpus(std::size_t segments) : segments_(segments), noise_(seed) {}

  void metric(Kind kind, std::size_t width, std::size_t systems, bool single) {
    auto& scorer = scorers_.emplace_back(std::make_unique<RatioScorer>(width, single));
    MetricTables made{scorer.get(), {}};
    const bool integers = kind != Kind::quarters && kind != Kind::thirds;
    for (std::size_t system = 0; system < systems; ++system) {
      std::vector<double> numbers(segments_ * width);
      for (std::size_t at = 0; at < numbers.size(); ++at) numbers[at] = number(kind, at);
      if (system > 0) {  // much alike, as systems are
        for (std::size_t at = 0; at < numbers.size(); ++at) {
          if (noise_.next() % 4 != 0) numbers[at] = first_[at];
        }
      } else {
        first_ = numbers;
      }
      if (integers) {
        integers_.push_back(std::make_unique<std::vector<std::int64_t>>(numbers.begin(), numbers.end()));
        made.tables.push_back({.integers = integers_.back()->data()});
      } else {
        reals_.push_back(std::make_unique<std::vector<double>>(numbers));
        made.tables.push_back({.reals = reals_.back()->data()});
      }
    }
    metrics_.push_back(made);
  }

  [[nodiscard]] std::span<const MetricTables> metrics() const { return metrics_; }
  [[nodiscard]] std::size_t segments() const { return segments_; }

 private:
  double number(Kind kind, std::size_t at) {
    const auto random = static_cast<double>(noise_.next() % 1000);
    switch (kind) {
      case Kind::small:
        return std::floor(random / 20);
      case Kind::large:
        return random * 700;
      case Kind::huge:
        return random * 4194301;
      case Kind::negative:
        return random - 500;
      case Kind::quarters:
        return random / 4;
      case Kind::thirds:
        return random / 3;
      case Kind::constant:
        return 7;
      // The largest numbers that fit 8 or 16 bits, and those that do not.
      case Kind::byte:
        return std::min(random, 255.0);
      case Kind::more:
        return std::min(random, 256.0);
      case Kind::word:
        return std::min(random * 70, 65535.0);
      case Kind::wider:
        return std::min(random * 70, 65536.0);
      // Totals close to 2^24: some samples stay below, some do not.
      default:
        return std::floor(2 * 16500000.0 / static_cast<double>(segments_ * segments_) *
                          static_cast<double>(at % segments_));
    }
  }

  std::size_t segments_;
  Pcg64 noise_;
  std::vector<double> first_;
  std::vector<std::unique_ptr<Scorer>> scorers_;
  std::vector<std::unique_ptr<std::vector<std::int64_t>>> integers_;
  std::vector<std::unique_ptr<std::vector<double>>> reals_;
  std::vector<MetricTables> metrics_;
};

inline Corpus everything(std::size_t segments, std::size_t systems) {
  Corpus corpus(segments);
  std::size_t width = 2;
  for (const Kind kind : {Kind::small, Kind::large, Kind::huge, Kind::negative, Kind::quarters, Kind::thirds,
                          Kind::constant, Kind::rising}) {
    corpus.metric(kind, width, systems, true);
    width = width % 5 + 1;
  }
  for (const Kind kind : {Kind::small, Kind::huge, Kind::quarters, Kind::negative})
    corpus.metric(kind, 3, systems, false);
  return corpus;
}

// Sums that are rounded for numbers of every size, with others that are not or whose columns are equal.
inline Corpus sizes(std::span<const Kind> kinds, std::size_t segments, std::size_t systems) {
  Corpus corpus(segments);
  std::size_t width = 1;
  for (const Kind kind : kinds) {
    corpus.metric(kind, width, systems, true);
    width += 2;
  }
  return corpus;
}

}  // namespace parbleu::twin
