// Texts for tests: random and hostile, at every width, in memory of exactly their size so that a sanitizer sees
// every byte read beyond it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <string>

#include "parbleu/base/text.hpp"

namespace parbleu::test {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  // Uniform in [0, bound).
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(engine_() % bound); }
  bool one_in(std::uint32_t odds) { return below(odds) == 0; }

 private:
  std::mt19937_64 engine_;
};

// Up to `most` pieces of what breaks tokenizers: white space of all kinds, runs of points, entities, lone
// surrogates, NUL, case that depends on its surroundings. Some texts have Latin-1 only, some one kind of piece.
std::u32string hostile_text(Random& random, std::uint32_t most = 60);

// Owns a text's code points.
class Stored {
 public:
  Stored(const std::u32string& points, Width width);
  [[nodiscard]] Text text() const { return text_; }

 private:
  std::unique_ptr<std::uint8_t[]> units_;
  Text text_;
};

// Calls use(Text) for every width that can hold the text.
template <class Use>
void for_each_width(const std::u32string& points, Use&& use) {
  const char32_t largest = points.empty() ? 0 : std::ranges::max(points);
  if (largest < 0x100) use(Stored(points, Width::one).text());
  if (largest < 0x10000) use(Stored(points, Width::two).text());
  use(Stored(points, Width::four).text());
}

}  // namespace parbleu::test
