// Compares the decoding of UTF-8, valid or not, with its definition.
#include <cstdlib>

#include "parbleu/unicode/unicode.hpp"
#include "reference/slow_utf8.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace parbleu;
  Arena arena;
  const test::SlowDecoded expected = test::slow_decode_utf8({data, size});
  for (const Simd simd : available_simd()) {
    arena.clear();
    const Decoded decoded = decode_utf8({data, size}, arena, simd);
    if (decoded.bad_byte.has_value() == expected.points.has_value()) std::abort();
    if (expected.points ? points_of(decoded.text) != *expected.points : *decoded.bad_byte != expected.bad_byte) {
      std::abort();
    }
  }
  return 0;
}
