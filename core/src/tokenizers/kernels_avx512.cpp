#if defined(__x86_64__)

#include <algorithm>

#include "simd.hpp"
#include "tokenizers/kernels.hpp"

namespace parbleu::tokenizing {
namespace {

PARBLEU_AVX512 inline std::uint64_t plane(__m512i entries, Class which) {
  return _mm512_test_epi8_mask(entries, _mm512_set1_epi8(static_cast<char>(which)));
}

PARBLEU_AVX512 inline Planes to_planes(__m512i entries) {
  return {plane(entries, space),
          plane(entries, single),
          plane(entries, point),
          plane(entries, digit),
          plane(entries, hyphen),
          plane(entries, cut),
          {plane(entries, own_1), plane(entries, own_2)}};
}

PARBLEU_AVX512 void collect(const std::uint8_t* entries, std::size_t words, Planes* planes) {
  for (; words > 0; --words, entries += 64) *planes++ = to_planes(_mm512_loadu_si512(entries));
}

PARBLEU_AVX512 void latin1(const std::uint8_t* units, std::size_t size, const std::uint8_t* table,
                           Planes* planes) {
  const __m512i table_0 = _mm512_loadu_si512(table);
  const __m512i table_1 = _mm512_loadu_si512(table + 64);
  const __m512i table_2 = _mm512_loadu_si512(table + 128);
  const __m512i table_3 = _mm512_loadu_si512(table + 192);
  for (std::size_t at = 0; at <= size; at += 64) {
    const __mmask64 inside =
        _bzhi_u64(~std::uint64_t{0}, static_cast<unsigned>(std::min<std::size_t>(64, size - at)));
    const __m512i chars = _mm512_maskz_loadu_epi8(inside, units + at);
    const __m512i low = _mm512_permutex2var_epi8(table_0, chars, table_1);
    const __m512i high = _mm512_permutex2var_epi8(table_2, chars, table_3);
    const __m512i entries = _mm512_mask_blend_epi8(_mm512_movepi8_mask(chars), low, high);
    *planes++ = to_planes(_mm512_mask_blend_epi8(inside, _mm512_set1_epi8(space), entries));
  }
}

// The positions of the bits, as 64-bit numbers: calls store(where, positions, how many of the eight count).
template <class Store>
[[gnu::always_inline]] PARBLEU_AVX512 inline Span* for_eight_positions(std::uint64_t bits, std::size_t base,
                                                                       Span* to, Store&& store) {
  alignas(64) static constexpr std::array<std::uint8_t, 64> numbers = [] {
    std::array<std::uint8_t, 64> result{};
    for (std::uint8_t k = 0; k < 64; ++k) result[k] = k;
    return result;
  }();
  alignas(64) std::array<std::uint8_t, 64> positions;
  _mm512_store_si512(positions.data(), _mm512_maskz_compress_epi8(bits, _mm512_load_si512(numbers.data())));
  const auto count = static_cast<unsigned>(_mm_popcnt_u64(bits));
  for (unsigned k = 0; k < count; k += 8) {
    const __m128i eight = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(positions.data() + k));
    const __m512i wide =
        _mm512_add_epi64(_mm512_cvtepu8_epi64(eight), _mm512_set1_epi64(static_cast<long long>(base)));
    store(to + k, wide, count - k);
  }
  return to + count;
}

// Begins go to all spans first; then ends find the begins there and make sizes of them.
PARBLEU_AVX512 void spans(const Edges* edges, std::size_t words, Span* result) {
  Span* to = result;
  for (std::size_t word = 0; word < words; ++word) {
    to = for_eight_positions(edges[word].begins, word * 64, to,
                             [](Span* where, __m512i begins, unsigned)
                                 PARBLEU_AVX512 { _mm512_storeu_si512(where, begins); });
  }
  to = result;
  for (std::size_t word = 0; word < words; ++word) {
    to = for_eight_positions(
        edges[word].ends, word * 64, to, [](Span* where, __m512i ends, unsigned count) PARBLEU_AVX512 {
          const __m512i begins = _mm512_loadu_si512(where);
          const __m512i both = _mm512_or_si512(begins, _mm512_slli_epi64(_mm512_sub_epi64(ends, begins), 32));
          _mm512_mask_storeu_epi64(where, static_cast<__mmask8>(_bzhi_u32(0xFF, count)), both);
        });
  }
}

}  // namespace

constinit const Kernels avx512_kernels{latin1, collect, spans};

}  // namespace parbleu::tokenizing

#endif
