#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "check.hpp"
#include "parbleu/alignment/resegmentation.hpp"
#include "reference/texts.hpp"

namespace parbleu {
namespace {

using Numbers = std::vector<std::uint32_t>;
using Segment = std::vector<Numbers>;  // its references

// Of every beginning of the left numbers, from the empty one on, the distance from the right ones.
std::vector<std::int64_t> distances(std::span<const std::uint32_t> left, const Numbers& right) {
  std::vector<std::int64_t> row(right.size() + 1);
  for (std::size_t j = 0; j < row.size(); ++j) row[j] = static_cast<std::int64_t>(j);
  std::vector<std::int64_t> result{row.back()};
  for (const std::uint32_t number : left) {
    std::int64_t diagonal = row[0]++;
    for (std::size_t j = 1; j < row.size(); ++j) {
      const std::int64_t above = row[j];
      row[j] = std::min({diagonal + (number == right[j - 1] ? 0 : 1), above + 1, row[j - 1] + 1});
      diagonal = above;
    }
    result.push_back(row.back());
  }
  return result;
}

// The definition: all costs of all segments, and the earliest beginning of each segment from the last one on.
std::int64_t slow_cut(const Numbers& text, const std::vector<Segment>& references,
                      std::vector<std::size_t>& begins) {
  const std::size_t width = text.size() + 1;
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max() / 2;
  std::vector<std::vector<std::int64_t>> costs(references.size() + 1, std::vector<std::int64_t>(width, none));
  // cost(segment, begin)[size]
  const auto cost = [&](std::size_t segment, std::size_t begin) {
    std::vector<std::int64_t> least(width - begin, none);
    for (const Numbers& reference : references[segment]) {
      const auto of_reference = distances(std::span(text).subspan(begin), reference);
      for (std::size_t size = 0; size < least.size(); ++size)
        least[size] = std::min(least[size], of_reference[size]);
    }
    return least;
  };
  costs[0][0] = 0;
  for (std::size_t segment = 0; segment < references.size(); ++segment) {
    for (std::size_t begin = 0; begin < width; ++begin) {
      if (costs[segment][begin] >= none) continue;
      const auto own = cost(segment, begin);
      for (std::size_t end = begin; end < width; ++end) {
        std::int64_t& to = costs[segment + 1][end];
        to = std::min(to, costs[segment][begin] + own[end - begin]);
      }
    }
  }
  begins.assign(references.size() + 1, text.size());
  for (std::size_t segment = references.size(); segment-- > 0;) {
    const std::size_t end = begins[segment + 1];
    std::size_t begin = 0;
    while (costs[segment][begin] >= none ||
           costs[segment][begin] + cost(segment, begin)[end - begin] != costs[segment + 1][end]) {
      ++begin;
    }
    begins[segment] = begin;
  }
  return costs.back().back();
}

Numbers random_numbers(test::Random& random, std::size_t size, std::uint32_t distinct) {
  Numbers numbers(size);
  for (std::uint32_t& number : numbers) number = 1 + random.below(distinct);
  return numbers;
}

Numbers edited(test::Random& random, const Numbers& from, std::uint32_t distinct, std::uint32_t odds) {
  Numbers result;
  for (const std::uint32_t number : from) {
    if (random.one_in(odds)) continue;
    result.push_back(random.one_in(odds) ? 1 + random.below(distinct) : number);
    if (random.one_in(odds)) result.push_back(1 + random.below(distinct));
  }
  return result;
}

std::vector<ReferenceSegment> flat(const std::vector<Segment>& references, std::size_t streams) {
  std::vector<ReferenceSegment> result;
  for (const Segment& segment : references) {
    for (std::size_t k = 0; k < streams; ++k) {
      result.push_back(k < segment.size() ? ReferenceSegment{segment[k]} : ReferenceSegment{{}, true});
    }
  }
  return result;
}

void cuts_are_those_of_the_whole_matrix() {
  test::Random random(1);
  Resegmenter resegmenter;
  for (int round = 0; round < 400; ++round) {
    const std::uint32_t distinct = 1 + random.below(random.one_in(2) ? 3 : 60);
    const std::size_t count = 1 + random.below(random.one_in(5) ? 40 : 8);
    const std::size_t streams = 1 + random.below(3);
    std::vector<Segment> references(count);
    Numbers text;
    for (Segment& segment : references) {
      const std::size_t own = 1 + random.below(static_cast<std::uint32_t>(streams));
      for (std::size_t k = 0; k < own; ++k) segment.push_back(random_numbers(random, random.below(7), distinct));
      if (own > 1 && random.one_in(2)) segment[1] = edited(random, segment[0], distinct, 3);
      const Numbers said = edited(random, segment[random.below(static_cast<std::uint32_t>(own))], distinct, 6);
      text.insert(text.end(), said.begin(), said.end());
    }
    if (random.one_in(8)) text = random_numbers(random, random.below(100), distinct);
    std::vector<std::size_t> slow;
    std::vector<std::size_t> begins;
    const std::int64_t edits = slow_cut(text, references, slow);
    CHECK(resegmenter.cut(text, flat(references, streams), streams, distinct, begins) == edits);
    CHECK(begins == slow);
  }
}

// Of one reference the edits are the distance of the whole texts, and those of the segments add up to it.
void edits_of_long_texts_add_up() {
  test::Random random(2);
  Resegmenter resegmenter;
  for (const std::uint32_t odds : {3U, 12U}) {
    for (const std::uint32_t distinct : {5U, 2000U}) {
      std::vector<Segment> references(300);
      Numbers text;
      Numbers whole;
      for (Segment& segment : references) {
        segment.push_back(random_numbers(random, random.below(30), distinct));
        const Numbers said = edited(random, segment[0], distinct, odds);
        text.insert(text.end(), said.begin(), said.end());
        whole.insert(whole.end(), segment[0].begin(), segment[0].end());
      }
      std::vector<std::size_t> begins;
      const std::int64_t edits = resegmenter.cut(text, flat(references, 1), 1, distinct, begins);
      CHECK(edits == distances(text, whole).back());
      std::int64_t sum = 0;
      for (std::size_t segment = 0; segment < references.size(); ++segment) {
        CHECK(begins[segment] <= begins[segment + 1]);
        const auto own = std::span(text).subspan(begins[segment], begins[segment + 1] - begins[segment]);
        sum += distances(own, references[segment][0]).back();
      }
      CHECK(sum == edits);
    }
  }
}

Text latin(const char* text) {
  std::size_t size = 0;
  while (text[size] != '\0') ++size;
  return {text, size, Width::one};
}

void places_are_those_of_the_text() {
  const std::vector<Text> documents = {latin(" the  big ship\twaits it is here "), latin(""), latin("yes")};
  const std::vector<Text> reference = {latin("the ship waits"), latin(""), latin("it is here"), latin("nothing"),
                                       latin("yes")};
  const std::vector<Stream> references = {reference};
  const std::vector<std::int64_t> starts = {0, 3, 4, 5};
  for (const unsigned threads : {1U, 3U}) {
    const Execution execution{.threads = threads};
    const Resegmentation cut =
        resegment(documents, documents, references, starts, Unit::word, Ties::earliest, execution);
    CHECK(cut.documents[0].edits == 1 && cut.documents[1].edits == 1 && cut.documents[2].edits == 0);
    CHECK(cut.documents[0].units == 7 && cut.documents[1].units == 0 && cut.documents[2].units == 1);
    CHECK(cut.documents[0].reference_units == 6 && cut.documents[1].reference_units == 1);
    CHECK(cut.places[0].begin == 1 && cut.places[0].end == 20);
    CHECK(cut.places[1].begin == cut.places[1].end);
    CHECK(cut.places[2].begin == 21 && cut.places[2].end == 31);
    CHECK(cut.places[3].begin == 0 && cut.places[3].end == 0);
    CHECK(cut.places[4].begin == 0 && cut.places[4].end == 3);
    const Resegmentation characters =
        resegment(documents, documents, references, starts, Unit::character, Ties::earliest, execution);
    CHECK(characters.documents[0].edits == 3 && characters.documents[1].edits == 7);
    CHECK(characters.places[2].begin == 21 && characters.places[2].end == 31);
  }
}

void wrong_calls_are_refused() {
  const std::vector<Text> documents = {latin("a b")};
  const std::vector<Text> keys = {latin("a")};
  const std::vector<Text> reference = {latin("a")};
  const std::vector<Text> missing = {Text{}};
  const std::vector<std::int64_t> starts = {0, 1};
  const auto refuses = [&](const std::vector<Text>& used, const std::vector<Text>& stream) {
    const std::vector<Stream> references = {stream};
    try {
      resegment(documents, used, references, starts, Unit::word, Ties::earliest, {});
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  };
  CHECK(refuses(keys, reference));
  CHECK(refuses(documents, missing));
  CHECK(!refuses(documents, reference));
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::cuts_are_those_of_the_whole_matrix();
  parbleu::edits_of_long_texts_add_up();
  parbleu::places_are_those_of_the_text();
  parbleu::wrong_calls_are_refused();
  return parbleu::test::failed();
}
