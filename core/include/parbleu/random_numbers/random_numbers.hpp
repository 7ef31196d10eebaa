// NumPy's default random numbers, draw for draw: SeedSequence seeds a PCG64, whose 64-bit outputs are used as two
// 32-bit draws, low half first. A draw can be found by its number alone, so threads need not wait for each other.
//
// Sources: M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for Random
// Number Generation" (2014), also for the seeding; D. Lemire, "Fast Random Integer Generation in an Interval"
// (2019). That these are NumPy's numbers is what the tests compare.
#pragma once

#include <array>
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

// --- NumPy's legacy random numbers, those of `numpy.random.seed(n)`, draw for draw.
//
// Source: M. Matsumoto, T. Nishimura, "Mersenne Twister: A 623-dimensionally equidistributed uniform pseudorandom
// number generator" (1998). That these are NumPy's numbers is what the tests compare.

class Mersenne {
 public:
  static constexpr std::size_t words = 624;

  explicit Mersenne(std::uint32_t seed);
  // Goes on where another generator, such as NumPy's, stands: its state, of which `used` words are used up.
  Mersenne(std::span<const std::uint32_t, words> state, std::size_t used);

  // 53 bits of two draws, from [0, 1): `random()`.
  double uniform();
  // Whole numbers from 0 to below a bound, at most 2^32: `randint(0, bound, count)`.
  void fill(std::uint64_t bound, std::span<std::uint32_t> numbers);
  // The next bits of `binomial(1, 0.5, count)`: whether a uniform number is above one half, packed from the low
  // end of the first word on; `coins` has room for them. (One that is exactly one half, which one in 2^53 is,
  // counts as above it, unlike in NumPy.)
  void coins(std::uint64_t* packed, std::size_t count);

  [[nodiscard]] std::span<const std::uint32_t, words> state() const { return state_; }
  [[nodiscard]] std::size_t used() const { return used_; }

 private:
  std::uint32_t next();
  void refill();

  std::array<std::uint32_t, words> state_;
  std::size_t used_ = words;
  // The first bit of every other number of the state, which makes a coin.
  std::array<std::uint64_t, (words / 2 + 63) / 64 + 1> bits_{};
  bool bits_known_ = false;
};

// --- SplitMix64; each generator is seeded by a single number.
//
// Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators" (2014).

class SplitMix {
 public:
  explicit SplitMix(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t mixed = state_ += 0x9e3779b97f4a7c15ULL;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
    return mixed ^ (mixed >> 31);
  }
  // As if so many numbers had been drawn.
  void skip(std::uint64_t numbers) { state_ += numbers * 0x9e3779b97f4a7c15ULL; }
  // The seed of a generator that goes on where this one stands.
  [[nodiscard]] std::uint64_t state() const { return state_; }

 private:
  std::uint64_t state_;
};

}  // namespace parbleu
