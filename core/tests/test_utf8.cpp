#include <algorithm>
#include <memory>
#include <vector>

#include "check.hpp"
#include "parbleu/unicode/unicode.hpp"
#include "reference/slow_utf8.hpp"

namespace parbleu {
namespace {

Width narrowest(const std::u32string& points) {
  const char32_t largest = points.empty() ? 0 : std::ranges::max(points);
  return largest < 0x100 ? Width::one : largest < 0x10000 ? Width::two : Width::four;
}

void agree(const std::vector<std::uint8_t>& bytes) {
  static Arena arena;
  const auto exact = std::make_unique<std::uint8_t[]>(bytes.size());  // a vector may own more than it shows
  std::ranges::copy(bytes, exact.get());
  const test::SlowDecoded expected = test::slow_decode_utf8(bytes);
  for (const Simd simd : available_simd()) {
    arena.clear();
    const Decoded decoded = decode_utf8({exact.get(), bytes.size()}, arena, simd);
    if (!expected.points) {
      CHECK(decoded.bad_byte == expected.bad_byte);
      continue;
    }
    CHECK(!decoded.bad_byte);
    CHECK(!decoded.text.missing());
    CHECK(decoded.text.width == narrowest(*expected.points));
    CHECK(points_of(decoded.text) == *expected.points);
  }
}

void every_code_point() {
  for (char32_t point = 0; point < 0x110000; point += point < 0x3000 ? 1 : 61) {
    const std::vector<std::uint8_t> bytes = test::encode_utf8(std::u32string(1, point));
    agree(bytes);
    agree({bytes.begin(), bytes.end() - 1});
  }
  for (const char32_t border :
       {0x7FU, 0x7FFU, 0xD7FFU, 0xD800U, 0xDFFFU, 0xE000U, 0xFFFFU, 0x10FFFFU, 0x110000U}) {
    agree(test::encode_utf8(std::u32string(1, border)));
    agree(test::encode_utf8(std::u32string(1, border + 1)));
  }
}

// Every lead byte with every second byte, and with what may follow.
void every_pair() {
  for (unsigned lead = 0; lead < 256; ++lead) {
    for (unsigned second = 0; second < 256; ++second) {
      for (const unsigned rest : {0x00U, 0x7FU, 0x80U, 0xBFU, 0xC0U}) {
        const auto byte = [](unsigned value) { return static_cast<std::uint8_t>(value); };
        agree({byte(lead), byte(second), byte(rest), 0x80});
      }
    }
  }
}

// Damage at every place around the strides of vector code.
void every_offset() {
  for (const std::u32string_view letter : {U"a", U"\xe9", U"\x416", U"\x4e2d", U"\x1F600"}) {
    for (std::size_t size = 0; size < 80; ++size) {
      std::u32string points(size, letter.front());
      agree(test::encode_utf8(points));
      for (std::size_t at = 0; at < size; at += 1 + size / 16) {
        std::u32string mixed = points;
        mixed[at] = U'\x10FFFF';
        agree(test::encode_utf8(mixed));
        std::vector<std::uint8_t> damaged = test::encode_utf8(points);
        damaged[at] = 0xFF;
        agree(damaged);
      }
    }
  }
}

void random_bytes() {
  test::Random random(3);
  for (int round = 0; round < 20'000; ++round) agree(test::hostile_bytes(random));
}

// ASCII stays where it is.
void no_copy() {
  const std::vector<std::uint8_t> bytes(1000, 'x');
  Arena arena;
  CHECK(decode_utf8(bytes, arena).text.data == bytes.data());
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::every_code_point();
  parbleu::every_pair();
  parbleu::every_offset();
  parbleu::random_bytes();
  parbleu::no_copy();
  return parbleu::test::failed();
}
