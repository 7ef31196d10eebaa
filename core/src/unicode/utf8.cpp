#include "parbleu/unicode/utf8.hpp"

#include <cstring>

#include "unicode/kernels.hpp"

namespace parbleu {
namespace {

using unicode::Bytes;
using unicode::is_continuation;

bool is_ascii(Bytes bytes) {
  constexpr std::size_t stride = 32;
  std::uint8_t seen = 0;
  std::size_t at = 0;
  for (; at + stride <= bytes.size() && seen < 0x80; at += stride) {
    std::uint64_t words[4];
    std::memcpy(words, bytes.data() + at, stride);
    const std::uint64_t high = (words[0] | words[1] | words[2] | words[3]) & 0x8080808080808080ULL;
    seen = high == 0 ? 0 : 0x80;
  }
  for (; at < bytes.size() && seen < 0x80; ++at) seen |= bytes[at];
  return seen < 0x80;
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

// Where the first invalid sequence begins, in bytes that have one.
std::size_t first_bad_byte(Bytes bytes) {
  std::size_t at = 0;
  for (;;) {
    const Lead lead = classify(bytes[at]);
    bool good = lead.length != 0 && at + lead.length <= bytes.size();
    if (good && lead.length > 1) good = bytes[at + 1] >= lead.low && bytes[at + 1] <= lead.high;
    for (std::size_t k = 2; good && k < lead.length; ++k) good = is_continuation(bytes[at + k]);
    if (!good) return at;
    at += lead.length;
  }
}

template <class Unit>
Text decode(Bytes bytes, std::size_t size, void (*kernel)(Bytes, Unit*), Arena& arena) {
  const std::span<Unit> points = arena.make<Unit>(size);
  kernel(bytes, points.data());
  return as_text<Unit>(points);
}

}  // namespace

Decoded decode_utf8(Bytes bytes, Arena& arena, Simd simd) {
  if (is_ascii(bytes)) return {as_text(bytes), std::nullopt};
  const unicode::Kernels& kernels = unicode::kernels(simd);
  const unicode::Census census = kernels.take_census(bytes);
  if (!census.valid) return {{}, first_bad_byte(bytes)};
  switch (census.width) {
    case Width::one:
      return {decode(bytes, census.points, kernels.to_latin1, arena), std::nullopt};
    case Width::two:
      return {decode(bytes, census.points, kernels.to_ucs2, arena), std::nullopt};
    default:
      return {decode(bytes, census.points, kernels.to_ucs4, arena), std::nullopt};
  }
}

}  // namespace parbleu
