#if defined(__aarch64__)

#include <algorithm>
#include <array>
#include <cstring>

#include "base/intrinsics.hpp"
#include "unicode/kernels.hpp"
#include "unicode/utf8_faults.hpp"

#define PARBLEU_KERNEL
#include "unicode/kernels_loops.hpp"

namespace parbleu::unicode {
namespace {

constexpr std::size_t stride = 16;

// The block at `at`, zeros behind the end.
uint8x16_t block_at(Bytes bytes, std::size_t at) {
  if (at + stride <= bytes.size()) return vld1q_u8(bytes.data() + at);
  std::array<std::uint8_t, stride> rest{};
  if (at < bytes.size()) std::memcpy(rest.data(), bytes.data() + at, bytes.size() - at);
  return vld1q_u8(rest.data());
}

// The bytes that stand `distance` before those of a block.
template <int distance>
uint8x16_t before(uint8x16_t previous, uint8x16_t block) {
  return vextq_u8(previous, block, 16 - distance);
}

uint8x16_t look_up(const Nibbles& faults, uint8x16_t nibbles) {
  return vqtbl1q_u8(vld1q_u8(faults.data()), nibbles);
}

// Not zero where something is wrong.
uint8x16_t faults(uint8x16_t previous, uint8x16_t block) {
  const uint8x16_t first = before<1>(previous, block);
  const uint8x16_t pair = vandq_u8(vandq_u8(look_up(by_first_high, vshrq_n_u8(first, 4)),
                                            look_up(by_first_low, vandq_u8(first, vdupq_n_u8(0x0F)))),
                                   look_up(by_second_high, vshrq_n_u8(block, 4)));
  const uint8x16_t third = vqsubq_u8(before<2>(previous, block), vdupq_n_u8(0xE0 - 0x80));
  const uint8x16_t fourth = vqsubq_u8(before<3>(previous, block), vdupq_n_u8(0xF0 - 0x80));
  return veorq_u8(pair, vandq_u8(vorrq_u8(third, fourth), vdupq_n_u8(two_in_a_row)));
}

// All ones where a byte continues a character.
uint8x16_t continuations(uint8x16_t block) {
  return vcltq_s8(vreinterpretq_s8_u8(block), vdupq_n_s8(static_cast<std::int8_t>(0xC0)));
}

Census take_census(Bytes bytes) {
  uint8x16_t previous = vdupq_n_u8(0);
  uint8x16_t wrong = previous;
  uint8x16_t largest = previous;
  std::size_t points = bytes.size();
  for (std::size_t at = 0; at <= bytes.size(); at += stride) {  // at least a zero behind the end
    const uint8x16_t block = block_at(bytes, at);
    wrong = vorrq_u8(wrong, faults(previous, block));
    largest = vmaxq_u8(largest, block);
    points -= vaddvq_u8(vshrq_n_u8(continuations(block), 7));
    previous = block;
  }
  const std::uint8_t lead = vmaxvq_u8(largest);
  const Width width = lead >= first_above_ucs2     ? Width::four
                      : lead >= first_above_latin1 ? Width::two
                                                   : Width::one;
  return {vmaxvq_u8(wrong) == 0, width, points};
}

// Six bits of a continuation, all of ASCII.
uint8x16_t last_bits(uint8x16_t block, uint8x16_t continues) {
  return vbicq_u8(block, vandq_u8(continues, vdupq_n_u8(0xC0)));
}

struct Blocks {
  uint8x16_t previous;
  uint8x16_t block;
  uint8x16_t continues;
  std::uint32_t dropped;  // bits of the bytes at which no code point ends
};

// Characters of at most two bytes.
std::uint8_t* store_points(const Blocks& of, std::uint8_t* to) {
  const uint8x16_t upper = vandq_u8(vshlq_n_u8(before<1>(of.previous, of.block), 6), of.continues);
  const uint8x16_t points = vorrq_u8(last_bits(of.block, of.continues), upper);
  return store_kept(vget_high_u8(points), of.dropped >> 8, store_kept(vget_low_u8(points), of.dropped, to));
}

uint16x8_t combine(uint8x8_t low, uint8x8_t middle, uint8x8_t high) {
  return vorrq_u16(vmovl_u8(low), vorrq_u16(vshll_n_u8(middle, 6), vshlq_n_u16(vmovl_u8(high), 12)));
}

// The same for characters of at most three bytes. The lead byte of two has a zero above its payload.
std::uint16_t* store_points(const Blocks& of, std::uint16_t* to) {
  const uint8x16_t first = before<1>(of.previous, of.block);
  const uint8x16_t three = vandq_u8(of.continues, continuations(first));
  const uint8x16_t low = last_bits(of.block, of.continues);
  const uint8x16_t middle = vandq_u8(vandq_u8(first, vdupq_n_u8(0x3F)), of.continues);
  const uint8x16_t high = vandq_u8(vandq_u8(before<2>(of.previous, of.block), vdupq_n_u8(0x0F)), three);
  to = store_kept(combine(vget_low_u8(low), vget_low_u8(middle), vget_low_u8(high)), of.dropped, to);
  return store_kept(combine(vget_high_u8(low), vget_high_u8(middle), vget_high_u8(high)), of.dropped >> 8, to);
}

template <class Unit>
void decode(Bytes bytes, Unit* points) {
  const uint8x16_t places = vreinterpretq_u8_u64(vdupq_n_u64(0x8040201008040201ULL));
  uint8x16_t previous = vdupq_n_u8(0);
  for (std::size_t at = 0; at < bytes.size(); at += stride) {
    const uint8x16_t block = block_at(bytes, at);
    const uint8x16_t open = vandq_u8(continuations(block_at(bytes, at + 1)), places);
    const std::uint32_t inner =
        vaddv_u8(vget_low_u8(open)) | static_cast<std::uint32_t>(vaddv_u8(vget_high_u8(open))) << 8;
    const std::uint32_t behind = ~0U << std::min(stride, bytes.size() - at);
    points = store_points({previous, block, continuations(block), inner | behind}, points);
    previous = block;
  }
}

}  // namespace

constinit const Kernels neon_kernels{take_census, decode<std::uint8_t>, decode<std::uint16_t>, decode_ucs4,
                                     lower_latin1};

}  // namespace parbleu::unicode

#endif
