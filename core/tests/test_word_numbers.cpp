#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "check.hpp"
#include "metrics/ter/reference_words.hpp"
#include "parbleu/base/cpu.hpp"
#include "parbleu/ngrams/words.hpp"
#include "parbleu/tokenizers/tokenizer.hpp"
#include "reference/texts.hpp"
#include "tokenizers/split.hpp"

namespace parbleu {
namespace {

using Points = std::u32string;

// The points as one token among others.
template <class Unit>
std::pair<std::uint64_t, std::uint64_t> key(const Points& points, std::size_t before, std::size_t behind) {
  std::vector<Unit> units(before, 'x');
  for (const char32_t point : points) units.push_back(static_cast<Unit>(point));
  units.insert(units.end(), behind, static_cast<Unit>(0xFF));
  const Span span{static_cast<std::uint32_t>(before), static_cast<std::uint32_t>(points.size())};
  Arena arena;
  const Words words = make_words({as_text(std::span<const Unit>(units)), std::span(&span, 1)}, arena);
  return {words.keys.low[0], words.keys.high[0]};
}

Points random_points(test::Random& random, std::size_t longest, std::uint32_t limit) {
  Points points(1 + random.below(longest), U' ');
  for (char32_t& point : points) point = random.below(random.below(8) == 0 ? limit : 0x100);
  return points;
}

// A key says nothing of how wide the code points are stored, nor of what stands around them.
void keys_are_those_of_code_points() {
  test::Random random(1);
  for (int k = 0; k < 3000; ++k) {
    const std::uint32_t limits[3] = {0x100, 0x10000, 0x110000};
    const std::uint32_t kind = random.below(3);
    const Points points = random_points(random, 30, limits[kind]);
    const auto expected = key<std::uint32_t>(points, 0, 0);
    const std::size_t behind = random.below(24);
    CHECK(key<std::uint32_t>(points, random.below(3), behind) == expected);
    if (kind < 2) CHECK(key<std::uint16_t>(points, random.below(3), behind) == expected);
    if (kind < 1) CHECK(key<std::uint8_t>(points, random.below(3), behind) == expected);
    Points other = points;
    other[random.below(static_cast<std::uint32_t>(other.size()))] ^= 1;
    CHECK(key<std::uint32_t>(other, 0, behind) != expected);
  }
}

// A text of some words, with a blank behind each.
struct Line {
  Line(const std::vector<Points>& words, Width least) : stored(store(join(words, spans), least)) {}

  // Stores the text as wide as it has to be, or wider.
  static test::Stored store(const Points& points, Width least) {
    const char32_t largest = points.empty() ? 0 : std::ranges::max(points);
    return {points, std::max(least, largest > 0xFFFF ? Width::four : largest > 0xFF ? Width::two : Width::one)};
  }
  static Points join(const std::vector<Points>& words, std::vector<Span>& spans) {
    Points points;
    for (const Points& word : words) {
      spans.push_back({static_cast<std::uint32_t>(points.size()), static_cast<std::uint32_t>(word.size())});
      points += word + U' ';
    }
    return points;
  }

  std::vector<Span> spans;
  test::Stored stored;
};

// Words have equal numbers if they are equal, and those that were not added have none.
void numbers_are_those_of_words() {
  test::Random random(2);
  for (int k = 0; k < 300; ++k) {
    std::vector<Points> known;
    for (std::size_t at = 0; at < 20; ++at) {
      Points word = random_points(random, 20, k % 2 == 0 ? 0x100 : 0x110000);
      if (at % 2 == 1) word = known.back() + word;  // many words have their beginning in common
      known.push_back(word);
    }
    WordNumbers word_numbers;
    word_numbers.reset(k % 3 == 0 ? 0 : 60);
    std::map<Points, std::uint32_t> expected;
    Arena arena;
    std::vector<Line> lines;
    lines.reserve(4);
    for (std::size_t text = 0; text < 4; ++text) {
      std::vector<Points> words;
      for (std::size_t at = 0; at < 20; ++at) words.push_back(known[random.below(text < 3 ? 15 : 20)]);
      const Line& line = lines.emplace_back(words, static_cast<Width>(1 << random.below(3)));
      const Words made = make_words({line.stored.text(), line.spans}, arena);
      std::vector<std::uint32_t> numbers(words.size());
      if (text < 3) {
        word_numbers.add(made, numbers.data());
        for (const Points& word : words)
          expected.try_emplace(word, static_cast<std::uint32_t>(expected.size() + 1));
      } else {
        word_numbers.find(made, numbers.data());
      }
      for (std::size_t at = 0; at < words.size(); ++at) {
        const auto found = expected.find(words[at]);
        CHECK(numbers[at] == (found == expected.end() ? 0 : found->second));
      }
      CHECK(word_numbers.size() == expected.size());
    }
  }
}

// In the numbers of a reference, words are equal if their numbers are, and 0 is what it does not have.
void numbers_of_references_are_those_of_words() {
  test::Random random(4);
  for (int k = 0; k < 300; ++k) {
    std::vector<Points> known;
    for (std::size_t at = 0; at < 30; ++at)
      known.push_back(random_points(random, 20, k % 2 == 0 ? 0x100 : 0x110000));
    const auto line = [&](std::size_t size) {
      std::vector<Points> words;
      while (words.size() < size) words.push_back(known[random.below(30)]);
      return words;
    };
    const std::vector<Points> words = line(random.below(k % 5 == 0 ? 200 : 70));
    const std::vector<Points> others = line(random.below(70));
    const Line reference(words, static_cast<Width>(1 << random.below(3)));
    const Line hypothesis(others, static_cast<Width>(1 << random.below(3)));
    Arena arena;
    const Words made = make_words({reference.stored.text(), reference.spans}, arena);
    for (const Simd simd : available_simd()) {
      ter::ReferenceWords numbered;
      numbered.load(made, simd);
      const ter::WordPositions& positions = numbered.positions();
      CHECK(positions.size() == words.size());
      std::map<Points, std::uint32_t> expected;
      for (std::size_t at = 0; at < words.size(); ++at) {
        const auto [found, is_new] = expected.try_emplace(words[at], positions[at]);
        CHECK(found->second == positions[at]);
        if (is_new) CHECK(positions.counts()[positions[at]] == std::ranges::count(words, words[at]));
      }
      const auto numbers = numbered.find(make_words({hypothesis.stored.text(), hypothesis.spans}, arena));
      CHECK(numbers.size() == others.size());
      for (std::size_t at = 0; at < others.size(); ++at) {
        const auto found = expected.find(others[at]);
        CHECK(numbers[at] == (found == expected.end() ? 0 : found->second));
      }
    }
  }
}

// Words that are found by vectors have the spans and keys of those that are made one by one.
void words_of_all_levels_are_equal() {
  test::Random random(3);
  const Tokenizer& splitter = *find_tokenizer("none");
  for (int k = 0; k < 3000; ++k) {
    std::vector<Points> words(random.below(k % 10 == 0 ? 200 : 30));
    const std::uint32_t longest = random.below(4) == 0 ? 200 : 16;
    for (Points& word : words) {
      word.resize(1 + random.below(longest));
      const std::uint32_t page = random.below(3) == 0 ? random.below(0x20) << 8 : 0;
      for (char32_t& point : word)
        point = page + (random.below(40) == 0 ? random.below(0x3000) + 0x4E00 : 'a' + random.below(26));
      if (k % 3 == 0) {
        for (char32_t& point : word) point = 'a' + point % 26;
      }
    }
    const Line line(words, static_cast<Width>(1 << random.below(3)));
    Arena arena;
    const Words expected = make_words({line.stored.text(), line.spans}, arena);
    for (const Simd simd : available_simd()) {
      const Words made = make_words(splitter.split(line.stored.text(), arena, simd), arena, simd);
      CHECK(made.size() == words.size());
      if (made.size() != words.size()) continue;
      CHECK(std::ranges::equal(made.deep, expected.deep));
      for (std::size_t at = 0; at < words.size(); ++at) {
        CHECK(made.tokens.spans[at].begin == line.spans[at].begin &&
              made.tokens.spans[at].size == line.spans[at].size);
        CHECK(made.keys.low[at] == expected.keys.low[at] && made.keys.high[at] == expected.keys.high[at]);
      }
      for (std::size_t at = words.size(); at % 8 != 0; ++at) CHECK(made.keys.low[at] == 0);
    }
  }
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::keys_are_those_of_code_points();
  parbleu::numbers_are_those_of_words();
  parbleu::numbers_of_references_are_those_of_words();
  parbleu::words_of_all_levels_are_equal();
  return parbleu::test::failed();
}
