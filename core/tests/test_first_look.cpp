#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "check.hpp"
#include "no_tables.hpp"
#include "parbleu/writing/cut_streams.hpp"
#include "parbleu/writing/expected_language.hpp"
#include "parbleu/writing/first_look.hpp"
#include "parbleu/writing/line_sampler.hpp"
#include "parbleu/writing/normalizations.hpp"
#include "parbleu/writing/written_differently.hpp"
#include "sampled_texts.hpp"

namespace parbleu {
namespace {

using Points = std::u32string;
using test::ordinary_sides;
using test::sample_of;
using test::Sides;

Points normalized(Points text, std::string_view name) {
  return normalized_text(std::move(text), name, test::NoTables());
}

FirstLook look_at(const LineSampler& sampler) {
  return first_look_at(sampler.lines(), {{"hyp"}, {"ref"}}, true, test::NoTables());
}

bool is_ordinary_after(const std::function<void(Sides&)>& change) {
  Sides sides = ordinary_sides();
  change(sides);
  LineSampler sampler;
  sample_of(sides, sampler);
  const FirstLook look = look_at(sampler);
  const LookAtOutput& output = look.outputs.front();
  return look.told.empty() && !look.is_cut && output.names.empty() && !output.may_be_damaged &&
         output.perhaps_foreign.empty() && !output.may_be_unlike;
}

void what_is_odd_is_seen() {
  CHECK(is_ordinary_after([](Sides&) {}));
  const std::vector<std::function<void(Sides&)>> changes = {
      [](Sides& sides) { sides.output = sides.reference; },
      [](Sides& sides) { sides.output[0].insert(0, 1, U'\ufeff'); },
      [](Sides& sides) { std::rotate(sides.output.begin(), sides.output.begin() + 1, sides.output.end()); },
      [](Sides& sides) { std::ranges::sort(sides.output); },
      [](Sides& sides) { std::ranges::fill(sides.output, U"The same."); },
      [](Sides& sides) { std::ranges::for_each(sides.output, [](Points& line) { line += line; }); },
      [](Sides& sides) { std::ranges::for_each(sides.output, [](Points& line) { line.resize(20); }); },
      [](Sides& sides) { std::ranges::for_each(sides.output, [](Points& line) { line.insert(0, U"[de] "); }); },
      [](Sides& sides) { std::ranges::for_each(sides.output, [](Points& line) { line.back() = U'。'; }); },
      [](Sides& sides) { std::ranges::for_each(sides.output, [](Points& line) { line.front() += 0x20; }); },
      [](Sides& sides) {
        std::ranges::for_each(sides.output, [](Points& line) { line.insert(line.size() - 1, 1, U' '); });
      },
      [](Sides& sides) { std::ranges::fill(std::span(sides.output).first(60), Points()); },
      [](Sides& sides) {  // words in the reverse order, but for the first and the last one
        for (Points& line : sides.output) {
          Points turned;
          for (std::size_t at = 42; at >= 6; at -= 6) turned += line.substr(at, 6);
          line = line.substr(0, 6) + turned + line.substr(48);
        }
      },
      [](Sides& sides) { std::ranges::fill(sides.reference, Points(30, U'\u6709')); },
  };
  for (const auto& change : changes) CHECK(!is_ordinary_after(change));
}

void what_is_cut_is_told() {
  const std::pair<std::function<void(Points&)>, std::string_view> ways[] = {
      {[](Points& line) { line.insert(3, U"@@ "); }, "split into subwords"},
      {[](Points& line) { line.insert(line.size() - 1, U" "); }, "tokenized"},
      {[](Points& line) {
         for (std::size_t at = line.size() - 1; at > 0; --at) line.insert(at, 1, U' ');
       },
       "split into characters"},
  };
  for (const auto& [cut, look] : ways) {
    Sides sides = ordinary_sides();
    std::ranges::for_each(sides.output, cut);
    LineSampler sampler;
    sample_of(sides, sampler);
    const auto& [outputs, references] = std::tie(sampler.lines().systems, sampler.lines().references);
    const auto told = cut_streams(outputs, references, true), reversed = cut_streams(references, outputs, true);
    CHECK(told[0] && !told[1] && !reversed[0] && reversed[1]);
    CHECK(told[0] && told[0]->kind.look == look && told[0]->share == 1);
    CHECK(cut_streams(outputs, references, false)[0].has_value() == (look == "split into subwords"));
    CHECK(look_at(sampler).is_cut);
  }
  Sides sides = ordinary_sides();
  for (Points& line : sides.output) line.insert(9, U" .");  // where no blank follows
  LineSampler sampler;
  sample_of(sides, sampler);
  CHECK(!look_at(sampler).is_cut);
}

void only_spellings_are_left_to_be_scored() {
  Sides sides = ordinary_sides();
  for (Points& line : sides.output) line.insert(9, U"…");
  LineSampler sampler;
  sample_of(sides, sampler);
  const FirstLook look = look_at(sampler);
  const LookAtOutput& output = look.outputs.front();
  CHECK(look.told.empty() && output.names == std::vector<std::string_view>{"ellipsis"});
  CHECK(!output.may_be_damaged && output.perhaps_foreign.empty() && !output.may_be_unlike);
  CHECK(normalized(U"\u200fa…  «b» — c。", "ellipsis") == U"\u200fa...  «b» — c。");
}

void marks_around_a_translation_leave_it_alone() {
  const std::pair<Points, std::string_view> marked[] = {
      {U"<think>Was it so?</think> {}", "reasoning"},
      {U"Here is the translation: {}", "preambles"},
      {U"```text {}```", "fences"},
      {U"<seg>{}</seg>", "tags"},
  };
  for (const auto& [marks, name] : marked) {
    Sides sides = ordinary_sides();
    const std::size_t at = marks.find(U"{}");
    for (Points& line : sides.output) line = Points(marks).replace(at, 2, line);
    LineSampler sampler;
    sample_of(sides, sampler, true);
    const LookAtOutput output = look_at(sampler).outputs.front();
    CHECK(!output.names.empty() && output.names.front() == name);
    CHECK(output.may_be_unlike);
    CHECK(!seems_unlike_after(sampler.lines(), 0, std::vector{name}, test::NoTables()));
    CHECK(seems_unlike_after(sampler.lines(), 0, std::vector<std::string_view>{"quotes"}, test::NoTables()));
    CHECK(normalized(sides.output.front(), name) == ordinary_sides().output.front());
  }
  for (Points text : {U"<think>Was it so?", U"assistant<think>", U"analysisWe"})
    CHECK(normalized(text, "reasoning") == (text.starts_with(U"assistant") ? U"assistant" : U""));
}

void only_some_texts_need_tables() {
  const std::pair<std::string_view, std::pair<Points, Points>> texts[] = {
      {"nfc", {U"Grüße № …", U"Grüße № …?"}},
      {"nfc", {U"Grüße an alle № …", U"Grüße an alle №? …"}},
      {"nfc", {U"Grüße …", U"Grüße …"}},
      {"width", {U"ＡＢＣ ｶ", U"ABC ｶ?"}},
      {"diacritics", {U"łodz ", U"l?odz "}},
      {"entities", {U"&lt;&AMP;&notit;", U"&lt;&AMP;&notit;?"}},
      {"entities", {U"&quot;&#x1F6A2;&#0&bar;&ampx&", U"\"🚢\ufffd|&x&"}},
      {"json", {U"{\"a\": [1, 2.5e3, null], \"text\": \"x\\ud83d\\udea2\"}", U"x🚢"}},
      {"json", {Points(2000, U'[') + Points(2000, U']'), Points(2000, U'[') + Points(2000, U']')}},
      {"special-tokens", {U"de_DE <s>Kai</s> <2de>", U"Kai"}},
      {"okina", {U"Hawaiʻi 'o", U"Hawaii o"}},
      {"no-punct", {U"Don’t – it's", U"Dont its"}},
  };
  for (const auto& [name, pair] : texts) CHECK(normalized(pair.first, name) == pair.second);
}

// Counts what is scored: a score is the number of lines that are alike.
class Counter : public WritingScorer {
 public:
  std::vector<Points> normalized(const std::vector<Points>& lines, std::string_view name) override {
    std::vector<Points> made;
    for (const Points& line : lines) made.push_back(parbleu::normalized(line, name));
    return made;
  }
  std::vector<LineStatistics> statistics(const WrittenSides& lines, std::span<const std::size_t> places) override {
    std::vector<LineStatistics> rows;
    for (const std::size_t at : places) rows.push_back({lines[0][at] == lines[1][at] ? 1.0 : 0});
    n_scored += rows.size();
    return rows;
  }
  LineStatistics total(std::span<const Stream> sides, std::span<const std::size_t> places) override {
    LineStatistics sum(1);
    for (const std::size_t at : places) sum[0] += points_of(sides[0][at]) == points_of(sides[1][at]);
    n_kept = places.size();
    return sum;
  }
  double score(const LineStatistics& sum) override { return sum[0]; }

  std::size_t n_kept = 0, n_scored = 0;
};

void what_normalizations_make_of_scores_is_found() {
  Sides sides = ordinary_sides();
  sides.output = sides.reference;
  for (std::size_t at = 0; at < 60; at += 2) {
    sides.output[at].insert(5, U"…");
    sides.reference[at].insert(5, U"...");
    sides.output[at].insert(0, U"“");
    sides.reference[at].insert(0, U"«");
  }
  LineSampler sampler;
  sides.output.resize(60);
  sides.reference.resize(60);
  sample_of(sides, sampler);
  const SampledLines& lines = sampler.lines();
  WrittenSystem system{{lines.systems[0], lines.references[0]}, {"ellipsis", "quotes", "dashes"}};
  Counter scorer;
  const auto both = writing_differences({system}, true, scorer);
  CHECK(scorer.n_kept == 30);
  CHECK(scorer.n_scored == 4 * 30);  // as they are, after both, and after each alone
  CHECK(both[0] && both[0]->names == std::vector<std::string>{"ellipsis", "quotes"} && both[0]->is_sample);
  CHECK(both[0] && both[0]->n_segments == 60 && both[0]->n_changed == 30);
  CHECK(both[0] && both[0]->before == 30 && both[0]->after == 60);
  system.names = {"dashes"};
  CHECK(!writing_differences({system}, true, scorer)[0]);
  system.names = {"ellipsis"};  // without the quotes, no line is alike
  CHECK(!writing_differences({system}, true, scorer)[0]);
}

void plainly_spelled_lines_stay_as_they_are() {
  test::Random random(5);
  std::vector<Points> lines = {U"",      U" ",     U"a  b", U"a--b",         U"''",
                               U". . .", U"a. .b", U"a`",   U"Der «Hafen».", U"дом"};
  for (char32_t point = 1; point < 0x11000; ++point) lines.push_back({U'a', point, U'b'});
  for (int round = 0; round < 2000; ++round) lines.push_back(test::hostile_text(random));
  const auto is_plain = [](const Points& line) {
    return is_plainly_spelled(test::Stored(line, Width::four).text());
  };
  std::size_t n_plain = 0;
  for (const Points& line : lines) {
    if (!is_plain(line)) continue;
    ++n_plain;
    for (const Normalization& how : normalizations())
      CHECK(!how.keeps_plain || how.apply(line, test::NoTables()) == line);
  }
  CHECK(n_plain > 30'000 && n_plain < 40'000);
  CHECK(is_plain(lines[9]) && !is_plain(lines[8]));
}

void languages_are_known_by_their_script() {
  const Points chinese(30, U'\u6709'), korean(30, U'\uac00'), english(30, U'a');
  for (const auto& [line, code] : {std::pair(chinese, "zh"), std::pair(korean, "ko"), std::pair(english, "")}) {
    const test::Stored stored(line, Width::four);
    const Text text = stored.text();
    CHECK(language_by_script(Stream(&text, 1)) == code);
  }
}

void what_is_expected_is_told_from_other_languages() {
  const Points english = U"The end of the road is near, and it was good for us. ", greek(50, U'α'),
               kana(50, U'の'), capitals = U"THE END OF THE ROAD IS NEAR, AND IT WAS GOOD FOR US. ";
  const auto is_expected_of = [](const Points& line, const ExpectedLanguage& language) {
    LineSampler sampler;
    sample_of({std::vector<Points>(60, line), std::vector<Points>(60, line)}, sampler);
    return is_expected(sampler.lines(), language);
  };
  CHECK(is_expected_of(english, {"en", "", "en", ""}) && !is_expected_of(english, {"de", "", "de", ""}));
  CHECK(is_expected_of(english, {"kk", "", "kk", ""}));  // which is written in several scripts
  CHECK(is_expected_of(greek, {"el", "", "el", ""}) && !is_expected_of(greek, {"ru", "", "ru", ""}));
  CHECK(is_expected_of(greek, {"sr", "Grek", "sr", ""}) && !is_expected_of(greek, {"sr", "Cyrl", "sr", ""}));
  CHECK(is_expected_of(kana, {"ja", "", "ja", ""}) && !is_expected_of(kana, {"zh", "", "zh", ""}));
  CHECK(!is_expected_of(kana, {"yue", "", "zh", ""}) && is_expected_of(kana, {"nan", "", "zh", ""}));
  CHECK(!is_expected_of(capitals, {"se", "", "se", "en"}) && is_expected_of(capitals, {"se", "", "se", ""}));
  CHECK(!is_expected_of(english, {"ca", "", "ca", "en"}) && !is_expected_of(greek, {"cy", "", "cy", "el"}));
}

void neighbours_follow_one_another() {
  LineSampler sampler(100);
  sample_of(ordinary_sides(), sampler);
  const auto firsts = neighbours(sampler.lines());
  CHECK(firsts.size() > 30);
  for (const std::size_t at : firsts) CHECK(sampler.lines().places[at] + 1 == sampler.lines().places[at + 1]);
}

std::vector<std::vector<std::string_view>> looks_of(const FirstLook& look) {
  std::vector<std::vector<std::string_view>> names;
  for (const ToldLine& line : look.told) names.push_back({line.words});
  for (const LookAtOutput& output : look.outputs) {
    names.push_back(output.names);
    if (output.may_be_damaged) names.back().emplace_back("damaged");
    if (!output.perhaps_foreign.empty()) names.back().emplace_back("foreign");
    if (output.may_be_unlike) names.back().emplace_back("unlike");
  }
  return names;
}

void widths_of_texts_change_nothing() {
  test::Random random(11);
  for (int round = 0; round < 200; ++round) {
    Sides sides;
    for (std::uint32_t line = random.below(60); line > 0; --line) {
      sides.output.push_back(test::hostile_text(random));
      sides.reference.push_back(test::hostile_text(random));
    }
    LineSampler wide, narrow;
    sample_of(sides, wide);
    sample_of(sides, narrow, true);
    const FirstLook of_wide = look_at(wide), of_narrow = look_at(narrow);
    CHECK(looks_of(of_wide) == looks_of(of_narrow));
    if (!sides.output.empty()) CHECK(seems_unlike(wide.lines(), 0) == seems_unlike(narrow.lines(), 0));
  }
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::what_is_odd_is_seen();
  parbleu::what_is_cut_is_told();
  parbleu::only_spellings_are_left_to_be_scored();
  parbleu::marks_around_a_translation_leave_it_alone();
  parbleu::only_some_texts_need_tables();
  parbleu::what_normalizations_make_of_scores_is_found();
  parbleu::plainly_spelled_lines_stay_as_they_are();
  parbleu::languages_are_known_by_their_script();
  parbleu::what_is_expected_is_told_from_other_languages();
  parbleu::neighbours_follow_one_another();
  parbleu::widths_of_texts_change_nothing();
  return parbleu::test::failed();
}
