#include "parsing/xml_characters.hpp"

#include <algorithm>
#include <cstring>

namespace parbleu::xml {
namespace {

constexpr std::uint64_t every(std::uint8_t byte) { return 0x0101010101010101U * byte; }

// Whether eight bytes are ASCII and no control characters.
bool plain(const char* p) {
  std::uint64_t bytes;
  std::memcpy(&bytes, p, sizeof bytes);
  return ((bytes | (bytes - every(0x20))) & every(0x80)) == 0;
}

// The number of bytes of the character at `p`, or 0 if it is not allowed or cut off.
std::size_t size_of(const char* p, const char* end) {
  const auto byte = [&](std::ptrdiff_t k) { return static_cast<std::uint8_t>(p[k]); };
  const auto follows = [&](std::ptrdiff_t k) { return (byte(k) & 0xC0) == 0x80; };
  const std::uint8_t lead = byte(0);
  const std::ptrdiff_t size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (end - p < size) return 0;
  switch (size) {
    case 1:
      return lead >= 0x20 || is_blank(p[0]) ? 1 : 0;
    case 2:
      return lead >= 0xC2 && follows(1) ? 2 : 0;
    case 3: {
      if (!follows(1) || !follows(2)) return 0;
      if (lead != 0xE0 && lead != 0xED && lead != 0xEF) return 3;
      const std::uint32_t point = (lead & 0x0FU) << 12 | (byte(1) & 0x3FU) << 6 | (byte(2) & 0x3FU);
      return point >= 0x800 && allowed(point) ? 3 : 0;
    }
    default:
      if (lead > 0xF4 || !follows(1) || !follows(2) || !follows(3)) return 0;
      return (lead != 0xF0 || byte(1) >= 0x90) && (lead != 0xF4 || byte(1) < 0x90) ? 4 : 0;
  }
}

}  // namespace

std::size_t skip_blank(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

std::size_t skip_name(std::string_view text, std::size_t at) {
  if (at == text.size() || !begins_name(text[at])) return at;
  while (at < text.size() && continues_name(text[at])) ++at;
  return at;
}

std::size_t find_bad(std::string_view text) {
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p != end) {
    if (end - p >= 8 && plain(p)) {
      p += 8;
      continue;
    }
    for (const char* const stop = p + std::min<std::ptrdiff_t>(8, end - p); p < stop;) {
      const std::size_t size = size_of(p, end);
      if (size == 0) return static_cast<std::size_t>(p - text.data());
      p += size;
    }
  }
  return text.size();
}

std::size_t cut_off(std::string_view text) {
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, text.size()); ++back) {
    const auto byte = static_cast<std::uint8_t>(text[text.size() - back]);
    if (byte >= 0xC0) return back < (byte < 0xE0 ? 2U : byte < 0xF0 ? 3U : 4U) ? back : 0;
    if (byte < 0x80) break;
  }
  return 0;
}

bool allowed(std::uint32_t point) {
  if (point < 0x20) return point == 0x09 || point == 0x0A || point == 0x0D;
  return point < 0xD800 || (point >= 0xE000 && point < 0xFFFE) || (point >= 0x10000 && point <= 0x10FFFF);
}

std::size_t encode(std::uint32_t point, char* out) {
  const auto put = [&](std::size_t at, std::uint32_t byte) { out[at] = static_cast<char>(byte); };
  if (point < 0x80) {
    put(0, point);
    return 1;
  }
  const std::size_t size = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  constexpr std::uint32_t leads[] = {0, 0, 0xC0, 0xE0, 0xF0};
  put(0, leads[size] | point >> 6 * (size - 1));
  for (std::size_t at = 1; at < size; ++at) put(at, 0x80 | (point >> 6 * (size - 1 - at) & 0x3F));
  return size;
}

}  // namespace parbleu::xml
