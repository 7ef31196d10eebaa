#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "check.hpp"
#include "parbleu/ngrams/numbered_streams.hpp"
#include "reference/texts.hpp"

namespace parbleu {
namespace {

using Points = std::u32string;

// Tokens have the same number if and only if they are the same, whatever the width of their texts, also after the
// texts are gone.
void numbers_are_those_of_a_map() {
  test::Random random(3);
  StreamNumbers numbered(*find_tokenizer("none"), false, best_simd());
  std::map<Points, std::int32_t> known;
  for (int text = 0; text < 400; ++text) {
    std::vector<Points> words(random.below(12));
    Points line;
    for (Points& word : words) {
      word.assign(1 + random.below(random.below(4) == 0 ? 30 : 3), U'a');
      for (char32_t& point : word) point = U'a' + random.below(3) + (random.below(9) == 0 ? 0x10300 : 0);
      line += word;
      line += U' ';
    }
    const char32_t largest = line.empty() ? 0 : std::ranges::max(line);
    std::vector<std::int32_t> numbers;
    {
      const test::Stored stored(line, largest > 0xFFFF       ? Width::four
                                      : random.below(2) == 0 ? Width::one
                                                             : Width::two);
      numbered.add(stored.text(), numbers);
    }
    CHECK(numbers.size() == words.size());
    for (std::size_t at = 0; at < words.size(); ++at) {
      const auto next = static_cast<std::int32_t>(known.size());
      CHECK(numbers[at] == known.try_emplace(words[at], next).first->second);
    }
  }
  CHECK(numbered.tokens().size() == known.size());
  for (const auto& [word, number] : known) {
    CHECK(points_of(numbered.tokens()[static_cast<std::size_t>(number)]) == word);
  }
}

void pairs_are_those_of_a_map() {
  test::Random random(4);
  std::vector<std::int32_t> first(20000);
  std::vector<std::int32_t> second(first.size());
  for (std::int32_t& value : first) value = static_cast<std::int32_t>(random.below(200));
  for (std::int32_t& value : second) value = static_cast<std::int32_t>(random.below(200));
  std::vector<std::int32_t> numbers(first.size());
  const std::int32_t count = number_pairs(first, second, numbers.data());
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> known;
  for (std::size_t at = 0; at < first.size(); ++at) {
    const auto next = static_cast<std::int32_t>(known.size());
    CHECK(numbers[at] == known.try_emplace({first[at], second[at]}, next).first->second);
  }
  CHECK(count == static_cast<std::int32_t>(known.size()));
  CHECK(number_pairs({}, {}, nullptr) == 0);
}

void occurrences_are_matched_from_the_left() {
  const std::vector<std::int32_t> hypotheses{5, 1, 5, 5, 2, 1};
  const std::vector<std::int64_t> starts{0, 4, 4, 6};
  const std::vector<std::int32_t> references{5, 9, 5, 7, 1};
  const std::vector<std::int64_t> reference_starts{0, 3, 4, 5};
  std::vector<std::int32_t> places(hypotheses.size());
  match_occurrences({hypotheses, starts}, {references, reference_starts}, places.data());
  CHECK((places == std::vector<std::int32_t>{0, -1, 2, -1, -1, 4}));
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::numbers_are_those_of_a_map();
  parbleu::pairs_are_those_of_a_map();
  parbleu::occurrences_are_matched_from_the_left();
  return parbleu::test::failed();
}
