#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "check.hpp"
#include "parbleu/alignment/edit_script.hpp"
#include "reference/texts.hpp"

namespace parbleu {
namespace {

using Numbers = std::vector<std::uint32_t>;

// The definition: the whole matrix, and a walk back from its end.
std::vector<EditRun> slow_script(const Numbers& left, const Numbers& right, bool goes_on) {
  const std::size_t width = right.size() + 1;
  std::vector<std::uint32_t> costs((left.size() + 1) * width);
  for (std::size_t i = 0; i <= left.size(); ++i) {
    for (std::size_t j = 0; j <= right.size(); ++j) {
      std::uint32_t& cost = costs[i * width + j];
      if (i == 0 || j == 0) {
        cost = static_cast<std::uint32_t>(i + j);
        continue;
      }
      const std::uint32_t differ = left[i - 1] == right[j - 1] ? 0 : 1;
      cost = std::min(
          {costs[(i - 1) * width + j - 1] + differ, costs[(i - 1) * width + j] + 1, costs[i * width + j - 1] + 1});
    }
  }
  std::vector<EditRun> runs;
  auto i = static_cast<std::int32_t>(left.size());
  auto j = static_cast<std::int32_t>(right.size());
  while (i > 0 || j > 0) {
    const auto at = [&](std::int32_t row, std::int32_t column) {
      return costs[static_cast<std::size_t>(row) * width + static_cast<std::size_t>(column)];
    };
    const bool differ =
        i > 0 && j > 0 && left[static_cast<std::size_t>(i) - 1] != right[static_cast<std::size_t>(j) - 1];
    const bool may_remove = i > 0 && at(i, j) == at(i - 1, j) + 1;
    const bool may_insert = j > 0 && at(i, j) == at(i, j - 1) + 1;
    Edit edit = Edit::insert;
    if (goes_on && !runs.empty() &&
        ((runs.back().edit == Edit::remove && may_remove) || (runs.back().edit == Edit::insert && may_insert))) {
      edit = runs.back().edit;
    } else if (i > 0 && j > 0 && at(i, j) == at(i - 1, j - 1) + (differ ? 1 : 0)) {
      edit = differ ? Edit::substitute : Edit::equal;
    } else if (may_remove) {
      edit = Edit::remove;
    }
    const EditRun step{edit, i - (edit != Edit::insert), i, j - (edit != Edit::remove), j};
    if (!runs.empty() && runs.back().edit == edit) {
      runs.back().left_begin = step.left_begin;
      runs.back().right_begin = step.right_begin;
    } else {
      runs.push_back(step);
    }
    i = step.left_begin;
    j = step.right_begin;
  }
  std::ranges::reverse(runs);
  return runs;
}

// What both begin with is kept.
std::vector<EditRun> slow_script_that_goes_on(const Numbers& left, const Numbers& right) {
  std::ptrdiff_t head = 0;
  while (std::cmp_less(head, std::min(left.size(), right.size())) &&
         left[static_cast<std::size_t>(head)] == right[static_cast<std::size_t>(head)]) {
    ++head;
  }
  std::vector<EditRun> runs =
      slow_script({left.begin() + head, left.end()}, {right.begin() + head, right.end()}, true);
  const auto size = static_cast<std::int32_t>(head);
  for (EditRun& run : runs) {
    run = {run.edit, run.left_begin + size, run.left_end + size, run.right_begin + size, run.right_end + size};
  }
  if (size > 0 && !runs.empty() && runs.front().edit == Edit::equal) {
    runs.front().left_begin = runs.front().right_begin = 0;
  } else if (size > 0) {
    runs.insert(runs.begin(), {Edit::equal, 0, size, 0, size});
  }
  return runs;
}

Numbers random_numbers(test::Random& random, std::size_t size, std::uint32_t distinct) {
  Numbers numbers(size);
  for (std::uint32_t& number : numbers) number = 1 + random.below(distinct);
  return numbers;
}

Numbers edited(test::Random& random, const Numbers& from, std::uint32_t distinct) {
  Numbers result;
  for (const std::uint32_t number : from) {
    if (random.one_in(8)) continue;
    result.push_back(random.one_in(8) ? 1 + random.below(distinct) : number);
    if (random.one_in(8)) result.push_back(1 + random.below(distinct));
  }
  return result;
}

void scripts_are_those_of_the_whole_matrix() {
  test::Random random(1);
  EditAligner aligner;
  for (int k = 0; k < 3000; ++k) {
    const std::uint32_t distinct = 1 + random.below(random.one_in(2) ? 4 : 200);
    const std::uint32_t longest = random.one_in(50) ? 900 : 140;
    const Numbers left = random_numbers(random, random.below(longest), distinct);
    const Numbers right = random.one_in(2) ? edited(random, left, distinct)
                                           : random_numbers(random, random.below(longest), distinct);
    std::vector<EditRun> runs;
    const bool goes_on = random.one_in(2);
    CHECK(aligner.align(left, right, distinct, runs, goes_on));
    CHECK(std::ranges::equal(runs,
                             goes_on ? slow_script_that_goes_on(left, right) : slow_script(left, right, false)));
  }
}

// The rows between the stored ones are computed again.
void long_scripts_are_minimal_and_rebuild_the_right() {
  test::Random random(2);
  EditAligner aligner;
  const Numbers left = random_numbers(random, 4500, 60);
  const Numbers right = edited(random, left, 60);
  for (const bool goes_on : {false, true}) {
    std::vector<EditRun> runs;
    CHECK(aligner.align(left, right, 60, runs, goes_on));
    CHECK(std::ranges::equal(runs,
                             goes_on ? slow_script_that_goes_on(left, right) : slow_script(left, right, false)));
  }
}

// Beyond the limit, what both share at the ends is still found.
void coarse_scripts_say_so() {
  EditAligner aligner;
  Numbers left(300000, 1);
  Numbers right(300000, 2);
  left.insert(left.begin(), {3, 3});
  right.insert(right.begin(), {3, 3});
  left.push_back(4);
  right.push_back(4);
  std::vector<EditRun> runs;
  CHECK(!aligner.align(left, right, 4, runs));
  CHECK(std::ranges::equal(runs, std::vector<EditRun>{{Edit::equal, 0, 2, 0, 2},
                                                      {Edit::remove, 2, 300002, 2, 2},
                                                      {Edit::insert, 300002, 300002, 2, 300002},
                                                      {Edit::equal, 300002, 300003, 300002, 300003}}));
  runs.clear();
  right = left;
  right[150000] = 2;
  CHECK(aligner.align(left, right, 4, runs));
  CHECK(runs.size() == 3);
}

// Words have their numbers in the order of their first occurrence, in short texts and in long ones, of which only new words
// are kept.
void words_are_numbered_in_order() {
  test::Random random(7);
  Symbols symbols;
  for (const std::size_t size : {std::size_t{300}, std::size_t{150'000}}) {
    symbols.reset(Unit::word);
    std::map<std::vector<std::uint16_t>, std::uint32_t> known;
    for (int k = 0; k < 3; ++k) {
      std::vector<std::uint16_t> points;
      Numbers expected;
      for (std::size_t at = 0; at < size; ++at) {
        std::vector<std::uint16_t> word(1 + random.below(3), 'a');
        word.back() = static_cast<std::uint16_t>('a' + random.below(26));
        if (random.below(9) == 0)
          word.insert(word.end(), 20 + random.below(40), static_cast<std::uint16_t>(0x400 + k));
        const auto number = static_cast<std::uint32_t>(known.size() + 1);
        expected.push_back(known.try_emplace(word, number).first->second);
        points.insert(points.end(), word.begin(), word.end());
        points.insert(points.end(), 1 + random.below(2), ' ');
      }
      Numbers numbers;
      symbols.add({points.data(), points.size(), Width::two}, numbers);
      CHECK(numbers == expected);
    }
    CHECK(symbols.distinct() == known.size());
  }
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::words_are_numbered_in_order();
  parbleu::scripts_are_those_of_the_whole_matrix();
  parbleu::long_scripts_are_minimal_and_rebuild_the_right();
  parbleu::coarse_scripts_say_so();
  return parbleu::test::failed();
}
