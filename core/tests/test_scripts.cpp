#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "check.hpp"
#include "parbleu/writing/scripts.hpp"
#include "reference/texts.hpp"

namespace parbleu {
namespace {

using Counts = std::vector<std::pair<std::string_view, std::size_t>>;

Counts counts_of(const std::u32string& line) {
  Counts counts;
  test::for_each_width(line, [&](const Text& text) {
    const std::array<Text, 3> lines = {text, Text{}, text};
    counts = letters_by_script(lines);
    const Counts once = letters_by_script(Stream(&text, 1));
    CHECK(counts.size() == once.size());
    for (std::size_t at = 0; at < once.size(); ++at) {
      CHECK(counts[at].first == once[at].first);
      CHECK(counts[at].second == 2 * once[at].second);
    }
  });
  return counts;
}

void letters_are_counted() {
  CHECK(counts_of(U"") == Counts());
  CHECK(counts_of(U"12 [\\]^_`{|}~ …「」") == Counts());
  CHECK((counts_of(U"Zażółć ẞ, ж Ж1") == Counts{{"Latin letters", 14}, {"Cyrillic letters", 4}}));
  CHECK((counts_of(U"カナと漢字") == Counts{{"kana", 6}, {"Chinese characters", 4}}));
  CHECK((counts_of(U"ᄀ가 ﻼ") == Counts{{"Hangul", 4}, {"Arabic letters", 2}}));
}

void random_texts() {
  test::Random random(17);
  for (int round = 0; round < 1000; ++round) {
    const std::u32string line = test::hostile_text(random);
    std::size_t sum = 0;
    for (const auto& [script, count] : counts_of(line)) sum += count;
    CHECK(sum <= 2 * line.size());
  }
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::letters_are_counted();
  parbleu::random_texts();
  return parbleu::test::failed();
}
