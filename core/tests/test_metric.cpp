// Tests a metric of a few lines: a type that meets the concept gets all of corpus.hpp, and can be resampled.
#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "parbleu/metrics/corpus.hpp"
#include "parbleu/metrics/metric.hpp"
#include "parbleu/metrics/pairwise.hpp"
#include "parbleu/resampling/resampling.hpp"

namespace parbleu {
namespace {

// How much longer a text is than its shortest reference, in percent. A row is [length, shortest reference length].
class Longer final : public Scorable {
 public:
  using Number = std::int64_t;
  using Side = std::int64_t;
  struct Scratch {
    Number shortest = 0;
  };

  [[nodiscard]] std::size_t width() const { return 2; }
  Side prepare_hypothesis(const Text& text, Arena&, Scratch&) const { return static_cast<Side>(text.size); }
  Side prepare_reference(const Text& text, Arena&, Scratch&) const { return static_cast<Side>(text.size); }
  void load(std::span<const Side> references, Scratch& scratch) const {
    scratch.shortest = std::ranges::min(references);
  }
  void compare(const Side& hypothesis, Number* row, Scratch& scratch) const {
    row[0] = hypothesis;
    row[1] = scratch.shortest;
  }
  double score(const Number* row) const {
    return percent(static_cast<double>(row[0]), static_cast<double>(row[1]));
  }
  double score(const float* row) const { return static_cast<double>(percent(row[0], row[1])); }
  [[nodiscard]] std::unique_ptr<Scorer> scorer() const override {
    return std::make_unique<MetricScorer<Longer>>(*this);
  }

 private:
  template <class Real>
  static Real percent(Real length, Real shortest) {
    return shortest > 0 ? 100 * (length / shortest - 1) : 0;
  }
};
static_assert(Metric<Longer>);

// What lacks something is no metric, and the part of the concept that says so has a name.
struct NoSide {
  using Number = double;
  struct Scratch {};
};
static_assert(!NamesItsTypes<NoSide>);

struct OnlyTypes {
  using Number = double;
  using Side = int;
  struct Scratch {};
};
static_assert(NamesItsTypes<OnlyTypes> && !PreparesTexts<OnlyTypes> && !ComparesSides<OnlyTypes>);
static_assert(!ScoresRows<OnlyTypes> && !Metric<OnlyTypes>);

Text text(std::string_view bytes) {
  return as_text(std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()));
}

void corpora_are_scored() {
  const Longer metric;
  const std::vector<Text> hypotheses{text("abcd"), text("ab"), text("abc")};
  const std::vector<Text> first{text("ab"), text("abcd"), text("abc")};
  const std::vector<Text> second{text("abc"), Text{}, text("a")};
  const Stream streams[] = {first, second};
  std::vector<std::int64_t> table(6);
  statistics(metric, hypotheses, references_from<Longer>(streams), table.data(), {});
  CHECK(table == std::vector<std::int64_t>{4, 2, 2, 4, 3, 1});
  std::vector<std::int64_t> sum(2);
  const Prepared<Longer> prepared(metric, streams, true, {});
  total(metric, hypotheses, references_from(prepared), sum.data(), {});
  CHECK(sum == std::vector<std::int64_t>{9, 7});
  std::vector<double> scores(3);
  segment_scores(metric, hypotheses, references_from(prepared), scores.data(), {});
  CHECK(scores == std::vector<double>{100, -50, 200});
  std::vector<double> matrix(9);
  pairwise_scores(metric, hypotheses, first, matrix.data(), {});
  CHECK(matrix == std::vector<double>{100, 0, 100 * (4.0 / 3 - 1), 0, -50, 100 * (2.0 / 3 - 1), 50, -25, 0});
  CHECK(corpus_score(*metric.scorer(), {.integers = table.data()}, 3) == metric.score(sum.data()));
}

void samples_are_scored() {
  const Longer metric;
  const auto scorer = metric.scorer();
  const std::int64_t table[] = {4, 2, 2, 4, 3, 1};
  const MetricTables tables{scorer.get(), {{.integers = table}}};
  const std::uint32_t seed[] = {1};
  std::vector<double> scores(200);
  std::vector<std::uint8_t> single(1);
  bootstrap({&tables, 1}, 3, {seed, scores.size()}, scores.data(), single, {});
  CHECK(std::ranges::all_of(scores, [](double score) { return score >= -50 && score <= 200; }));
  CHECK(std::ranges::min(scores) < std::ranges::max(scores));
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::corpora_are_scored();
  parbleu::samples_are_scored();
  return parbleu::test::failed();
}
