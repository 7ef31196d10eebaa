// Declares the loops of classify() and split(); see base/kernel_levels.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/kernel_levels.hpp"
#include "parbleu/tokenizers/tokenizer.hpp"
#include "tokenizers/character_classes.hpp"

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

PARBLEU_KERNEL_TABLES(avx512, neon)

// Makes what lies behind the end of a line `space` and nothing else.
inline void cut_off(Planes& planes, std::size_t size) {
  const std::uint64_t inside = (std::uint64_t{1} << size) - 1;
  planes.space |= ~inside;
  for (std::uint64_t* plane : {&planes.single, &planes.point, &planes.digit, &planes.hyphen, &planes.cut,
                               &planes.own[0], &planes.own[1]}) {
    *plane &= inside;
  }
}

}  // namespace parbleu::tokenizing
