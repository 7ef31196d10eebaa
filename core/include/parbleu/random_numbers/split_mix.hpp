// Draws SplitMix64 random numbers; each generator is seeded by a single number.
//
// Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators" (2014).
#pragma once

#include <cstdint>

namespace parbleu {

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
