// Decodes UTF-8 by its definition.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reference/texts.hpp"

namespace parbleu::test {

// The code points, or nothing and where the first sequence begins that is not UTF-8.
struct SlowDecoded {
  std::optional<std::u32string> points;
  std::size_t bad_byte = 0;
};

SlowDecoded slow_decode_utf8(std::span<const std::uint8_t> bytes);

// Encodes surrogates too, as if they were characters.
std::vector<std::uint8_t> encode_utf8(const std::u32string& points);

// Mostly valid, cut and damaged at random places.
std::vector<std::uint8_t> hostile_bytes(Random& random, std::uint32_t most = 60);

}  // namespace parbleu::test
