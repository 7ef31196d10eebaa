// Binds draws of random rows, and sums of tables over them.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>

#include "execution.hpp"
#include "parbleu/random_numbers/random_numbers.hpp"
#include "parbleu/resampling/resampling.hpp"
#include "python_values.hpp"

namespace parbleu::bindings {
namespace {

using Buffer = nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>;

void check_bound(std::uint64_t bound) {
  if (bound < 1 || bound > (std::uint64_t{1} << 32))
    raise_error("OptionError", "the bound must be from 1 to 2**32");
}

// A table of numbers whose columns are summed over samples.
struct SummedTable {
  explicit SummedTable(const Buffer& numbers) : buffer(numbers) {
    if (buffer.ndim() != 2) raise_error("InputTypeError", "a table of statistics has two dimensions");
    rows = buffer.shape(0);
    width = buffer.shape(1);
    if (rows == 0) raise_error("InputShapeError", "there is no row to draw from: give at least one segment");
    if (rows > (std::uint64_t{1} << 32)) raise_error("InputShapeError", "there are more than 2**32 segments");
    if (buffer.dtype() == nb::dtype<std::int64_t>()) {
      table.integers = static_cast<const std::int64_t*>(buffer.data());
    } else if (buffer.dtype() == nb::dtype<std::int32_t>()) {
      table.small_integers = static_cast<const std::int32_t*>(buffer.data());
    } else if (buffer.dtype() == nb::dtype<double>()) {
      table.reals = static_cast<const double*>(buffer.data());
    } else {
      raise_error("InputTypeError", "a table of statistics must hold int32, int64 or float64 numbers");
    }
  }

  // Calls sum(sums), which is to fill those of all samples.
  template <class Sum>
  View<double> summed(std::size_t samples, Sum&& sum) const {
    if (samples > std::numeric_limits<std::ptrdiff_t>::max() / sizeof(double) / std::max<std::size_t>(1, width)) {
      raise_error("OptionError", "there is no memory for " + std::to_string(samples) + " samples");
    }
    auto sums = std::make_unique<double[]>(samples * width);
    try {
      without_gil([&] { sum(sums.get()); });
    } catch (const BadStatistic& bad) {
      raise_error("InputShapeError", "a table of statistics has no finite number at segment " +
                                         std::to_string(bad.segment) + " (counted from 0)");
    }
    return own_view(std::move(sums), {samples, width});
  }

  Buffer buffer;
  Table table;
  std::size_t rows = 0;
  std::size_t width = 0;
};

View<double> sums_of_samples(const Buffer& numbers, std::size_t samples, std::size_t size, const nb::int_& seed,
                             bool legacy, unsigned threads) {
  const SummedTable rows(numbers);
  if (rows.table.reals != nullptr) raise_error("InputTypeError", "the table must hold integers");
  if (size > rows.rows) raise_error("OptionError", "a sample has at most as many rows as the table");
  const auto words = seed_words(seed);
  if (legacy && words.size() > 1) raise_error("OptionError", "seeds of the legacy generator are below 2**32");
  const Execution how = execution(threads);
  return rows.summed(samples, [&](double* sums) {
    if (legacy) {
      Mersenne generator(words[0]);
      resampled_sums(rows.table, rows.width, rows.rows, size, generator, samples, sums, how);
    } else {
      resampled_sums(rows.table, rows.width, rows.rows, size, {words, samples}, sums, how);
    }
  });
}

View<double> sums_by_coins(const Buffer& numbers, std::size_t samples, const nb::int_& seed, std::uint64_t start,
                           unsigned threads) {
  const SummedTable rows(numbers);
  const auto words = seed_words(seed);
  const Execution how = execution(threads);
  return rows.summed(samples, [&](double* sums) {
    chosen_sums(rows.table, rows.width, rows.rows, {words, samples, start}, sums, how);
  });
}

}  // namespace

void bind_sampled_sums(nb::module_& module) {
  module.def(
      "resampled_sums", &sums_of_samples, nb::arg("table"), nb::arg("samples"), nb::arg("size"), nb::arg("seed"),
      nb::arg("legacy"), nb::arg("threads"),
      nb::sig("def resampled_sums(table: Any, samples: int, size: int, seed: int, legacy: bool, threads: int) "
              "-> memoryview"),
      "The sums of the columns of a table of integers over samples of `size` rows drawn with replacement, by "
      "`numpy.random.default_rng(seed)` or, legacy, `numpy.random.RandomState(seed)`.");
  module.def(
      "chosen_sums", &sums_by_coins, nb::arg("table"), nb::arg("samples"), nb::arg("seed"), nb::arg("start"),
      nb::arg("threads"),
      nb::sig("def chosen_sums(table: Any, samples: int, seed: int, start: int, threads: int) -> memoryview"),
      "The sums of the columns over the rows for which `numpy.random.default_rng(seed).integers(0, 2)`, from its "
      "number `start` on, is 1: a number for each sample and row.");
  module.def(
      "draw_indices",
      [](const nb::int_& seed, std::uint64_t bound, std::uint64_t start, std::size_t count) {
        check_bound(bound);
        const auto words = seed_words(seed);
        auto indices = std::make_unique_for_overwrite<std::uint32_t[]>(count);
        const Execution how = execution(1);
        without_gil([&] {
          const InterruptibleScope scope(how.interrupted);
          Indices stream(words, bound);
          stream.skip(start);
          stream.fill({indices.get(), count});
        });
        return own_view(std::move(indices), {count});
      },
      nb::arg("seed"), nb::arg("bound"), nb::arg("start"), nb::arg("count"),
      nb::sig("def draw_indices(seed: int, bound: int, start: int, count: int) -> memoryview"),
      "The numbers [start, start + count) of `numpy.random.default_rng(seed).integers(0, bound)`, 32 bits each.");
  module.def(
      "draw_bits",
      [](const nb::int_& seed, std::uint64_t start, std::size_t count) {
        const auto words = seed_words(seed);
        auto bits = std::make_unique_for_overwrite<std::uint8_t[]>(count);
        without_gil([&] {
          Draws stream(words, start / 32);
          std::uint32_t draw = 0;
          if (start % 32 != 0) stream.fill({&draw, 1});
          for (std::size_t at = 0; at < count; ++at) {
            const auto bit = static_cast<unsigned>((start + at) % 32);
            if (bit == 0) stream.fill({&draw, 1});
            bits[at] = (draw >> bit) & 1;
          }
        });
        return own_view(std::move(bits), {count});
      },
      nb::arg("seed"), nb::arg("start"), nb::arg("count"),
      nb::sig("def draw_bits(seed: int, start: int, count: int) -> memoryview"),
      "The numbers [start, start + count) of `numpy.random.default_rng(seed).integers(2, dtype=bool)`, a byte "
      "each.");
}

}  // namespace parbleu::bindings
