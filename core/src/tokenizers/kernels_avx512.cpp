#if defined(__x86_64__)

#include <algorithm>
#include <array>

#include "base/intrinsics.hpp"
#include "tokenizers/kernels.hpp"

namespace parbleu::tokenizing {
namespace {

constexpr std::array<std::uint8_t, 64> numbers = [] {
  std::array<std::uint8_t, 64> result{};
  for (std::uint8_t k = 0; k < 64; ++k) result[k] = k;
  return result;
}();

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

// A table of 256 bytes in registers.
struct Table {
  __m512i quarters[4];
};

PARBLEU_AVX512 inline Table load_table(const std::uint8_t* bytes) {
  return {{_mm512_loadu_si512(bytes), _mm512_loadu_si512(bytes + 64), _mm512_loadu_si512(bytes + 128),
           _mm512_loadu_si512(bytes + 192)}};
}

PARBLEU_AVX512 inline __m512i look_up(const Table& table, __m512i bytes) {
  const __m512i low = _mm512_permutex2var_epi8(table.quarters[0], bytes, table.quarters[1]);
  const __m512i high = _mm512_permutex2var_epi8(table.quarters[2], bytes, table.quarters[3]);
  return _mm512_mask_blend_epi8(_mm512_movepi8_mask(bytes), low, high);
}

PARBLEU_AVX512 inline std::uint64_t first_bits(std::size_t count) {
  return _bzhi_u64(~std::uint64_t{0}, static_cast<unsigned>(std::min<std::size_t>(64, count)));
}

PARBLEU_AVX512 void latin1(const std::uint8_t* units, std::size_t size, const std::uint8_t* entries,
                           Planes* planes) {
  const Table table = load_table(entries);
  for (std::size_t at = 0; at <= size; at += 64) {
    const __mmask64 inside = first_bits(size - at);
    const __m512i found = look_up(table, _mm512_maskz_loadu_epi8(inside, units + at));
    *planes++ = to_planes(_mm512_mask_blend_epi8(inside, _mm512_set1_epi8(space), found));
  }
}

// Two look-ups: the page by the high byte, then the entry by the low one, once for each page in the block. There are
// few: Latin-1, which is tried unseen, and a script or two. Entries of the empty page are zeros.
PARBLEU_AVX512 void ucs2(const std::uint16_t* units, std::size_t size, const ClassTable::View& view,
                         Planes* planes) {
  const Table index = load_table(view.index);
  const Table latin = load_table(view.values);
  const __m512i order = _mm512_loadu_si512(numbers.data());
  const __m512i evens = _mm512_add_epi8(order, order);
  const __m512i odds = _mm512_or_si512(evens, _mm512_set1_epi8(1));
  for (std::size_t at = 0; at <= size; at += 64) {
    const __mmask64 inside = first_bits(size - at);
    const __m512i front = _mm512_maskz_loadu_epi16(static_cast<__mmask32>(inside), units + at);
    const __m512i back = _mm512_maskz_loadu_epi16(static_cast<__mmask32>(inside >> 32), units + at + 32);
    const __m512i low = _mm512_permutex2var_epi8(front, evens, back);
    const __m512i pages = look_up(index, _mm512_permutex2var_epi8(front, odds, back));
    __m512i found = _mm512_maskz_mov_epi8(_mm512_testn_epi8_mask(pages, pages), look_up(latin, low));
    __mmask64 rest = _mm512_cmpgt_epu8_mask(pages, _mm512_set1_epi8(ClassTable::empty)) & inside;
    while (rest != 0) {
      const __m128i next = _mm512_castsi512_si128(_mm512_maskz_compress_epi8(rest, pages));
      const __mmask64 same = _mm512_cmpeq_epi8_mask(pages, _mm512_broadcastb_epi8(next)) & rest;
      const auto page = static_cast<std::uint8_t>(_mm_cvtsi128_si32(next));
      found = _mm512_mask_mov_epi8(found, same, look_up(load_table(view.values + std::size_t{256} * page), low));
      rest ^= same;
    }
    *planes++ = to_planes(_mm512_mask_blend_epi8(inside, _mm512_set1_epi8(space), found));
  }
}

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

constinit const Kernels avx512_kernels{latin1, ucs2, collect, spans};

}  // namespace parbleu::tokenizing

#endif
