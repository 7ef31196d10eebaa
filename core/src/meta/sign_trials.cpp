// Signed sums eight items at a time: of the 256 ways to sign eight numbers, all sums are made once and then looked
// up by every trial.
#include <algorithm>
#include <array>

#include "parbleu/cpu.hpp"
#include "parbleu/soft_accuracy.hpp"
#include "simd.hpp"

namespace parbleu {
namespace {

constexpr std::size_t block = 8;                   // items
constexpr std::size_t columns = 8;                 // that are summed up at a time
constexpr std::uint32_t above_half = 0x80000100U;  // draws from here on make a single-precision number above 1/2

using Block = std::array<std::array<double, columns>, block>;

inline __attribute__((always_inline)) void add_all(const Block& numbers, std::span<const std::uint8_t> signs,
                                                   double* sums, std::size_t stride) {
  alignas(64) std::array<std::array<double, columns>, 256> table;
  table[0] = {};
  for (const auto& row : numbers) {
    for (std::size_t column = 0; column < columns; ++column) table[0][column] -= row[column];
  }
  for (std::size_t item = 0; item < block; ++item) {
    for (std::size_t entry = 0; entry < std::size_t{1} << item; ++entry) {
      auto& to = table[(std::size_t{1} << item) + entry];
      for (std::size_t column = 0; column < columns; ++column) {
        to[column] = table[entry][column] + 2 * numbers[item][column];
      }
    }
  }
  for (const std::uint8_t sign : signs) {
    for (std::size_t column = 0; column < columns; ++column) sums[column] += table[sign][column];
    sums += stride;
  }
}

void add_portable(const Block& numbers, std::span<const std::uint8_t> signs, double* sums, std::size_t stride) {
  add_all(numbers, signs, sums, stride);
}

#if defined(__x86_64__)
PARBLEU_AVX2 void add_avx2(const Block& numbers, std::span<const std::uint8_t> signs, double* sums,
                           std::size_t stride) {
  add_all(numbers, signs, sums, stride);
}
#endif

auto best_kernel() {
#if defined(__x86_64__)
  if (best_simd() == Simd::avx2 || best_simd() == Simd::avx512) return add_avx2;
#endif
  return add_portable;
}

}  // namespace

SignTrials::SignTrials(std::size_t items, std::size_t trials, Seed seed) : items_(items), trials_(trials) {
  const std::size_t blocks = (items + block - 1) / block;
  signs_.resize(blocks * trials);
  std::vector<std::uint32_t> draws(blocks * block);
  Draws random(seed);
  for (std::size_t trial = 0; trial < trials; ++trial) {
    random.fill(std::span(draws).first(items));
    for (std::size_t at = 0; at < blocks; ++at) {
      unsigned byte = 0;
      for (std::size_t item = 0; item < block; ++item) {
        byte |= static_cast<unsigned>(draws[at * block + item] >= above_half) << item;
      }
      signs_[at * trials + trial] = static_cast<std::uint8_t>(byte);
    }
  }
}

std::size_t SignTrials::stride(std::size_t width) { return (width + columns - 1) / columns * columns; }

void SignTrials::sums(const double* numbers, std::size_t width, std::vector<double>& result) const {
  const std::size_t padded = stride(width);
  result.assign(trials_ * padded, 0);
  const auto add = best_kernel();
  for (std::size_t first = 0; first < width; first += columns) {
    for (std::size_t start = 0; start < items_; start += block) {
      Block part{};
      for (std::size_t item = start; item < std::min(items_, start + block); ++item) {
        std::copy_n(numbers + item * width + first, std::min(columns, width - first), part[item - start].begin());
      }
      add(part, std::span(signs_).subspan(start / block * trials_, trials_), &result[first], padded);
    }
  }
}

}  // namespace parbleu
