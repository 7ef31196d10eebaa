#include "ter/lanes.hpp"

#include <cstring>

#include "simd.hpp"

namespace parbleu::ter {
namespace {

using Two __attribute__((vector_size(16))) = std::uint64_t;
using Four __attribute__((vector_size(32))) = std::uint64_t;
using Eight __attribute__((vector_size(64))) = std::uint64_t;

// The loops, written once for vectors of any width. They are inlined into functions that may use such vectors.
template <class Vector>
struct Kernels {
  static constexpr std::size_t width = sizeof(Vector) / sizeof(std::uint64_t);
  static constexpr std::size_t vectors = lane_count / width;

  struct State {
    Vector plus[vectors];
    Vector minus[vectors];
    Vector base[vectors];
  };

  [[gnu::always_inline]] static void load(State& state, const Lanes& lanes) {
    std::memcpy(state.plus, lanes.plus.data(), sizeof state.plus);
    std::memcpy(state.minus, lanes.minus.data(), sizeof state.minus);
    std::memcpy(state.base, lanes.base.data(), sizeof state.base);
  }

  [[gnu::always_inline]] static void store(Lanes& lanes, const State& state) {
    std::memcpy(lanes.plus.data(), state.plus, sizeof state.plus);
    std::memcpy(lanes.minus.data(), state.minus, sizeof state.minus);
    std::memcpy(lanes.base.data(), state.base, sizeof state.base);
  }

  [[gnu::always_inline]] static void load_matches(Vector& to, const LaneMatches& row, std::size_t index) {
    std::memcpy(&to, row.data() + index * width, sizeof to);
  }
  [[gnu::always_inline]] static void load_matches(Vector& to, std::uint64_t row, std::size_t) {
    to = Vector{} + row;
  }

  // The leftmost cell leaves the window.
  [[gnu::always_inline]] static void leave(State& state) {
    for (std::size_t k = 0; k < vectors; ++k) {
      state.base[k] += (state.plus[k] & 1) - (state.minus[k] & 1);
      state.plus[k] = ~(~state.plus[k] >> 1);
      state.minus[k] >>= 1;
    }
  }

  template <class Matches>
  [[gnu::always_inline]] static void advance(Lanes& lanes, const Matches* matches, std::size_t count) {
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
  [[gnu::always_inline]] static void slide(Lanes& lanes, const Matches* matches, std::size_t count,
                                           const Slide* slides) {
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
  [[gnu::always_inline]] static void run(Lanes& lanes, const Matches* matches, std::size_t count,
                                         const Slide* slides) {
    if (slides == nullptr) {
      advance(lanes, matches, count);
    } else {
      slide(lanes, matches, count, slides);
    }
  }

  [[gnu::always_inline]] static void popcount(Vector& bits) {
    bits -= (bits >> 1) & 0x5555555555555555ULL;
    bits = (bits & 0x3333333333333333ULL) + ((bits >> 2) & 0x3333333333333333ULL);
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
    bits += bits >> 8;
    bits += bits >> 16;
    bits += bits >> 32;
    bits &= 0x7F;
  }

  [[gnu::always_inline]] static void climb(Lanes& lanes, std::uint64_t mask) {
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
};

}  // namespace

// NOLINTBEGIN(bugprone-macro-parentheses): the level of instructions is an attribute
#define PARBLEU_LANE_KERNELS(name, level, Vector)                                                              \
  namespace name {                                                                                             \
  level void advance_each(Lanes& lanes, const LaneMatches* matches, std::size_t count, const Slide* slides) {  \
    Kernels<Vector>::run(lanes, matches, count, slides);                                                       \
  }                                                                                                            \
  level void advance_all(Lanes& lanes, const std::uint64_t* matches, std::size_t count, const Slide* slides) { \
    Kernels<Vector>::run(lanes, matches, count, slides);                                                       \
  }                                                                                                            \
  level void climb(Lanes& lanes, std::uint64_t mask) { Kernels<Vector>::climb(lanes, mask); }                  \
  constexpr LaneKernels kernels{advance_each, advance_all, climb};                                             \
  }
// NOLINTEND(bugprone-macro-parentheses)

namespace {

// Two lanes are what every machine with vectors has.
PARBLEU_LANE_KERNELS(portable, , Two)
#if defined(__x86_64__)
PARBLEU_LANE_KERNELS(avx2, PARBLEU_AVX2, Four)
PARBLEU_LANE_KERNELS(avx512, PARBLEU_AVX512, Eight)
#endif

}  // namespace

const LaneKernels& lane_kernels([[maybe_unused]] Simd simd) {
#if defined(__x86_64__)
  if (simd == Simd::avx512) return avx512::kernels;
  if (simd == Simd::avx2) return avx2::kernels;
#endif
  return portable::kernels;
}

}  // namespace parbleu::ter
