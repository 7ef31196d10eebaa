#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include "parbleu/resampling/resampling.hpp"
#include "resampling/columns.hpp"
#include "resampling/draws.hpp"

namespace parbleu {
namespace {

using namespace resampling;

constexpr std::size_t bits_at_once = std::size_t{1} << 26;  // of one plane of masks, for each thread
constexpr std::size_t drawn_at_once = 1024;

// Tells `Columns` how wide a table is.
class NoScore final : public Scorer {
 public:
  explicit NoScore(std::size_t width) : width_(width) {}
  [[nodiscard]] std::size_t width() const override { return width_; }
  [[nodiscard]] double corpus(const double*) const override { return 0; }

 private:
  std::size_t width_;
};

// A table laid out for the kernel, and where its sums go.
struct SumsJob {
  SumsJob(const Table& given, std::size_t width, std::size_t rows, std::size_t all, double* to)
      : scorer(width),
        metrics{{{&scorer, {given}}}},
        columns(metrics, rows),
        samples(all),
        block(std::clamp<std::size_t>(bits_at_once / columns.padded(), 8, 128)),
        sums(to) {
    columns.pack(metrics, true);
  }

  // Adds up the rows for some samples, and writes their sums.
  void sum(Summation& summation, const Masks& masks, std::span<const std::uint32_t> groups,
           std::span<const std::int64_t> weights, std::size_t first, std::size_t count) const {
    summation.run(columns, best_simd(), masks, groups, weights, count);
    double* to = sums + first * scorer.width();
    for (std::size_t sample = 0; sample < count; ++sample) {
      for (std::size_t column = 0; column < scorer.width(); ++column, ++to) {
        *to = placed_sum(summation.sums(sample), columns.place(0, 0, column), columns.columns(0)[column].scale);
      }
    }
  }

  // Calls use(worker, first sample, number of samples) for every block, with a worker that make() returns.
  template <class Make, class Use>
  void for_each_block(const Execution& execution, Make&& make, Use&& use) const {
    std::vector<std::optional<decltype(make())>> workers(execution.threads);
    parallel_for((samples + block - 1) / block, 1, execution,
                 [&](std::size_t begin, std::size_t end, unsigned index) {
                   if (!workers[index]) workers[index].emplace(make());
                   for (std::size_t at = begin; at < end; ++at) {
                     use(*workers[index], at * block, std::min(block, samples - at * block));
                   }
                 });
  }

  NoScore scorer;
  std::array<MetricTables, 1> metrics;
  Columns columns;
  std::size_t samples;
  std::size_t block;  // samples done together
  double* sums;
};

struct CountedDraws {
  explicit CountedDraws(const Columns& columns) : counts(columns.segments(), columns.padded()) {}

  // draw(add) is to call add(indices) with those of the next sample.
  template <class Draw>
  void run(const SumsJob& job, std::size_t first, std::size_t count, Draw&& draw) {
    counts.clear();
    for (std::size_t sample = 0; sample < count; ++sample) {
      check_interruption();
      draw([&](std::span<const std::uint32_t> indices) { counts.add(indices); });
      counts.close(static_cast<std::uint32_t>(sample));
    }
    job.sum(summation, counts.masks(), counts.samples(), counts.weights(), first, count);
  }

  Counts counts;
  Summation summation;
};

// Masks of the rows that coins choose, a mask for each sample.
struct Coins {
  // The coin is the highest bit of a draw.
  void draw(const Sampling& sampling, std::size_t rows, std::size_t first, std::size_t count) {
    words.assign((count * rows + step_rows) / 64 + 3, 0);
    starts.resize(count);
    for (std::size_t sample = 0; sample < count; ++sample) starts[sample] = sample * rows;
    Draws stream(sampling.seed, sampling.from + static_cast<std::uint64_t>(first) * rows);
    std::array<std::uint32_t, drawn_at_once> drawn;
    for (std::size_t at = 0; at < count * rows; at += drawn.size()) {
      if (at % (drawn_at_once * drawn_at_once) == 0) check_interruption();
      const auto now = std::span(drawn).first(std::min(drawn.size(), count * rows - at));
      stream.fill(now);
      for (std::size_t begin = 0; begin < now.size(); begin += 64) {
        std::uint64_t& word = words[(at + begin) / 64];
        for (std::size_t bit = 0; bit < std::min<std::size_t>(64, now.size() - begin); ++bit) {
          word |= static_cast<std::uint64_t>(now[begin + bit] >> 31) << bit;
        }
      }
    }
  }

  [[nodiscard]] Masks masks() const { return {words, starts}; }

  std::vector<std::uint64_t> words;
  std::vector<std::uint64_t> starts;
  Summation summation;
};

// Sums of the columns that are not integers.
void sum_reals(const SumsJob& job, const Masks& masks, std::size_t first) {
  const std::size_t width = job.scorer.width();
  const std::size_t count = masks.starts.size();
  std::vector<double> numbers(job.columns.padded());
  std::vector<double> chosen(2 * count);
  for (std::size_t column = 0; column < width; ++column) {
    if (job.columns.columns(0)[column].exact) continue;
    check_interruption();
    for (std::size_t row = 0; row < job.columns.segments(); ++row) {
      numbers[row] = cell(job.metrics[0].tables[0], row * width + column);
    }
    std::ranges::fill(chosen, 0.0);
    add_masked(numbers, masks, chosen.data(), chosen.data() + count);
    for (std::size_t sample = 0; sample < count; ++sample) {
      job.sums[(first + sample) * width + column] = chosen[sample];
    }
  }
}

}  // namespace

void resampled_sums(const Table& table, std::size_t width, std::size_t rows, std::size_t size,
                    const Sampling& sampling, double* sums, const Execution& execution) {
  Execution use = execution;
  use.threads = useful_threads(execution.threads, size * sampling.samples);
  const SumsJob job(table, width, rows, sampling.samples, sums);
  const DrawPlan plan(rows, size, sampling, job.block, use);
  const auto make = [&] { return std::pair(Drawer(plan, size), CountedDraws(job.columns)); };
  job.for_each_block(use, make, [&](auto& worker, std::size_t first, std::size_t count) {
    worker.first.start(first / job.block);
    worker.second.run(job, first, count, [&](auto&& add) { worker.first.sample(add); });
  });
}

void resampled_sums(const Table& table, std::size_t width, std::size_t rows, std::size_t size, Mersenne& generator,
                    std::size_t samples, double* sums, const Execution& execution) {
  Execution use = execution;
  use.threads = 1;
  const SumsJob job(table, width, rows, samples, sums);
  const auto draw = [&](auto&& add) {
    std::array<std::uint32_t, drawn_at_once> drawn;
    for (std::size_t left = size; left > 0;) {
      const auto now = std::span(drawn).first(std::min(left, drawn.size()));
      generator.fill(rows, now);
      add(now);
      left -= now.size();
    }
  };
  const auto make = [&] { return CountedDraws(job.columns); };
  job.for_each_block(use, make, [&](CountedDraws& worker, std::size_t first, std::size_t count) {
    worker.run(job, first, count, draw);
  });
}

void chosen_sums(const Table& table, std::size_t width, std::size_t rows, const Sampling& sampling, double* sums,
                 const Execution& execution) {
  Execution use = execution;
  use.threads = useful_threads(execution.threads, rows * sampling.samples);
  const SumsJob job(table, width, rows, sampling.samples, sums);
  const auto make = [] { return Coins(); };
  job.for_each_block(use, make, [&](Coins& coins, std::size_t first, std::size_t count) {
    coins.draw(sampling, rows, first, count);
    std::vector<std::uint32_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0U);
    job.sum(coins.summation, coins.masks(), numbers, std::vector<std::int64_t>(count, 1), first, count);
    sum_reals(job, coins.masks(), first);
  });
}

}  // namespace parbleu
