#include "ter/lanes.hpp"

#include <cstring>

namespace parbleu::ter {
namespace {

// Two lanes: what every machine with vectors has. The compiler turns it into pairs of scalars elsewhere.
using Vector = std::uint64_t __attribute__((vector_size(16)));
constexpr std::size_t vectors = lane_count * sizeof(std::uint64_t) / sizeof(Vector);

struct State {
  Vector plus[vectors];
  Vector minus[vectors];
  Vector base[vectors];
};

void load(Vector* to, const std::array<std::uint64_t, lane_count>& from) {
  std::memcpy(to, from.data(), sizeof from);
}
void store(std::array<std::uint64_t, lane_count>& to, const Vector* from) {
  std::memcpy(to.data(), from, sizeof to);
}

Vector matches_of(const LaneMatches& row, std::size_t index) {
  Vector result;
  std::memcpy(&result, row.data() + index * (sizeof(Vector) / sizeof(std::uint64_t)), sizeof result);
  return result;
}
Vector matches_of(std::uint64_t row, std::size_t) { return Vector{} + row; }

template <bool kSlides, class Matches>
void advance_rows(Lanes& lanes, const Matches* matches, std::size_t count, const Slide* slides) {
  State state;
  load(state.plus, lanes.plus);
  load(state.minus, lanes.minus);
  load(state.base, lanes.base);
  for (std::size_t row = 0; row < count; ++row) {
    for (std::size_t k = 0; k < vectors; ++k) {
      Vector plus = state.plus[k];
      Vector minus = state.minus[k];
      const Vector match = matches_of(matches[row], k);
      if constexpr (!kSlides) {
        step(plus, minus, match, free_diagonals(plus, minus, match));
      } else {
        const Slide& slide = slides[row];
        Vector base = state.base[k] + 1;
        const auto leave = [&] {
          base += (plus & 1) - (minus & 1);
          plus = ~(~plus >> 1);
          minus >>= 1;
        };
        for (std::uint32_t column = 0; column < slide.skip; ++column) leave();
        step(plus, minus, match, free_diagonals(plus, minus, match));
        if (slide.drop != 0) leave();
        plus |= ~slide.keep;
        minus &= slide.keep;
        state.base[k] = base;
      }
      state.plus[k] = plus;
      state.minus[k] = minus;
    }
  }
  store(lanes.plus, state.plus);
  store(lanes.minus, state.minus);
  store(lanes.base, state.base);
}

Vector popcount(Vector bits) {
  bits -= (bits >> 1) & 0x5555555555555555ULL;
  bits = (bits & 0x3333333333333333ULL) + ((bits >> 2) & 0x3333333333333333ULL);
  bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
  bits += bits >> 8;
  bits += bits >> 16;
  bits += bits >> 32;
  return bits & 0x7F;
}

}  // namespace

void advance(Lanes& lanes, const LaneMatches* matches, std::size_t count, const Slide* slides) {
  if (slides == nullptr) {
    advance_rows<false>(lanes, matches, count, slides);
  } else {
    advance_rows<true>(lanes, matches, count, slides);
  }
}

void advance(Lanes& lanes, const std::uint64_t* matches, std::size_t count, const Slide* slides) {
  if (slides == nullptr) {
    advance_rows<false>(lanes, matches, count, slides);
  } else {
    advance_rows<true>(lanes, matches, count, slides);
  }
}

void climb(Lanes& lanes, std::uint64_t mask) {
  State state;
  load(state.plus, lanes.plus);
  load(state.minus, lanes.minus);
  load(state.base, lanes.base);
  for (std::size_t k = 0; k < vectors; ++k) {
    state.base[k] += popcount(state.plus[k] & mask) - popcount(state.minus[k] & mask);
  }
  store(lanes.base, state.base);
}

}  // namespace parbleu::ter
