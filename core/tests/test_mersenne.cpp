// Tests the generator against the standard library's, and coins against uniform numbers.
#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "check.hpp"
#include "parbleu/random_numbers/random_numbers.hpp"

namespace parbleu {
namespace {

double uniform(std::mt19937& random) {
  const auto high = static_cast<double>(random() >> 5);
  const auto low = static_cast<double>(random() >> 6);
  return (high * 67108864 + low) / 9007199254740992;
}

void uniform_numbers() {
  for (const std::uint32_t seed : {0U, 1U, 2024U, 0xffffffffU}) {
    std::mt19937 theirs(seed);
    Mersenne ours(seed);
    for (int at = 0; at < 2000; ++at) CHECK(ours.uniform() == uniform(theirs));
  }
}

void coins_of_any_count() {
  std::mt19937 theirs(7);
  Mersenne ours(7);
  for (std::size_t count = 0; count < 700; count += count < 130 ? 1 : 57) {
    std::vector<std::uint64_t> packed((count + 63) / 64 + 1, ~std::uint64_t{0});
    ours.coins(packed.data(), count);
    for (std::size_t at = 0; at < count; ++at) {
      CHECK(((packed[at / 64] >> (at % 64)) & 1) == (uniform(theirs) > 0.5 ? 1 : 0));
    }
    if (count % 64 != 0) CHECK(packed[count / 64] >> (count % 64) == 0);
    CHECK(packed.back() == ~std::uint64_t{0} || count % 64 != 0);
    if (count % 3 == 0) CHECK(ours.uniform() == uniform(theirs));
  }
}

void states() {
  Mersenne first(3);
  for (int at = 0; at < 100; ++at) first.uniform();
  std::array<std::uint32_t, Mersenne::words> state;
  std::ranges::copy(first.state(), state.begin());
  Mersenne second(state, first.used());
  for (int at = 0; at < 1000; ++at) CHECK(first.uniform() == second.uniform());
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::uniform_numbers();
  parbleu::coins_of_any_count();
  parbleu::states();
  return parbleu::test::failed();
}
