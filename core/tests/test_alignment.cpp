#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "check.hpp"
#include "parbleu/alignment/alignment.hpp"
#include "reference/texts.hpp"

namespace parbleu {
namespace {

using Points = std::u32string;
using Lines = std::vector<Points>;
using Words = std::vector<Points>;

struct StoredLines {
  explicit StoredLines(const Lines& lines) {
    for (const Points& line : lines) stored.emplace_back(line, Width::four);
    for (const test::Stored& each : stored) texts.push_back(each.text());
  }
  std::vector<test::Stored> stored;
  std::vector<Text> texts;
};

Execution on_threads(unsigned threads) {
  Execution execution;
  execution.threads = threads;
  return execution;
}

Words words_of(const Points& line) {
  Words found(1);
  for (const char32_t point : line) {
    if (point != U' ') {
      found.back() += point;
    } else if (!found.back().empty()) {
      found.emplace_back();
    }
  }
  if (found.back().empty()) found.pop_back();
  return found;
}

Lines random_lines(test::Random& random, std::size_t count, std::uint32_t most_words) {
  Lines lines(count);
  for (Points& line : lines) {
    for (std::uint32_t left = random.below(most_words); left > 0; --left) {
      if (!line.empty()) line += U' ';
      line.append(1 + random.below(2), U'a' + random.below(3));
    }
  }
  return lines;
}

// Turns the words of the left into those of the right by the runs; empty if these do not fit.
Words applied(const Words& left, const Words& right, const EditRun* begin, const EditRun* end) {
  Words result;
  std::int32_t at = 0;
  for (const EditRun* run = begin; run != end; ++run) {
    CHECK(run->left_begin == at);
    CHECK(run->right_begin == static_cast<std::int32_t>(result.size()));
    for (std::int32_t place = run->right_begin; place < run->right_end; ++place) {
      const bool kept = run->edit == Edit::equal;
      const auto source = static_cast<std::size_t>(kept ? run->left_begin + place - run->right_begin : place);
      result.push_back(kept ? left[source] : right[source]);
    }
    at = run->left_end;
  }
  CHECK(at == static_cast<std::int32_t>(left.size()));
  return result;
}

std::int64_t edits_of(const EditRun* begin, const EditRun* end) {
  std::int64_t edits = 0;
  for (const EditRun* run = begin; run != end; ++run) {
    if (run->edit == Edit::equal) continue;
    edits += std::max(run->left_end - run->left_begin, run->right_end - run->right_begin);
  }
  return edits;
}

// A script is one from the reference that has the fewest edits for its length, the first of several.
void scripts_are_from_the_closest_reference() {
  test::Random random(1);
  const std::size_t count = 120;
  const Lines first = random_lines(random, count, 9), second = random_lines(random, count, 9);
  const Lines hypotheses = random_lines(random, count, 9);
  const StoredLines one(first), two(second), output(hypotheses);
  const std::vector<Stream> references{one.texts, two.texts};
  const EditScripts found = edit_scripts(references, output.texts, Unit::word, on_threads(3));
  const EditScripts single[] = {
      edit_scripts(std::span(references).first(1), output.texts, Unit::word, on_threads(1)),
      edit_scripts(std::span(references).last(1), output.texts, Unit::word, on_threads(2))};
  for (std::size_t segment = 0; segment < count; ++segment) {
    double rates[2];
    for (const std::size_t side : {0U, 1U}) {
      const RaggedRows<EditRun>& runs = single[side].runs;
      const double edits = static_cast<double>(
          edits_of(runs.rows.get() + runs.starts[segment], runs.rows.get() + runs.starts[segment + 1]));
      const auto length = static_cast<double>(words_of(side == 0 ? first[segment] : second[segment]).size());
      rates[side] = length > 0 ? edits / length : (edits > 0 ? 1e9 + edits : 0);
    }
    const std::int32_t chosen = found.chosen[segment];
    CHECK(chosen == (rates[1] < rates[0] ? 1 : 0));
    CHECK(found.coarse[segment] == 0);
    const Words reference = words_of(chosen == 0 ? first[segment] : second[segment]);
    const Words hypothesis = words_of(hypotheses[segment]);
    const EditRun* begin = found.runs.rows.get() + found.runs.starts[segment];
    CHECK(applied(reference, hypothesis, begin, found.runs.rows.get() + found.runs.starts[segment + 1]) ==
          hypothesis);
  }
}

// Each n-gram of the hypothesis matches as often as the reference that has most of it.
void ngrams_match_up_to_the_counts_of_a_reference() {
  test::Random random(2);
  const std::size_t count = 120;
  const Lines first = random_lines(random, count, 12), second = random_lines(random, count, 12);
  const Lines hypotheses = random_lines(random, count, 12);
  const StoredLines one(first), two(second), output(hypotheses);
  const std::vector<Stream> references{one.texts, two.texts};
  const RaggedRows<std::uint16_t> found = matched_ngrams(references, output.texts, Unit::word, 4, on_threads(2));
  for (std::size_t segment = 0; segment < count; ++segment) {
    const Words words = words_of(hypotheses[segment]);
    const std::uint16_t* row = found.rows.get() + found.starts[segment];
    CHECK(found.starts[segment + 1] - found.starts[segment] == static_cast<std::int64_t>(words.size()));
    for (std::size_t order = 1; order <= 4; ++order) {
      std::map<Words, int> most;
      for (const Points& line : {first[segment], second[segment]}) {
        const Words reference = words_of(line);
        std::map<Words, int> counts;
        for (std::size_t at = 0; at + order <= reference.size(); ++at) {
          const auto begin = reference.begin() + static_cast<std::ptrdiff_t>(at);
          ++counts[Words(begin, begin + static_cast<std::ptrdiff_t>(order))];
        }
        for (const auto& [ngram, times] : counts) most[ngram] = std::max(most[ngram], times);
      }
      for (std::size_t at = 0; at < words.size(); ++at) {
        bool matches = false;
        if (at + order <= words.size()) {
          const auto begin = words.begin() + static_cast<std::ptrdiff_t>(at);
          int& left = most[Words(begin, begin + static_cast<std::ptrdiff_t>(order))];
          matches = left-- > 0;
        }
        CHECK(((row[at] >> (order - 1)) & 1U) == (matches ? 1U : 0U));
      }
    }
  }
}

std::vector<WordClass> classes_of(const RaggedRows<WordClass>& found, std::size_t segment) {
  return {found.rows.get() + found.starts[segment], found.rows.get() + found.starts[segment + 1]};
}

// "walked" is another form of "walks"; "home" stands elsewhere; "dog" is missing; "very" is extra; "red" for "big".
void each_wrong_word_has_one_class() {
  const Lines reference{U"he walks home", U"a dog barks", U"a b c", U"the big cat", U"same words"};
  const Lines hypothesis{U"he walked home", U"a barks", U"c a b", U"the red very cat", U"same words"};
  const Lines reference_bases{U"he walk home", U"a dog bark", U"a b c", U"the big cat", U"same word"};
  const Lines hypothesis_bases{U"he walk home", U"a bark", U"c a b", U"the red very cat", U"same word"};
  const StoredLines one(reference), one_bases(reference_bases), two(hypothesis), two_bases(hypothesis_bases);
  const std::vector<Stream> references{one.texts}, bases{one_bases.texts};
  const ClassifiedErrors found = classify_errors(references, bases, two.texts, two_bases.texts, on_threads(2));
  using enum WordClass;
  CHECK(classes_of(found.reference, 0) == std::vector{right, inflection, right});
  CHECK(classes_of(found.hypothesis, 0) == std::vector{right, inflection, right});
  CHECK(classes_of(found.reference, 1) == std::vector{right, gap, right});
  CHECK(classes_of(found.hypothesis, 1) == std::vector{right, right});
  CHECK(std::ranges::count(classes_of(found.reference, 2), order) == 1);
  CHECK(std::ranges::count(classes_of(found.hypothesis, 2), order) == 1);
  CHECK(std::ranges::count(classes_of(found.hypothesis, 3), lexical) == 1);
  CHECK(std::ranges::count(classes_of(found.hypothesis, 3), gap) == 1);
  CHECK(found.rows[4].edits == 0);
  for (std::size_t segment = 0; segment < reference.size(); ++segment) {
    for (const auto& [side, classes] :
         {std::pair(&found.rows[segment].reference, classes_of(found.reference, segment)),
          std::pair(&found.rows[segment].hypothesis, classes_of(found.hypothesis, segment))}) {
      CHECK(side->words == static_cast<std::int32_t>(classes.size()));
      for (std::size_t number = 0; number < error_classes; ++number) {
        CHECK(side->classes[number] == std::ranges::count(classes, static_cast<WordClass>(number + 1)));
      }
    }
  }
}

void base_forms_are_as_many_as_words() {
  const StoredLines text(Lines{U"a b", U"c d"}), bases(Lines{U"a b", U"c"});
  const std::vector<Stream> references{text.texts}, reference_bases{text.texts};
  bool thrown = false;
  try {
    classify_errors(references, reference_bases, text.texts, bases.texts, on_threads(1));
  } catch (const BaseFormMismatch& mismatch) {
    thrown = mismatch.segment == 1 && mismatch.words == 2 && mismatch.base_forms == 1;
  }
  CHECK(thrown);
}

// Tokens of a line that a tokenizer only cut are found where they stand.
void tokens_stand_where_they_were_cut() {
  const StoredLines texts(Lines{U"Hello, world!", U"", U"  a\U0001F600b  c "});
  const StoredLines lines(Lines{U"Hello , world !", U"", U"a \U0001F600 b c"});
  const RaggedRows<TokenPlace> found = token_places(texts.texts, lines.texts, on_threads(2));
  const std::vector<std::pair<int, int>> wanted{{0, 5}, {5, 6}, {7, 12}, {12, 13}, {2, 3}, {3, 4}, {4, 5}, {7, 8}};
  CHECK(found.count == wanted.size());
  CHECK(found.starts[1] == 4);
  CHECK(found.starts[2] == 4);
  for (std::size_t number = 0; number < std::min(found.count, wanted.size()); ++number) {
    CHECK(std::pair<int, int>(found.rows[number].begin, found.rows[number].end) == wanted[number]);
  }
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::scripts_are_from_the_closest_reference();
  parbleu::ngrams_match_up_to_the_counts_of_a_reference();
  parbleu::each_wrong_word_has_one_class();
  parbleu::base_forms_are_as_many_as_words();
  parbleu::tokens_stand_where_they_were_cut();
  return parbleu::test::failed();
}
