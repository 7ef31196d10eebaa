#include <cmath>
#include <string>
#include <vector>

#include "check.hpp"
#include "parbleu/metrics/corpus.hpp"
#include "parbleu/metrics/id_bleu.hpp"
#include "reference/slow_ngrams.hpp"
#include "reference/texts.hpp"

namespace parbleu {
namespace {

using reference::Line;
using reference::Row;
using Sequence = std::vector<std::uint64_t>;

// The twin compares strings: every id is a string of one character.
std::vector<Line> as_words(const Sequence& ids) {
  std::vector<Line> words;
  for (const std::uint64_t id : ids) words.emplace_back(1, static_cast<char32_t>(id % 1000 + 1));
  return words;
}

void add(IdLists& lists, const Sequence& ids) {
  for (const std::uint64_t id : ids) lists.push(id);
  lists.end();
}

Sequence draw(test::Random& random, std::size_t most) {
  Sequence ids(random.below(most + 1));
  const std::size_t different = 1 + random.below(6);
  // Also ids that are alike in their lower halves, or negative.
  for (auto& id : ids) id = random.below(different) * ((std::uint64_t{1000} << 40) + 1);
  return ids;
}

void equals_the_twin(Simd simd) {
  test::Random random(7);
  for (std::size_t round = 0; round < 300; ++round) {
    const std::size_t orders = random.below(11);
    const std::size_t most = round % 50 == 0 ? 3000 : 1 + random.below(150);
    const IdBleu metric({.formula = {}, .orders = orders, .weights = {}}, simd);
    IdLists hypotheses;
    IdLists grouped;
    std::vector<Row> expected;
    for (int segment = 0; segment < 3; ++segment) {
      const Sequence hypothesis = draw(random, most);
      add(hypotheses, hypothesis);
      std::vector<std::vector<Line>> references;
      for (std::size_t k = 0; k < 1 + round % 4; ++k) {
        const Sequence reference = random.below(3) == 0 ? hypothesis : draw(random, most);
        add(grouped, reference);
        references.push_back(as_words(reference));
      }
      grouped.end_group();
      expected.push_back(reference::bleu_row(as_words(hypothesis), references, orders));
    }
    Row table(3 * metric.width());
    metric.statistics(hypotheses, IdReferences(grouped), table.data(), {});
    for (std::size_t segment = 0; segment < 3; ++segment) {
      const auto* const row = table.data() + segment * metric.width();
      CHECK(Row(row, row + metric.width()) == expected[segment]);
    }
  }
}

void knows_what_is_missing() {
  IdLists hypotheses;
  IdLists first;
  IdLists second;
  for (const Sequence& ids : {Sequence{1, 2, 3}, Sequence{4}}) add(hypotheses, ids);
  add(first, {1, 2});
  first.miss();
  second.miss();
  add(second, {4, 5});
  const IdLists* const both[] = {&first, &second};
  const IdReferences references(both, 2);
  CHECK(references[0].size() == 1 && references[1].size() == 1 && references[1][0].size() == 2);
  const IdBleu metric({.formula = {}, .weights = {}});
  CHECK(metric.total(hypotheses, references, {}).reference_length == 4);
  const IdLists* const one[] = {&first};
  bool refused = false;
  try {
    static_cast<void>(metric.total(hypotheses, IdReferences(one, 2), {}));
  } catch (const NoReference& problem) {
    refused = problem.segment == 1;
  }
  CHECK(refused);
}

BleuSums sums_of(std::vector<std::vector<std::int64_t>> rows) {
  BleuSums sums(2);
  for (const auto& row : rows) sums.add(row.data());
  return sums;
}

bool near(double a, double b) { return std::abs(a - b) < 1e-12; }

void scores_by_the_rules_of_each() {
  // Two segments; one of them has a single token, which does not match.
  const BleuSums sums = sums_of({{4, 4, 3, 1, 4, 3}, {1, 1, 0, 0, 1, 0}});
  const auto fraction = [&](BleuVariant variant, Smoothing smoothing, double value) {
    return score(sums, {variant, {smoothing, value, false}, 2, {}}).fraction;
  };
  CHECK(near(fraction(BleuVariant::sacrebleu, Smoothing::none, 0), std::sqrt(3.0 / 5 * 1 / 3)));
  CHECK(near(fraction(BleuVariant::nltk, Smoothing::none, 0), std::sqrt(3.0 / 5 * 1 / 4)));
  CHECK(near(fraction(BleuVariant::sacrebleu_r, Smoothing::none, 0), std::sqrt(3.0 / 5 * 1 / 4)));
  CHECK(near(fraction(BleuVariant::sacrebleu_r, Smoothing::floor, 0.1), std::sqrt(3.1 / 5 * 1.1 / 4)));
  CHECK(near(fraction(BleuVariant::nltk, Smoothing::floor, 0.1), std::sqrt(3.0 / 5 * 1 / 4)));
  CHECK(near(fraction(BleuVariant::sacrebleu_r, Smoothing::add_k, 1.9), std::sqrt(4.0 / 6 * 2 / 5)));
  CHECK(near(fraction(BleuVariant::sacrebleu, Smoothing::add_k, 1), std::sqrt(3.0 / 5 * 2 / 4)));
  CHECK(near(fraction(BleuVariant::nltk, Smoothing::add_k, 1), std::sqrt(3.0 / 5 * 2 / 5)));
  const BleuRules weighted{BleuVariant::sacrebleu, {Smoothing::none, 0, false}, 2, {0.9, 0.1}};
  CHECK(near(score(sums, weighted).fraction, std::pow(3.0 / 5, 0.9) * std::pow(1.0 / 3, 0.1)));
  CHECK(near(score(sums, weighted).score, 100 * score(sums, weighted).fraction));
}

// The sum of full rows scores as the corpus does, by all rules, which look at more than plain rows hold.
void adds_up_full_rows() {
  test::Random random(11);
  IdLists hypotheses;
  IdLists grouped;
  for (int segment = 0; segment < 20; ++segment) {
    add(hypotheses, draw(random, 6));
    add(grouped, draw(random, 6));
    grouped.end_group();
  }
  const IdReferences references(grouped);
  for (const BleuVariant variant : {BleuVariant::sacrebleu, BleuVariant::sacrebleu_r, BleuVariant::nltk}) {
    const IdBleu metric({variant, {Smoothing::floor, 0.1, false}, 4, {}});
    std::vector<std::int64_t> table(20 * metric.full_width());
    metric.full_statistics(hypotheses, references, table.data(), {});
    std::vector<double> sum(metric.full_width());
    for (std::size_t at = 0; at < table.size(); ++at) {
      sum[at % metric.full_width()] += static_cast<double>(table[at]);
    }
    const RuledScore expected = score(metric.total(hypotheses, references, {}), metric.rules());
    CHECK(expected.score > 0);
    CHECK(score(BleuSums(sum.data(), 4), metric.rules()).score == expected.score);
  }
}

// Of two references equally close in length the R package takes the first, the others the shorter.
void breaks_ties() {
  IdLists hypotheses;
  add(hypotheses, {1, 2, 3});
  IdLists grouped;
  for (const Sequence& ids : {Sequence{1, 2, 3, 4}, Sequence{1, 2}}) add(grouped, ids);
  grouped.end_group();
  const IdReferences references(grouped);
  for (const BleuVariant variant : {BleuVariant::sacrebleu, BleuVariant::sacrebleu_r, BleuVariant::nltk}) {
    const IdBleu metric({.variant = variant, .formula = {}, .weights = {}});
    const std::int64_t expected = variant == BleuVariant::sacrebleu_r ? 4 : 2;
    CHECK(metric.total(hypotheses, references, {}).reference_length == expected);
  }
}

}  // namespace
}  // namespace parbleu

int main() {
  using namespace parbleu;
  for (const Simd simd : available_simd()) equals_the_twin(simd);
  knows_what_is_missing();
  scores_by_the_rules_of_each();
  adds_up_full_rows();
  breaks_ties();
  return test::failed();
}
