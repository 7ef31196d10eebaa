// Tests sums over samples against draws that are made, and rows that are added, one after the other.
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "check.hpp"
#include "parbleu/resampling/resampling.hpp"
#include "reference/random_statistics.hpp"

namespace parbleu {
namespace {

using twin::seed;

// A table whose numbers have a sign, or do not, and up to so many bits; in every third column half as many.
struct Numbers {
  Numbers(std::size_t rows, std::size_t wide, unsigned bits, bool negative) : width(wide) {
    std::mt19937_64 random(rows * 100 + bits);
    for (std::size_t at = 0; at < rows * width; ++at) {
      const auto number =
          static_cast<std::int64_t>(random() >> (64 - (at % width % 3 == 2 ? (bits + 1) / 2 : bits)));
      integers.push_back(negative && at % 3 == 0 ? -number : number);
      small.push_back(static_cast<std::int32_t>(integers.back()));
      reals.push_back(static_cast<double>(integers.back()) / 3);
    }
  }

  // The sums of the rows that add(next sample's sum) is called with.
  template <class Draw>
  [[nodiscard]] std::vector<double> slow(std::size_t samples, const std::vector<double>& numbers,
                                         Draw&& draw) const {
    std::vector<double> sums(samples * width);
    for (std::size_t sample = 0; sample < samples; ++sample) {
      draw([&](std::size_t row) {
        for (std::size_t column = 0; column < width; ++column)
          sums[sample * width + column] += numbers[row * width + column];
      });
    }
    return sums;
  }

  std::size_t width;
  std::vector<std::int64_t> integers;
  std::vector<std::int32_t> small;
  std::vector<double> reals;
};

void samples_are_their_twins(std::size_t rows, std::size_t size, std::size_t samples, std::size_t width,
                             unsigned bits) {
  const Numbers numbers(rows, width, bits, rows % 2 == 0);
  const std::vector<double> whole(numbers.integers.begin(), numbers.integers.end());
  Indices stream(seed, rows);
  std::mt19937 random(seed[0]);
  std::uint32_t mask = 1;
  while (mask < rows - 1) mask = 2 * mask + 1;
  const auto expected = numbers.slow(samples, whole, [&](auto&& add) {
    std::vector<std::uint32_t> indices(size);
    stream.fill(indices);
    for (const std::uint32_t index : indices) add(index);
  });
  const auto legacy = numbers.slow(samples, whole, [&](auto&& add) {
    for (std::size_t drawn = 0; drawn < size; ++drawn) {
      std::uint32_t index = 0;
      while (rows > 1 && (index = static_cast<std::uint32_t>(random()) & mask) >= rows) {
      }
      add(index);
    }
  });
  for (const unsigned threads : {1U, 3U}) {
    const Execution how{.threads = threads, .interrupted = {}};
    std::vector<double> found(expected.size(), -1);
    resampled_sums({.integers = numbers.integers.data()}, numbers.width, rows, size, {seed, samples}, found.data(),
                   how);
    CHECK(found == expected);
    if (bits < 32) {
      resampled_sums({.small_integers = numbers.small.data()}, numbers.width, rows, size, {seed, samples},
                     found.data(), how);
      CHECK(found == expected);
    }
    Mersenne generator(seed[0]);
    resampled_sums({.integers = numbers.integers.data()}, numbers.width, rows, size, generator, samples,
                   found.data(), how);
    CHECK(found == legacy);
  }
}

// Numbers at the limits of one, two and three digits of 16 bits with a sign.
void digits_at_their_limits() {
  std::vector<std::int64_t> numbers;
  for (const std::int64_t most : {INT64_C(32767), INT64_C(2147450879), INT64_C(140735340871679)}) {
    for (const std::int64_t number : {most, most + 1, -most - 1, -most - 2}) numbers.push_back(number);
    numbers.push_back(-most + 65535);
  }
  for (const std::int64_t number : {INT64_MAX, INT64_MAX - 32768, INT64_MIN}) {
    double sum = 0;
    resampled_sums({.integers = &number}, 1, 1, 1, {seed, 1}, &sum, {.threads = 1, .interrupted = {}});
    CHECK(sum == static_cast<double>(number));
  }
  for (const std::int64_t number : numbers) {
    double sum = 0;
    resampled_sums({.integers = &number}, 1, 1, 1, {seed, 1}, &sum, {.threads = 1, .interrupted = {}});
    CHECK(sum == static_cast<double>(number));
  }
  std::vector<double> sums(2 * numbers.size());
  resampled_sums({.integers = numbers.data()}, numbers.size(), 1, 1, {seed, 2}, sums.data(),
                 {.threads = 1, .interrupted = {}});
  for (std::size_t at = 0; at < sums.size(); ++at) {
    CHECK(sums[at] == static_cast<double>(numbers[at % numbers.size()]));
  }
}

void coins_are_their_twins(std::size_t rows, std::size_t samples, unsigned bits, std::uint64_t from) {
  const Numbers numbers(rows, 5, bits, true);
  const std::vector<double> whole(numbers.integers.begin(), numbers.integers.end());
  const auto slow = [&](const std::vector<double>& all) {
    Indices stream(seed, 2, from);
    return numbers.slow(samples, all, [&](auto&& add) {
      std::vector<std::uint32_t> coins(rows);
      stream.fill(coins);
      for (std::size_t row = 0; row < rows; ++row) {
        if (coins[row] == 1) add(row);
      }
    });
  };
  const auto integers = slow(whole);
  const auto expected = slow(numbers.reals);
  for (const unsigned threads : {1U, 3U}) {
    const Execution how{.threads = threads, .interrupted = {}};
    const Sampling sampling{seed, samples, from};
    std::vector<double> found(samples * numbers.width, -1);
    chosen_sums({.integers = numbers.integers.data()}, numbers.width, rows, sampling, found.data(), how);
    CHECK(found == integers);
    chosen_sums({.reals = numbers.reals.data()}, numbers.width, rows, sampling, found.data(), how);
    const double rounding = std::ldexp(static_cast<double>(rows * rows), static_cast<int>(bits) - 52);
    for (std::size_t at = 0; at < found.size(); ++at) CHECK(std::abs(found[at] - expected[at]) <= rounding);
  }
}

}  // namespace
}  // namespace parbleu

int main() {
  using namespace parbleu;
  for (const std::size_t rows : {1, 2, 3, 47, 48, 49, 300, 2074}) {
    for (const unsigned bits : {1U, 8U, 10U, 16U, 20U, 32U, 40U}) {
      const std::size_t samples = rows == 2074 ? 5 : 20;
      samples_are_their_twins(rows, rows, samples, 35, bits);  // more columns than one tile has
      samples_are_their_twins(rows, (rows + 1) / 2, samples, 35, bits);
      coins_are_their_twins(rows, samples, bits, rows);
    }
  }
  digits_at_their_limits();
  // Two blocks of samples, for more than one thread, and more rows than are summed in 32 bits.
  samples_are_their_twins(33001, 33001, 150, 2, 9);
  coins_are_their_twins(30001, 150, 9, 12345678901);
  return test::failed();
}
