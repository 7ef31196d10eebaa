#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "check.hpp"
#include "parbleu/ngrams/similar_lines.hpp"
#include "reference/texts.hpp"

namespace parbleu {
namespace {

using Points = std::u32string;
using Lines = std::vector<Points>;

using Ngrams = std::set<Points>;

Ngrams ngrams_of(const Points& text) {
  Ngrams found;
  for (std::size_t order = 3; order <= 5; ++order) {
    for (std::size_t at = 0; at + order <= text.size(); ++at) found.insert(text.substr(at, order));
  }
  if (text.size() == 1 || text.size() == 2) found.insert(text);
  return found;
}

std::vector<Ngrams> ngrams_of(const Lines& lines) {
  std::vector<Ngrams> result;
  for (const Points& line : lines) result.push_back(ngrams_of(line));
  return result;
}

double similarity_of(const Ngrams& mine, const Ngrams& theirs) {
  if (mine.empty() && theirs.empty()) return 1;
  const auto shared = static_cast<std::size_t>(
      std::ranges::count_if(mine, [&](const Points& ngram) { return theirs.contains(ngram); }));
  return static_cast<double>(shared) / static_cast<double>(mine.size() + theirs.size() - shared);
}

struct StoredLines {
  explicit StoredLines(const Lines& lines) {
    for (const Points& line : lines) {
      stored.emplace_back(line, !line.empty() && std::ranges::max(line) > 0xFFFF ? Width::four : Width::two);
    }
    for (const test::Stored& each : stored) texts.push_back(each.text());
  }
  std::vector<test::Stored> stored;
  std::vector<Text> texts;
};

Lines random_lines(test::Random& random, std::size_t count, std::uint32_t length) {
  Lines lines(count);
  for (Points& line : lines) {
    line.resize(random.below(length));
    for (char32_t& point : line) point = random.one_in(20) ? U'\U00010300' : U'a' + random.below(3);
  }
  return lines;
}

bool is_best(const SimilarLine& found, const std::vector<double>& values) {
  const auto best = std::ranges::max_element(values);
  const std::int64_t line = values.empty() || *best == 0 ? -1 : best - values.begin();
  return found.line == line && (line < 0 || found.similarity == *best);
}

// The same as comparing everything with everything, for any number of threads and pieces.
void the_search_is_exact() {
  test::Random random(11);
  for (int round = 0; round < 60; ++round) {
    const std::size_t segments = 1 + random.below(round % 10 == 0 ? 200 : 10);
    const std::size_t lines = random.below(60);
    const std::uint32_t length = round % 7 == 0 ? 400 : 20;
    const Lines sources = random_lines(random, segments, length), targets = random_lines(random, segments, length);
    const Lines left = random_lines(random, lines, length), right = random_lines(random, lines, length);
    const StoredLines one(sources), two(targets), three(left), four(right);
    const Stream source(one.texts), target(two.texts);
    SimilarLines search({&source, 1}, {&target, 1});
    const std::size_t cut = random.below(static_cast<std::uint32_t>(lines) + 1);
    Execution how;
    how.threads = 1 + random.below(3);
    search.add(Stream(three.texts).first(cut), Stream(four.texts).first(cut), how);
    search.add(Stream(three.texts).subspan(cut), Stream(four.texts).subspan(cut), how);
    CHECK(search.lines() == static_cast<std::int64_t>(lines));
    const std::vector<Ngrams> source_ngrams = ngrams_of(sources), target_ngrams = ngrams_of(targets);
    const std::vector<Ngrams> left_ngrams = ngrams_of(left), right_ngrams = ngrams_of(right);
    for (std::size_t at = 0; at < segments; ++at) {
      std::vector<double> of_source, of_target, of_pair;
      for (std::size_t line = 0; line < lines; ++line) {
        of_source.push_back(similarity_of(source_ngrams[at], left_ngrams[line]));
        of_target.push_back(similarity_of(target_ngrams[at], right_ngrams[line]));
        of_pair.push_back(std::min(of_source.back(), of_target.back()));
      }
      CHECK(is_best(search.sources()[at], of_source));
      CHECK(is_best(search.targets()[at], of_target));
      CHECK(is_best(search.pairs()[at], of_pair));
    }
  }
}

void missing_texts_are_similar_to_nothing() {
  const StoredLines train(Lines{U"", U"abc"});
  const StoredLines test(Lines{U"", U"abc"});
  std::vector<Text> texts = test.texts;
  texts.push_back(Text{});
  const Stream stream(texts);
  SimilarLines search({}, {&stream, 1});
  search.add({}, Stream(train.texts), {});
  CHECK(search.targets()[0].line == 0 && search.targets()[0].similarity == 1);
  CHECK(search.targets()[1].line == 1 && search.targets()[2].line == -1);
  CHECK(search.sources().empty() && search.pairs().empty());
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::the_search_is_exact();
  parbleu::missing_texts_are_similar_to_nothing();
  return parbleu::test::failed();
}
