// Tests scores of lists of texts against those of single pairs, at every level of vector instructions.
#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "check.hpp"
#include "parbleu/metrics/bleu.hpp"
#include "parbleu/metrics/chrf.hpp"
#include "parbleu/metrics/pairwise.hpp"
#include "parbleu/metrics/ter.hpp"
#include "reference/slow_ngrams.hpp"
#include "reference/texts.hpp"

namespace parbleu {
namespace {

using reference::Line;

// Lists whose texts are like one another, some of them empty or with a single text.
struct Lists {
  std::vector<test::Stored> kept;
  std::vector<Line> lines;
  std::vector<Text> texts;
  std::vector<std::size_t> starts = {0};

  Lists(test::Random& random, std::size_t count, std::uint32_t most) {
    for (std::size_t list = 0; list < count; ++list) {
      const Line first = test::hostile_text(random, 20);
      const std::size_t size = random.below(most + 1);
      for (std::size_t k = 0; k < size; ++k) {
        Line line = first;
        for (std::uint32_t change = random.below(4); change > 0 && !line.empty(); --change) {
          line[random.below(static_cast<std::uint32_t>(line.size()))] = U'a' + random.below(3);
        }
        if (random.one_in(3)) line += test::hostile_text(random, 10);
        lines.push_back(line);
        kept.emplace_back(line, Width::four);
        texts.push_back(kept.back().text());
      }
      starts.push_back(texts.size());
    }
  }
};

template <Metric M>
double pair_score(const M& metric, const Text& hypothesis, const Text& reference) {
  Arena arena;
  typename M::Scratch scratch;
  const auto side = metric.prepare_reference(reference, arena, scratch);
  metric.load(std::span(&side, 1), scratch);
  std::vector<typename M::Number> row(metric.width());
  metric.compare(metric.prepare_hypothesis(hypothesis, arena, scratch), row.data(), scratch);
  return metric.score(row.data());
}

template <Metric M>
void lists_are_pairs(const M& metric, std::uint64_t seed, std::uint32_t most) {
  test::Random random(seed);
  const Lists left(random, 5, most);
  const Lists other(random, 5, most);
  for (const Lists* right : {&left, &other}) {
    const ListBounds bounds{left.starts, right->starts};
    const auto starts = bounds.matrices();
    std::vector<double> expected;
    for (std::size_t list = 0; list < bounds.size(); ++list) {
      for (std::size_t i = left.starts[list]; i < left.starts[list + 1]; ++i) {
        for (std::size_t j = right->starts[list]; j < right->starts[list + 1]; ++j) {
          expected.push_back(pair_score(metric, left.texts[i], right->texts[j]));
        }
      }
    }
    CHECK(starts.back() == expected.size());
    for (const unsigned threads : {1U, 3U}) {
      std::vector<double> found(expected.size(), -1);
      pairwise_scores(metric, left.texts, right->texts, bounds, found.data(),
                      {.threads = threads, .interrupted = {}});
      CHECK(found == expected);
    }
  }
}

// chrF of characters against mean counts, with n-grams in maps.
double slow_aggregate(const Line& hypothesis, std::span<const Line> references, std::span<const double> weights) {
  const auto counts = [](const Line& line, std::size_t n) {
    std::map<Line, double> result;
    for (std::size_t at = 0; at + n <= line.size(); ++at) ++result[line.substr(at, n)];
    return result;
  };
  std::vector<double> row;
  for (std::size_t n = 1; n <= 6; ++n) {
    std::map<Line, double> means;
    double total = 0;
    for (std::size_t k = 0; k < references.size(); ++k) {
      const double weight = weights.empty() ? 1 / static_cast<double>(references.size()) : weights[k];
      for (const auto& [gram, count] : counts(references[k], n)) {
        means[gram] += weight * count;
        total += weight * count;
      }
    }
    double own = 0;
    double shared = 0;
    for (const auto& [gram, count] : counts(hypothesis, n)) {
      own += count;
      if (means.contains(gram)) shared += std::min(count, means[gram]);
    }
    row.insert(row.end(), {own, total, shared});
  }
  return chrf_formula<double>(row.data(), 6, {});
}

void aggregates_are_means(Simd simd) {
  test::Random random(11);
  const Lists left(random, 6, 12);
  const Lists right(random, 6, 12);
  const ListBounds bounds{left.starts, right.starts};
  std::vector<double> weights;
  for (std::size_t list = 0; list < bounds.size(); ++list) {
    double sum = 0;
    for (std::size_t k = 0; k < bounds.columns(list); ++k) sum += weights.emplace_back(1 + random.below(9));
    for (std::size_t k = 0; k < bounds.columns(list); ++k) weights[weights.size() - 1 - k] /= sum;
  }
  ChrfOptions options;
  options.whitespace = true;
  const Chrf metric(options, simd);
  for (const std::span<const double> given : {std::span<const double>(), std::span<const double>(weights)}) {
    std::vector<double> found(left.texts.size(), -1);
    aggregate_scores(metric, left.texts, right.texts, bounds, given, found.data(), {});
    for (std::size_t list = 0; list < bounds.size(); ++list) {
      const auto own = std::span(right.lines).subspan(right.starts[list], bounds.columns(list));
      const auto share = given.empty() ? given : given.subspan(right.starts[list], own.size());
      for (std::size_t i = left.starts[list]; i < left.starts[list + 1]; ++i) {
        CHECK(std::abs(found[i] - slow_aggregate(left.lines[i], own, share)) < 1e-9);
      }
    }
  }
}

// The memory sanitizer does not see what the standard library writes into its exceptions.
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#define PARBLEU_UNSEEN_EXCEPTIONS
#endif
#endif

// A text that is too long for its n-grams to be numbered is compared pair by pair, and not aggregated.
void long_texts_are_compared() {
  ChrfOptions options;
  options.least_long = 30;
  lists_are_pairs(Chrf(options), 5, 40);
#ifndef PARBLEU_UNSEEN_EXCEPTIONS
  test::Random random(5);
  const Lists lists(random, 1, 40);
  const ListBounds bounds{lists.starts, lists.starts};
  std::vector<double> found(lists.texts.size());
  bool refused = false;
  try {
    aggregate_scores(Chrf(options), lists.texts, lists.texts, bounds, {}, found.data(), {});
  } catch (const SegmentTooLong&) {
    refused = true;
  }
  CHECK(refused);
#endif
}

}  // namespace
}  // namespace parbleu

int main() {
  using namespace parbleu;
  for (const Simd simd : available_simd()) {
    for (const std::uint32_t most : {3U, 40U}) {
      lists_are_pairs(Chrf({}, simd), most, most);
      ChrfOptions words;
      words.word_order = 2;
      lists_are_pairs(Chrf(words, simd), most + 1, most);
      BleuOptions bleu{.tokenizer = tokenizers().front()};
      bleu.formula.effective_order = true;
      lists_are_pairs(Bleu(bleu, simd), most + 2, most);
      bleu.max_ngram_order = 0;
      lists_are_pairs(Bleu(bleu, simd), most + 3, most);
    }
    aggregates_are_means(simd);
  }
  lists_are_pairs(Ter({}, best_simd()), 4, 6);
  long_texts_are_compared();
  return test::failed();
}
