// Tests that all vector kernels that run here return what the portable loops return.
#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "check.hpp"
#include "correlation/dot_products/kernels.hpp"
#include "correlation/pair_counting/kernels.hpp"
#include "correlation/soft_pairwise_accuracy/kernels.hpp"
#include "ngrams/kernels.hpp"
#include "random_numbers/kernels.hpp"
#include "random_numbers/pcg64_steps/kernels.hpp"

namespace parbleu {

using namespace pair_counting;
using namespace random_numbers;
using namespace random_signs;

namespace {

std::mt19937_64 draw(7);

void mersenne(Simd simd) {
  MersenneState one;
  for (std::uint32_t& word : one) word = static_cast<std::uint32_t>(draw());
  MersenneState other = one;
  MersenneBits one_bits{};
  MersenneBits other_bits{};
  for (int round = 0; round < 5; ++round) {
    random_numbers::kernels(Simd::portable).twist(one);
    random_numbers::kernels(simd).twist(other);
    CHECK(one == other);
    random_numbers::kernels(Simd::portable).bits(one, one_bits);
    random_numbers::kernels(simd).bits(other, other_bits);
    CHECK(one_bits == other_bits);
  }
}

void pairs(Simd simd) {
  const auto& portable = pair_counting::kernels(Simd::portable);
  const auto& kernels = pair_counting::kernels(simd);
  for (std::size_t length = 0; length <= short_row; ++length) {
    std::array<double, row_room> row{};
    for (std::size_t at = 0; at < length; ++at) row[at] = static_cast<double>(draw() % 9) / 8;
    std::array<std::array<std::uint64_t, row_words + 1>, 4> bits{};
    const double epsilon = static_cast<double>(length % 4) / 8;
    portable.compare(row.data(), length, epsilon, bits[0].data(), bits[1].data());
    kernels.compare(row.data(), length, epsilon, bits[2].data(), bits[3].data());
    CHECK(bits[0] == bits[2] && bits[1] == bits[3]);
    std::array<std::uint64_t, 3> coins{draw(), draw(), draw()};
    CHECK(portable.common(bits[0].data(), bits[1].data(), row_words) ==
          kernels.common(bits[0].data(), bits[1].data(), row_words));
    CHECK(portable.mixed(coins.data(), bits[0].data(), bits[1].data(), coins.size()) ==
          kernels.mixed(coins.data(), bits[0].data(), bits[1].data(), coins.size()));
  }
}

void places(Simd simd) {
  for (const std::size_t length :
       {std::size_t{1}, std::size_t{63}, std::size_t{64}, std::size_t{65}, std::size_t{1000}}) {
    std::vector<std::uint32_t> order(length);
    for (std::uint32_t at = 0; at < length; ++at) order[at] = at;
    std::vector<std::uint32_t> place = order;
    std::ranges::shuffle(order, draw);
    std::ranges::shuffle(place, draw);
    std::vector<std::uint32_t> limit(length);
    for (std::uint32_t& end : limit) end = static_cast<std::uint32_t>(draw() % (length + 1));
    std::vector<std::uint32_t> starts{0};
    while (starts.back() < length) {
      const auto next = starts.back() + 1 + static_cast<std::uint32_t>(draw() % 5);
      starts.push_back(std::min(next, static_cast<std::uint32_t>(length)));
    }
    std::uint64_t expected = 0;
    for (std::size_t group = 0; group + 1 < starts.size(); ++group) {
      for (std::size_t later = starts[group]; later < starts[group + 1]; ++later) {
        for (std::size_t earlier = 0; earlier < starts[group]; ++earlier) {
          expected += place[order[earlier]] < limit[order[later]] ? 1 : 0;
        }
      }
    }
    std::vector<std::uint64_t> words(length / 64 + 1);
    std::vector<std::uint32_t> tree(length / 64 + 2);
    CHECK(pair_counting::kernels(simd).before(order.data(), starts.data(), starts.size() - 1, place.data(),
                                              limit.data(), words.data(), tree.data(), length) == expected);
  }
}

void signs(Simd simd) {
  constexpr std::size_t trials = 37;
  constexpr std::size_t stride = 16;
  const auto& portable = random_signs::kernels(Simd::portable);
  const auto& kernels = random_signs::kernels(simd);
  std::vector<std::uint32_t> draws(trials * sign_items + 4);
  for (std::uint32_t& word : draws) word = static_cast<std::uint32_t>(draw());
  for (const std::uint32_t edge : {0x80000000U, 0x800000ffU, 0x80000100U, 0x7fffffffU, 0xffffffffU}) {
    draws[edge % draws.size()] = edge;
  }
  std::vector<std::uint32_t> one(trials);
  std::vector<std::uint32_t> other(trials);
  portable.pack(draws.data(), trials, one.data(), 1);
  kernels.pack(draws.data(), trials, other.data(), 1);
  CHECK(one == other);
  SignedNumbers numbers;
  for (auto& row : numbers) {
    for (double& number : row) number = static_cast<double>(draw() % 1000) / 8;
  }
  std::vector<double> one_sums(trials * stride, 0.5);
  std::vector<double> other_sums = one_sums;
  portable.add(numbers, one.data(), trials, one_sums.data(), stride);
  kernels.add(numbers, one.data(), trials, other_sums.data(), stride);
  CHECK(one_sums == other_sums);
}

void rounded_signs(Simd simd) {
  constexpr std::size_t trials = 137;
  constexpr std::size_t items = 60;
  constexpr std::size_t width = 11;
  constexpr std::size_t stride = 16;
  const auto& portable = random_signs::kernels(Simd::portable);
  const auto& kernels = random_signs::kernels(simd);
  const std::size_t apart = padded_trials(trials);
  std::vector<std::uint32_t> signs(trials * (items / sign_items + 1) + sign_room);
  for (std::uint32_t& word : signs) word = static_cast<std::uint32_t>(draw());
  std::vector<float> numbers(items * stride);
  for (float& number : numbers) number = static_cast<float>(draw() % 1000) / 7;
  std::vector<float> one_sums(apart * stride, 0.1F);
  std::vector<float> other_sums = one_sums;
  portable.add_rounded(numbers.data(), 3, items, stride, signs.data(), trials, one_sums.data());
  kernels.add_rounded(numbers.data(), 3, items, stride, signs.data(), trials, other_sums.data());
  CHECK(one_sums == other_sums);
  for (std::size_t trial = 0; trial < trials; ++trial) {  // from the definition
    for (std::size_t column = 0; column < stride; ++column) {
      float sum = 0;
      for (std::size_t item = 3; item < items; ++item) {
        const bool plus = ((signs[item / sign_items * trials + trial] >> (item % sign_items)) & 1) != 0;
        sum += plus ? numbers[item * stride + column] : -numbers[item * stride + column];
      }
      CHECK(one_sums[column * apart + trial] == 0.1F + sum);
    }
  }
  for (std::size_t column = 0; column < stride; ++column) {
    for (std::size_t trial = trials; trial < apart; ++trial) one_sums[column * apart + trial] = std::nanf("");
  }
  const std::vector<float> observed(stride, 0.3F);
  std::vector<double> one_counts(width * stride);
  std::vector<double> other_counts(width * stride);
  portable.count_rounded(one_sums.data(), observed.data(), trials, width, stride, one_counts.data());
  kernels.count_rounded(one_sums.data(), observed.data(), trials, width, stride, other_counts.data());
  CHECK(one_counts == other_counts);
  double reached = 0;
  for (std::size_t trial = 0; trial < trials; ++trial) {
    reached += one_sums[2 * apart + trial] >= one_sums[5 * apart + trial] ? 1 : 0;
  }
  CHECK(one_counts[2 * stride + 5] == reached);
}

void numbers_below_a_bound(Simd simd) {
  constexpr std::size_t count = random_numbers::draws_at_once;
  std::vector<std::uint32_t> draws(count);
  for (auto& number : draws) number = static_cast<std::uint32_t>(draw());
  draws[0] = 0;
  draws[1] = ~std::uint32_t{0};
  for (const std::uint32_t bound : {1U, 2U, 1500U, 0x80000001U, ~std::uint32_t{0}}) {
    for (const std::uint32_t threshold : {0U, 1U, 0x90000000U, static_cast<std::uint32_t>(-bound)}) {
      std::vector<std::uint32_t> expected(count);
      std::uint32_t is_below = 0;
      for (std::size_t at = 0; at < count; ++at) {
        const std::uint64_t product = std::uint64_t{draws[at]} * bound;
        expected[at] = static_cast<std::uint32_t>(product >> 32);
        if (static_cast<std::uint32_t>(product) < threshold) is_below = 1;
      }
      std::vector<std::uint32_t> numbers(count);
      CHECK(random_numbers::kernels(simd).scale(draws.data(), bound, threshold, numbers.data()) == is_below);
      CHECK(numbers == expected);
    }
  }
}

void pcg64(Simd simd) {
  pcg64_steps::States states;
  const auto wide = [] { return static_cast<pcg64_steps::Wide>(draw()) << 64 | draw(); };
  for (pcg64_steps::Wide& state : states) state = wide();
  for (const pcg64_steps::Wide factor : {wide(), ~pcg64_steps::Wide{0}, pcg64_steps::Wide{0}}) {
    const pcg64_steps::Wide offset = factor == 0 ? ~factor : wide();
    std::vector<std::uint64_t> one(20 * pcg64_steps::chains);
    std::vector<std::uint64_t> other(one.size());
    pcg64_steps::kernels(Simd::portable).fill(states, factor, offset, 20, one.data());
    pcg64_steps::kernels(simd).fill(states, factor, offset, 20, other.data());
    CHECK(one == other);
  }
}

void dots(Simd simd) {
  for (const std::size_t length : {1, 2, 15, 16, 17, 64, 1000}) {
    std::vector<double> one(length);
    std::vector<double> other(length);
    for (double& number : one) number = static_cast<double>(draw()) * 0x1p-64;
    for (double& number : other) number = static_cast<double>(draw()) * 0x1p-64 - 0.5;
    const double expected =
        dot_products::dot(one.data(), other.data(), length, dot_products::kernels(Simd::portable));
    CHECK(dot_products::dot(one.data(), other.data(), length, dot_products::kernels(simd)) == expected);
  }
}

void bits(Simd simd) {
  for (const std::size_t count : {std::size_t{8}, std::size_t{64}, ngrams::most_bitmaps}) {
    constexpr std::size_t words = 2 * ngrams::row_bits / 64;
    std::vector<std::uint64_t> bitmaps(count * words);
    for (std::uint64_t& word : bitmaps) word = count == 64 ? draw() & draw() & draw() : ~(draw() & draw());
    std::vector<const std::uint64_t*> rows;
    for (std::size_t row = 0; row < count; ++row) rows.push_back(bitmaps.data() + row * words);
    std::vector<std::uint32_t> counts(64 * words, 7), expected(64 * words, 7);
    for (std::size_t bit = 0; bit < expected.size(); ++bit) {
      for (const std::uint64_t* const row : rows) expected[bit] += row[bit / 64] >> (bit % 64) & 1;
    }
    ngrams::kernels(simd).count_bits(rows.data(), count, words, counts.data());
    CHECK(counts == expected);
  }
}

}  // namespace
}  // namespace parbleu

int main() {
  for (const parbleu::Simd simd : parbleu::available_simd()) {
    parbleu::mersenne(simd);
    parbleu::numbers_below_a_bound(simd);
    parbleu::pcg64(simd);
    parbleu::pairs(simd);
    parbleu::places(simd);
    parbleu::signs(simd);
    parbleu::rounded_signs(simd);
    parbleu::dots(simd);
    parbleu::bits(simd);
  }
  return parbleu::test::failed();
}
