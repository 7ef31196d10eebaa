#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "parbleu/writing/writing_signs.hpp"
#include "reference/texts.hpp"

namespace parbleu {
namespace {

using Names = std::vector<std::string_view>;

Names suspects_of(const std::u32string& output, const std::u32string& reference, std::size_t lines = 40) {
  const test::Stored own(output, Width::four), other(reference, Width::four);
  const std::vector<Text> outputs(lines, own.text()), references(lines, other.text());
  return writing_suspects(std::vector<Stream>{outputs}, references).front();
}

void signs_of_one_side_alone_are_found() {
  CHECK(suspects_of(U"He said “yes”.", U"He said \"yes\".") == Names{"quotes"});
  CHECK(suspects_of(U"Gru\u0308n ist es.", U"Grün ist es.") == Names{"diacritics", "nfc"});
  CHECK(suspects_of(U"Gruen ist es.", U"Grün ist es.") == Names{"german"});
  CHECK(suspects_of(U"<think>hm</think> Ja.", U"Ja.") == Names{"reasoning", "tags"});
  CHECK(suspects_of(U"It costs 1,000 now.", U"It costs 1.000 now.") == Names{"numbers"});
  CHECK(suspects_of(U"He said yes.", U"He said no.").empty());
}

void cases_are_compared() {
  CHECK(suspects_of(U"he said yes.", U"He said yes.") == Names{"case"});
  CHECK(suspects_of(U"ОН СКАЗАЛ ДА.", U"Он сказал да.") == Names{"case"});
  CHECK(suspects_of(U"STRAßE!", U"STRASSE!") == Names{"case", "german"});  // ß is a small letter
}

void few_lines_and_their_middles_tell_nothing() {
  CHECK(suspects_of(U"“yes”", U"\"yes\"", 3).empty());
  const std::u32string begin(50, U'a'), end(30, U'b');
  CHECK(suspects_of(begin + U"“”" + end, begin + U"\"\"" + end).empty());
}

void widths_of_texts_change_nothing() {
  test::Random random(7);
  for (int round = 0; round < 300; ++round) {
    std::vector<test::Stored> stored[2], narrow[2];
    std::vector<Text> texts[2], others[2];
    for (int side = 0; side < 2; ++side) {
      for (int line = 0; line < 8; ++line) {
        const std::u32string points = test::hostile_text(random);
        const char32_t largest = points.empty() ? 0 : std::ranges::max(points);
        stored[side].emplace_back(points, Width::four);
        narrow[side].emplace_back(points, largest < 0x100     ? Width::one
                                          : largest < 0x10000 ? Width::two
                                                              : Width::four);
      }
      for (const test::Stored& line : stored[side]) texts[side].push_back(line.text());
      for (const test::Stored& line : narrow[side]) others[side].push_back(line.text());
    }
    texts[0][0] = others[0][0] = Text{};
    const std::vector<Stream> outputs{texts[0], texts[1]}, narrow_outputs{others[0]};
    const std::vector<Names> names = writing_suspects(outputs, texts[1]);
    CHECK(names[0] == writing_suspects(narrow_outputs, others[1])[0]);
    CHECK(names[1] ==
          writing_suspects(std::span(outputs).last(1), texts[1])[0]);  // what came before tells nothing
    CHECK(names[1].size() <= names[0].size() + 5);                     // `tags` and others of both sides
  }
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::signs_of_one_side_alone_are_found();
  parbleu::cases_are_compared();
  parbleu::few_lines_and_their_middles_tell_nothing();
  parbleu::widths_of_texts_change_nothing();
  return parbleu::test::failed();
}
