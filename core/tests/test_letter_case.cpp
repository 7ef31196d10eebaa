#include <string>

#include "check.hpp"
#include "parbleu/unicode/unicode.hpp"
#include "reference/slow_tokenizers.hpp"
#include "reference/texts.hpp"

namespace parbleu {
namespace {

void agree(const std::u32string& line) {
  Arena arena;
  const std::u32string expected = test::slow_lower(line);
  test::for_each_width(line, [&](const Text& text) {
    for (const Simd simd : available_simd()) {
      arena.clear();
      const Text result = lower(text, arena, simd);
      CHECK(points_of(result) == expected);
      CHECK(result.width == text.width);
    }
  });
}

void every_code_point() {
  for (char32_t begin = 0; begin < 0x20000; begin += 0x100) {
    std::u32string line;
    for (char32_t c = begin; c < begin + 0x100; ++c) line += c;
    agree(line);
  }
  agree(U"\x20000\xE0041\xF0000\x10FFFF");
  agree(std::u32string(5000, U'\x130'));  // each becomes two
}

void cases_of_letters() {
  for (char32_t c = 0; c < 0x20000; ++c) {
    CHECK((case_of(c) == Case::upper) == (test::slow_lower(std::u32string(1, c)) != std::u32string(1, c)));
  }
  for (const char32_t c : U"aßéжαªა") CHECK(c == 0 || case_of(c) == Case::lower);
  for (const char32_t c : U"1. \u0301中אا\U000F0000") CHECK(case_of(c) == Case::none);
}

void final_sigma() {
  const std::u32string_view around[] = {U"",      U"a", U".",     U" ",     U"'",      U"\xad",
                                        U"\x301", U"1", U"\x345", U"\x3a3", U"\x10400"};
  for (const std::u32string_view a : around) {
    for (const std::u32string_view b : around) {
      for (const std::u32string_view c : around) {
        agree(std::u32string(a) + std::u32string(b) + U"\x3a3" + std::u32string(c) + std::u32string(b));
      }
    }
  }
}

void random_texts() {
  test::Random random(4);
  for (int round = 0; round < 3000; ++round) agree(test::hostile_text(random));
}

void white_space() {
  std::size_t count = 0;
  for (std::uint32_t c = 0; c < 0x110000; ++c) count += is_space(c);
  CHECK(count == 29);
  for (const std::uint32_t c : {0x180EU, 0x200BU, 0x2060U, 0xFEFFU, 0x08U, 0x1BU, 0x84U, 0x86U})
    CHECK(!is_space(c));
}

void stripping() {
  const std::u32string ends[] = {
      U"", U" ", U" \t\x3000", U"\x85", U"\x2028\n", U"\x200b", std::u32string(1, U'\0')};
  for (const std::u32string& begin : ends) {
    for (const std::u32string& end : ends) {
      const std::u32string line = begin + U"a b" + end;
      std::u32string expected = line;
      while (!expected.empty() && is_space(expected.back())) expected.pop_back();
      test::for_each_width(line, [&](const Text& text) {
        const Text stripped = strip_right(text);
        CHECK(stripped.data == text.data);
        CHECK(points_of(stripped) == expected);
      });
    }
  }
  CHECK(strip_right(test::Stored(U" \n ", Width::one).text()).size == 0);
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::every_code_point();
  parbleu::cases_of_letters();
  parbleu::final_sigma();
  parbleu::random_texts();
  parbleu::white_space();
  parbleu::stripping();
  return parbleu::test::failed();
}
