// The numbers themselves are compared with NumPy in tests/unit/stats/test_random.py; here, that every way to
// come to a draw yields the same draw.
#include <algorithm>
#include <array>
#include <vector>

#include "check.hpp"
#include "parbleu/random_numbers/random_numbers.hpp"

namespace parbleu {
namespace {

constexpr std::array<std::uint32_t, 1> usual{12345};

void known_outputs() {
  Pcg64 generator(usual);
  CHECK(generator.next() == 0x3a32b18db2ffc19dULL);
  CHECK(generator.next() == 0x51171315c9e4c4deULL);
  CHECK(generator.next() == 0xcc2024823444efd9ULL);
  constexpr std::array<std::uint32_t, 1> zero{0};
  CHECK(Pcg64(zero).next() == 0xa30febcfd9c2825fULL);
  constexpr std::array<std::uint32_t, 3> wide{7, 0, 1};
  CHECK(Pcg64(wide).next() == 0xd54af20fba8a1b7dULL);
}

void filling_is_stepping() {
  for (std::size_t count = 0; count < 90; ++count) {
    Pcg64 together(usual);
    Pcg64 single(usual);
    std::vector<std::uint64_t> outputs(count);
    together.fill(outputs);
    for (const std::uint64_t output : outputs) CHECK(output == single.next());
    CHECK(together.next() == single.next());
  }
}

void skipping_is_stepping() {
  for (std::uint64_t steps = 0; steps < 300; steps += 7) {
    Pcg64 far(usual);
    far.skip(steps);
    Pcg64 near(usual);
    for (std::uint64_t step = 0; step < steps; ++step) near.next();
    CHECK(far.next() == near.next());
  }
}

void draws_are_halves() {
  Pcg64 generator(usual);
  std::vector<std::uint32_t> expected;
  for (int output = 0; output < 2000; ++output) {
    const std::uint64_t both = generator.next();
    expected.push_back(static_cast<std::uint32_t>(both));
    expected.push_back(static_cast<std::uint32_t>(both >> 32));
  }
  for (std::size_t from = 0; from < 5; ++from) {
    Draws draws(usual, from);
    std::size_t at = from;
    for (const std::size_t count : {std::size_t{1}, std::size_t{0}, std::size_t{2}, std::size_t{3},
                                    std::size_t{1500}, std::size_t{1}, std::size_t{2001}}) {
      std::vector<std::uint32_t> now(count);
      draws.fill(now);
      for (const std::uint32_t draw : now) CHECK(draw == expected[at++]);
    }
  }
}

// Counting rejections finds any number's place among the draws.
void rejections_are_counted(std::uint64_t bound) {
  constexpr std::size_t count = 5000;
  Indices whole(usual, bound);
  std::vector<std::uint32_t> expected(count);
  whole.fill(expected);
  Draws draws(usual);
  std::size_t accepted = 0;
  for (std::uint64_t draw = 0; accepted < count; draw += 100) {
    const std::uint64_t now = 100 - Indices::rejected(usual, bound, draw, 100);
    Indices from_here(usual, bound, draw);
    std::vector<std::uint32_t> found(std::min<std::size_t>(count - accepted, 10));
    from_here.fill(found);
    for (std::size_t at = 0; at < found.size(); ++at) CHECK(found[at] == expected[accepted + at]);
    Indices skipped(usual, bound);
    skipped.skip(accepted);
    skipped.fill(found);
    for (std::size_t at = 0; at < found.size(); ++at) CHECK(found[at] == expected[accepted + at]);
    accepted += static_cast<std::size_t>(now);
  }
}

}  // namespace
}  // namespace parbleu

int main() {
  using namespace parbleu;
  known_outputs();
  filling_is_stepping();
  skipping_is_stepping();
  draws_are_halves();
  for (const std::uint64_t bound : {std::uint64_t{2}, std::uint64_t{2074}, std::uint64_t{3000000000},
                                    std::uint64_t{2147483649}, std::uint64_t{1} << 32}) {
    rejections_are_counted(bound);
  }
  Indices only(usual, 1);
  std::array<std::uint32_t, 3> zeros{1, 1, 1};
  only.fill(zeros);
  CHECK(zeros == std::array<std::uint32_t, 3>{});
  return test::failed();
}
