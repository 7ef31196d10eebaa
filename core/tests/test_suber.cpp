#include <algorithm>
#include <random>
#include <vector>

#include "check.hpp"
#include "parbleu/metrics/suber.hpp"
#include "reference/slow_ter.hpp"

namespace parbleu {
namespace {

using Tokens = std::vector<SubtitleToken>;

std::int64_t edits(const Tokens& hypothesis, const Tokens& reference) {
  const std::vector<std::int64_t> left{0, static_cast<std::int64_t>(hypothesis.size())};
  const std::vector<std::int64_t> right{0, static_cast<std::int64_t>(reference.size())};
  return suber_edits(hypothesis, left, reference, right, {})[0];
}

Tokens shown(const reference::Words& words, std::int32_t begin, std::int32_t end) {
  Tokens tokens;
  for (const std::uint32_t word : words) tokens.push_back({static_cast<std::int32_t>(word), begin, end});
  return tokens;
}

void words_that_are_shown_together_have_the_edits_of_ter() {
  std::mt19937_64 generator(20220526);  // NOLINT: the same pairs every time
  const auto below = [&](std::size_t limit) { return static_cast<std::uint32_t>(generator() % limit); };
  for (int k = 0; k < 1500; ++k) {
    const std::size_t vocabulary = 2 + below(30);
    reference::Words to(below(k % 50 == 0 ? 150 : 30));
    for (std::uint32_t& word : to) word = 1 + below(vocabulary);
    reference::Words from = to;
    for (std::uint32_t edit = below(6); edit > 0 && !from.empty(); --edit) {
      const auto at = from.begin() + below(from.size());
      if (below(2) == 0) {
        std::rotate(from.begin(), at, from.end());
      } else if (below(2) == 0) {
        from.erase(at);
      } else {
        *at = 1 + below(vocabulary);
      }
    }
    CHECK(edits(shown(from, 0, 10), shown(to, 0, 10)) == reference::ter_edits(from, to));
  }
}

void what_is_not_shown_together_is_removed_and_inserted() {
  const Tokens early = shown({1, 2, 3}, 0, 10);
  const Tokens late = shown({1, 2, 3}, 10, 20);
  CHECK(edits(early, late) == 6);
  CHECK(edits(early, early) == 0);
  CHECK(edits(early, {}) == 3);
  CHECK(edits({}, early) == 3);
}

void words_do_not_become_breaks() {
  const Tokens words{{1, 0, 10}, {2, 0, 10}};
  CHECK(edits(words, {{1, 0, 10}, {-1, 0, 10}}) == 2);
  CHECK(edits({{1, 0, 10}, {-2, 0, 10}}, {{1, 0, 10}, {-1, 0, 10}}) == 1);
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::words_that_are_shown_together_have_the_edits_of_ter();
  parbleu::what_is_not_shown_together_is_removed_and_inserted();
  parbleu::words_do_not_become_breaks();
  return parbleu::test::failed();
}
