// Implements Kernels::spans for every level but AVX-512.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tokenizers/kernels.hpp"

namespace parbleu::tokenizing {
namespace {

// One bit at a time.
PARBLEU_KERNEL std::size_t spans(const Edges* edges, std::size_t words, Span* result) {
  Span* begin = result;
  Span* end = result;
  for (std::size_t word = 0; word < words; ++word) {
    const auto base = static_cast<std::uint32_t>(word * 64);
    for (std::uint64_t bits = edges[word].begins; bits != 0; bits &= bits - 1) {
      (begin++)->begin = base + static_cast<std::uint32_t>(__builtin_ctzll(bits));
    }
    for (std::uint64_t bits = edges[word].ends; bits != 0; bits &= bits - 1, ++end) {
      end->size = base + static_cast<std::uint32_t>(__builtin_ctzll(bits)) - end->begin;
    }
  }
  return static_cast<std::size_t>(end - result);
}

}  // namespace
}  // namespace parbleu::tokenizing
