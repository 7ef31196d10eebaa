// Implements Kernels::lower_latin1 for every level.
#pragma once

#include <cstddef>
#include <cstdint>

namespace parbleu::unicode {
namespace {

// Capitals stand 32 before their small letters, in two rows.
PARBLEU_KERNEL void lower_latin1(const std::uint8_t* units, std::size_t size, std::uint8_t* result) {
  for (std::size_t at = 0; at < size; ++at) {
    const std::uint8_t c = units[at];
    const bool ascii = static_cast<std::uint8_t>(c - 'A') < 26;
    const bool upper_half = static_cast<std::uint8_t>(c - 0xC0) < 31 && c != 0xD7;
    result[at] = static_cast<std::uint8_t>(c + (ascii || upper_half ? 32 : 0));
  }
}

}  // namespace
}  // namespace parbleu::unicode
