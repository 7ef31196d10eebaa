// Implements all of Kernels for every level, with vectors of PARBLEU_VECTOR_BYTES bytes that hold PARBLEU_LANES lanes.
#include <cstring>
#include <type_traits>

#include "metrics/ter/kernels.hpp"

namespace parbleu::ter {
namespace PARBLEU_LEVEL {
namespace {

using Vector __attribute__((vector_size(PARBLEU_VECTOR_BYTES))) = std::uint64_t;

constexpr std::size_t width = sizeof(Vector) / sizeof(std::uint64_t);

template <std::size_t vectors>
struct State {
  Vector plus[vectors];
  Vector minus[vectors];
  Vector base[vectors];
};

template <std::size_t vectors>
PARBLEU_INLINE void load(State<vectors>& state, const Lanes& lanes) {
  std::memcpy(state.plus, lanes.plus.data(), sizeof state.plus);
  std::memcpy(state.minus, lanes.minus.data(), sizeof state.minus);
  std::memcpy(state.base, lanes.base.data(), sizeof state.base);
}

template <std::size_t vectors>
PARBLEU_INLINE void store(Lanes& lanes, const State<vectors>& state) {
  std::memcpy(lanes.plus.data(), state.plus, sizeof state.plus);
  std::memcpy(lanes.minus.data(), state.minus, sizeof state.minus);
  std::memcpy(lanes.base.data(), state.base, sizeof state.base);
}

PARBLEU_INLINE void load_matches(Vector& to, const LaneMatches& row, std::size_t index) {
  std::memcpy(&to, row.data() + index * width, sizeof to);
}
PARBLEU_INLINE void load_matches(std::uint64_t& to, std::uint64_t row, std::size_t) { to = row; }

// What all lanes share stays a number: GCC 12 makes a vector of it one lane at a time.
template <class Matches>
using Match = std::conditional_t<std::is_same_v<Matches, LaneMatches>, Vector, std::uint64_t>;

// The leftmost cell leaves the window, and one that is outside enters it.
template <std::size_t vectors>
PARBLEU_INLINE void leave(State<vectors>& state) {
  for (std::size_t k = 0; k < vectors; ++k) {
    state.base[k] += (state.plus[k] & 1) - (state.minus[k] & 1);
    state.plus[k] = state.plus[k] >> 1 | std::uint64_t{1} << 63;
    state.minus[k] >>= 1;
  }
}

template <std::size_t vectors, class Matches>
PARBLEU_INLINE void advance(Lanes& lanes, const Matches* matches, std::size_t count) {
  State<vectors> state;
  load(state, lanes);
  for (std::size_t row = 0; row < count; ++row) {
    for (std::size_t k = 0; k < vectors; ++k) {
      Match<Matches> match;
      Vector free;
      load_matches(match, matches[row], k);
      find_free_diagonals(state.plus[k], state.minus[k], match, free);
      step(state.plus[k], state.minus[k], match, free);
    }
  }
  store(lanes, state);
}

template <std::size_t vectors, class Matches>
PARBLEU_INLINE void slide(Lanes& lanes, const Matches* matches, std::size_t count, const Slide* slides) {
  State<vectors> state;
  load(state, lanes);
  for (std::size_t row = 0; row < count; ++row) {
    const Slide& slide = slides[row];
    for (std::uint32_t column = 0; column < slide.skip; ++column) leave(state);
    for (std::size_t k = 0; k < vectors; ++k) {
      Match<Matches> match;
      Vector free;
      load_matches(match, matches[row], k);
      find_free_diagonals(state.plus[k], state.minus[k], match, free);
      if (slide.drop != 0) {
        Vector turn;
        step_and_drop(state.plus[k], state.minus[k], match, free, slide.inside, slide.outside, turn);
        state.base[k] -= turn & 1;
      } else {
        step(state.plus[k], state.minus[k], match, free);
        state.plus[k] |= slide.outside;
        state.minus[k] &= slide.inside;
      }
    }
  }
  for (std::size_t k = 0; k < vectors; ++k) state.base[k] += count;
  store(lanes, state);
}

template <std::size_t vectors, class Matches>
PARBLEU_INLINE void run(Lanes& lanes, const Matches* matches, std::size_t count, const Slide* slides) {
  if (slides == nullptr) {
    advance<vectors>(lanes, matches, count);
  } else {
    slide<vectors>(lanes, matches, count, slides);
  }
}

// Half of the registers are enough for half of the lanes.
template <class Matches>
PARBLEU_INLINE void run(Lanes& lanes, const Matches* matches, std::size_t count, const Slide* slides) {
  constexpr std::size_t vectors = PARBLEU_LANES / width;
  if (2 * lanes.used <= PARBLEU_LANES) {
    run<vectors / 2>(lanes, matches, count, slides);
  } else {
    run<vectors>(lanes, matches, count, slides);
  }
}

PARBLEU_INLINE void popcount(Vector& bits) {
  bits -= (bits >> 1) & 0x5555555555555555ULL;
  bits = (bits & 0x3333333333333333ULL) + ((bits >> 2) & 0x3333333333333333ULL);
  bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
  bits += bits >> 8;
  bits += bits >> 16;
  bits += bits >> 32;
  bits &= 0x7F;
}

PARBLEU_KERNEL void climb(Lanes& lanes, std::uint64_t mask) {
  constexpr std::size_t vectors = PARBLEU_LANES / width;
  State<vectors> state;
  load(state, lanes);
  for (std::size_t k = 0; k < vectors; ++k) {
    Vector plus = state.plus[k] & mask;
    state.minus[k] &= mask;
    popcount(plus);
    popcount(state.minus[k]);
    state.base[k] += plus - state.minus[k];
  }
  store(lanes, state);
}

template <std::size_t vectors>
PARBLEU_INLINE void spread(const std::uint64_t* matches, std::size_t count, LaneMatches* to) {
  for (std::size_t row = 0; row < count; ++row) {
    const Vector match = Vector{} + matches[row];
    for (std::size_t k = 0; k < vectors; ++k) std::memcpy(to[row].data() + k * width, &match, sizeof match);
  }
}

PARBLEU_KERNEL void spread(const std::uint64_t* matches, std::size_t count, std::size_t used, LaneMatches* to) {
  constexpr std::size_t vectors = PARBLEU_LANES / width;
  if (2 * used <= PARBLEU_LANES) {
    spread<vectors / 2>(matches, count, to);
  } else {
    spread<vectors>(matches, count, to);
  }
}

PARBLEU_KERNEL void advance_each(Lanes& lanes, const LaneMatches* matches, std::size_t count,
                                 const Slide* slides) {
  run(lanes, matches, count, slides);
}

PARBLEU_KERNEL void advance_all(Lanes& lanes, const std::uint64_t* matches, std::size_t count,
                                const Slide* slides) {
  run(lanes, matches, count, slides);
}

}  // namespace
}  // namespace PARBLEU_LEVEL
}  // namespace parbleu::ter
