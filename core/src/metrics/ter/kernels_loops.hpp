// Implements all of Kernels for every level, with vectors of PARBLEU_VECTOR_BYTES bytes that hold PARBLEU_LANES lanes.
#pragma once

#include <cstring>

#include "metrics/ter/kernels.hpp"

namespace parbleu::ter {
namespace {

using Vector __attribute__((vector_size(PARBLEU_VECTOR_BYTES))) = std::uint64_t;

constexpr std::size_t width = sizeof(Vector) / sizeof(std::uint64_t);
constexpr std::size_t vectors = PARBLEU_LANES / width;

struct State {
  Vector plus[vectors];
  Vector minus[vectors];
  Vector base[vectors];
};

PARBLEU_INLINE void load(State& state, const Lanes& lanes) {
  std::memcpy(state.plus, lanes.plus.data(), sizeof state.plus);
  std::memcpy(state.minus, lanes.minus.data(), sizeof state.minus);
  std::memcpy(state.base, lanes.base.data(), sizeof state.base);
}

PARBLEU_INLINE void store(Lanes& lanes, const State& state) {
  std::memcpy(lanes.plus.data(), state.plus, sizeof state.plus);
  std::memcpy(lanes.minus.data(), state.minus, sizeof state.minus);
  std::memcpy(lanes.base.data(), state.base, sizeof state.base);
}

PARBLEU_INLINE void load_matches(Vector& to, const LaneMatches& row, std::size_t index) {
  std::memcpy(&to, row.data() + index * width, sizeof to);
}
PARBLEU_INLINE void load_matches(Vector& to, std::uint64_t row, std::size_t) { to = Vector{} + row; }

// The leftmost cell leaves the window.
PARBLEU_INLINE void leave(State& state) {
  for (std::size_t k = 0; k < vectors; ++k) {
    state.base[k] += (state.plus[k] & 1) - (state.minus[k] & 1);
    state.plus[k] = ~(~state.plus[k] >> 1);
    state.minus[k] >>= 1;
  }
}

template <class Matches>
PARBLEU_INLINE void advance(Lanes& lanes, const Matches* matches, std::size_t count) {
  State state;
  load(state, lanes);
  for (std::size_t row = 0; row < count; ++row) {
    for (std::size_t k = 0; k < vectors; ++k) {
      Vector match, free;
      load_matches(match, matches[row], k);
      find_free_diagonals(state.plus[k], state.minus[k], match, free);
      step(state.plus[k], state.minus[k], match, free);
    }
  }
  store(lanes, state);
}

template <class Matches>
PARBLEU_INLINE void slide(Lanes& lanes, const Matches* matches, std::size_t count, const Slide* slides) {
  State state;
  load(state, lanes);
  for (std::size_t row = 0; row < count; ++row) {
    const Slide& slide = slides[row];
    for (std::uint32_t column = 0; column < slide.skip; ++column) leave(state);
    for (std::size_t k = 0; k < vectors; ++k) {
      Vector match, free;
      load_matches(match, matches[row], k);
      find_free_diagonals(state.plus[k], state.minus[k], match, free);
      step(state.plus[k], state.minus[k], match, free);
      state.base[k] += 1;
    }
    if (slide.drop != 0) leave(state);
    for (std::size_t k = 0; k < vectors; ++k) {
      state.plus[k] |= ~slide.keep;
      state.minus[k] &= slide.keep;
    }
  }
  store(lanes, state);
}

template <class Matches>
PARBLEU_INLINE void run(Lanes& lanes, const Matches* matches, std::size_t count, const Slide* slides) {
  if (slides == nullptr) {
    advance(lanes, matches, count);
  } else {
    slide(lanes, matches, count, slides);
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
  State state;
  load(state, lanes);
  for (std::size_t k = 0; k < vectors; ++k) {
    state.plus[k] &= mask;
    state.minus[k] &= mask;
    popcount(state.plus[k]);
    popcount(state.minus[k]);
    state.base[k] += state.plus[k] - state.minus[k];
  }
  store(lanes, state);
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
}  // namespace parbleu::ter
