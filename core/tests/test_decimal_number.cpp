#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "check.hpp"
#include "parsing/decimal_number.hpp"
#include "reference/texts.hpp"

using namespace parbleu;

namespace {

// What Apple's systems take against what the others take, where there are both.
void both_ways_read_the_same() {
#if !defined(_WIN32) && !defined(__APPLE__)
  constexpr std::string_view pieces[] = {"1",  "0",         "9",   "5",  ".",     "-",    "+",    "e", "E",
                                         "00", "123456789", "e-3", "e3", "e-310", "e308", "e400", "x", " "};
  test::Random random(3);
  int numbers = 0;
  for (int round = 0; round < 200000; ++round) {
    std::string text;
    for (std::size_t count = random.below(8); count > 0; --count) text += pieces[random.below(std::size(pieces))];
    const char* const end = text.data() + text.size();
    double ours = -7;
    double theirs = -7;
    const char* const stop = read_decimal(text.data(), end, theirs);
    CHECK(read_decimal_with_strtod(text.data(), end, ours) == stop);
    if (stop == nullptr) continue;  // some libraries write what a double cannot hold, too
    CHECK(std::bit_cast<std::uint64_t>(ours) == std::bit_cast<std::uint64_t>(theirs));
    ++numbers;
  }
  CHECK(numbers > 50000);
#endif
}

void finds_the_end() {
  const std::string_view text = "-2.5e3x";
  double value = 0;
  CHECK(read_decimal(text.data(), text.data() + text.size(), value) == text.data() + 6 && value == -2500);
  CHECK(read_decimal(text.data(), text.data() + 5, value) == text.data() + 4 && value == -2.5);  // "e" ends it
  CHECK(read_decimal(text.data(), text.data() + 1, value) == nullptr && value == -2.5);
}

}  // namespace

int main() {
  both_ways_read_the_same();
  finds_the_end();
  return test::failed();
}
