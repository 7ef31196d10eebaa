#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "check.hpp"
#include "no_tables.hpp"
#include "parbleu/writing/line_sampler.hpp"
#include "parbleu/writing/odd_texts.hpp"
#include "sampled_texts.hpp"

namespace parbleu {
namespace {

using Points = std::u32string;
using test::ordinary_sides;
using test::sample_of;
using test::sentence;
using test::Sides;

const TextNames names{{"hyp"}, {"ref"}};

using Change = std::function<void(Sides&)>;

Change each(const std::function<void(Points&)>& change) {
  return [change](Sides& sides) { std::ranges::for_each(sides.output, change); };
}

void what_does_not_fit_is_told() {
  const std::pair<Change, std::string_view> changes[] = {
      {[](Sides&) {}, ""},
      {[](Sides& sides) { sides.output = sides.reference; },
       "hyp and the reference ref are the same text: such a score says nothing"},
      {[](Sides& sides) { sides.output[0].insert(0, 1, U'\ufeff'); }, "hyp begins with a byte order mark"},
      {[](Sides& sides) { std::ranges::fill(sides.output, U"The same."); },
       "100 % of the segments of hyp are the same text: 'The same.'"},
      {[](Sides& sides) { std::ranges::fill(sides.output, Points()); }, "100 % of the segments of hyp are empty"},
      {each([](Points& line) { line += line; }), "100 % of the segments of hyp are a text twice: score it once"},
      {each([](Points& line) { line.replace(1, 1, U"?"); }), "% of the segments of hyp have '?' inside words"},
      {each([](Points& line) { line.insert(0, U"<think>"); }), "100 % of the segments of hyp are reasoning"},
      {[](Sides& sides) { std::rotate(sides.output.begin(), sides.output.begin() + 1, sides.output.end()); },
       "hyp and ref do not match line by line: from line 1 on, each line of the output belongs to the reference "
       "one line later"},
      {[](Sides& sides) { std::ranges::fill(sides.reference, Points()); },
       "all segments of ref are empty: a score says nothing"},
  };
  for (const auto& [change, words] : changes) {
    Sides sides = ordinary_sides();
    change(sides);
    LineSampler sampler;
    sample_of(sides, sampler);
    const auto told = mismatches(sampler.lines(), names, shifts_of(sampler.lines()), true, test::NoTables());
    CHECK(told.size() == (words.empty() ? 0 : 1));
    if (told.size() == 1) CHECK(told[0].words.find(words) != std::string::npos);
  }
}

void what_is_unlike_references_is_told() {
  const std::pair<Change, std::string_view> changes[] = {
      {[](Sides&) {}, ""},
      {[](Sides& sides) { std::ranges::sort(sides.output); }, "those of other segments: they are sorted"},
      {each([](Points& line) { std::ranges::reverse(line); }), "their characters are in the reverse order"},
      {each([](Points& line) { line.resize(20); }), "have about 0.4 times as many characters as those of ref"},
      {each([](Points& line) { line.insert(0, U"[de] "); }), "100 % of the segments of hyp begin with '[de] '"},
      {each([](Points& line) { line.append(U" (end)"); }), "100 % of the segments of hyp end with '. (end)'"},
  };
  for (const auto& [change, words] : changes) {
    Sides sides = ordinary_sides();
    change(sides);
    LineSampler sampler;
    sample_of(sides, sampler);
    const std::string told = how_unlike(sampler.lines(), 0, names, test::NoTables());
    CHECK(words.empty() ? told.empty() : told.find(words) != std::string::npos);
  }
}

void what_is_damaged_is_told() {
  Sides sides = ordinary_sides();
  for (Points& line : sides.output) {
    Points turned;
    for (std::size_t at = 48; at < 54; at -= 6) turned += line.substr(at, 5) + U' ';
    line = turned;
  }
  LineSampler turned;
  sample_of(sides, turned);
  CHECK(how_damaged(turned.lines(), 0, "ref", test::NoTables()).starts_with("has its words in the reverse order"));
  sides = ordinary_sides();
  sides.output = sides.reference;
  LineSampler whole;
  for (Points& line : sides.reference) line.insert(3, U"\u00e4");
  sample_of(sides, whole);
  CHECK(how_damaged(whole.lines(), 0, "ref", test::NoTables())
            .ends_with(": look for what removes letters beyond ASCII"));
}

void what_was_cut_stays_known_of_a_normalized_sample() {
  Sides sides = ordinary_sides();
  sides.output[0].insert(0, U"<think>");
  LineSampler sampler;
  sample_of(sides, sampler);
  const auto& lines = sampler.lines();
  const Stream own[] = {lines.references[0]}, others[] = {lines.references[0]};
  const LineSampler other = sampler.with_lines(own, others);
  CHECK(cut_reasoning(lines)[0][0] && !cut_reasoning(lines)[0][1]);
  CHECK(cut_reasoning(other.lines()) == cut_reasoning(lines));
  CHECK(other.lines().places == lines.places && other.lines().n_lines == lines.n_lines);
}

void lines_of_another_language_are_found() {
  Sides sides = ordinary_sides();
  LineSampler own;
  sample_of(sides, own);
  CHECK(perhaps_foreign(own.lines(), 0).empty());
  test::Random random(7);
  for (std::size_t at = 200; at < sides.output.size(); ++at) sides.output[at] = sentence(random);
  LineSampler sampler;
  sample_of(sides, sampler);
  const auto places = perhaps_foreign(sampler.lines(), 0);
  CHECK(places.size() > 30);
  for (const std::size_t at : places) CHECK(sampler.lines().places[at] >= 200);
  sides = ordinary_sides();
  for (Points& line : sides.output) std::ranges::reverse(line);
  LineSampler backwards;
  sample_of(sides, backwards);
  CHECK(perhaps_foreign(backwards.lines(), 0).empty());
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::what_does_not_fit_is_told();
  parbleu::what_is_unlike_references_is_told();
  parbleu::what_is_damaged_is_told();
  parbleu::what_was_cut_stays_known_of_a_normalized_sample();
  parbleu::lines_of_another_language_are_found();
  return parbleu::test::failed();
}
