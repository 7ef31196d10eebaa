#if defined(__aarch64__)

#include <array>
#include <cstring>
#include <type_traits>

#include "base/intrinsics.hpp"
#include "tokenizers/kernels.hpp"

#define PARBLEU_KERNEL
#include "tokenizers/kernels_loops.hpp"

namespace parbleu::tokenizing {
namespace {

// Sixty-four bytes, of which four neighbours stand at one place of four registers.
uint8x16x4_t load(const std::uint8_t* bytes) { return vld4q_u8(bytes); }

// Entries of a table of 256. A look-up in a quarter of it gives zero, or keeps what is there, where the index is out of
// its 64.
struct Table {
  uint8x16x4_t quarters[4];

  explicit Table(const std::uint8_t* entries) {
    for (unsigned k = 0; k < 4; ++k) quarters[k] = vld1q_u8_x4(entries + std::size_t{64} * k);
  }

  PARBLEU_INLINE void add(unsigned quarter, const uint8x16x4_t& units, uint8x16x4_t& found) const {
    const uint8x16_t first = vdupq_n_u8(static_cast<std::uint8_t>(64 * quarter));
    for (unsigned k = 0; k < 4; ++k) {
      found.val[k] = vqtbx4q_u8(found.val[k], quarters[quarter], vsubq_u8(units.val[k], first));
    }
  }

  PARBLEU_INLINE uint8x16x4_t operator()(const uint8x16x4_t& units) const {
    uint8x16x4_t found;
    for (unsigned k = 0; k < 4; ++k) found.val[k] = vqtbl4q_u8(quarters[0], units.val[k]);
    add(1, units, found);
    const uint8x16_t any = vorrq_u8(vorrq_u8(units.val[0], units.val[1]), vorrq_u8(units.val[2], units.val[3]));
    if (vmaxvq_u8(any) < 0x80) return found;
    add(2, units, found);
    add(3, units, found);
    return found;
  }
};

// Exchanges the bits of x under mask << shift with the bits of y under mask.
template <int shift>
PARBLEU_INLINE void exchange(uint8x16_t& x, uint8x16_t& y, std::uint8_t mask) {
  const uint8x16_t low = vdupq_n_u8(mask);
  const uint8x16_t both = vbslq_u8(low, x, vshlq_n_u8(y, shift));
  y = vbslq_u8(low, vshrq_n_u8(x, shift), y);
  x = both;
}

// Two registers whose bytes have a bit of four neighbours in each half: the bits of eight in bytes, first those that
// were in the lower halves of x and of y, then those in the upper ones.
PARBLEU_INLINE void join_halves(uint8x16_t& x, uint8x16_t& y) {
  const uint8x16_t even = vuzp1q_u8(x, y);
  const uint8x16_t odd = vuzp2q_u8(x, y);
  x = vsliq_n_u8(even, odd, 4);
  y = vsriq_n_u8(odd, even, 4);
}

PARBLEU_INLINE void store_planes(uint8x16x4_t entries, Planes* planes) {
  auto& [a, b, c, d] = entries.val;
  exchange<1>(a, b, 0x55);  // a: even bits of the first and second of four neighbours; b: odd ones
  exchange<1>(c, d, 0x55);
  exchange<2>(a, c, 0x33);  // a: bits 0 and 4 of four neighbours; c: 2 and 6
  exchange<2>(b, d, 0x33);  // b: bits 1 and 5; d: 3 and 7
  join_halves(a, b);        // a: planes 0 and 1; b: 4 and 5
  join_halves(c, d);        // c: planes 2 and 3; d: 6 and 7
  static_assert(std::is_trivially_copyable_v<Planes> && sizeof(Planes) == 64);
  auto* const to = reinterpret_cast<std::uint8_t*>(planes);
  vst1q_u8(to, a);
  vst1q_u8(to + 16, c);
  vst1q_u8(to + 32, b);
  vst1q_u8(to + 48, d);
}

void collect(const std::uint8_t* entries, std::size_t words, Planes* planes) {
  for (; words > 0; --words, entries += 64) store_planes(load(entries), planes++);
}

void latin1(const std::uint8_t* units, std::size_t size, const std::uint8_t* entries, Planes* planes) {
  const Table table(entries);
  std::size_t at = 0;
  for (; at + 64 <= size; at += 64) store_planes(table(load(units + at)), planes++);
  std::array<std::uint8_t, 64> rest{};
  if (at < size) std::memcpy(rest.data(), units + at, size - at);
  store_planes(table(load(rest.data())), planes);
  cut_off(*planes, size - at);
}

// Two look-ups: the page by the high byte, then the entry by the low one, once for each page in the block. There are
// few: Latin-1, a script or two, and what they all have in common with an empty page.
PARBLEU_INLINE void look_up_pages(const std::uint16_t* units, const ClassTable::View& view, const Table& index,
                                  const Table& latin, Planes* planes) {
  const uint16x8x4_t front = vld4q_u16(units);
  const uint16x8x4_t back = vld4q_u16(units + 32);
  uint8x16x4_t low;
  uint8x16x4_t high;
  for (unsigned k = 0; k < 4; ++k) {
    const uint8x16_t first = vreinterpretq_u8_u16(front.val[k]);
    const uint8x16_t second = vreinterpretq_u8_u16(back.val[k]);
    low.val[k] = vuzp1q_u8(first, second);
    high.val[k] = vuzp2q_u8(first, second);
  }
  uint8x16x4_t found = latin(low);
  uint8x16x4_t pages = index(high);
  for (;;) {
    const std::uint8_t page =
        vmaxvq_u8(vmaxq_u8(vmaxq_u8(pages.val[0], pages.val[1]), vmaxq_u8(pages.val[2], pages.val[3])));
    if (page == 0) break;
    const uint8x16x4_t entries = Table(view.values + std::size_t{256} * page)(low);
    for (unsigned k = 0; k < 4; ++k) {
      const uint8x16_t same = vceqq_u8(pages.val[k], vdupq_n_u8(page));
      found.val[k] = vbslq_u8(same, entries.val[k], found.val[k]);
      pages.val[k] = vbicq_u8(pages.val[k], same);
    }
  }
  store_planes(found, planes);
}

void ucs2(const std::uint16_t* units, std::size_t size, const ClassTable::View& view, Planes* planes) {
  const Table index(view.index);
  const Table latin(view.values);
  std::size_t at = 0;
  for (; at + 64 <= size; at += 64) look_up_pages(units + at, view, index, latin, planes++);
  std::array<std::uint16_t, 64> rest{};
  if (at < size) std::memcpy(rest.data(), units + at, 2 * (size - at));
  look_up_pages(rest.data(), view, index, latin, planes);
  cut_off(*planes, size - at);
}

}  // namespace

constinit const Kernels neon_kernels{latin1, ucs2, collect, spans};

}  // namespace parbleu::tokenizing

#endif
