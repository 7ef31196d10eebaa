#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <tuple>
#include <type_traits>

#include "base/pairwise_sum.hpp"
#include "base/sort_keys.hpp"
#include "parbleu/base/cpu.hpp"
#include "parbleu/resampling/resampling.hpp"
#include "resampling/columns.hpp"
#include "resampling/draws.hpp"
#include "resampling/ordered.hpp"

namespace parbleu {
namespace {

using namespace resampling;

// How the sums of a column are found. Sums in single precision that stay below 2^24 are exact in any order: it is
// enough to count how often each row was drawn. Others are made by adding rows in the order in which they were drawn.
struct Way {
  bool in_order = false;
  bool check = false;       // a sum may turn out too large, and is then made again, in order
  std::size_t ordered = 0;  // in order: the first system's number among these columns; the others follow
};

// What all threads share.
struct BootstrapJob {
  BootstrapJob(std::span<const MetricTables> all, std::size_t segments, const Sampling& how, double* to,
               const Execution& execution)
      : metrics(all),
        columns(all, segments),
        block(std::clamp<std::size_t>((std::size_t{1} << 24) / columns.padded(), 8, 128) / product_samples *
              product_samples),
        samples(how.samples),
        done(execution.done),
        plan(segments, segments, how, block, execution),
        ordered(segments),
        scores(to) {
    for (std::size_t metric = 0; metric < metrics.size(); ++metric) choose(metric);
    if (counting_is_dearer()) {
      for (std::vector<Way>& chosen : ways) std::ranges::fill(chosen, Way{.in_order = true});
    }
    for (std::size_t metric = 0; metric < metrics.size(); ++metric) take_ordered(metric);
    columns.pack(metrics, true);
    ordered.pack();
  }

  void choose(std::size_t metric) {
    const MetricTables& systems = metrics[metric];
    std::vector<Way> chosen(systems.scorer->width());
    for (std::size_t column = 0; column < chosen.size(); ++column) {
      const Column& known = columns.columns(metric)[column];
      Way& way = chosen[column];
      if (!systems.scorer->single_sums()) {
        way.in_order = !known.exact;
        continue;
      }
      const double bound = known.largest * known.scale * static_cast<double>(columns.segments());
      if (known.exact && bound < exact_in_single) continue;
      way.check =
          known.exact && !known.negative && 1.02 * largest_total(systems, column) * known.scale < exact_in_single;
      way.in_order = !way.check;
    }
    ways.push_back(std::move(chosen));
  }

  // If rows have to be read in order anyway, there is nothing to be gained by counting for a few columns more: no
  // more than what comes from memory at once.
  [[nodiscard]] bool counting_is_dearer() const {
    bool any_in_order = false;
    std::size_t others = 0;  // bits
    for (std::size_t metric = 0; metric < metrics.size(); ++metric) {
      for (std::size_t column = 0; column < ways[metric].size(); ++column) {
        const Column& known = columns.columns(metric)[column];
        if (ways[metric][column].in_order) {
          any_in_order = true;
        } else {
          others += metrics[metric].tables.size() * ordered_bits(known, metrics[metric].scorer->single_sums());
        }
      }
    }
    return any_in_order && others <= 8 * cache_line;
  }

  void take_ordered(std::size_t metric) {
    for (std::size_t column = 0; column < ways[metric].size(); ++column) {
      Way& way = ways[metric][column];
      if (!way.in_order) continue;
      way.ordered = ordered.add(metrics[metric], column, columns.columns(metric)[column]);
      columns.leave_out(metric, column);
    }
  }

  // The largest corpus total of a column.
  [[nodiscard]] double largest_total(const MetricTables& systems, std::size_t column) const {
    double largest = 0;
    for (const Table& table : systems.tables) {
      double sum = 0;
      for (std::size_t row = 0; row < columns.segments(); ++row) {
        sum += cell(table, row * systems.scorer->width() + column);
      }
      largest = std::max(largest, sum);
    }
    return largest;
  }

  std::span<const MetricTables> metrics;
  Columns columns;
  std::size_t block;  // samples done together
  std::size_t samples;
  std::atomic<std::uint64_t>* done;
  DrawPlan plan;
  std::vector<std::vector<Way>> ways;
  Ordered ordered;
  double* scores;
};

class BootstrapWorker {
 public:
  BootstrapWorker(const BootstrapJob& job, std::size_t tables)
      : job_(job),
        drawer_(job.plan, job.columns.segments()),
        counts_(job.columns.tiles() > 0 ? job.columns.padded() : 0, job.block),
        single_(tables, 1) {}

  void run(std::size_t block) {
    block_ = block;
    const std::size_t first = block * job_.block;
    const std::size_t count = std::min(job_.block, job_.samples - first);
    draw(count);
    summation_.run(job_.columns, counts_.counts, counts_.stride, count);
    std::size_t table = 0;
    for (std::size_t metric = 0; metric < job_.metrics.size(); ++metric) {
      const bool single = job_.metrics[metric].scorer->single_sums();
      for (std::size_t system = 0; system < job_.metrics[metric].tables.size(); ++system, ++table) {
        double* const scores = job_.scores + table * job_.samples + first;
        table_ = table;
        if (single) {
          score<float>(metric, system, count, singles_.data(), job_.ordered.singles(), scores);
        } else {
          score<double>(metric, system, count, doubles_.data(), job_.ordered.doubles(), scores);
        }
      }
    }
  }

  // Of every table, whether all its scores so far are single-precision numbers.
  [[nodiscard]] std::span<const std::uint8_t> single() const { return single_; }

 private:
  void draw(std::size_t count) {
    singles_.assign(count * job_.ordered.singles(), 0);
    doubles_.assign(count * job_.ordered.doubles(), 0);
    const bool counting = job_.columns.tiles() > 0;
    const bool ordering = job_.ordered.singles() + job_.ordered.doubles() > 0;
    drawer_.start(block_);
    std::size_t sample = 0;
    counts_.draw(count, [&](auto&& add) {
      drawer_.sample([&](std::span<const std::uint32_t> indices) {
        if (counting) add(indices);
        if (ordering) {
          job_.ordered.sum(indices, singles_.data() + sample * job_.ordered.singles(),
                           doubles_.data() + sample * job_.ordered.doubles());
        }
      });
      if (job_.done != nullptr) job_.done->fetch_add(1, std::memory_order_relaxed);
      ++sample;
    });
  }

  // Scores a system on the first `count` samples of the block. `ordered`: the ordered sums of the first one; those of the
  // next are `stride` further.
  template <class Real>
  void score(std::size_t metric, std::size_t system, std::size_t count, const Real* ordered, std::size_t stride,
             double* scores) {
    const Scorer& scorer = *job_.metrics[metric].scorer;
    const std::size_t width = job_.ways[metric].size();
    auto& rows = std::get<std::vector<Real>>(rows_);
    rows.resize(count * width);
    for (std::size_t column = 0; column < width; ++column) {
      const Way& way = job_.ways[metric][column];
      if (way.in_order) {
        const Real* const sums = ordered + job_.ordered.place(way.ordered + system);
        for (std::size_t sample = 0; sample < count; ++sample)
          rows[sample * width + column] = sums[sample * stride];
      } else {
        sum_column(metric, system, column, count, rows.data() + column);
      }
    }
    for (std::size_t sample = 0; sample < count; ++sample) {
      const Real* const row = rows.data() + sample * width;
      if constexpr (std::is_same_v<Real, float>) {
        scores[sample] = scorer.resampled(row);
        if (!scorer.single(row, scores[sample])) single_[table_] = 0;
      } else {
        single_[table_] = 0;
        scores[sample] = scorer.corpus(row);
      }
    }
  }

  // Writes the sums of a column that is counted, one for each sample, into rows.
  template <class Real>
  void sum_column(std::size_t metric, std::size_t system, std::size_t column, std::size_t count, Real* row) {
    const std::size_t width = job_.ways[metric].size();
    const Place first = job_.columns.place(metric, 0, column);
    const Place own = system > 0 ? job_.columns.place(metric, system, column) : Place{};
    const double unit = 1 / job_.columns.columns(metric)[column].scale;  // a power of two
    const bool check = job_.ways[metric][column].check;
    for (std::size_t sample = 0; sample < count; ++sample, row += width) {
      const std::int64_t* const sums = summation_.sums(sample);
      const auto sum = static_cast<double>(placed_sum(sums, first) + placed_sum(sums, own));
      *row = static_cast<Real>(sum * unit);
      if (check && sum >= exact_in_single) {
        *row = static_cast<Real>(in_order(job_.metrics[metric], system, column, sample));
      }
    }
  }

  // The sum of a column in single precision over one sample of this block, drawn once more.
  float in_order(const MetricTables& systems, std::size_t system, std::size_t column, std::size_t sample) const {
    Indices indices = job_.plan.at(block_);
    const std::size_t segments = job_.columns.segments();
    indices.skip(sample * static_cast<std::uint64_t>(segments));
    float sum = 0;
    for (std::size_t left = segments; left > 0; --left) {
      std::uint32_t index = 0;
      indices.fill({&index, 1});
      sum += static_cast<float>(cell(systems.tables[system], index * systems.scorer->width() + column));
    }
    return sum;
  }

  const BootstrapJob& job_;
  std::size_t block_ = 0;
  std::size_t table_ = 0;
  Drawer drawer_;
  DrawnCounts counts_;
  Summation summation_;
  std::vector<float> singles_;  // the ordered sums of every sample of the block
  std::vector<double> doubles_;
  std::tuple<std::vector<float>, std::vector<double>> rows_;
  std::vector<std::uint8_t> single_;
};

}  // namespace

double corpus_score(const Scorer& scorer, const Table& table, std::size_t segments) {
  return scorer.corpus(total(table, segments, scorer.width()).data());
}

void bootstrap(std::span<const MetricTables> metrics, std::size_t segments, const Sampling& sampling,
               double* scores, std::span<std::uint8_t> single, const Execution& execution) {
  std::ranges::fill(single, std::uint8_t{1});
  if (segments == 0 || sampling.samples == 0) return;
  Execution use = execution;
  use.threads = useful_threads(execution.threads, segments * sampling.samples);
  const BootstrapJob job(metrics, segments, sampling, scores, use);
  std::vector<std::optional<BootstrapWorker>> workers(use.threads);
  const std::size_t blocks = (sampling.samples + job.block - 1) / job.block;
  parallel_for(blocks, 1, use, [&](std::size_t begin, std::size_t end, unsigned index) {
    if (!workers[index]) workers[index].emplace(job, single.size());
    for (std::size_t block = begin; block < end; ++block) workers[index]->run(block);
  });
  for (const auto& worker : workers) {
    if (!worker) continue;
    std::ranges::transform(single, worker->single(), single.begin(),
                           [](auto one, auto other) { return one & other; });
  }
}

namespace {

template <class Real>
Real mean(std::span<const Real> numbers) {
  return pairwise_sum(numbers) / static_cast<Real>(numbers.size());
}

template <class Real>
Interval interval_in(std::span<const double> scores) {
  std::vector<std::uint64_t> keys(scores.size());
  std::vector<std::uint32_t> order(scores.size());
  std::vector<std::uint64_t> other_keys;
  std::vector<std::uint32_t> other_order;
  // NaN goes to the end, as NumPy sorts it.
  std::ranges::transform(scores, keys.begin(),
                         [](double score) { return std::isnan(score) ? ~std::uint64_t{0} : ordered_key(score); });
  std::iota(order.begin(), order.end(), 0U);
  sort_keys(keys, order, other_keys, other_order);
  std::vector<Real> sorted(scores.size());
  std::ranges::transform(order, sorted.begin(), [&](std::uint32_t at) { return static_cast<Real>(scores[at]); });
  const std::size_t outside = sorted.size() / 40;
  const Real low = sorted[outside];
  const Real high = sorted[sorted.size() - outside - 1];
  const Real half = (high - low) / 2;
  return {mean(std::span<const Real>(sorted)), low, high, half};
}

template <class Real>
TrialCounts absolute_counts(std::span<const double> first, std::span<const double> second, double observed) {
  std::vector<Real> differences(first.size());
  std::ranges::transform(first, second, differences.begin(), [](double one, double two) {
    return std::abs(static_cast<Real>(two) - static_cast<Real>(one));
  });
  const Real centre = mean(std::span<const Real>(differences));
  const auto limit = static_cast<Real>(observed);
  TrialCounts count;
  for (const Real difference : differences) {
    count.beyond += difference - centre > limit ? 1 : 0;
    count.equal += difference - centre == limit ? 1 : 0;
  }
  return count;
}

std::uint64_t shifted_count(std::span<const double> first, std::span<const double> second, double observed) {
  std::vector<double> differences(first.size());
  std::ranges::transform(first, second, differences.begin(), [](double one, double two) { return two - one; });
  const double centre = mean(std::span<const double>(differences));
  return static_cast<std::uint64_t>(std::ranges::count_if(
      differences, [&](double difference) { return std::abs(difference - centre) >= observed; }));
}

}  // namespace

PairedCounts paired_counts(std::span<const double> first, std::span<const double> second, double observed,
                           bool single) {
  return {
      single ? absolute_counts<float>(first, second, observed) : absolute_counts<double>(first, second, observed),
      shifted_count(first, second, observed)};
}

Interval interval(std::span<const double> scores, bool single) {
  return single ? interval_in<float>(scores) : interval_in<double>(scores);
}

}  // namespace parbleu
