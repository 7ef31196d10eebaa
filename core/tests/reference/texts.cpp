#include "reference/texts.hpp"

#include <array>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace parbleu::test {
namespace {

using namespace std::string_view_literals;

// clang-format off
constexpr std::u32string_view latin_pieces[] = {
    U"a", U"b", U"A", U"s", U"'s", U"'s ", U"x", U"5", U"0", U"9", U"1", U".", U",", U"-", U"..", U",,", U"...",
    U".,", U"'", U" ", U"  ", U"\t", U"\n", U"\r", U"-\n", U"\n-", U"\0"sv, U"\x85", U"\xa0", U"&amp;", U"&quot;",
    U"&lt;", U"&gt;", U"&", U"&apos;", U"&amp;quot;", U"&amp;lt;", U"<skipped>", U"<skip", U"ped>", U"<", U"(", U")",
    U"!", U"?", U";", U":", U"\"", U"\x1f", U"\xe9", U"\xc9", U"\xdf", U"\xff", U"\xd7", U"\xb2", U"\xab", U"\xbf",
    U"\xad", U"The", U"word", U"Straße", U"1,000.50", U"e.g.", U"U.S.",
};
constexpr std::u32string_view wide_pieces[] = {
    U"\x2028", U"\x2009", U"\x3000", U"\x1680", U"\x200b", U"\xfeff", U"\x301", U"\x345", U"\x1F600", U"\x130", U"\x3a3",
    U"\x391\x3a3", U"\x3c3", U"\x178", U"\x4e2d", U"\x56fd", U"\x3001", U"\x3002", U"\xff0c", U"\xff0e", U"\x3042",
    U"\x30ab", U"\x30fc", U"\x30fb", U"\xd55c", U"\x2019", U"\x201c", U"\x2026", U"\x20ac", U"\xbd", U"\x663", U"\x1e9e",
    U"\x1c5", U"\x10400", U"\x20000", U"\x9fbc", U"\x4db6", U"\x3400", U"\x416", U"\x436", U"\x41f\x440\x438\x432\x435\x442",
    U"\x2a6d", U"\x2a6e", U"\x2000", U"\x2001", U"\xff10", U"\x10fffd", U"\x212a", U"\x1e05",
};
// clang-format on

void append_piece(std::u32string& text, Random& random, bool latin) {
  std::span<const std::u32string_view> pieces = latin_pieces;
  if (!latin && random.one_in(2)) pieces = wide_pieces;
  if (!latin && random.one_in(40)) {
    text.push_back(
        static_cast<char32_t>(random.one_in(4) ? 0xD800 + random.below(0x800) : random.below(0x110000)));
    return;
  }
  text += pieces[random.below(static_cast<std::uint32_t>(pieces.size()))];
}

}  // namespace

std::u32string hostile_text(Random& random, std::uint32_t most) {
  const bool latin = random.one_in(2);
  std::vector<std::u32string> pool;
  for (std::uint32_t size = random.one_in(3) ? 200 : 2 + random.below(9); size > 0; --size) {
    append_piece(pool.emplace_back(), random, latin);
  }
  std::u32string text;
  for (std::uint32_t count = random.below(most + 1); count > 0; --count) {
    text += pool[random.below(static_cast<std::uint32_t>(pool.size()))];
  }
  return text;
}

Stored::Stored(const std::u32string& points, Width width)
    : units_(std::make_unique<std::uint8_t[]>(points.size() * static_cast<std::size_t>(width))),
      text_{units_.get(), points.size(), width} {
  const auto bytes = static_cast<std::size_t>(width);
  for (std::size_t at = 0; at < points.size(); ++at) {
    const auto point = static_cast<std::uint32_t>(points[at]);
    const auto two = static_cast<std::uint16_t>(point);
    const auto one = static_cast<std::uint8_t>(point);
    const void* const unit = width == Width::one   ? static_cast<const void*>(&one)
                             : width == Width::two ? static_cast<const void*>(&two)
                                                   : static_cast<const void*>(&point);
    std::memcpy(units_.get() + at * bytes, unit, bytes);
  }
}

}  // namespace parbleu::test
