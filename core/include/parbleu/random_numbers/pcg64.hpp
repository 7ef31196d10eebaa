// NumPy's default random numbers, draw for draw: SeedSequence seeds a PCG64, whose 64-bit outputs are used as two
// 32-bit draws, low half first. A draw can be found by its number alone, so threads need not wait for each other.
//
// Sources: M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for Random
// Number Generation" (2014), also for the seeding; D. Lemire, "Fast Random Integer Generation in an Interval"
// (2019). That these are NumPy's numbers is what the tests compare.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace parbleu {

// The 32-bit words of a seed, least significant first. An integer seed has at least one; zero is {0}.
using Seed = std::span<const std::uint32_t>;

// The generator: 128 bits of state, 64 bits a step.
class Pcg64 {
 public:
  explicit Pcg64(Seed seed);

  std::uint64_t next();
  // The next outputs, several times faster than one by one.
  void fill(std::span<std::uint64_t> outputs);
  // As if `steps` outputs had been taken.
  void skip(std::uint64_t steps);

 private:
  __extension__ typedef unsigned __int128 Wide;
  struct Jump;
  static constexpr Wide one_step = (static_cast<Wide>(0x2360ed051fc65da4ULL) << 64) | 0x4385df649fccf645ULL;
  [[nodiscard]] Jump step() const;

  Wide state_;
  Wide increment_;
};

// The 32-bit draws that a fresh generator yields, from any draw on.
class Draws {
 public:
  Draws(Seed seed, std::uint64_t from = 0);

  // The draws that follow.
  void fill(std::span<std::uint32_t> draws);

 private:
  Pcg64 generator_;
  bool half_ = false;  // the next draw is the high half of `kept_`
  std::uint64_t kept_ = 0;
};

// Independent uniform integers in [0, bound), 1 <= bound <= 2^32, as `integers(0, bound)` yields them. Some draws
// are rejected, about (2^32 mod bound) of 2^32, so where a number stands among the draws is only known by
// counting.
class Indices {
 public:
  // Starts at draw `from`, which may be any.
  Indices(Seed seed, std::uint64_t bound, std::uint64_t from = 0);

  // Some of the next indices, at least one and at most `limit`, valid until the next call.
  std::span<const std::uint32_t> take(std::size_t limit);
  void fill(std::span<std::uint32_t> indices);
  void skip(std::uint64_t count);

  // Of the draws numbered [from, from + count), how many are rejected.
  static std::uint64_t rejected(Seed seed, std::uint64_t bound, std::uint64_t from, std::uint64_t count);
  // Whether any draw can be.
  static bool rejects(std::uint64_t bound);

 private:
  void refill();

  Draws draws_;
  std::uint64_t bound_;
  std::uint32_t threshold_;
  std::vector<std::uint32_t> ready_;  // accepted, not yet given out
  std::size_t given_ = 0;
};

}  // namespace parbleu
