#include "parbleu/utf8.hpp"

#include <algorithm>
#include <cstring>

namespace parbleu {
namespace {

std::size_t ascii_prefix(std::span<const std::uint8_t> bytes) {
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes.data() + at, 8);
    if ((word & 0x8080808080808080ULL) != 0) break;
  }
  while (at < bytes.size() && bytes[at] < 0x80) ++at;
  return at;
}

// Length of the sequence that `lead` begins, 0 if none does; and the bounds of its second byte.
struct Lead {
  std::size_t length;
  std::uint8_t low;
  std::uint8_t high;
};

Lead classify(std::uint8_t lead) {
  if (lead < 0x80) return {1, 0, 0};
  if (lead < 0xC2) return {0, 0, 0};
  if (lead < 0xE0) return {2, 0x80, 0xBF};
  if (lead == 0xE0) return {3, 0xA0, 0xBF};
  if (lead == 0xED) return {3, 0x80, 0x9F};
  if (lead < 0xF0) return {3, 0x80, 0xBF};
  if (lead == 0xF0) return {4, 0x90, 0xBF};
  if (lead < 0xF4) return {4, 0x80, 0xBF};
  if (lead == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

struct Census {
  std::size_t points = 0;
  std::uint8_t largest_lead = 0;
  std::optional<std::size_t> bad_byte;
};

// Validates, counts, and finds the largest lead byte, which tells how wide the text is.
Census census(std::span<const std::uint8_t> bytes) {
  Census found;
  for (std::size_t at = 0; at < bytes.size(); ++found.points) {
    const Lead lead = classify(bytes[at]);
    bool good = lead.length != 0 && at + lead.length <= bytes.size();
    if (good && lead.length > 1) good = bytes[at + 1] >= lead.low && bytes[at + 1] <= lead.high;
    for (std::size_t k = 2; good && k < lead.length; ++k) good = (bytes[at + k] & 0xC0) == 0x80;
    if (!good) {
      found.bad_byte = at;
      return found;
    }
    found.largest_lead = std::max(found.largest_lead, bytes[at]);
    at += lead.length;
  }
  return found;
}

// Decodes what census() found valid.
template <class Unit>
Text decode(std::span<const std::uint8_t> bytes, std::size_t points, Arena& arena) {
  const auto units = arena.make<Unit>(points);
  std::size_t at = 0;
  for (Unit& unit : units) {
    const std::uint8_t lead = bytes[at];
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    std::uint32_t point = length == 1 ? lead : lead & (0xFFU >> (length + 1));
    for (std::size_t k = 1; k < length; ++k) point = (point << 6) | (bytes[at + k] & 0x3FU);
    unit = static_cast<Unit>(point);
    at += length;
  }
  return as_text<Unit>(units);
}

}  // namespace

Decoded decode_utf8(std::span<const std::uint8_t> bytes, Arena& arena) {
  if (ascii_prefix(bytes) == bytes.size()) return {as_text(bytes), std::nullopt};
  const Census found = census(bytes);
  if (found.bad_byte) return {{}, found.bad_byte};
  if (found.largest_lead >= 0xF0) return {decode<std::uint32_t>(bytes, found.points, arena), std::nullopt};
  if (found.largest_lead >= 0xC4) return {decode<std::uint16_t>(bytes, found.points, arena), std::nullopt};
  return {decode<std::uint8_t>(bytes, found.points, arena), std::nullopt};
}

}  // namespace parbleu
