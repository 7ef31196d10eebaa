#include <algorithm>
#include <random>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "metrics/ter/distance_rows.hpp"
#include "metrics/ter/shift_search.hpp"
#include "parbleu/metrics/ter.hpp"
#include "reference/slow_ter.hpp"

namespace parbleu {
namespace {

using reference::Words;

class Draw {
 public:
  std::uint32_t below(std::size_t limit) { return static_cast<std::uint32_t>(generator_() % limit); }

  Words words(std::size_t size, std::size_t vocabulary) {
    Words result(size);
    for (std::uint32_t& word : result) word = 1 + below(vocabulary);
    return result;
  }

  // A near copy: blocks swapped, words changed, dropped and added.
  Words edited(Words words, std::size_t edits, std::size_t vocabulary) {
    for (std::size_t k = 0; k < edits && !words.empty(); ++k) {
      std::ptrdiff_t cuts[3];
      for (std::ptrdiff_t& cut : cuts) cut = below(words.size());
      std::ranges::sort(cuts);
      const auto at = words.begin() + cuts[below(3)];
      switch (below(5)) {
        case 0:
          *at = 1 + below(vocabulary + 2);
          break;
        case 1:
          words.erase(at);
          break;
        case 2:
          words.insert(at, 1 + below(vocabulary + 2));
          break;
        default:
          std::rotate(words.begin() + cuts[0], words.begin() + cuts[1], words.begin() + cuts[2]);
      }
    }
    return words;
  }

 private:
  std::mt19937_64 generator_{20060808};  // NOLINT: the same pairs every time
};

// The pair as the search wants it: reference words numbered, unknown ones 0.
struct Pair {
  ter::WordPositions reference;
  Words hypothesis;

  Pair(const Words& from, const Words& to) {
    Words numbers(1000, 0);
    Words numbered;
    std::uint32_t distinct = 0;
    for (const std::uint32_t word : to) {
      if (numbers[word] == 0) numbers[word] = ++distinct;
      numbered.push_back(numbers[word]);
    }
    reference.build(numbered, distinct);
    for (const std::uint32_t word : from) hypothesis.push_back(numbers[word]);
  }
};

void edits_are_those_of_the_twin(Draw& draw, int pairs, std::size_t longest) {
  ter::ShiftSearch search(best_simd());
  for (int k = 0; k < pairs; ++k) {
    const std::size_t vocabulary = 1 + draw.below(draw.below(2) == 0 ? 6 : 60);
    const Words to = draw.words(draw.below(longest + 1), vocabulary);
    const Words from = draw.below(2) == 0 ? draw.words(draw.below(longest + 1), vocabulary + 1)
                                          : draw.edited(to, draw.below(12), vocabulary);
    const Pair pair(from, to);
    CHECK(search.edits(pair.hypothesis, pair.reference) == reference::ter_edits(from, to));
  }
}

// Many rounds in rows that slide, so that most of what a shift gains is known from the round before.
void edits_of_long_texts_are_those_of_the_twin(Draw& draw, int pairs) {
  ter::ShiftSearch search;
  const auto levels = available_simd();
  for (int k = 0; k < pairs; ++k) {
    const std::size_t vocabulary = 20 + draw.below(200);
    const Words to = draw.words(65 + draw.below(80), vocabulary);
    const Words from = draw.edited(to, 10 + draw.below(30), vocabulary);
    const Pair pair(from, to);
    search.use(levels[draw.below(levels.size())]);
    CHECK(search.edits(pair.hypothesis, pair.reference) == reference::ter_edits(from, to));
  }
}

bool same_alignment(const ter::Alignment& alignment, const std::vector<char>& operations) {
  std::int32_t hypothesis = -1;
  std::size_t at = 0;
  for (const char operation : operations) {
    hypothesis += operation != 'i';
    if (operation != 'i' &&
        (alignment.hypothesis_error[static_cast<std::size_t>(hypothesis)] != 0) != (operation != ' ')) {
      return false;
    }
    if (operation == 'd') continue;
    if (alignment.position[at] != hypothesis || (alignment.reference_error[at] != 0) != (operation != ' '))
      return false;
    ++at;
  }
  return true;
}

// Where a beam is idle it may still matter to what is farther from the reference; there nobody looks.
template <class Rows>
constexpr bool only_if_nearer = std::is_same_v<Rows, ter::BitRows<false>>;

// One move after the other: only what differs is computed again.
template <class Rows>
void moved_rows_are_those_of_the_twin(Rows& rows, Words numbers, const std::vector<ter::Rotation>& rotations,
                                      ter::Alignment& alignment, Words from, const Words& to) {
  for (const ter::Rotation& rotation : rotations) {
    for (Words* words : {&numbers, &from}) {
      const auto begin = words->begin();
      std::rotate(begin + rotation.begin, begin + rotation.middle, begin + rotation.end);
    }
    const reference::TerTrace expected = reference::beam_edit_distance(from, to);
    const std::int64_t distance = rows.refill(numbers, rotation.begin, rotation.end);
    rows.retrace(alignment, rotation.begin);
    if constexpr (only_if_nearer<Rows>) {
      if (!rows.find_idle_beam(distance, 0)) continue;
    }
    CHECK(distance == expected.cost);
    CHECK(same_alignment(alignment, expected.operations));
  }
}

template <class Rows>
void rows_are_those_of_the_twin(Rows& rows, const Words& from, const Words& to, Draw& draw) {
  const Pair pair(from, to);
  const auto levels = available_simd();
  rows.prepare(pair.reference, static_cast<std::uint32_t>(from.size()), levels[draw.below(levels.size())]);
  const reference::TerTrace expected = reference::beam_edit_distance(from, to);
  const std::int64_t distance = rows.fill(pair.hypothesis);
  if constexpr (only_if_nearer<Rows>) {
    if (!rows.find_idle_beam(distance, 0)) return;
  }
  CHECK(distance == expected.cost);
  ter::Alignment alignment;
  rows.trace(alignment);
  CHECK(same_alignment(alignment, expected.operations));

  std::vector<ter::Rotation> rotations;
  std::vector<std::int64_t> twins;
  for (std::size_t lane = 0; lane <= draw.below(rows.lanes()); ++lane) {
    std::uint32_t cuts[3];
    for (std::uint32_t& cut : cuts) cut = draw.below(from.size() + 1);
    std::ranges::sort(cuts);
    rotations.push_back({cuts[0], cuts[1], cuts[2]});
    Words moved = from;
    std::rotate(moved.begin() + cuts[0], moved.begin() + cuts[1], moved.begin() + cuts[2]);
    twins.push_back(reference::beam_edit_distance(moved, to).cost);
  }
  std::vector<std::int64_t> distances(rotations.size());
  rows.measure(pair.hypothesis, rotations, distances.data());
  for (std::size_t lane = 0; lane < rotations.size(); ++lane) {
    CHECK(distances[lane] == twins[lane] ||
          (only_if_nearer<Rows> && distances[lane] >= distance && twins[lane] >= distance));
    CHECK(distance - twins[lane] <= rows.most_gain(rotations[lane]));
  }
  moved_rows_are_those_of_the_twin(rows, pair.hypothesis, rotations, alignment, from, to);
}

void beams_are_those_of_the_twin(Draw& draw) {
  ter::BitRows<false> whole;
  ter::BitRows<true> beam;
  ter::WideRows wide;
  for (int k = 0; k < 300; ++k) {
    const std::size_t size = 1 + draw.below(k % 4 == 0 ? 8 : 150);
    const std::size_t vocabulary = 1 + draw.below(8);
    const Words to = draw.words(1 + draw.below(k % 3 == 0 ? 400 : 150), vocabulary);
    const Words from = k % 5 == 0 ? draw.edited(to, 20, vocabulary) : draw.words(size, vocabulary);
    const auto rows = static_cast<std::uint32_t>(from.size());
    const auto columns = static_cast<std::uint32_t>(to.size());
    if (whole.applies(rows, columns)) rows_are_those_of_the_twin(whole, from, to, draw);
    if (beam.applies(rows, columns)) rows_are_those_of_the_twin(beam, from, to, draw);
    rows_are_those_of_the_twin(wide, from, to, draw);
  }
}

Text text(std::u16string_view units) { return as_text(std::span(units.data(), units.size())); }
Text text(std::u32string_view units) { return as_text(std::span(units.data(), units.size())); }
Text text(std::string_view units) { return as_text(std::span(units.data(), units.size())); }

std::vector<double> row(const Ter& metric, const Text& hypothesis, const std::vector<Text>& references) {
  Arena arena;
  Ter::Scratch scratch;
  std::vector<Ter::Side> sides;
  for (const Text& reference : references) sides.push_back(metric.prepare_reference(reference, arena, scratch));
  metric.load(sides, scratch);
  std::vector<double> result(metric.width());
  metric.compare(metric.prepare_hypothesis(hypothesis, arena, scratch), result.data(), scratch);
  return result;
}

void texts_become_rows() {
  const Ter metric(TerTokenizer{});
  using Row = std::vector<double>;
  CHECK(row(metric, text(""), {text("")}) == Row{0, 0});
  CHECK(row(metric, text("a b"), {text("")}) == Row{2, 0});
  CHECK(row(metric, text(""), {text("a b c")}) == Row{3, 3});
  CHECK(row(metric, text("The CAT  sat "), {text("the cat sat")}) == Row{0, 3});
  CHECK(row(metric, text("c d e a b"), {text("a b c d e")}) == Row{1, 5});
  CHECK(row(metric, text("a b"), {text("a c d"), text("a b")}) == Row{0, 2.5});
  // Words are their code points, however wide these are stored; long ones count to the last.
  CHECK(row(metric, text(u"internationalisation \u0431\u0443\u043a\u0432\u0430"),
            {text("internationalisation x")}) == Row{1, 2});
  CHECK(row(metric, text("internationalisation"), {text("internationalisatiom")}) == Row{1, 1});
  CHECK(row(metric, text(u"\u0431\u0443\u043a\u0432\u0430"),
            {text(U"\u0431\u0443\u043a\u0432\u0430 \U0001F600")}) == Row{1, 2});
  CHECK(row(Ter(TerTokenizer{.case_sensitive = true}), text("A"), {text("a")}) == Row{1, 1});
  // References are tokenised twice: the second time splits x 's's once more.
  CHECK(row(Ter(TerTokenizer{.normalized = true}), text("x's's y"), {text("x's's y")}) == Row{2, 4});
}

void rows_become_scores() {
  const Ter metric(TerTokenizer{});
  const auto score = [&](auto edits, auto length) {
    const decltype(edits) values[2] = {edits, length};
    return metric.score(values);
  };
  CHECK(score(0.0, 0.0) == 0.0);
  CHECK(score(2.0, 0.0) == 100.0);
  CHECK(score(3.0, 2.0) == 150.0);
  CHECK(score(3996.0, 6343.0) == 62.998581113038);
  CHECK(score(1.0F, 3.0F) == static_cast<double>(1.0F / 3.0F * 100.0F));
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::Draw draw;
  parbleu::texts_become_rows();
  parbleu::rows_become_scores();
  parbleu::beams_are_those_of_the_twin(draw);
  parbleu::edits_are_those_of_the_twin(draw, 3000, 16);
  parbleu::edits_are_those_of_the_twin(draw, 150, 60);
  parbleu::edits_are_those_of_the_twin(draw, 6, 130);
  parbleu::edits_of_long_texts_are_those_of_the_twin(draw, 60);
  return parbleu::test::failed();
}
