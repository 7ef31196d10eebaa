#if defined(__x86_64__)

#include <algorithm>
#include <array>
#include <bit>

#include "base/intrinsics.hpp"
#include "ngrams/kernels.hpp"

#define PARBLEU_KERNEL PARBLEU_AVX512
#define PARBLEU_COUNTS_BITS
#include "ngrams/kernels_loops.hpp"

namespace parbleu::ngrams {
namespace {

constexpr std::size_t most_words = 64;
constexpr std::size_t least_listed_words = 8;
constexpr std::size_t block_words = 8;  // what registers hold

// A mask as a number. g++ 12 widens a mask of 8 bits to 64 by storing one byte and loading eight when registers run
// short, so that 56 bits are whatever the stack held. It cannot look through the empty instruction, whose operand is
// a general register of 32 bits.
PARBLEU_AVX512 inline std::uint64_t bits_of(std::uint32_t mask) {
  asm("" : "+r"(mask));
  return mask;
}

// White space below 256 among the bytes or 16-bit units of a register.
PARBLEU_AVX512 inline __mmask64 space_bytes(__m512i units) {
  const __m512i five = _mm512_set1_epi8(5);
  const __mmask64 tabs = _mm512_cmplt_epu8_mask(_mm512_sub_epi8(units, _mm512_set1_epi8(0x09)), five);
  const __mmask64 separators = _mm512_cmplt_epu8_mask(_mm512_sub_epi8(units, _mm512_set1_epi8(0x1C)), five);
  const __mmask64 next_line = _mm512_cmpeq_epi8_mask(units, _mm512_set1_epi8(static_cast<char>(0x85)));
  const __mmask64 no_break = _mm512_cmpeq_epi8_mask(units, _mm512_set1_epi8(static_cast<char>(0xA0)));
  return tabs | separators | next_line | no_break;
}

// ASCII punctuation: what is printable and neither blank nor letter nor digit.
PARBLEU_AVX512 inline __mmask64 mark_bytes(__m512i units) {
  const __m512i letter = _mm512_sub_epi8(_mm512_or_si512(units, _mm512_set1_epi8(0x20)), _mm512_set1_epi8('a'));
  const __mmask64 letters = _mm512_cmplt_epu8_mask(letter, _mm512_set1_epi8(26));
  const __m512i digit = _mm512_sub_epi8(units, _mm512_set1_epi8('0'));
  const __mmask64 digits = _mm512_cmplt_epu8_mask(digit, _mm512_set1_epi8(10));
  const __m512i visible = _mm512_sub_epi8(units, _mm512_set1_epi8(0x21));
  return _mm512_cmplt_epu8_mask(visible, _mm512_set1_epi8(0x5E)) & ~letters & ~digits;
}

// Whether a unit above 255 may be white space: 1680, 2000..205F and 3000 are.
PARBLEU_AVX512 inline __mmask32 wide_spaces(__m512i units) {
  const __mmask32 narrow =
      _mm512_cmplt_epu16_mask(_mm512_sub_epi16(units, _mm512_set1_epi16(0x2000)), _mm512_set1_epi16(0x0B));
  const __mmask32 lines =
      _mm512_cmpeq_epi16_mask(_mm512_or_si512(units, _mm512_set1_epi16(1)), _mm512_set1_epi16(0x2029));
  return narrow | (lines & _mm512_cmpge_epu16_mask(units, _mm512_set1_epi16(0x2028))) |
         _mm512_cmpeq_epi16_mask(units, _mm512_set1_epi16(0x1680)) |
         _mm512_cmpeq_epi16_mask(units, _mm512_set1_epi16(0x202F)) |
         _mm512_cmpeq_epi16_mask(units, _mm512_set1_epi16(0x205F)) |
         _mm512_cmpeq_epi16_mask(units, _mm512_set1_epi16(0x3000));
}

PARBLEU_AVX512 void classify_bytes(const std::uint8_t* units, std::size_t size, std::uint64_t* spaces,
                                   std::uint64_t* marks) {
  for (std::size_t word = 0; word <= size / word_bits; ++word) {
    const __mmask64 inside = first_bits(size - word * word_bits);
    const __m512i block = _mm512_maskz_loadu_epi8(inside, units + word * word_bits);
    spaces[word] = space_bytes(block) | ~inside;
    if (marks != nullptr) marks[word] = mark_bytes(block);
  }
}

PARBLEU_AVX512 void classify_pairs(const std::uint16_t* units, std::size_t size, std::uint64_t* spaces,
                                   std::uint64_t* marks) {
  for (std::size_t word = 0; word <= size / word_bits; ++word) {
    const std::uint16_t* const begin = units + word * word_bits;
    const __mmask64 inside = first_bits(size - word * word_bits);
    const __m512i low = _mm512_maskz_loadu_epi16(static_cast<__mmask32>(inside), begin);
    const __m512i high = _mm512_maskz_loadu_epi16(static_cast<__mmask32>(inside >> 32), begin + 32);
    // What is above 255 saturates to FF, which is neither white space nor punctuation.
    const __m512i bytes =
        _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtusepi16_epi8(low)), _mm512_cvtusepi16_epi8(high), 1);
    const __mmask64 wide = bits_of(wide_spaces(low)) | bits_of(wide_spaces(high)) << 32;
    spaces[word] = space_bytes(bytes) | wide | ~inside;
    if (marks != nullptr) marks[word] = mark_bytes(bytes);
  }
}

PARBLEU_AVX512 void classify(const Text& text, std::uint64_t* spaces, std::uint64_t* marks) {
  if (text.width == Width::one) {
    classify_bytes(static_cast<const std::uint8_t*>(text.data), text.size, spaces, marks);
  } else if (text.width == Width::two) {
    classify_pairs(static_cast<const std::uint16_t*>(text.data), text.size, spaces, marks);
  } else {
    portable_kernels.classify(text, spaces, marks);
  }
}

PARBLEU_AVX512 std::size_t squeeze_bytes(const std::uint8_t* units, std::size_t size, const std::uint64_t* spaces,
                                         std::uint8_t* out) {
  std::uint8_t* to = out;
  for (std::size_t word = 0; word * word_bits < size; ++word) {
    const __mmask64 keep = ~spaces[word];
    const __m512i block = _mm512_maskz_loadu_epi8(keep, units + word * word_bits);
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi8(keep, block));
    to += std::popcount(keep);
  }
  return static_cast<std::size_t>(to - out);
}

PARBLEU_AVX512 std::size_t squeeze_pairs(const std::uint16_t* units, std::size_t size, const std::uint64_t* spaces,
                                         std::uint16_t* out) {
  std::uint16_t* to = out;
  for (std::size_t at = 0; at < size; at += 32) {
    const auto keep = static_cast<__mmask32>(~spaces[at / word_bits] >> (at % word_bits));
    const __m512i block = _mm512_maskz_loadu_epi16(keep, units + at);
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi16(keep, block));
    to += std::popcount(keep);
  }
  return static_cast<std::size_t>(to - out);
}

PARBLEU_AVX512 std::size_t squeeze(const Text& text, const std::uint64_t* spaces, void* out) {
  if (text.width == Width::one) {
    return squeeze_bytes(static_cast<const std::uint8_t*>(text.data), text.size, spaces,
                         static_cast<std::uint8_t*>(out));
  }
  if (text.width == Width::two) {
    return squeeze_pairs(static_cast<const std::uint16_t*>(text.data), text.size, spaces,
                         static_cast<std::uint16_t*>(out));
  }
  return portable_kernels.squeeze(text, spaces, out);
}

PARBLEU_AVX512 void match_units(const std::uint16_t* hypothesis, std::size_t size, const std::uint16_t* reference,
                                std::size_t reference_size, std::uint64_t* rows) {
  const std::size_t words = (reference_size + word_bits - 1) / word_bits;
  for (std::size_t word = 0; word < words; ++word) {
    const __m512i low = _mm512_loadu_si512(reference + word * word_bits);
    const __m512i high = _mm512_loadu_si512(reference + word * word_bits + 32);
    const __mmask64 inside = first_bits(reference_size - word * word_bits);
    const auto inside_low = static_cast<__mmask32>(inside);
    const auto inside_high = static_cast<__mmask32>(inside >> 32);
    for (std::size_t at = 0; at < size; ++at) {
      const __m512i unit = _mm512_set1_epi16(static_cast<short>(hypothesis[at]));
      rows[at * words + word] = _mm512_kunpackd(_mm512_mask_cmpeq_epi16_mask(inside_high, unit, high),
                                                _mm512_mask_cmpeq_epi16_mask(inside_low, unit, low));
    }
  }
}

constexpr std::array<std::uint8_t, 64> numbers = [] {
  std::array<std::uint8_t, 64> made{};
  for (std::uint8_t k = 0; k < 64; ++k) made[k] = k;
  return made;
}();

// Sixty-four code points: their low bytes and, of 16-bit units, their high ones. Zero behind the end.
struct Block {
  __m512i low;
  __m512i high;
};

PARBLEU_AVX512 inline Block load_block(const std::uint8_t* units, std::size_t size, std::size_t at) {
  return {_mm512_maskz_loadu_epi8(first_bits(size - std::min(size, at)), units + at), __m512i{}};
}

PARBLEU_AVX512 inline Block load_block(const std::uint16_t* units, std::size_t size, std::size_t at) {
  const __mmask64 inside = first_bits(size - std::min(size, at));
  const __m512i front = _mm512_maskz_loadu_epi16(static_cast<__mmask32>(inside), units + at);
  const __m512i back = _mm512_maskz_loadu_epi16(static_cast<__mmask32>(inside >> 32), units + at + 32);
  const __m512i order = _mm512_loadu_si512(numbers.data());
  const __m512i evens = _mm512_add_epi8(order, order);
  return {_mm512_permutex2var_epi8(front, evens, back),
          _mm512_permutex2var_epi8(front, _mm512_or_si512(evens, _mm512_set1_epi8(1)), back)};
}

// Whether each lane has a byte of the mask.
PARBLEU_AVX512 inline std::uint64_t lanes_with(__mmask64 bytes) {
  const __m512i ones = _mm512_movm_epi8(bytes);
  return bits_of(_mm512_test_epi64_mask(ones, ones));
}

// The words that begin among 64 code points: where, there, how long they are, up to 128 code points, and what the last bytes
// of their low keys are where all their code points are below 256.
struct FoundWords {
  __m512i begins;
  __m512i sizes;
  __m512i tags;
};

// Of eight words.
struct WordKeys {
  __m512i low;
  __m512i high;
};

constexpr __mmask64 last_bytes = 0x8080808080808080;  // of each lane

// The keys of the eight words from number `first` on, as words.cpp makes that of one word. Their code points are picked
// out of two blocks.
template <bool wide>
PARBLEU_AVX512 PARBLEU_INLINE WordKeys keys_of(const FoundWords& words, unsigned first, const Block& block,
                                               const Block& next, std::uint64_t& deep, std::uint64_t& hashed) {
  const __m512i places = _mm512_set1_epi64(0x0706050403020100);
  const __m512i later_places = _mm512_set1_epi64(0x0E0D0C0B0A090807);
  const __m512i lanes =
      _mm512_set_epi64(0x0707070707070707, 0x0606060606060606, 0x0505050505050505, 0x0404040404040404,
                       0x0303030303030303, 0x0202020202020202, 0x0101010101010101, 0);
  const __m512i eight = _mm512_add_epi8(lanes, _mm512_set1_epi8(static_cast<char>(first)));
  const __m512i begins = _mm512_permutexvar_epi8(eight, words.begins);
  const __m512i sizes = _mm512_permutexvar_epi8(eight, words.sizes);
  const __m512i front = _mm512_add_epi8(begins, places);
  const __m512i back = _mm512_add_epi8(begins, later_places);
  const __mmask64 in_front = _mm512_mask_cmplt_epu8_mask(~last_bytes, places, sizes);
  const __mmask64 in_back = _mm512_mask_cmplt_epu8_mask(~last_bytes, later_places, sizes);
  WordKeys keys{_mm512_maskz_permutex2var_epi8(in_front, block.low, front, next.low),
                _mm512_maskz_permutex2var_epi8(in_back, block.low, back, next.low)};
  keys.low = _mm512_mask_permutexvar_epi8(keys.low, last_bytes, eight, words.tags);
  if constexpr (wide) {
    const __m512i common = _mm512_permutex2var_epi8(block.high, begins, next.high);
    const __m512i high_front = _mm512_permutex2var_epi8(block.high, front, next.high);
    const __m512i high_back = _mm512_permutex2var_epi8(block.high, back, next.high);
    hashed |= lanes_with(_mm512_mask_cmpneq_epi8_mask(in_front, high_front, common) |
                         _mm512_mask_cmpneq_epi8_mask(in_back, high_back, common))
              << first;
    const std::uint64_t far = lanes_with(_mm512_cmpgt_epu8_mask(common, _mm512_set1_epi8(15)));
    const std::uint64_t one = bits_of(_mm512_cmpeq_epi64_mask(sizes, _mm512_set1_epi8(1)));
    const auto far_one = static_cast<__mmask8>(far & one);
    const std::uint64_t deep_here = (deep >> first & 0xFF) | (far & ~one);
    deep |= deep_here << first;
    // The last byte of a low key tells, below 16, what is common.
    const auto near = static_cast<__mmask8>(~(deep_here | far_one));
    __m512i tag = _mm512_or_si512(sizes, _mm512_set1_epi8(static_cast<char>(0x80)));
    tag = _mm512_mask_or_epi64(tag, near, sizes, _mm512_slli_epi16(common, 3));
    tag = _mm512_mask_mov_epi64(tag, far_one, _mm512_set1_epi8(static_cast<char>(0x80)));
    keys.low = _mm512_mask_mov_epi8(keys.low, last_bytes, tag);
    keys.low =
        _mm512_mask_or_epi64(keys.low, far_one, keys.low, _mm512_and_si512(common, _mm512_set1_epi64(0xFF00)));
    keys.high = _mm512_maskz_mov_epi64(static_cast<__mmask8>(deep_here),
                                       _mm512_mask_mov_epi8(keys.high, last_bytes, common));
  }
  return keys;
}

// How many words begin in word `word` of the edges, and where and how long they are. The end of the last one may come in
// the next word, or in a later one, when its size has no meaning and is above 64.
PARBLEU_AVX512 inline unsigned find_words(std::span<const tokenizing::Edges> edges, std::size_t word,
                                          FoundWords& found) {
  const __m512i order = _mm512_loadu_si512(numbers.data());
  const std::uint64_t begins = edges[word].begins;
  std::uint64_t ends = edges[word].ends;
  // An end that is not behind the first begin is that of a word from before.
  const std::uint64_t before_first = begins ^ (begins - 1);
  ends &= (ends & before_first) != 0 ? ends - 1 : ~std::uint64_t{0};
  const auto count = static_cast<unsigned>(std::popcount(begins));
  const auto ended = static_cast<unsigned>(std::popcount(ends));
  const std::uint64_t next_ends = word + 1 < edges.size() ? edges[word + 1].ends : 0;
  const auto last_end = static_cast<char>(word_bits + static_cast<std::size_t>(std::countr_zero(next_ends)));
  const __mmask64 open = _bzhi_u64(~std::uint64_t{0}, count) ^ _bzhi_u64(~std::uint64_t{0}, ended);
  found.begins = _mm512_maskz_compress_epi8(begins, order);
  const __m512i stops =
      _mm512_mask_mov_epi8(_mm512_maskz_compress_epi8(ends, order), open, _mm512_set1_epi8(last_end));
  found.sizes = _mm512_sub_epi8(stops, found.begins);
  const __mmask64 deep = _mm512_cmpgt_epu8_mask(found.sizes, _mm512_set1_epi8(7));
  found.tags = _mm512_mask_add_epi8(found.sizes, deep, found.sizes, _mm512_set1_epi8(static_cast<char>(0x80)));
  return count;
}

// A span of a word that ends two words of edges later, or more.
inline void set_long_size(std::span<const tokenizing::Edges> edges, std::size_t word, Span& span) {
  std::size_t last = word + 1;
  while (edges[last].ends == 0) ++last;
  const std::size_t end = last * word_bits + static_cast<std::size_t>(std::countr_zero(edges[last].ends));
  span.size = static_cast<std::uint32_t>(end) - span.begin;
}

// Begins and sizes of eight words as spans.
PARBLEU_AVX512 inline __m512i spans_of(const FoundWords& words, unsigned first, std::size_t base) {
  constexpr __mmask64 lowest_bytes = 0x1111111111111111;  // of each half of a lane
  const __m512i eight = _mm512_add_epi8(_mm512_setr_epi64(0x4000000000, 0x4100000001, 0x4200000002, 0x4300000003,
                                                          0x4400000004, 0x4500000005, 0x4600000006, 0x4700000007),
                                        _mm512_set1_epi8(static_cast<char>(first)));
  return _mm512_add_epi32(_mm512_maskz_permutex2var_epi8(lowest_bytes, words.begins, eight, words.sizes),
                          _mm512_set1_epi64(static_cast<long long>(base)));
}

// Sixteen words for every 64 code points, which seldom have more: whether there are more than eight cannot be predicted.
template <class Unit>
PARBLEU_AVX512 WordCounts write_words(const Unit* units, std::size_t size,
                                      std::span<const tokenizing::Edges> edges, Span* spans, const KeyRoom& room) {
  constexpr bool wide = sizeof(Unit) > 1;
  const __m512i order = _mm512_loadu_si512(numbers.data());
  const KeyRoom to = room;
  std::size_t words = 0;
  std::uint32_t* listed = to.deep;
  std::uint64_t any_hashed = 0;
  Block next = load_block(units, size, 0);
  for (std::size_t word = 0; word < edges.size(); ++word) {
    const Block block = next;
    next = load_block(units, size, (word + 1) * word_bits);
    FoundWords found;
    const unsigned count = find_words(edges, word, found);
    const std::uint64_t present = _bzhi_u64(~std::uint64_t{0}, count);
    std::uint64_t deep = _mm512_cmpgt_epu8_mask(found.sizes, _mm512_set1_epi8(7));
    std::uint64_t hashed =
        _mm512_cmpgt_epu8_mask(found.sizes, _mm512_set1_epi8(static_cast<char>(longest_in_key)));
    const auto make_eight = [&](unsigned first) __attribute__((always_inline)) PARBLEU_AVX512 {
      const WordKeys keys = keys_of<wide>(found, first, block, next, deep, hashed);
      _mm512_storeu_si512(to.low + words + first, keys.low);
      _mm512_storeu_si512(to.high + words + first, keys.high);
      _mm512_storeu_si512(spans + words + first, spans_of(found, first, word * word_bits));
    };
    make_eight(0);
    make_eight(8);
    for (unsigned first = 16; first < count; first += 8) make_eight(first);
    hashed &= present;
    any_hashed |= hashed;
    for (std::uint64_t bits = hashed; bits != 0; bits &= bits - 1) {
      to.low[words + static_cast<std::size_t>(std::countr_zero(bits))] = ~std::uint64_t{0};
    }
    deep = (deep | hashed) & present;
    __m512i places = _mm512_maskz_compress_epi8(deep, order);
    const auto deep_here = static_cast<std::size_t>(std::popcount(deep));
    for (std::size_t done = 0; done < deep_here; done += 16) {
      const __m512i some = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(places));
      _mm512_storeu_si512(listed + done, _mm512_add_epi32(some, _mm512_set1_epi32(static_cast<int>(words))));
      places = _mm512_alignr_epi64(places, places, 2);
    }
    listed += deep_here;
    words += count;
    if (hashed != 0 && spans[words - 1].size > word_bits) set_long_size(edges, word, spans[words - 1]);
  }
  return {words, static_cast<std::size_t>(listed - to.deep), any_hashed != 0};
}

PARBLEU_AVX512 WordCounts byte_words(const std::uint8_t* units, std::size_t size,
                                     std::span<const tokenizing::Edges> edges, Span* spans, const KeyRoom& room) {
  return write_words(units, size, edges, spans, room);
}

PARBLEU_AVX512 WordCounts pair_words(const std::uint16_t* units, std::size_t size,
                                     std::span<const tokenizing::Edges> edges, Span* spans, const KeyRoom& room) {
  return write_words(units, size, edges, spans, room);
}

// Where a key stands among 8 * `registers` keys. The masks are joined as masks: to move each of them to a number would
// take as long as to compare.
template <std::size_t registers>
PARBLEU_AVX512 PARBLEU_INLINE std::uint64_t places_of(__m512i key, const __m512i* keys) {
  __mmask8 eights[8] = {};
#pragma GCC unroll 8
  for (std::size_t k = 0; k < registers; ++k) eights[k] = _mm512_cmpeq_epi64_mask(key, keys[k]);
  const auto four = [&](std::size_t k) __attribute__((always_inline)) PARBLEU_AVX512 {
    return _mm512_kunpackw(_mm512_kunpackb(eights[k + 3], eights[k + 2]),
                           _mm512_kunpackb(eights[k + 1], eights[k]));
  };
  if constexpr (registers == 1) {
    return bits_of(eights[0]);
  } else if constexpr (registers <= 4) {
    return bits_of(four(0));
  } else {
    return _mm512_kunpackd(four(4), four(0));
  }
}

// Against up to 8 * `registers` keys.
template <std::size_t registers>
PARBLEU_AVX512 void match_word(const std::uint64_t* hypothesis, std::size_t size, const std::uint64_t* reference,
                               std::size_t stride, std::uint64_t* rows) {
  __m512i keys[registers];
#pragma GCC unroll 8  // else GCC copies them through memory
  for (std::size_t k = 0; k < registers; ++k) keys[k] = _mm512_loadu_si512(reference + 8 * k);
  for (std::size_t at = 0; at < size; ++at) {
    rows[at * stride] = places_of<registers>(_mm512_set1_epi64(static_cast<long long>(hypothesis[at])), keys);
  }
}

PARBLEU_AVX512 void match_keys(const std::uint64_t* hypothesis, std::size_t size, const std::uint64_t* reference,
                               std::size_t reference_size, std::size_t stride, std::uint64_t* rows) {
  constexpr decltype(&match_word<1>) of_registers[] = {match_word<1>, match_word<2>, match_word<3>, match_word<4>,
                                                       match_word<5>, match_word<6>, match_word<7>, match_word<8>};
  for (std::size_t first = 0; first < reference_size; first += word_bits, ++rows) {
    const std::size_t count = std::min(word_bits, reference_size - first);
    of_registers[(count - 1) / 8](hypothesis, size, reference + first, stride, rows);
  }
}

// All orders in the lanes of one register, order n in lane n - 1; `words` words in registers, out of rows of
// `stride` words. `passed` takes from one such block to the next, at every place of the hypothesis and for every
// order, the last bit of E_n (in its low byte) and whether no free bit has been found yet (in its high byte).
template <std::size_t words, bool indexed, bool first, bool last>
PARBLEU_AVX512 __m512i count_block(const std::uint64_t* rows, const std::uint16_t* index, std::size_t size,
                                   std::size_t stride, std::uint16_t* passed) {
  const __m512i zero = _mm512_setzero_si512();
  const __m512i all = _mm512_set1_epi64(-1);
  __m512i equal[words];
  __m512i used[words];
#pragma GCC unroll 8  // else GCC clears memory that it does not use
  for (std::size_t word = 0; word < words; ++word) equal[word] = used[word] = zero;
  __m512i carried = zero;  // what the block before had at the place before
  for (std::size_t at = 0; at < size; ++at) {
    const std::uint64_t* const row = rows + (indexed ? index[at] : at) * stride;
    __m512i before = carried;
    auto looking = static_cast<__mmask8>(first ? 0xFF : passed[at] >> 8);
    if constexpr (!first) carried = _mm512_movm_epi64(static_cast<__mmask8>(passed[at]));
    for (std::size_t word = 0; word < words; ++word) {
      const bool leftmost = first && word == 0;
      const __m512i shifted =
          leftmost ? _mm512_slli_epi64(equal[word], 1) : _mm512_shldi_epi64(equal[word], before, 1);
      before = equal[word];
      equal[word] = _mm512_and_si512(_mm512_alignr_epi64(shifted, all, 7),
                                     _mm512_set1_epi64(static_cast<long long>(row[word])));
      const __m512i free = _mm512_andnot_si512(used[word], equal[word]);
      const __m512i minus = _mm512_sub_epi64(zero, free);
      constexpr int a_or_b_and_c = 0xF8;
      if (leftmost) {
        used[word] = _mm512_ternarylogic_epi64(used[word], free, minus, a_or_b_and_c);
      } else {
        used[word] = _mm512_mask_ternarylogic_epi64(used[word], looking, free, minus, a_or_b_and_c);
      }
      if (!last || word + 1 < words) looking = _mm512_mask_testn_epi64_mask(looking, free, free);
    }
    if constexpr (!last)
      passed[at] =
          static_cast<std::uint16_t>(bits_of(_mm512_movepi64_mask(equal[words - 1])) | bits_of(looking) << 8);
  }
  __m512i sum = zero;
  for (std::size_t word = 0; word < words; ++word) sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(used[word]));
  return sum;
}

template <bool indexed, bool first>
PARBLEU_AVX512 __m512i count_last(const std::uint64_t* rows, const std::uint16_t* index, std::size_t size,
                                  std::size_t stride, std::size_t words, std::uint16_t* passed) {
  switch (words) {
    case 1:
      return count_block<1, indexed, first, true>(rows, index, size, stride, passed);
    case 2:
      return count_block<2, indexed, first, true>(rows, index, size, stride, passed);
    case 3:
      return count_block<3, indexed, first, true>(rows, index, size, stride, passed);
    case 4:
      return count_block<4, indexed, first, true>(rows, index, size, stride, passed);
    case 5:
      return count_block<5, indexed, first, true>(rows, index, size, stride, passed);
    case 6:
      return count_block<6, indexed, first, true>(rows, index, size, stride, passed);
    case 7:
      return count_block<7, indexed, first, true>(rows, index, size, stride, passed);
    default:
      return count_block<block_words, indexed, first, true>(rows, index, size, stride, passed);
  }
}

template <bool indexed>
PARBLEU_AVX512 __m512i count_blocks(const std::uint64_t* rows, const std::uint16_t* index, std::size_t size,
                                    std::size_t words, std::uint16_t* passed) {
  if (words <= block_words) return count_last<indexed, true>(rows, index, size, words, words, nullptr);
  __m512i sum = count_block<block_words, indexed, true, false>(rows, index, size, words, passed);
  std::size_t done = block_words;
  for (; words - done > block_words; done += block_words) {
    sum = _mm512_add_epi64(
        sum, count_block<block_words, indexed, false, false>(rows + done, index, size, words, passed));
  }
  return _mm512_add_epi64(sum, count_last<indexed, false>(rows + done, index, size, words, words - done, passed));
}

// Up to four orders, for rows of one word, in the lanes of half a register.
PARBLEU_AVX512 __m256i count_four(const std::uint64_t* rows, std::size_t size) {
  const __m256i zero = _mm256_setzero_si256();
  const __m256i all = _mm256_set1_epi64x(-1);
  __m256i equal = zero;
  __m256i used = zero;
  for (std::size_t at = 0; at < size; ++at) {
    const __m256i up = _mm256_alignr_epi64(_mm256_slli_epi64(equal, 1), all, 3);
    equal = _mm256_and_si256(up, _mm256_set1_epi64x(static_cast<long long>(rows[at])));
    const __m256i free = _mm256_andnot_si256(used, equal);
    constexpr int a_or_b_and_c = 0xF8;
    used = _mm256_ternarylogic_epi64(used, free, _mm256_sub_epi64(zero, free), a_or_b_and_c);
  }
  return _mm256_popcnt_epi64(used);
}

PARBLEU_AVX512 void count(const std::uint64_t* rows, const std::uint16_t* index, std::size_t size,
                          std::size_t words, std::size_t orders, std::uint16_t* room, std::int64_t* shared) {
  if (index == nullptr && words == 1 && orders <= 4) {
    _mm256_mask_storeu_epi64(shared, static_cast<__mmask8>(first_bits(orders)), count_four(rows, size));
    return;
  }
  const __m512i sum = index != nullptr ? count_blocks<true>(rows, index, size, words, room)
                                       : count_blocks<false>(rows, index, size, words, room);
  _mm512_mask_storeu_epi64(shared, static_cast<__mmask8>(first_bits(orders)), sum);
}

}  // namespace

constinit const Kernels avx512_kernels{most_words,      least_listed_words, classify,   squeeze, byte_words,
                                       pair_words,      match_units,        match_keys, count,   count_many,
                                       add_common_bits, count_bits<Lanes8>, chrf_scores};

}  // namespace parbleu::ngrams

#endif
