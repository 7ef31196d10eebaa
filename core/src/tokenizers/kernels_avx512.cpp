#if defined(__x86_64__)

#include <algorithm>
#include <array>

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

constexpr std::array<std::uint8_t, 64> numbers = [] {
  std::array<std::uint8_t, 64> result{};
  for (std::uint8_t k = 0; k < 64; ++k) result[k] = k;
  return result;
}();

// Sixteen begins and sizes, as spans.
PARBLEU_AVX512 inline void store_spans(__m512i begins, __m512i sizes, Span* spans) {
  const __m512i first = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const __m512i second = _mm512_add_epi32(first, _mm512_set1_epi32(8));
  _mm512_storeu_si512(spans, _mm512_permutex2var_epi32(begins, first, sizes));
  _mm512_storeu_si512(spans + 8, _mm512_permutex2var_epi32(begins, second, sizes));
}

// A word's spans are those that end in it. The k-th begin belongs to the k-th end, unless a token is open from the
// words before: then that one's begin, `pending`, comes first.
PARBLEU_AVX512 std::size_t spans(const Edges* edges, std::size_t words, Span* result) {
  const Span* const first = result;
  const __m512i order = _mm512_loadu_si512(numbers.data());
  std::uint32_t pending = 0;
  unsigned open = 0;
  for (std::size_t word = 0; word < words; ++word) {
    const auto base = static_cast<std::uint32_t>(word * 64);
    const auto count = static_cast<unsigned>(_mm_popcnt_u64(edges[word].ends));
    const __m512i shifted = _mm512_sub_epi8(order, _mm512_set1_epi8(static_cast<char>(open)));
    __m512i begins = _mm512_permutexvar_epi8(shifted, _mm512_maskz_compress_epi8(edges[word].begins, order));
    __m512i ends = _mm512_maskz_compress_epi8(edges[word].ends, order);
    auto from_before = static_cast<__mmask16>(open);
    for (unsigned done = 0; done < count; done += 16) {
      __m512i begin = _mm512_add_epi32(_mm512_cvtepu8_epi32(_mm512_castsi512_si128(begins)),
                                       _mm512_set1_epi32(static_cast<int>(base)));
      const __m512i end = _mm512_add_epi32(_mm512_cvtepu8_epi32(_mm512_castsi512_si128(ends)),
                                           _mm512_set1_epi32(static_cast<int>(base)));
      begin = _mm512_mask_set1_epi32(begin, from_before, static_cast<int>(pending));
      store_spans(begin, _mm512_sub_epi32(end, begin), result + done);
      begins = _mm512_alignr_epi32(begins, begins, 4);
      ends = _mm512_alignr_epi32(ends, ends, 4);
      from_before = 0;
    }
    result += count;
    open += static_cast<unsigned>(_mm_popcnt_u64(edges[word].begins)) - count;
    if (edges[word].begins != 0)
      pending = base + 63 - static_cast<std::uint32_t>(__builtin_clzll(edges[word].begins));
  }
  return static_cast<std::size_t>(result - first);
}

}  // namespace

constinit const Kernels avx512_kernels{latin1, collect, spans};

}  // namespace parbleu::tokenizing

#endif
