#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "check.hpp"
#include "parbleu/ngrams/shared_words.hpp"
#include "reference/texts.hpp"

namespace parbleu {
namespace {

using Points = std::u32string;

std::set<Points> words_of(const Points& line, std::size_t longest, std::size_t characters) {
  const Points begin = line.substr(0, longest);
  std::set<Points> words;
  if (characters > 0) {
    for (std::size_t at = 0; at + characters <= begin.size(); ++at) words.insert(begin.substr(at, characters));
    return words;
  }
  Points word;
  for (const char32_t point : begin + U' ') {
    if (point != U' ' && point != U'\u3000') {
      word += point;
    } else if (!word.empty()) {
      words.insert(word);
      word.clear();
    }
  }
  return words;
}

std::int32_t common(const std::set<Points>& one, const std::set<Points>& other) {
  return static_cast<std::int32_t>(
      std::ranges::count_if(one, [&](const Points& word) { return other.contains(word); }));
}

void counts_are_those_of_sets() {
  test::Random random(5);
  for (int round = 0; round < 200; ++round) {
    const char32_t letters[] = {U'a', U'b', U' ', U'\u3000', U'我', U'\U00010300', U'\0'};
    std::vector<Points> sides[2];
    std::vector<test::Stored> stored[2];
    std::vector<Text> texts[2];
    const std::size_t count = random.below(9);
    const std::size_t counts[] = {count * (1 + random.below(3)), count};  // several texts beside one
    for (int side = 0; side < 2; ++side) {
      const std::uint32_t kinds = random.below(4) == 0 ? 3 : 7;
      for (std::size_t at = 0; at < counts[side]; ++at) {
        Points line(random.below(30), U'a');
        for (char32_t& point : line) point = letters[random.below(kinds)];
        const Width width = kinds == 3 ? Width::one : Width::four;
        sides[side].push_back(line);
        stored[side].emplace_back(line, width);
      }
      for (const test::Stored& line : stored[side]) texts[side].push_back(line.text());
    }
    for (std::size_t characters = 0; characters < 3; ++characters) {
      const std::size_t longest = random.below(40);
      const auto found = shared_words(Stream(texts[0]), Stream(texts[1]), longest, characters);
      std::set<Points> all;
      for (const Points& line : sides[1]) all.merge(words_of(line, longest, characters));
      CHECK(found.size() == counts[0]);
      for (std::size_t at = 0; at < counts[0]; ++at) {
        const auto own = words_of(sides[0][at], longest, characters);
        const auto other = words_of(sides[1][at % count], longest, characters);
        CHECK(found[at].words == static_cast<std::int32_t>(own.size()));
        CHECK(found[at].others == static_cast<std::int32_t>(other.size()));
        CHECK(found[at].shared == common(own, other));
        CHECK(found[at].known == common(own, all));
      }
    }
  }
}

void missing_texts_have_no_words() {
  const test::Stored line(Points(U"a b"), Width::one);
  const std::vector<Text> one{Text{}, line.text()};
  const std::vector<Text> other{line.text(), Text{}};
  const auto found = shared_words(Stream(one), Stream(other), 80, 0);
  CHECK(found[0].words == 0 && found[0].others == 2 && found[0].known == 0);
  CHECK(found[1].words == 2 && found[1].others == 0 && found[1].shared == 0 && found[1].known == 2);
}

void texts_of_unequal_length_are_refused() {
  const test::Stored line(Points(U"a"), Width::one);
  const std::vector<Text> none, two(2, line.text()), three(3, line.text());
  int refused = 0;
  for (const auto& [lines, others] : {std::pair(three, two), std::pair(two, none)}) {
    try {
      shared_words(Stream(lines), Stream(others), 80, 0);
    } catch (const std::invalid_argument&) {
      ++refused;
    }
  }
  CHECK(refused == 2);
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::counts_are_those_of_sets();
  parbleu::missing_texts_have_no_words();
  parbleu::texts_of_unequal_length_are_refused();
  return parbleu::test::failed();
}
