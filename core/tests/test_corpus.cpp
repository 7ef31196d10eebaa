// Tests that tables, totals, segment scores and matrices of a corpus are the same on any number of threads, also when
// several callers share a metric and its prepared references. The thread sanitizer runs this.
#include <thread>
#include <vector>

#include "check.hpp"
#include "parbleu/metrics/bleu.hpp"
#include "parbleu/metrics/chrf.hpp"
#include "parbleu/metrics/corpus.hpp"
#include "parbleu/metrics/pairwise.hpp"
#include "parbleu/metrics/ter.hpp"
#include "reference/texts.hpp"

namespace parbleu {
namespace {

constexpr std::size_t segments = 1500;  // 200 KB and more: work for several threads

struct Corpus {
  std::vector<test::Stored> kept;
  std::vector<Text> hypotheses, first, second;

  Corpus() {
    test::Random random(7);
    for (std::size_t segment = 0; segment < segments; ++segment) {
      for (std::vector<Text>* stream : {&hypotheses, &first, &second}) {
        kept.emplace_back(test::hostile_text(random), Width::four);
        stream->push_back(kept.back().text());
      }
    }
  }
};

template <Metric M>
struct Results {
  std::vector<typename M::Number> table, sum;
  std::vector<double> scores, matrix;

  bool operator==(const Results&) const = default;
};

template <Metric M>
Results<M> results(const M& metric, const Corpus& corpus, const Prepared<M>& prepared, unsigned threads) {
  const Execution execution{.threads = threads, .interrupted = {}};
  const Stream streams[] = {corpus.first, corpus.second};
  Results<M> made;
  made.table.resize(segments * metric.width());
  statistics(metric, corpus.hypotheses, references_from<M>(streams), made.table.data(), execution);
  made.sum.resize(metric.width());
  total(metric, corpus.hypotheses, references_from(prepared), made.sum.data(), execution);
  made.scores.resize(segments);
  segment_scores(metric, corpus.hypotheses, references_from(prepared), made.scores.data(), execution);
  made.matrix.resize(20 * 20);
  pairwise_scores(metric, Stream(corpus.hypotheses).first(20), Stream(corpus.first).first(20), made.matrix.data(),
                  execution);
  return made;
}

template <Metric M>
void threads_change_nothing(const M& metric, const Corpus& corpus) {
  const Stream streams[] = {corpus.first, corpus.second};
  const Prepared<M> alone(metric, streams, true, {});
  const Prepared<M> prepared(metric, streams, true, {.threads = 4, .interrupted = {}});
  const Results<M> expected = results(metric, corpus, alone, 1);
  CHECK(results(metric, corpus, prepared, 4) == expected);
  std::vector<Results<M>> found(3);
  {
    std::vector<std::jthread> callers;
    for (Results<M>& mine : found) callers.emplace_back([&] { mine = results(metric, corpus, prepared, 2); });
  }
  for (const Results<M>& mine : found) CHECK(mine == expected);
}

// Systems that are counted together get the tables that each gets alone, where they agree and where they do not.
template <Metric M>
void systems_change_nothing(const M& metric, const Corpus& corpus) {
  std::vector<Text> mixed = corpus.hypotheses;
  for (std::size_t segment = 0; segment < segments; segment += 3) mixed[segment] = corpus.second[segment];
  const Stream references[] = {corpus.first};
  const Stream systems[] = {corpus.hypotheses, mixed, corpus.second, mixed};
  std::vector<std::vector<typename M::Number>> tables(4), alone(4);
  std::vector<typename M::Number*> rows;
  for (std::size_t k = 0; k < 4; ++k) {
    alone[k].resize(segments * metric.width());
    statistics(metric, systems[k], references_from<M>(references), alone[k].data(), {});
    tables[k].resize(segments * metric.width());
    rows.push_back(tables[k].data());
  }
  statistics<M>(metric, systems, references_from<M>(references), rows, {.threads = 2, .interrupted = {}});
  CHECK(tables == alone);
}

}  // namespace
}  // namespace parbleu

int main() {
  using namespace parbleu;
  const Corpus corpus;
  const auto nothing_changes = [&](const auto& metric) {
    threads_change_nothing(metric, corpus);
    systems_change_nothing(metric, corpus);
  };
  nothing_changes(Bleu({.tokenizer = tokenizers().front()}, best_simd()));
  nothing_changes(Chrf({}, best_simd()));
  nothing_changes(Ter({}, best_simd()));
  return test::failed();
}
