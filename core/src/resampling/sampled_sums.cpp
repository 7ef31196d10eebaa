#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <tuple>

#include "parbleu/resampling/resampling.hpp"
#include "resampling/columns.hpp"
#include "resampling/draws.hpp"

namespace parbleu {
namespace {

using namespace resampling;

constexpr std::size_t bits_at_once = std::size_t{1} << 26;  // of one plane of masks, or counts, for each thread
constexpr std::size_t drawn_at_once = 1024;

// How many samples of a table are summed together, a multiple of product_samples.
std::size_t samples_at_once(std::size_t rows) {
  return std::clamp<std::size_t>(bits_at_once / (rows + 1), 8, 128) / product_samples * product_samples;
}

// Calls use(worker, first sample, number of samples) for every block of samples, with a worker that make() returns.
template <class Make, class Use>
void for_each_block(std::size_t samples, std::size_t block, const Execution& execution, Make&& make, Use&& use) {
  std::vector<std::optional<decltype(make())>> workers(execution.threads);
  parallel_for((samples + block - 1) / block, 1, execution,
               [&](std::size_t begin, std::size_t end, unsigned index) {
                 if (!workers[index]) workers[index].emplace(make());
                 for (std::size_t at = begin; at < end; ++at) {
                   use(*workers[index], at * block, std::min(block, samples - at * block));
                 }
               });
}

// How often each row is drawn, in some samples.
struct DrawnCounts {
  DrawnCounts(std::size_t rows, std::size_t samples)
      : stride((rows + product_rows - 1) / product_rows * product_rows), counts(samples * stride) {}

  // draw(add) is to call add(indices) with those of the next sample.
  template <class Draw>
  void draw(std::size_t samples, Draw&& draw) {
    std::ranges::fill(counts, std::uint8_t{0});
    for (std::size_t sample = 0; sample < samples; ++sample) {
      check_interruption();
      std::uint8_t* const own = counts.data() + sample * stride;
      draw([own](std::span<const std::uint32_t> indices) {
        for (const std::uint32_t index : indices) ++own[index];
      });
    }
  }

  std::size_t stride;  // between samples
  // A row expects one draw at most; that one of 2^128 streams draws it 256 times has a chance below 1e-400.
  std::vector<std::uint8_t> counts;
};

// The product of counts and of the numbers of a table. It is made for some rows at a time, so that what is read again
// stays in the caches.
template <class Number>
class Product {
 public:
  Product(const Table& table, std::size_t width, std::size_t rows, std::size_t samples)
      : table_(table),
        width_(width),
        rows_(rows),
        weights_((samples + product_samples) * product_rows),
        numbers_(columns_ * product_rows) {}

  void run(const DrawnCounts& drawn, std::size_t samples, double* sums) {
    std::fill_n(sums, samples * width_, 0.0);
    for (std::size_t row = 0; row < rows_; row += product_rows) {
      check_interruption();
      for (std::size_t sample = 0; sample < samples; ++sample) {
        widen(drawn.counts.data() + sample * drawn.stride + row, &weights_[sample * product_rows]);
      }
      const std::size_t rows = std::min(product_rows, rows_ - row);
      for (std::size_t column = 0; column < width_; column += columns_) {
        const std::size_t count = std::min(columns_, width_ - column);
        load(row, rows, column, count);
        for (std::size_t sample = 0; sample < samples; sample += product_samples) {
          std::array<Number, product_samples * columns_> piece;
          multiply(&weights_[sample * product_rows], numbers_.data(), rows, piece.data());
          for (std::size_t at = 0; at < std::min(product_samples, samples - sample); ++at) {
            double* const to = sums + (sample + at) * width_ + column;
            for (std::size_t place = 0; place < count; ++place) to[place] += piece[at * columns_ + place];
          }
        }
      }
    }
  }

 private:
  static constexpr std::size_t columns_ = product_columns<Number>;

  static void widen(const std::uint8_t* counts, double* weights) { kernels().widen(counts, weights); }
  static void widen(const std::uint8_t* counts, float* weights) { kernels().widen_single(counts, weights); }
  static void multiply(const double* weights, const double* numbers, std::size_t rows, double* sums) {
    kernels().products(weights, numbers, rows, sums);
  }
  static void multiply(const float* weights, const float* numbers, std::size_t rows, float* sums) {
    kernels().single_products(weights, numbers, rows, sums);
  }

  void load(std::size_t row, std::size_t rows, std::size_t column, std::size_t count) {
    visit(table_, [&](const auto* numbers) {
      for (std::size_t at = 0; at < rows; ++at) {
        const auto* const from = numbers + (row + at) * width_ + column;
        for (std::size_t place = 0; place < count; ++place) {
          numbers_[at * columns_ + place] = static_cast<Number>(from[place]);
        }
      }
    });
  }

  const Table& table_;
  std::size_t width_;
  std::size_t rows_;
  std::vector<Number> weights_;
  std::vector<Number> numbers_;
};

// Whether sums of so many numbers of a table are exact in single precision.
bool is_exact_in_single(const Table& table, std::size_t numbers, std::size_t size) {
  double largest = 0;
  for (std::size_t at = 0; at < numbers; ++at) largest = std::max(largest, std::abs(cell(table, at)));
  return largest * static_cast<double>(size) <= exact_in_single;
}

// Calls use(product) with a function that makes a worker's product.
template <class Use>
void with_product(const Table& table, std::size_t width, std::size_t rows, std::size_t size, std::size_t block,
                  Use&& use) {
  if (is_exact_in_single(table, rows * width, size)) {
    use([&] { return Product<float>(table, width, rows, block); });
  } else {
    use([&] { return Product<double>(table, width, rows, block); });
  }
}

// Tells `Columns` how wide a table is.
class NoScore final : public Scorer {
 public:
  explicit NoScore(std::size_t width) : width_(width) {}
  [[nodiscard]] std::size_t width() const override { return width_; }
  [[nodiscard]] double corpus(const double*) const override { return 0; }

 private:
  std::size_t width_;
};

// A table laid out for sums of the rows that masks select, and where these go.
struct SumsJob {
  SumsJob(const Table& given, std::size_t width, std::size_t rows, double* to)
      : scorer(width), metrics{{{&scorer, {given}}}}, columns(metrics, rows), sums(to) {
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

  NoScore scorer;
  std::array<MetricTables, 1> metrics;
  Columns columns;
  double* sums;
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
  const std::size_t block = samples_at_once(rows);
  const DrawPlan plan(rows, size, sampling, block, use);
  with_product(table, width, rows, size, block, [&](auto&& product) {
    const auto make = [&] { return std::tuple(Drawer(plan, size), DrawnCounts(rows, block), product()); };
    for_each_block(sampling.samples, block, use, make, [&](auto& worker, std::size_t first, std::size_t count) {
      auto& drawer = std::get<Drawer>(worker);
      auto& counts = std::get<DrawnCounts>(worker);
      drawer.start(first / block);
      counts.draw(count, [&](auto&& add) { drawer.sample(add); });
      std::get<2>(worker).run(counts, count, sums + first * width);
    });
  });
}

void resampled_sums(const Table& table, std::size_t width, std::size_t rows, std::size_t size, Mersenne& generator,
                    std::size_t samples, double* sums, const Execution& execution) {
  Execution use = execution;
  use.threads = 1;
  const std::size_t block = samples_at_once(rows);
  const auto draw = [&](auto&& add) {
    std::array<std::uint32_t, drawn_at_once> drawn;
    for (std::size_t left = size; left > 0;) {
      const auto now = std::span(drawn).first(std::min(left, drawn.size()));
      generator.fill(rows, now);
      add(now);
      left -= now.size();
    }
  };
  with_product(table, width, rows, size, block, [&](auto&& product) {
    const auto make = [&] { return std::pair(DrawnCounts(rows, block), product()); };
    for_each_block(samples, block, use, make, [&](auto& worker, std::size_t first, std::size_t count) {
      worker.first.draw(count, draw);
      worker.second.run(worker.first, count, sums + first * width);
    });
  });
}

void chosen_sums(const Table& table, std::size_t width, std::size_t rows, const Sampling& sampling, double* sums,
                 const Execution& execution) {
  Execution use = execution;
  use.threads = useful_threads(execution.threads, rows * sampling.samples);
  const SumsJob job(table, width, rows, sums);
  const auto make = [] { return Coins(); };
  for_each_block(
      sampling.samples, samples_at_once(rows), use, make, [&](Coins& coins, std::size_t first, std::size_t count) {
        coins.draw(sampling, rows, first, count);
        std::vector<std::uint32_t> numbers(count);
        std::iota(numbers.begin(), numbers.end(), 0U);
        job.sum(coins.summation, coins.masks(), numbers, std::vector<std::int64_t>(count, 1), first, count);
        sum_reals(job, coins.masks(), first);
      });
}

}  // namespace parbleu
