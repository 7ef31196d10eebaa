// The loops of classify() and split(), one set for every level of vector instructions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "parbleu/cpu.hpp"
#include "parbleu/tokenize.hpp"
#include "tokenizers/classes.hpp"

namespace parbleu::tokenizing {

// Where tokens begin in a word of 64 code points and, one too far, where they end.
struct Edges {
  std::uint64_t begins;
  std::uint64_t ends;
};

struct Kernels {
  // The planes of Latin-1 text from the first 256 entries of a table: size / 64 + 1 words.
  void (*latin1)(const std::uint8_t* units, std::size_t size, const std::uint8_t* table, Planes* planes);
  // The planes of UCS-2 text; null where looking entries up one by one is no slower.
  void (*ucs2)(const std::uint16_t* units, std::size_t size, const ClassTable::View& table, Planes* planes);
  // The planes of any text from the entries of its code points, 64 for each word.
  void (*collect)(const std::uint8_t* entries, std::size_t words, Planes* planes);
  // The spans between edges; returns how many. As many as `padding` behind the last one may be overwritten.
  std::size_t (*spans)(const Edges* edges, std::size_t words, Span* spans);

  static constexpr std::size_t padding = 15;
};

extern const Kernels portable_kernels;
#if defined(__x86_64__)
extern const Kernels avx2_kernels;
extern const Kernels avx512_kernels;
#elif defined(__aarch64__)
extern const Kernels neon_kernels;
#endif

inline const Kernels& kernels([[maybe_unused]] Simd simd) {
#if defined(__x86_64__)
  if (simd == Simd::avx512) return avx512_kernels;
  if (simd == Simd::avx2) return avx2_kernels;
#elif defined(__aarch64__)
  if (simd == Simd::neon) return neon_kernels;
#endif
  return portable_kernels;
}

// Makes what lies behind the end of a line `space` and nothing else.
inline void cut_off(Planes& planes, std::size_t size) {
  const std::uint64_t inside = (std::uint64_t{1} << size) - 1;
  planes.space |= ~inside;
  for (std::uint64_t* plane : {&planes.single, &planes.point, &planes.digit, &planes.hyphen, &planes.cut,
                               &planes.own[0], &planes.own[1]}) {
    *plane &= inside;
  }
}

// Kernels::spans, one bit at a time.
[[gnu::always_inline]] inline std::size_t spans_bit_by_bit(const Edges* edges, std::size_t words, Span* spans) {
  Span* begin = spans;
  Span* end = spans;
  for (std::size_t word = 0; word < words; ++word) {
    const auto base = static_cast<std::uint32_t>(word * 64);
    for (std::uint64_t bits = edges[word].begins; bits != 0; bits &= bits - 1) {
      (begin++)->begin = base + static_cast<std::uint32_t>(__builtin_ctzll(bits));
    }
    for (std::uint64_t bits = edges[word].ends; bits != 0; bits &= bits - 1, ++end) {
      end->size = base + static_cast<std::uint32_t>(__builtin_ctzll(bits)) - end->begin;
    }
  }
  return static_cast<std::size_t>(end - spans);
}

}  // namespace parbleu::tokenizing
