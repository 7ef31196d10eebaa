#if defined(__aarch64__)

#include <cstring>

#include "base/intrinsics.hpp"
#include "tokenizers/kernels.hpp"

#define PARBLEU_KERNEL
#include "tokenizers/kernels_loops.hpp"

namespace parbleu::tokenizing {
namespace {

// Table entries of 16 units; a look-up gives zero, or keeps what it had, where the index is out of its 64.
struct Table {
  uint8x16x4_t quarters[4];

  explicit Table(const std::uint8_t* entries) {
    for (unsigned k = 0; k < 4; ++k) quarters[k] = vld1q_u8_x4(entries + std::size_t{64} * k);
  }

  [[nodiscard]] uint8x16_t operator()(uint8x16_t units) const {
    uint8x16_t found = vqtbl4q_u8(quarters[0], units);
    for (unsigned k = 1; k < 4; ++k) {
      found = vqtbx4q_u8(found, quarters[k], vsubq_u8(units, vdupq_n_u8(static_cast<std::uint8_t>(64 * k))));
    }
    return found;
  }
};

// Bit `bit` of 64 entries: each becomes the bit of its place among eight, and eight are added to a byte.
template <int bit>
std::uint64_t plane(const uint8x16_t (&entries)[4]) {
  const uint8x16_t places = vreinterpretq_u8_u64(vdupq_n_u64(0x8040201008040201ULL));
  uint8x16_t chosen[4];
  for (unsigned k = 0; k < 4; ++k) {
    chosen[k] = vandq_u8(vtstq_u8(entries[k], vdupq_n_u8(std::uint8_t{1} << bit)), places);
  }
  uint8x16_t sum = vpaddq_u8(vpaddq_u8(chosen[0], chosen[1]), vpaddq_u8(chosen[2], chosen[3]));
  sum = vpaddq_u8(sum, sum);
  return vgetq_lane_u64(vreinterpretq_u64_u8(sum), 0);
}

Planes to_planes(const uint8x16_t (&entries)[4]) {
  return {plane<0>(entries),
          plane<1>(entries),
          plane<2>(entries),
          plane<3>(entries),
          plane<4>(entries),
          plane<5>(entries),
          {plane<6>(entries), plane<7>(entries)}};
}

void collect(const std::uint8_t* entries, std::size_t words, Planes* planes) {
  for (; words > 0; --words, entries += 64) {
    const uint8x16_t block[4] = {vld1q_u8(entries), vld1q_u8(entries + 16), vld1q_u8(entries + 32),
                                 vld1q_u8(entries + 48)};
    *planes++ = to_planes(block);
  }
}

void look_up(const Table& table, const std::uint8_t* units, Planes* planes) {
  const uint8x16_t block[4] = {table(vld1q_u8(units)), table(vld1q_u8(units + 16)), table(vld1q_u8(units + 32)),
                               table(vld1q_u8(units + 48))};
  *planes = to_planes(block);
}

void latin1(const std::uint8_t* units, std::size_t size, const std::uint8_t* entries, Planes* planes) {
  const Table table(entries);
  std::size_t at = 0;
  for (; at + 64 <= size; at += 64) look_up(table, units + at, planes++);
  std::array<std::uint8_t, 64> rest{};
  if (at < size) std::memcpy(rest.data(), units + at, size - at);
  look_up(table, rest.data(), planes);
  cut_off(*planes, size - at);
}

}  // namespace

constinit const Kernels neon_kernels{latin1, nullptr, collect, spans};

}  // namespace parbleu::tokenizing

#endif
