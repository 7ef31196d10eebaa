#include <bit>
#include <cmath>
#include <cstdlib>
#include <string>

#include "check.hpp"
#include "parbleu/parsing/score_lines.hpp"
#include "reference/texts.hpp"

using namespace parbleu;

namespace {

std::size_t bad_line(std::string_view text, bool with_domain) {
  try {
    read_score_lines(text, with_domain);
  } catch (const BadScoreLine& bad) {
    return bad.line;
  }
  return 0;
}

void reads_systems_in_blocks_and_interleaved() {
  const ScoreLines found = read_score_lines("A 1\r\nAB\t-2.5e3 \rA\u2003None\nA +1", false);
  CHECK(found.systems == std::vector<std::string_view>{"A", "AB"});
  CHECK(found.system_of == std::vector<std::uint32_t>{0, 1, 0, 0});
  CHECK(found.domains.empty() && found.domain_of.empty());
  CHECK(found.scores[0] == 1 && found.scores[1] == -2500);
  CHECK(found.missing == std::vector<std::size_t>{2});
  CHECK(std::isnan(found.scores[2]) && std::isnan(found.scores[3]));
  CHECK(found.unusual.size() == 1 && found.unusual[0].line == 3 && found.unusual[0].text == "+1");
}

void reads_domains() {
  const ScoreLines found = read_score_lines("news A 1\ntalks A 2\nnews B 3\n", true);
  CHECK(found.domains == std::vector<std::string_view>{"news", "talks"});
  CHECK(found.domain_of == std::vector<std::uint32_t>{0, 1, 0});
  CHECK(found.system_of == std::vector<std::uint32_t>{0, 0, 1});
}

void finds_bad_lines() {
  CHECK(bad_line("A 1\nB 2\n", false) == 0);
  CHECK(bad_line("A 1\nB\n", false) == 2);
  CHECK(bad_line("A 1\n\n", false) == 2);
  CHECK(bad_line("A 1\n", true) == 1);
  CHECK(bad_line("\xE2", false) == 1);  // cut in the middle of a character
}

void survives_any_bytes() {
  constexpr std::string_view pieces[] = {"A",    " ",        "\t",   "\n",     "\r",   "1.5",
                                         "-",    "e9",       "None", "nan(1)", "\xE2", "\xE2\x80\x83",
                                         "\xC2", "\xC2\xA0", "\xFF", "inf",    "."};
  test::Random random(7);
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (std::size_t count = random.below(14); count > 0; --count) text += pieces[random.below(std::size(pieces))];
    const bool with_domain = random.below(2) == 0;
    try {
      const ScoreLines found = read_score_lines(text, with_domain);
      CHECK(found.system_of.size() == found.scores.size());
      CHECK(found.domain_of.size() == (with_domain ? found.scores.size() : 0));
    } catch (const BadScoreLine& bad) {
      CHECK(bad.line >= 1 && bad.fields != (with_domain ? 3U : 2U));
    }
  }
}

void rounds_correctly() {
  const ScoreLines found =
      read_score_lines("A 0.1\nA 9007199254740993\nA 2.2250738585072011e-308\nA nan(7)\n", false);
  CHECK(found.scores[0] == 0.1 && found.scores[1] == 9007199254740992.0);
  CHECK(found.scores[2] == 2.2250738585072011e-308);
  CHECK(found.unusual.size() == 1);
}

// Lines with room behind them are read another way.
void rounds_correctly_far_from_the_end() {
  constexpr std::string_view numbers[] = {"4503599627370496.5",
                                          "2251799813685248.75",
                                          "9007199254740993",
                                          "-9999999999999999999",
                                          ".7071067811865476",
                                          "0.30000000000000004",
                                          "-0.0",
                                          "5.",
                                          "1e22"};
  std::string text;
  for (const std::string_view number : numbers) text += "A\t" + std::string(number) + "\n";
  const ScoreLines found = read_score_lines(text + "A 0" + std::string(80, ' '), false);
  CHECK(found.scores.size() == std::size(numbers) + 1 && found.unusual.empty());
  for (std::size_t line = 0; line < std::size(numbers); ++line) {
    const double expected = std::strtod(std::string(numbers[line]).c_str(), nullptr);
    CHECK(std::bit_cast<std::uint64_t>(found.scores[line]) == std::bit_cast<std::uint64_t>(expected));
  }
}

void knows_blocks_of_equal_length() {
  const auto equal = [](std::string_view text) { return in_equal_blocks(read_score_lines(text, false)); };
  CHECK(equal("A 1\nA 2\nB 3\nB 4\n") && equal("A 1\n"));
  CHECK(!equal("A 1\nB 2\nA 3\nB 4\n") && !equal("A 1\nA 2\nB 3\n") && !equal(""));
}

}  // namespace

int main() {
  reads_systems_in_blocks_and_interleaved();
  reads_domains();
  finds_bad_lines();
  survives_any_bytes();
  rounds_correctly();
  rounds_correctly_far_from_the_end();
  knows_blocks_of_equal_length();
  return test::failed();
}
