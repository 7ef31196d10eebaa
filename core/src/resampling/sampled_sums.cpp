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

// A table as digits of 16 bits with a sign, as many for each column as its numbers need, laid out for products: the
// lowest digits of all columns, then the next ones of those that have them.
struct Digits {
  // Neighbouring digits in a strip of product_columns digits, those of neighbouring columns.
  struct Run {
    std::size_t strip;
    std::size_t place;  // in the strip
    std::size_t column;
    std::size_t count;
    double unit;
  };

  Digits(const Table& table, std::size_t columns, std::size_t rows) : width(columns), pairs((rows + 1) / 2) {
    visit(table, [&](const auto* numbers) { pack(numbers, rows); });
  }

  // Those of pairs of rows, from one of them on, in a strip.
  [[nodiscard]] const std::int16_t* piece(std::size_t strip, std::size_t pair) const {
    return digits.data() + (strip * pairs + pair) * 2 * product_columns;
  }

  std::size_t width;
  std::size_t pairs;  // of rows
  std::size_t strips = 0;
  std::vector<Run> runs;
  std::vector<std::int16_t> digits;  // strip by strip, and in each in the order of Kernels::products

 private:
  // Calls use(digit) for each digit, the lowest first.
  template <class Use>
  static void split(std::int64_t number, Use&& use) {
    do {
      const auto digit = static_cast<std::int16_t>(number);
      use(digit);
      number = (number >> 16) + (digit < 0 ? 1 : 0);
    } while (number != 0);
  }

  // How many digits the numbers of each column have.
  template <class Number>
  std::vector<std::size_t> counted(const Number* numbers, std::size_t rows) const {
    std::vector<std::int64_t> least(width);
    std::vector<std::int64_t> most(width);
    for (std::size_t at = 0; at < rows * width;) {
      for (std::size_t column = 0; column < width; ++column, ++at) {
        const auto number = static_cast<std::int64_t>(numbers[at]);
        least[column] = std::min(least[column], number);
        most[column] = std::max(most[column], number);
      }
    }
    std::vector<std::size_t> counts;
    for (std::size_t column = 0; column < width; ++column) {
      std::size_t low = 0;
      std::size_t high = 0;
      split(least[column], [&](std::int16_t) { ++low; });
      split(most[column], [&](std::int16_t) { ++high; });
      counts.push_back(std::max(low, high));
    }
    return counts;
  }

  template <class Number>
  void pack(const Number* numbers, std::size_t rows) {
    const std::vector<std::size_t> counts = counted(numbers, rows);
    std::vector<std::vector<std::size_t>> places;  // digit -> column -> number among all digits
    std::size_t total = 0;
    for (std::size_t digit = 0; std::ranges::any_of(counts, [&](std::size_t count) { return count > digit; });
         ++digit) {
      auto& own = places.emplace_back(width);
      for (std::size_t column = 0; column < width; ++column) {
        if (counts[column] <= digit) continue;
        const std::size_t place = total % product_columns;
        if (place > 0 && column > 0 && counts[column - 1] > digit) {
          ++runs.back().count;
        } else {
          runs.push_back({total / product_columns, place, column, 1, std::ldexp(1, static_cast<int>(16 * digit))});
        }
        own[column] = total++;
      }
    }
    strips = (total + product_columns - 1) / product_columns;
    digits.resize(strips * pairs * 2 * product_columns);
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t column = 0; column < width; ++column) {
        std::size_t digit = 0;
        split(static_cast<std::int64_t>(numbers[row * width + column]), [&](std::int16_t value) {
          const std::size_t at = places[digit++][column];
          digits[((at / product_columns * pairs + row / 2) * product_columns + at % product_columns) * 2 +
                 row % 2] = value;
        });
      }
    }
  }
};

// The product of counts and of digits, for some samples. It is made for some rows at a time, so that what is read again
// stays in the caches.
class Product {
 public:
  Product(const Digits& digits, std::size_t samples)
      : digits_(digits), weights_(samples * product_rows), sums_(samples * digits.strips * product_columns) {}

  void run(const DrawnCounts& drawn, std::size_t samples, double* sums) {
    std::fill_n(sums, samples * digits_.width, 0.0);
    for (std::size_t pair = 0; pair < digits_.pairs; pair += pairs_unread) {
      std::ranges::fill(sums_, 0);
      const std::size_t end = std::min(pair + pairs_unread, digits_.pairs);
      for (std::size_t at = pair; at < end; at += product_rows / 2) {
        check_interruption();
        multiply(drawn, samples, at, std::min(product_rows / 2, end - at));
      }
      read(samples, sums);
    }
  }

 private:
  // So many rows draw fewer than 65536 times; a sum of digits then has 32 bits.
  static constexpr std::size_t pairs_unread = std::size_t{1} << 14;

  // Adds the products of some pairs of rows.
  void multiply(const DrawnCounts& drawn, std::size_t samples, std::size_t pair, std::size_t pairs) {
    for (std::size_t sample = 0; sample < samples; ++sample) {
      kernels().widen(drawn.counts.data() + sample * drawn.stride + 2 * pair, &weights_[sample * product_rows]);
    }
    for (std::size_t strip = 0; strip < digits_.strips; ++strip) {
      const std::int16_t* const numbers = digits_.piece(strip, pair);
      for (std::size_t sample = 0; sample < samples; sample += product_samples) {
        kernels().products(&weights_[sample * product_rows], numbers, pairs, place(strip, sample));
      }
    }
  }

  // The sums of a sample in a strip; those of product_samples samples follow each other.
  std::int32_t* place(std::size_t strip, std::size_t sample) {
    return sums_.data() + strip * weights_.size() / product_rows * product_columns + sample * product_columns;
  }

  // Adds the sums of the digits to those of their columns: lower digits before higher ones, so that all are exact.
  void read(std::size_t samples, double* sums) {
    for (std::size_t sample = 0; sample < samples; ++sample, sums += digits_.width) {
      for (const Digits::Run& run : digits_.runs) {
        const std::int32_t* const from = place(run.strip, sample) + run.place;
        double* const to = sums + run.column;
        for (std::size_t at = 0; at < run.count; ++at) to[at] += from[at] * run.unit;
      }
    }
  }

  const Digits& digits_;
  std::vector<std::int16_t> weights_;
  std::vector<std::int32_t> sums_;
};

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
  void sum(Summation& summation, const Masks& masks, std::size_t first) const {
    summation.run(columns, masks);
    double* to = sums + first * scorer.width();
    for (std::size_t sample = 0; sample < masks.starts.size(); ++sample) {
      for (std::size_t column = 0; column < scorer.width(); ++column, ++to) {
        const std::int64_t sum = placed_sum(summation.sums(sample), columns.place(0, 0, column));
        *to = static_cast<double>(sum) / columns.columns(0)[column].scale;
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
  const Digits digits(table, width, rows);
  const auto make = [&] {
    return std::tuple(Drawer(plan, size), DrawnCounts(rows, block), Product(digits, block));
  };
  for_each_block(sampling.samples, block, use, make, [&](auto& worker, std::size_t first, std::size_t count) {
    auto& drawer = std::get<Drawer>(worker);
    auto& counts = std::get<DrawnCounts>(worker);
    drawer.start(first / block);
    counts.draw(count, [&](auto&& add) { drawer.sample(add); });
    std::get<Product>(worker).run(counts, count, sums + first * width);
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
  const Digits digits(table, width, rows);
  const auto make = [&] { return std::pair(DrawnCounts(rows, block), Product(digits, block)); };
  for_each_block(samples, block, use, make, [&](auto& worker, std::size_t first, std::size_t count) {
    auto& [counts, product] = worker;
    counts.draw(count, draw);
    product.run(counts, count, sums + first * width);
  });
}

void chosen_sums(const Table& table, std::size_t width, std::size_t rows, const Sampling& sampling, double* sums,
                 const Execution& execution) {
  Execution use = execution;
  use.threads = useful_threads(execution.threads, rows * sampling.samples);
  const SumsJob job(table, width, rows, sums);
  const auto make = [] { return Coins(); };
  for_each_block(sampling.samples, samples_at_once(rows), use, make,
                 [&](Coins& coins, std::size_t first, std::size_t count) {
                   coins.draw(sampling, rows, first, count);
                   job.sum(coins.summation, coins.masks(), first);
                   sum_reals(job, coins.masks(), first);
                 });
}

}  // namespace parbleu
