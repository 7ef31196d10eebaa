#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

#include "parbleu/resampling/resampling.hpp"
#include "resampling/columns.hpp"
#include "resampling/draws.hpp"

namespace parbleu {
namespace {

using namespace resampling;

// A column whose sums are not exact: they are added up in the order of the rows, in double precision.
struct RealColumn {
  std::size_t metric;
  std::size_t column;
  std::vector<double> numbers;  // of all systems, one after the other, each padded
};

// As many as pay, but no thread is to be idle for long.
std::size_t trials_at_once(std::size_t trials, unsigned threads) {
  return std::clamp<std::size_t>(trials / (std::size_t{4} * threads), 32, 512);
}

// What all threads share.
struct RandomizationJob {
  RandomizationJob(std::span<const MetricTables> all, std::size_t segments, const Sampling& how,
                   std::span<const Pair> which, std::span<const double> differences, unsigned threads)
      : metrics(all),
        columns(all, segments),
        sampling(how),
        pairs(which),
        observed(differences),
        block(trials_at_once(how.samples, threads)) {
    columns.pack(metrics, false);
    for (std::size_t metric = 0; metric < metrics.size(); ++metric) {
      const MetricTables& systems = metrics[metric];
      const std::size_t width = systems.scorer->width();
      auto& sums = totals.emplace_back();
      for (const Table& table : systems.tables) {
        for (const double sum : total(table, segments, width)) sums.push_back(sum);
      }
      for (std::size_t column = 0; column < width; ++column) {
        if (!columns.columns(metric)[column].exact) add_reals(metric, column);
      }
    }
  }

  void add_reals(std::size_t metric, std::size_t column) {
    const MetricTables& systems = metrics[metric];
    reals.push_back({metric, column, std::vector<double>(systems.tables.size() * columns.padded())});
    RealColumn& real = reals.back();
    for (std::size_t system = 0; system < systems.tables.size(); ++system) {
      for (std::size_t row = 0; row < columns.segments(); ++row) {
        real.numbers[system * columns.padded() + row] =
            cell(systems.tables[system], row * systems.scorer->width() + column);
      }
    }
  }

  std::span<const MetricTables> metrics;
  Columns columns;
  Sampling sampling;
  std::span<const Pair> pairs;
  std::span<const double> observed;
  std::size_t block;                        // trials done together
  std::vector<std::vector<double>> totals;  // of every metric: systems x columns
  std::vector<RealColumn> reals;
};

class RandomizationWorker {
 public:
  explicit RandomizationWorker(const RandomizationJob& job)
      : counts_(job.metrics.size() * job.pairs.size()),
        job_(job),
        coins_(job.sampling.seed, job.columns.segments()) {}

  void run(std::size_t block) {
    const std::size_t first = block * job_.block;
    trials_ = std::min(job_.block, job_.sampling.samples - first);
    summation_.start(job_.columns, trials_);
    start_reals();
    coins_.start(first, trials_);
    for (std::size_t row = 0; row < job_.columns.segments(); row += TrialCoins::rows_at_once) {
      const Masks masks = coins_.next();
      summation_.add(job_.columns, row, TrialCoins::rows_at_once, masks);
      add_reals(row, masks);
    }
    for (std::size_t metric = 0; metric < job_.metrics.size(); ++metric) count_beyond(metric);
  }

  [[nodiscard]] std::span<const TrialCounts> counts() const { return counts_; }

 private:
  void start_reals() {
    real_sums_.clear();
    for (const RealColumn& real : job_.reals) {
      real_sums_.emplace_back(2 * trials_ * job_.metrics[real.metric].tables.size());
    }
  }

  void add_reals(std::size_t row, const Masks& masks) {
    const std::size_t padded = job_.columns.padded();
    const std::size_t rows = std::min(TrialCoins::rows_at_once, padded - row);
    for (std::size_t real = 0; real < job_.reals.size(); ++real) {
      std::vector<double>& sums = real_sums_[real];
      for (std::size_t system = 0; 2 * system * trials_ < sums.size(); ++system) {
        check_interruption();
        double* const chosen = sums.data() + 2 * system * trials_;
        add_masked(std::span(job_.reals[real].numbers).subspan(system * padded + row, rows), masks, chosen,
                   chosen + trials_);
      }
    }
  }

  // What every system's rows that the trial's mask selects add up to; exact columns less the first system's.
  void select(std::size_t metric, std::size_t trial) {
    const std::size_t width = job_.metrics[metric].scorer->width();
    selected_.assign(job_.metrics[metric].tables.size() * width, 0);
    const std::int64_t* const sums = summation_.sums(trial);
    for (std::size_t system = 1; system < job_.metrics[metric].tables.size(); ++system) {
      for (std::size_t column = 0; column < width; ++column) {
        const std::int64_t sum = placed_sum(sums, job_.columns.place(metric, system, column));
        selected_[system * width + column] = static_cast<double>(sum) / job_.columns.columns(metric)[column].scale;
      }
    }
  }

  void count_beyond(std::size_t metric) {
    const Scorer& scorer = *job_.metrics[metric].scorer;
    const std::size_t width = scorer.width();
    left_.resize(width);
    right_.resize(width);
    for (std::size_t trial = 0; trial < trials_; ++trial) {
      check_interruption();
      select(metric, trial);
      for (std::size_t at = 0; at < job_.pairs.size(); ++at) {
        const auto [first, second] = job_.pairs[at];
        const double* const one = &job_.totals[metric][first * width];
        const double* const two = &job_.totals[metric][second * width];
        for (std::size_t column = 0; column < width; ++column) {
          const double moved = selected_[first * width + column] - selected_[second * width + column];
          left_[column] = two[column] + moved;
          right_[column] = one[column] - moved;
        }
        mix_reals(metric, trial, job_.pairs[at]);
        const double difference = std::abs(scorer.randomized(left_.data()) - scorer.randomized(right_.data()));
        TrialCounts& count = counts_[metric * job_.pairs.size() + at];
        const double observed = job_.observed[metric * job_.pairs.size() + at];
        count.beyond += difference > observed ? 1 : 0;
        count.equal += difference == observed ? 1 : 0;
      }
    }
  }

  // Sums that are not exact: selected and other rows are added up apart, so that equal systems stay equal.
  void mix_reals(std::size_t metric, std::size_t trial, const Pair& pair) {
    for (std::size_t at = 0; at < job_.reals.size(); ++at) {
      if (job_.reals[at].metric != metric) continue;
      const double* const one = real_sums_[at].data() + 2 * pair.first * trials_ + trial;
      const double* const two = real_sums_[at].data() + 2 * pair.second * trials_ + trial;
      left_[job_.reals[at].column] = one[0] + two[trials_];
      right_[job_.reals[at].column] = two[0] + one[trials_];
    }
  }

  std::vector<TrialCounts> counts_;
  const RandomizationJob& job_;
  std::size_t trials_ = 0;
  TrialCoins coins_;
  Summation summation_;
  std::vector<std::vector<double>> real_sums_;
  std::vector<double> selected_;
  std::vector<double> left_;
  std::vector<double> right_;
};

}  // namespace

std::uint64_t randomization_draws(std::size_t segments, std::size_t trials) {
  return (static_cast<std::uint64_t>(segments) * trials + 31) / 32;
}

void randomize(std::span<const MetricTables> metrics, std::size_t segments, const Sampling& sampling,
               std::span<const Pair> pairs, std::span<const double> observed, std::span<TrialCounts> counts,
               const Execution& execution) {
  std::ranges::fill(counts, TrialCounts{});
  if (segments == 0 || sampling.samples == 0) return;
  Execution use = execution;
  use.threads = useful_threads(execution.threads, segments * sampling.samples);
  const RandomizationJob job(metrics, segments, sampling, pairs, observed, use.threads);
  std::vector<std::optional<RandomizationWorker>> workers(use.threads);
  const std::size_t blocks = (sampling.samples + job.block - 1) / job.block;
  parallel_for(blocks, 1, use, [&](std::size_t begin, std::size_t end, unsigned index) {
    if (!workers[index]) workers[index].emplace(job);
    for (std::size_t block = begin; block < end; ++block) {
      workers[index]->run(block);
      const std::size_t trials = std::min(job.block, sampling.samples - block * job.block);
      if (use.done != nullptr) use.done->fetch_add(trials, std::memory_order_relaxed);
    }
  });
  for (const auto& worker : workers) {
    if (!worker) continue;
    const std::span<const TrialCounts> found = worker->counts();
    for (std::size_t at = 0; at < counts.size(); ++at) {
      counts[at].beyond += found[at].beyond;
      counts[at].equal += found[at].equal;
    }
  }
}

}  // namespace parbleu
