#include <algorithm>
#include <bit>
#include <cstring>

#include "tokenizers/kernels.hpp"

#define PARBLEU_KERNEL
#include "tokenizers/kernels_loops.hpp"

namespace parbleu::tokenizing {
namespace {

// Exchanges the bits of x under mask << shift with the bits of y under mask.
void exchange(std::uint64_t& x, std::uint64_t& y, unsigned shift, std::uint64_t mask) {
  const std::uint64_t swap = ((x >> shift) ^ y) & mask;
  x ^= swap << shift;
  y ^= swap;
}

// Rows to columns of an 8 x 8 bit matrix: byte k of the result has bit k of every byte.
std::uint64_t transpose_bits(std::uint64_t x) {
  std::uint64_t swap = (x ^ (x >> 7)) & 0x00AA00AA00AA00AAULL;
  x ^= swap ^ (swap << 7);
  swap = (x ^ (x >> 14)) & 0x0000CCCC0000CCCCULL;
  x ^= swap ^ (swap << 14);
  swap = (x ^ (x >> 28)) & 0x00000000F0F0F0F0ULL;
  return x ^ swap ^ (swap << 28);
}

// Rows to columns of an 8 x 8 byte matrix.
void transpose_bytes(std::array<std::uint64_t, 8>& rows) {
  for (unsigned k = 0; k < 4; ++k) exchange(rows[k], rows[k + 4], 32, 0x00000000FFFFFFFFULL);
  for (const unsigned k : {0U, 1U, 4U, 5U}) exchange(rows[k], rows[k + 2], 16, 0x0000FFFF0000FFFFULL);
  for (const unsigned k : {0U, 2U, 4U, 6U}) exchange(rows[k], rows[k + 1], 8, 0x00FF00FF00FF00FFULL);
}

std::uint64_t load_little_endian(const std::uint8_t* bytes) {
  std::uint64_t value;
  std::memcpy(&value, bytes, 8);
  if constexpr (std::endian::native == std::endian::big) value = __builtin_bswap64(value);
  return value;
}

void collect(const std::uint8_t* entries, std::size_t words, Planes* planes) {
  for (std::size_t word = 0; word < words; ++word) {
    std::array<std::uint64_t, 8> rows;
    for (unsigned k = 0; k < 8; ++k) rows[k] = transpose_bits(load_little_endian(entries + word * 64 + 8 * k));
    transpose_bytes(rows);
    planes[word] = std::bit_cast<Planes>(rows);
  }
}

void latin1(const std::uint8_t* units, std::size_t size, const std::uint8_t* table, Planes* planes) {
  std::array<std::uint8_t, 64> entries;
  for (std::size_t at = 0; at <= size; at += 64, ++planes) {
    const std::size_t count = std::min<std::size_t>(64, size - at);
    for (std::size_t k = 0; k < count; ++k) entries[k] = table[units[at + k]];
    std::fill(entries.begin() + static_cast<std::ptrdiff_t>(count), entries.end(), std::uint8_t{space});
    collect(entries.data(), 1, planes);
  }
}

}  // namespace

constinit const Kernels portable_kernels{latin1, nullptr, collect, spans};

}  // namespace parbleu::tokenizing
