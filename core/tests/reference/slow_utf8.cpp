#include "reference/slow_utf8.hpp"

#include <array>

namespace parbleu::test {
namespace {

constexpr std::array<std::uint32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};  // of each length

std::size_t length_of(std::uint8_t lead) {
  if (lead < 0x80) return 1;
  if ((lead & 0xE0) == 0xC0) return 2;
  if ((lead & 0xF0) == 0xE0) return 3;
  if ((lead & 0xF8) == 0xF0) return 4;
  return 0;
}

bool is_character(std::uint32_t point, std::size_t length) {
  return point >= smallest[length] && point < 0x110000 && (point < 0xD800 || point > 0xDFFF);
}

}  // namespace

SlowDecoded slow_decode_utf8(std::span<const std::uint8_t> bytes) {
  std::u32string points;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t length = length_of(bytes[at]);
    if (length == 0 || at + length > bytes.size()) return {std::nullopt, at};
    std::uint32_t point = length == 1 ? bytes[at] : bytes[at] & (0x7FU >> length);
    for (std::size_t k = 1; k < length; ++k) {
      if ((bytes[at + k] & 0xC0) != 0x80) return {std::nullopt, at};
      point = point * 64 + (bytes[at + k] & 0x3F);
    }
    if (!is_character(point, length)) return {std::nullopt, at};
    points += static_cast<char32_t>(point);
    at += length;
  }
  return {points, 0};
}

std::vector<std::uint8_t> encode_utf8(const std::u32string& points) {
  std::vector<std::uint8_t> bytes;
  for (const char32_t point : points) {
    const auto put = [&](std::uint32_t byte) { bytes.push_back(static_cast<std::uint8_t>(byte)); };
    if (point < 0x80) {
      put(point);
    } else if (point < 0x800) {
      put(0xC0 | (point >> 6));
      put(0x80 | (point & 0x3F));
    } else if (point < 0x10000) {
      put(0xE0 | (point >> 12));
      put(0x80 | ((point >> 6) & 0x3F));
      put(0x80 | (point & 0x3F));
    } else {
      put(0xF0 | (point >> 18));
      put(0x80 | ((point >> 12) & 0x3F));
      put(0x80 | ((point >> 6) & 0x3F));
      put(0x80 | (point & 0x3F));
    }
  }
  return bytes;
}

std::vector<std::uint8_t> hostile_bytes(Random& random, std::uint32_t most) {
  std::vector<std::uint8_t> bytes = encode_utf8(hostile_text(random, most));
  while (!bytes.empty() && random.one_in(3)) {
    const std::uint32_t at = random.below(static_cast<std::uint32_t>(bytes.size()));
    if (random.one_in(3)) {
      bytes.resize(at);
    } else if (random.one_in(2)) {
      bytes.erase(bytes.begin() + at);
    } else {
      bytes[at] = static_cast<std::uint8_t>(random.below(256));
    }
  }
  return bytes;
}

}  // namespace parbleu::test
