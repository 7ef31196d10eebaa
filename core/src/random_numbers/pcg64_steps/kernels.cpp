// Fills the table of kernels for every level; see base/kernel_levels.hpp.
#include "random_numbers/pcg64_steps/kernels.hpp"

#include "base/intrinsics.hpp"

#define PARBLEU_LEVEL portable
#define PARBLEU_KERNEL
#include "random_numbers/pcg64_steps/kernels_loops.hpp"

namespace parbleu::pcg64_steps {

constinit const Kernels portable_kernels{portable::fill};

}  // namespace parbleu::pcg64_steps

#undef PARBLEU_LEVEL
#undef PARBLEU_KERNEL

#if defined(__x86_64__)

#define PARBLEU_LEVEL avx2
#define PARBLEU_KERNEL PARBLEU_AVX2
#include "random_numbers/pcg64_steps/kernels_loops.hpp"

namespace parbleu::pcg64_steps {

constinit const Kernels avx2_kernels{avx2::fill};

}  // namespace parbleu::pcg64_steps

#undef PARBLEU_LEVEL
#undef PARBLEU_KERNEL

namespace parbleu::pcg64_steps {
namespace avx512 {
namespace {

constexpr std::size_t lanes = 8;
constexpr unsigned limb_bits = 52;  // that one multiplication takes

// Eight states in limbs of 52, 52 and 24 bits. What stands above these bits is ignored.
struct Limbs {
  __m512i low;
  __m512i middle;
  __m512i high;
};

std::uint64_t limb(Wide number, unsigned place) {
  return static_cast<std::uint64_t>(number >> (limb_bits * place)) & ((std::uint64_t{1} << limb_bits) - 1);
}

PARBLEU_AVX512 Limbs limbs_of(const Wide* states) {
  alignas(64) std::array<std::array<std::uint64_t, lanes>, 3> rows;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    for (unsigned place = 0; place < 3; ++place) rows[place][lane] = limb(states[lane], place);
  }
  return {_mm512_load_si512(rows[0].data()), _mm512_load_si512(rows[1].data()), _mm512_load_si512(rows[2].data())};
}

PARBLEU_AVX512 Limbs all_lanes(Wide number) {
  const auto row = [&](unsigned place)
                       PARBLEU_AVX512 { return _mm512_set1_epi64(static_cast<long long>(limb(number, place))); };
  return {row(0), row(1), row(2)};
}

PARBLEU_INLINE PARBLEU_AVX512 __m512i outputs_of(const Limbs& state) {
  const __m512i low =
      _mm512_shrdi_epi64(_mm512_slli_epi64(state.low, 64 - limb_bits), state.middle, 64 - limb_bits);
  const __m512i high = _mm512_shrdi_epi64(_mm512_slli_epi64(state.middle, 64 - limb_bits), state.high, 24);
  return _mm512_rorv_epi64(_mm512_xor_si512(low, high), _mm512_srli_epi64(high, 58));
}

// The product of each state and the factor, and the offset: low halves of products of limbs where they stand, high
// ones a limb above.
PARBLEU_INLINE PARBLEU_AVX512 void step(Limbs& state, const Limbs& factor, const Limbs& offset) {
  const __m512i low = _mm512_madd52lo_epu64(offset.low, state.low, factor.low);
  __m512i middle = _mm512_madd52hi_epu64(offset.middle, state.low, factor.low);
  __m512i more = _mm512_madd52lo_epu64(_mm512_srli_epi64(low, limb_bits), state.low, factor.middle);
  middle = _mm512_madd52lo_epu64(middle, state.middle, factor.low);
  __m512i high = _mm512_madd52hi_epu64(offset.high, state.low, factor.middle);
  __m512i above = _mm512_madd52hi_epu64(_mm512_setzero_si512(), state.middle, factor.low);
  high = _mm512_madd52lo_epu64(high, state.low, factor.high);
  above = _mm512_madd52lo_epu64(above, state.middle, factor.middle);
  high = _mm512_madd52lo_epu64(high, state.high, factor.low);
  middle = _mm512_add_epi64(middle, more);
  high = _mm512_add_epi64(high, above);
  state = {low, middle, _mm512_add_epi64(high, _mm512_srli_epi64(middle, limb_bits))};
}

PARBLEU_AVX512 void fill(const States& states, Wide factor, Wide offset, std::size_t rounds,
                         std::uint64_t* outputs) {
  Limbs one = limbs_of(states.data());
  Limbs other = limbs_of(states.data() + lanes);
  const Limbs factors = all_lanes(factor);
  const Limbs offsets = all_lanes(offset);
  for (std::size_t round = 0; round < rounds; ++round, outputs += chains) {
    _mm512_storeu_si512(outputs, outputs_of(one));
    _mm512_storeu_si512(outputs + lanes, outputs_of(other));
    step(one, factors, offsets);
    step(other, factors, offsets);
  }
}

}  // namespace
}  // namespace avx512

constinit const Kernels avx512_kernels{avx512::fill};

}  // namespace parbleu::pcg64_steps

#endif
