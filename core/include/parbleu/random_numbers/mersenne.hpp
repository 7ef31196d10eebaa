// Draws NumPy's legacy random numbers, those of `numpy.random.seed(n)`, draw for draw.
//
// Source: M. Matsumoto, T. Nishimura, "Mersenne Twister: A 623-dimensionally equidistributed uniform pseudorandom
// number generator" (1998). That these are NumPy's numbers is what the tests compare.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace parbleu {

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

}  // namespace parbleu
