#if defined(__x86_64__)

#include <cstring>

#include "base/intrinsics.hpp"
#include "tokenizers/kernels.hpp"

namespace parbleu::tokenizing {
namespace {

// Sixteen entries of a 256-entry table for those of 32 units that index them, zero for the others: a saturating
// addition leaves the top bit clear only where the high nibble is `row`, and a shuffle gives zero for a set one.
PARBLEU_AVX2 inline __m256i look_up_row(__m256i units, const std::uint8_t* table, unsigned row) {
  const __m256i entries = _mm256_broadcastsi128_si256(
      _mm_loadu_si128(reinterpret_cast<const __m128i*>(table + std::size_t{16} * row)));
  const __m256i relative = _mm256_xor_si256(units, _mm256_set1_epi8(static_cast<char>(row << 4)));
  return _mm256_shuffle_epi8(entries, _mm256_adds_epu8(relative, _mm256_set1_epi8(0x70)));
}

PARBLEU_AVX2 inline __m256i look_up(__m256i units, const std::uint8_t* table) {
  __m256i found = _mm256_setzero_si256();
  for (unsigned row = 0; row < 8; ++row) found = _mm256_or_si256(found, look_up_row(units, table, row));
  if (_mm256_movemask_epi8(units) == 0) return found;
  for (unsigned row = 8; row < 16; ++row) found = _mm256_or_si256(found, look_up_row(units, table, row));
  return found;
}

// What a table has for units from 20 to 7F, which most texts have only. A shuffle finds the entry in each row of
// sixteen, and three bits of the unit choose the row.
struct PlainTable {
  __m256i rows[6];
};

PARBLEU_AVX2 inline PlainTable load_plain(const std::uint8_t* table) {
  PlainTable made;
  for (std::size_t k = 0; k < 6; ++k) {
    made.rows[k] =
        _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table + 32 + 16 * k)));
  }
  return made;
}

PARBLEU_AVX2 inline __m256i look_up(__m256i units, const PlainTable& table) {
  __m256i found[6];
  for (std::size_t k = 0; k < 6; ++k) found[k] = _mm256_shuffle_epi8(table.rows[k], units);
  const __m256i bit_4 = _mm256_slli_epi16(units, 3);
  const __m256i bit_5 = _mm256_slli_epi16(units, 2);
  const __m256i bit_6 = _mm256_slli_epi16(units, 1);
  const __m256i from_20 = _mm256_blendv_epi8(found[0], found[1], bit_4);
  const __m256i from_40 = _mm256_blendv_epi8(found[2], found[3], bit_4);
  const __m256i from_60 = _mm256_blendv_epi8(found[4], found[5], bit_4);
  return _mm256_blendv_epi8(from_20, _mm256_blendv_epi8(from_40, from_60, bit_5), bit_6);
}

PARBLEU_AVX2 inline bool plain(__m256i low, __m256i high) {
  const __m256i before = _mm256_set1_epi8(0x1F);  // as signed numbers, 80 to FF are below it
  return _mm256_movemask_epi8(_mm256_and_si256(_mm256_cmpgt_epi8(low, before), _mm256_cmpgt_epi8(high, before))) ==
         -1;
}

// Bit `bit` of all 64 entries.
template <int bit>
PARBLEU_AVX2 inline std::uint64_t plane(__m256i low, __m256i high) {
  const auto first = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_slli_epi16(low, 7 - bit)));
  const auto second = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_slli_epi16(high, 7 - bit)));
  return first | std::uint64_t{second} << 32;
}

// Writes the planes of 64 entries.
PARBLEU_AVX2 inline void write_planes(__m256i low, __m256i high, Planes& planes) {
  planes.space = plane<0>(low, high);
  planes.single = plane<1>(low, high);
  planes.point = plane<2>(low, high);
  planes.digit = plane<3>(low, high);
  planes.hyphen = plane<4>(low, high);
  planes.cut = plane<5>(low, high);
  planes.own = {plane<6>(low, high), plane<7>(low, high)};
}

PARBLEU_AVX2 inline __m256i load(const std::uint8_t* bytes) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
}

PARBLEU_AVX2 void collect(const std::uint8_t* entries, std::size_t words, Planes* planes) {
  for (; words > 0; --words, entries += 64) write_planes(load(entries), load(entries + 32), *planes++);
}

// The entries of 64 units.
struct Entries {
  __m256i low;
  __m256i high;
};

// Apart, for else the compiler keeps its constants ready where they are not needed.
PARBLEU_AVX2 __attribute__((noinline)) void look_up_all(Entries& units, const std::uint8_t* table) {
  units = {look_up(units.low, table), look_up(units.high, table)};
}

PARBLEU_AVX2 inline Entries entries_of(const std::uint8_t* units, const PlainTable& plain_table,
                                       const std::uint8_t* table) {
  const __m256i low = load(units);
  const __m256i high = load(units + 32);
  if (plain(low, high)) [[likely]]
    return {look_up(low, plain_table), look_up(high, plain_table)};
  Entries found{low, high};
  look_up_all(found, table);
  return found;
}

PARBLEU_AVX2 void latin1(const std::uint8_t* units, std::size_t size, const std::uint8_t* table, Planes* planes) {
  const PlainTable plain_table = load_plain(table);
  std::size_t at = 0;
  for (; at + 64 <= size; at += 64) {
    const Entries found = entries_of(units + at, plain_table, table);
    write_planes(found.low, found.high, *planes++);
  }
  // What is left, from the last 64 units.
  const std::size_t left = size - at;
  std::array<std::uint8_t, 64> all;
  const std::uint8_t* last = all.data();
  if (size >= 64) {
    last = units + size - 64;
  } else {
    all.fill(' ');
    if (size > 0) std::memcpy(all.data() + 64 - size, units, size);
  }
  const Entries found = entries_of(last, plain_table, table);
  const std::size_t shift = (64 - left) % 64;
  const std::uint64_t inside = (std::uint64_t{1} << left) - 1;
  const auto part = [&](std::uint64_t plane) { return plane >> shift & inside; };
  planes->space = plane<0>(found.low, found.high) >> shift | ~inside;
  planes->single = part(plane<1>(found.low, found.high));
  planes->point = part(plane<2>(found.low, found.high));
  planes->digit = part(plane<3>(found.low, found.high));
  planes->hyphen = part(plane<4>(found.low, found.high));
  planes->cut = part(plane<5>(found.low, found.high));
  planes->own = {part(plane<6>(found.low, found.high)), part(plane<7>(found.low, found.high))};
}

// Calls use(k, place) for bit number k, in turn; eight at a time, for how many there are cannot be predicted, and so
// up to eight times more, with no meaning, behind the last. Returns how many there are.
template <class Use>
PARBLEU_AVX2 inline std::size_t for_each_bit(std::uint64_t bits, Use use) {
  const auto count = static_cast<std::size_t>(_mm_popcnt_u64(bits));
  std::size_t done = 0;
  do {
    for (std::size_t k = 0; k < 8; ++k, bits = _blsr_u64(bits)) {
      use(done + k, static_cast<std::uint32_t>(_tzcnt_u64(bits)));
    }
    done += 8;
  } while (done < count);
  return count;
}

PARBLEU_AVX2 std::size_t spans(const Edges* edges, std::size_t words, Span* result) {
  Span* begin = result;
  Span* end = result;
  for (std::size_t word = 0; word < words; ++word) {
    const auto base = static_cast<std::uint32_t>(word * 64);
    begin +=
        for_each_bit(edges[word].begins, [&](std::size_t k, std::uint32_t at) { begin[k].begin = base + at; });
    end += for_each_bit(edges[word].ends,
                        [&](std::size_t k, std::uint32_t at) { end[k].size = base + at - end[k].begin; });
  }
  return static_cast<std::size_t>(end - result);
}

}  // namespace

constinit const Kernels avx2_kernels{latin1, nullptr, collect, spans};

}  // namespace parbleu::tokenizing

#endif
