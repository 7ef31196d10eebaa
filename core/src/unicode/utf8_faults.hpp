// What two neighbouring bytes say about validity, for vector code: three look-ups, by the first byte's two nibbles
// and the second byte's high one, of which each names the faults that it allows; a fault is there if all three do.
// (J. Keiser and D. Lemire, "Validating UTF-8 in less than one instruction per byte", 2021.)
#pragma once

#include <array>
#include <cstdint>

namespace parbleu::unicode {

enum Fault : std::uint8_t {
  too_short = 1,       // a lead byte, then no continuation
  too_long = 2,        // ASCII, then a continuation
  overlong_3 = 4,      // E0, then below A0
  too_large = 8,       // F4 or more, then 90 or more
  surrogate = 16,      // ED, then A0 or more
  overlong_2 = 32,     // C0 or C1
  overlong_4 = 64,     // F0, then below 90; or F5 or more, then below 90, which is too large
  two_in_a_row = 128,  // continuations: right where a lead byte asked for them, two or three bytes before
};

using Nibbles = std::array<std::uint8_t, 16>;

alignas(16) inline constexpr Nibbles by_first_high = [] {
  Nibbles faults{};
  for (unsigned n = 0; n < 8; ++n) faults[n] = too_long;
  for (unsigned n = 8; n < 12; ++n) faults[n] = two_in_a_row;
  faults[0xC] = too_short | overlong_2;
  faults[0xD] = too_short;
  faults[0xE] = too_short | overlong_3 | surrogate;
  faults[0xF] = too_short | too_large | overlong_4;
  return faults;
}();

alignas(16) inline constexpr Nibbles by_first_low = [] {
  Nibbles faults{};
  for (unsigned n = 0; n < 16; ++n) faults[n] = too_short | too_long | two_in_a_row;
  faults[0] |= overlong_2 | overlong_3 | overlong_4;
  faults[1] |= overlong_2;
  for (unsigned n = 4; n < 16; ++n) faults[n] |= too_large;
  for (unsigned n = 5; n < 16; ++n) faults[n] |= overlong_4;
  faults[0xD] |= surrogate;
  return faults;
}();

alignas(16) inline constexpr Nibbles by_second_high = [] {
  Nibbles faults{};
  for (unsigned n = 0; n < 16; ++n) faults[n] = too_short;
  for (unsigned n = 8; n < 12; ++n) faults[n] = too_long | overlong_2 | two_in_a_row;
  faults[0x8] |= overlong_3 | overlong_4;
  faults[0x9] |= overlong_3 | too_large;
  faults[0xA] |= surrogate | too_large;
  faults[0xB] |= surrogate | too_large;
  return faults;
}();

}  // namespace parbleu::unicode
