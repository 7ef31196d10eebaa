// Converts Python's integers to seeds.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace parbleu::bindings {

// The 32-bit words of an integer that is not negative.
inline std::vector<std::uint32_t> seed_words(const nanobind::int_& seed) {
  const auto bits = nanobind::cast<std::size_t>(seed.attr("bit_length")());
  const std::size_t count = std::max<std::size_t>(1, (bits + 31) / 32);
  const nanobind::object bytes = seed.attr("to_bytes")(4 * count, "little");  // refuses what is negative
  std::vector<std::uint32_t> words(count);
  std::memcpy(words.data(), PyBytes_AsString(bytes.ptr()), 4 * count);
  return words;
}

}  // namespace parbleu::bindings
