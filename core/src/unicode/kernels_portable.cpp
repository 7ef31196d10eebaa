#include <algorithm>
#include <array>

#include "unicode/kernels.hpp"

#define PARBLEU_KERNEL
#include "unicode/kernels_loops.hpp"

namespace parbleu::unicode {
namespace {

// Validation is a finite automaton with its states in the bits of one word per byte value: six bits for each state
// hold six times the next one, so that a step is one shift. (Idea: Per Vognsen, "Shift-based DFAs", 2020.)
enum State : unsigned {
  done,      // between characters
  one_more,  // any continuation byte, then done
  two_more,
  three_more,
  after_e0,  // two more, the first not below 0xA0
  after_ed,  // two more, the first not above 0x9F
  after_f0,  // three more, the first not below 0x90
  after_f4,  // three more, the first not above 0x8F
  wrong,
  states,
};

constexpr State next_state(State state, unsigned byte) {
  const auto between = [byte](unsigned low, unsigned high, State next) {
    return byte >= low && byte <= high ? next : wrong;
  };
  switch (state) {
    case done:
      if (byte < 0x80) return done;
      if (byte == 0xE0) return after_e0;
      if (byte == 0xED) return after_ed;
      if (byte == 0xF0) return after_f0;
      if (byte == 0xF4) return after_f4;
      if (byte >= 0xF0) return between(0xF1, 0xF3, three_more);
      return byte >= 0xE0 ? two_more : between(0xC2, 0xDF, one_more);
    case one_more:
      return between(0x80, 0xBF, done);
    case two_more:
      return between(0x80, 0xBF, one_more);
    case three_more:
      return between(0x80, 0xBF, two_more);
    case after_e0:
      return between(0xA0, 0xBF, one_more);
    case after_ed:
      return between(0x80, 0x9F, one_more);
    case after_f0:
      return between(0x90, 0xBF, two_more);
    case after_f4:
      return between(0x80, 0x8F, two_more);
    default:
      return wrong;
  }
}

constexpr std::array<std::uint64_t, 256> steps = [] {
  std::array<std::uint64_t, 256> result{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    for (unsigned state = 0; state < states; ++state) {
      result[byte] |= std::uint64_t{6} * next_state(static_cast<State>(state), byte) << (6 * state);
    }
  }
  return result;
}();

Census take_census(Bytes bytes) {
  std::uint64_t state = 0;
  std::uint8_t largest = 0;
  for (const std::uint8_t byte : bytes) state = steps[byte] >> (state & 63);
  for (const std::uint8_t byte : bytes) largest = std::max(largest, byte);
  const auto continuing = static_cast<std::size_t>(std::ranges::count_if(bytes, is_continuation));
  const Width width = largest >= first_above_ucs2     ? Width::four
                      : largest >= first_above_latin1 ? Width::two
                                                      : Width::one;
  return {(state & 63) == std::uint64_t{6} * done, width, bytes.size() - continuing};
}

// Every byte rewrites the code point that it belongs to, whose last byte makes it right.
template <class Unit>
void decode(Bytes bytes, Unit* points) {
  static constexpr std::array<std::uint8_t, 16> payload{0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F,
                                                        0,    0,    0,    0,    0x1F, 0x1F, 0x0F, 0x07};
  std::uint32_t point = 0;
  --points;
  for (const std::uint8_t byte : bytes) {
    const bool continues = is_continuation(byte);
    point = continues ? (point << 6) | (byte & 0x3FU) : byte & payload[byte >> 4];
    points += continues ? 0 : 1;
    *points = static_cast<Unit>(point);
  }
}

}  // namespace

void decode_ucs4(Bytes bytes, std::uint32_t* points) { decode(bytes, points); }

constinit const Kernels portable_kernels{take_census, decode<std::uint8_t>, decode<std::uint16_t>, decode_ucs4,
                                         lower_latin1};

}  // namespace parbleu::unicode
