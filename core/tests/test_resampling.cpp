#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <limits>

#include "check.hpp"
#include "parbleu/resampling/resampling.hpp"
#include "reference/random_statistics.hpp"
#include "reference/slow_resampling.hpp"
#include "resampling/columns.hpp"
#include "resampling/draws.hpp"
#include "resampling/kernels.hpp"

namespace parbleu {
namespace {

using twin::Corpus, twin::everything, twin::Kind, twin::RatioScorer, twin::seed, twin::sizes;

bool same(double one, double two) { return std::memcmp(&one, &two, sizeof one) == 0; }

// How many threads share the work, in turn: the slow twin is asked once.
using Threads = std::initializer_list<unsigned>;

void bootstrap_is_its_twin(const Corpus& corpus, std::size_t samples, std::uint64_t from, Threads all) {
  const std::size_t segments = corpus.segments();
  const Sampling sampling{seed, samples, from};
  const auto expected = twin::bootstrap(corpus.metrics(), segments, sampling);
  for (const unsigned threads : all) {
    std::vector<double> scores(expected.size(), -1);
    std::vector<std::uint8_t> single(scores.size() / samples);
    bootstrap(corpus.metrics(), segments, sampling, scores.data(), single,
              {.threads = threads, .interrupted = {}});
    std::size_t wrong = 0;
    for (std::size_t at = 0; at < scores.size(); ++at) wrong += same(scores[at], expected[at]) ? 0 : 1;
    if (!CHECK(wrong == 0))
      std::fprintf(stderr, "  segments %zu threads %u: %zu of %zu\n", segments, threads, wrong, scores.size());
  }
}

void numbers_of_every_size_are_added_in_order() {
  constexpr std::size_t segments = 90000;  // times 255 is more than 2^24
  using enum Kind;
  for (const Kind kind : {byte, more, word, wider, huge, thirds}) {
    bootstrap_is_its_twin(sizes({{kind}}, segments, 1), 3, 0, {1});
    bootstrap_is_its_twin(sizes({{constant, kind, constant}}, segments, 2), 3, 0, {1});
  }
  constexpr std::array mixed{wider, small, byte, word, constant, quarters, more, byte};
  Corpus corpus = sizes(mixed, segments, 3);
  corpus.metric(thirds, 3, 3, false);
  corpus.metric(small, 1, 3, false);
  bootstrap_is_its_twin(corpus, 3, 1, {1, 3});
}

void randomize_is_its_twin(std::size_t segments, std::size_t systems, std::size_t trials, Threads all) {
  Corpus corpus(segments);
  for (const Kind kind : {Kind::small, Kind::large, Kind::negative, Kind::quarters, Kind::constant}) {
    corpus.metric(kind, 4, systems, true);
  }
  std::vector<Pair> pairs;
  for (std::size_t first = 0; first < systems; ++first) {
    for (std::size_t second = first; second < systems; ++second) pairs.push_back({first, second});
  }
  std::vector<double> observed;
  for (const MetricTables& metric : corpus.metrics()) {
    for (const Pair& pair : pairs) {
      observed.push_back(std::abs(corpus_score(*metric.scorer, metric.tables[pair.first], segments) -
                                  corpus_score(*metric.scorer, metric.tables[pair.second], segments)));
    }
  }
  const Sampling sampling{seed, trials};
  const auto expected = twin::randomize(corpus.metrics(), segments, sampling, pairs, observed);
  for (const unsigned threads : all) {
    std::vector<TrialCounts> counts(expected.size());
    randomize(corpus.metrics(), segments, sampling, pairs, observed, counts,
              {.threads = threads, .interrupted = {}});
    for (std::size_t at = 0; at < counts.size(); ++at) {
      CHECK(counts[at].beyond == expected[at].beyond);
      CHECK(counts[at].equal == expected[at].equal);
      if (pairs[at % pairs.size()].first == pairs[at % pairs.size()].second) CHECK(counts[at].equal == trials);
    }
  }
}

// Numbers whose sums are not exact: as good as the rounding of a sum allows, and equal systems stay equal.
void reals_are_dealt(std::size_t segments) {
  Corpus corpus(segments);
  corpus.metric(Kind::thirds, 2, 3, false);
  const std::array<Pair, 3> pairs{{{0, 1}, {1, 2}, {2, 2}}};
  const std::array<double, 3> observed{0.001, 0.002, 0};
  const Sampling sampling{seed, 400};
  std::array<TrialCounts, 3> counts;
  randomize(corpus.metrics(), segments, sampling, pairs, observed, counts, {.threads = 2, .interrupted = {}});
  const auto expected = twin::randomize(corpus.metrics(), segments, sampling, pairs, observed);
  for (std::size_t at = 0; at < 3; ++at) CHECK(counts[at].beyond == expected[at].beyond);
  CHECK(counts[2].equal == 400);
}

// A trial's coins are the generator's next bits, whether they are drawn at once or in parts.
void coins_are_bits(std::size_t segments) {
  using resampling::TrialCoins;
  constexpr std::size_t trials = 5;
  std::vector<std::uint32_t> draws(randomization_draws(segments, 2 * trials));
  Draws(seed).fill(draws);
  TrialCoins coins(seed, segments);
  for (const std::size_t first : {trials, std::size_t{0}}) {
    coins.start(first, trials);
    std::size_t wrong = 0;
    for (std::size_t row = 0; row < segments; row += TrialCoins::rows_at_once) {
      const auto [words, starts] = coins.next();
      for (std::size_t at = 0; at < std::min(TrialCoins::rows_at_once, segments - row) * trials; ++at) {
        const std::size_t expected = (first + at % trials) * segments + row + at / trials;
        const std::uint64_t found = starts[at % trials] + at / trials;
        wrong += (draws[expected / 32] >> (expected % 32) & 1) == (words[found / 64] >> (found % 64) & 1) ? 0 : 1;
      }
      const std::uint64_t last =
          starts.back() + (std::min(TrialCoins::rows_at_once, segments - row) - 1) / 48 * 48;
      CHECK(last / 64 + 1 < words.size());  // what the kernel reads
    }
    if (!CHECK(wrong == 0)) std::fprintf(stderr, "  segments %zu: %zu coins\n", segments, wrong);
  }
}

void kernels_agree() {
  using namespace resampling;
  constexpr std::size_t rows = 5 * step_rows;
  Pcg64 noise(seed);
  std::vector<std::int16_t> tile(rows * tile_columns);
  for (auto& number : tile) {
    const auto magnitude = static_cast<int>(noise.next() % (largest_cell + 1));
    number = static_cast<std::int16_t>(noise.next() % 2 == 0 ? magnitude : -magnitude);
  }
  for (std::size_t row = 0; row < rows; ++row) {  // columns of extremes
    tile[row * tile_columns + cell_of(0)] = largest_cell;
    tile[row * tile_columns + cell_of(31)] = -largest_cell;
  }
  std::vector<std::uint64_t> words(200);
  noise.fill(words);
  std::fill_n(words.begin(), 8, ~std::uint64_t{0});
  const std::vector<std::uint64_t> starts{0, 1, 63, 64, 517, 1000, 7000};
  std::vector<std::int32_t> expected(starts.size() * tile_columns);
  for (std::size_t mask = 0; mask < starts.size(); ++mask) {
    for (std::size_t row = 2 * step_rows; row < rows; ++row) {
      const std::uint64_t bit = starts[mask] + row;
      if ((words[bit / 64] >> (bit % 64) & 1) == 0) continue;
      for (std::size_t column = 0; column < tile_columns; ++column) {
        expected[mask * tile_columns + column] += tile[row * tile_columns + cell_of(column)];
      }
    }
  }
  for (const Simd simd : available_simd()) {
    std::vector<std::int32_t> sums(expected.size(), -1);
    resampling::kernels(simd).masked_sums(tile.data() + 2 * step_rows * tile_columns, 2 * step_rows,
                                          rows - 2 * step_rows, {words, starts}, sums.data());
    if (!CHECK(sums == expected)) std::fprintf(stderr, "  kernel %s\n", name(simd));
  }
}

// Every level adds the rows of a tile as often as they are drawn.
void kernels_count() {
  using namespace resampling;
  Pcg64 noise(seed);
  std::vector<std::int16_t> weights(product_samples * counted_rows);
  for (auto& count : weights) count = static_cast<std::int16_t>(noise.next() % 4);
  std::fill_n(weights.begin(), counted_rows, std::int16_t{255});
  std::vector<std::int16_t> tile(counted_rows * tile_columns);
  for (auto& number : tile) {
    number = static_cast<std::int16_t>(static_cast<int>(noise.next() % (2 * largest_cell + 1)) - largest_cell);
  }
  for (std::size_t row = 0; row < counted_rows; ++row) {  // columns of extremes
    tile[row * tile_columns + cell_of(0)] = largest_cell;
    tile[row * tile_columns + cell_of(31)] = -largest_cell;
  }
  constexpr std::size_t stride = 2 * tile_columns;
  for (const std::size_t rows : {step_rows, 5 * step_rows, counted_rows}) {
    std::vector<std::int64_t> expected(product_samples * stride, 5);
    for (std::size_t sample = 0; sample < product_samples; ++sample) {
      for (std::size_t column = 0; column < tile_columns; ++column) {
        for (std::size_t row = 0; row < rows; ++row) {
          expected[sample * stride + column] +=
              weights[sample * counted_rows + row] * tile[row * tile_columns + cell_of(column)];
        }
      }
    }
    for (const Simd simd : available_simd()) {
      std::vector<std::int64_t> sums(expected.size(), 5);
      kernels(simd).counted_sums(tile.data(), rows, weights.data(), sums.data(), stride);
      if (!CHECK(sums == expected)) std::fprintf(stderr, "  kernel %s\n", name(simd));
    }
  }
}

// Every level adds the products of counts and digits to sums.
void kernels_multiply() {
  using namespace resampling;
  Pcg64 noise(seed);
  std::vector<std::uint8_t> counts(product_samples * product_rows);
  for (auto& count : counts) count = static_cast<std::uint8_t>(noise.next() % 4);
  counts[7] = 255;
  std::vector<std::int16_t> numbers(product_rows * product_columns);
  for (auto& number : numbers) number = static_cast<std::int16_t>(noise.next());
  std::fill_n(&numbers[2 * product_columns * 3], 4, std::int16_t{-32768});
  for (const std::size_t pairs : {std::size_t{1}, std::size_t{47}, product_rows / 2}) {
    std::vector<std::int32_t> expected(product_samples * product_columns, 5);
    for (std::size_t sample = 0; sample < product_samples; ++sample) {
      for (std::size_t column = 0; column < product_columns; ++column) {
        for (std::size_t row = 0; row < 2 * pairs; ++row) {
          expected[sample * product_columns + column] +=
              counts[sample * product_rows + row] * numbers[(row / 2 * product_columns + column) * 2 + row % 2];
        }
      }
    }
    for (const Simd simd : available_simd()) {
      std::vector<std::int16_t> weights(counts.size(), -1);
      for (std::size_t sample = 0; sample < product_samples; ++sample) {
        kernels(simd).widen(&counts[sample * product_rows], &weights[sample * product_rows]);
      }
      std::vector<std::int32_t> sums(expected.size(), 5);
      kernels(simd).products(weights.data(), numbers.data(), pairs, sums.data());
      if (!CHECK(sums == expected)) std::fprintf(stderr, "  kernel %s\n", name(simd));
    }
  }
}

// Every level adds the rows that stand in any part of longer ones, whatever their width.
void kernels_add_in_order() {
  using namespace resampling;
  constexpr std::size_t rows = 50;
  constexpr std::size_t stride = 20;
  Pcg64 noise(seed);
  std::vector<std::uint32_t> indices(300);
  for (auto& index : indices) index = static_cast<std::uint32_t>(noise.next() % rows);
  for (const unsigned bits : {8U, 16U, 32U}) {
    std::vector<std::uint32_t> words(rows * stride);
    for (auto& word : words) {
      word = static_cast<std::uint32_t>(noise.next());
      if (bits == 32) word = std::bit_cast<std::uint32_t>(static_cast<float>(word));
    }
    for (const std::size_t width : {2U, 4U, 6U, 8U, 14U, 18U}) {
      std::vector<float> expected(width * 32 / bits, 16777215.0F);
      for (const std::uint32_t index : indices) {
        for (std::size_t at = 0; at < expected.size(); ++at) {
          const std::uint32_t word = words[index * stride + 1 + at % width];
          const auto number = word >> (at / width * bits) & ((std::uint64_t{1} << bits) - 1);
          expected[at] +=
              bits == 32 ? std::bit_cast<float>(static_cast<std::uint32_t>(number)) : static_cast<float>(number);
        }
      }
      for (const Simd simd : available_simd()) {
        std::vector<float> sums(expected.size(), 16777215.0F);
        resampling::kernels(simd).ordered_sums({words.data() + 1, stride, width, bits}, indices, sums.data());
        if (!CHECK(sums == expected)) {
          std::fprintf(stderr, "  kernel %s, %u bits, width %zu\n", name(simd), bits, width);
        }
      }
    }
  }
}

// A block is found among the draws whether or not the draws before it were counted.
void blocks_begin_where_the_last_ends() {
  using resampling::DrawPlan;
  constexpr std::size_t segments = 1400003;  // rejects some hundred draws a sample
  const Sampling sampling{seed, 5, 1};
  Indices stream(seed, segments, 1);
  const DrawPlan counted(segments, segments, sampling, 1, {.threads = 3, .interrupted = {}});
  const DrawPlan uncounted(segments, segments, sampling, 1, {});
  for (std::size_t block = 0; block < 5; ++block) {
    std::array<std::uint32_t, 3> expected;
    std::array<std::uint32_t, 3> found;
    stream.fill(expected);
    stream.skip(segments - 3);
    for (const DrawPlan* plan : {&counted, &uncounted}) {
      plan->at(block).fill(found);
      CHECK(found == expected);
    }
  }
  CHECK(Indices::rejected(seed, segments, 1, segments) > 100);
}

void numbers_have_to_be_finite() {
  const RatioScorer scorer(2, true);
  const std::vector<double> good{1, 2, 3, 4};
  const std::vector<double> bad{1, 2, 3, std::numeric_limits<double>::quiet_NaN()};
  const std::array<MetricTables, 1> metrics{{{&scorer, {{.reals = good.data()}, {.reals = bad.data()}}}}};
  std::array<double, 4> scores{};
  std::array<std::uint8_t, 2> single{};
  try {
    bootstrap(metrics, 2, {seed, 2}, scores.data(), single, {});
    CHECK(false);
  } catch (const BadStatistic& problem) {
    CHECK(problem.system == 1 && problem.segment == 1 && problem.column == 1);
  }
}

void long_jobs_stop() {
  Corpus corpus(100000);
  corpus.metric(Kind::small, 2, 2, true);
  std::vector<double> scores(2 * 100000);
  std::array<std::uint8_t, 2> single{};
  for (const unsigned threads : {1U, 2U}) {
    try {
      bootstrap(corpus.metrics(), 100000, {seed, 100000}, scores.data(), single,
                {.threads = threads, .interrupted = [] { return true; }});
      CHECK(false);
    } catch (const Interrupted&) {
    }
  }
}

// The trials are one block of work, and none of them is done before the job stops.
void blocks_of_trials_stop() {
  constexpr std::size_t segments = 400000;
  Corpus corpus(segments);
  corpus.metric(Kind::thirds, 2, 4, false);
  const std::array<Pair, 1> pairs{{{0, 1}}};
  const std::array<double, 1> observed{0};
  std::array<TrialCounts, 1> counts{};
  std::atomic<std::uint64_t> done = 0;
  try {
    randomize(corpus.metrics(), segments, {seed, 32}, pairs, observed, counts,
              {.threads = 1, .interrupted = [] { return true; }, .done = &done});
    CHECK(false);
  } catch (const Interrupted&) {
  }
  CHECK(done == 0);
}

// One score that is no single-precision number makes all of its table's double, on whatever thread it came.
void single_scores_are_told() {
  const RatioScorer single_sums(1, true);
  const RatioScorer double_sums(1, false);
  std::vector<std::int64_t> ones(1000, 1);
  std::vector<std::int64_t> rarely(1000, 0);
  std::fill_n(rarely.begin(), 6, 1);  // one sample in four hundred draws none of them
  const std::array<MetricTables, 2> metrics{
      {{&single_sums, {{.integers = ones.data()}, {.integers = rarely.data()}}},
       {&double_sums, {{.integers = ones.data()}}}}};
  for (const unsigned threads : {1U, 3U}) {
    std::vector<double> scores(3 * 4000);
    std::array<std::uint8_t, 3> single{};
    bootstrap(metrics, 1000, {seed, 4000}, scores.data(), single, {.threads = threads, .interrupted = {}});
    CHECK(single == std::array<std::uint8_t, 3>{1, 0, 0});
  }
}

void intervals() {
  std::vector<double> scores;
  for (int at = 80; at-- > 0;) scores.push_back(at);
  const Interval found = interval(scores, false);
  CHECK(found.low == 2 && found.high == 77 && found.half == 37.5 && found.mean == 39.5);
  const std::vector<double> few{0.1, 0.3};
  CHECK(interval(few, true).half == (0.3F - 0.1F) / 2);
  CHECK(interval(few, false).half == (0.3 - 0.1) / 2);
}

void counts_are_strict() {
  const std::vector<double> scores{1, 2, 3};
  const PairedCounts same = paired_counts(scores, scores, 0, false);
  CHECK(same.absolute.beyond == 0 && same.absolute.equal == 3 && same.shifted == 3);
  const std::vector<double> others{1, 4, 8};  // differences 0, 2, 5
  const PairedCounts other = paired_counts(scores, others, 7.0 / 3, false);
  CHECK(other.absolute.beyond == 1 && other.absolute.equal == 0 && other.shifted == 2);
}

}  // namespace
}  // namespace parbleu

int main() {
  using namespace parbleu;
  kernels_agree();
  kernels_count();
  kernels_add_in_order();
  using resampling::Kernels;
  kernels_multiply();
  for (const std::size_t segments : {1, 2, 7, 48, 49, 64, 300}) {
    bootstrap_is_its_twin(everything(segments, 3), 5, 0, {1, 3});
    randomize_is_its_twin(segments, 3, 40, {1, 3});
  }
  bootstrap_is_its_twin(everything(2074, 2), 300, 17, {1, 4});
  bootstrap_is_its_twin(everything(30011, 1), 20, 3, {3});
  numbers_of_every_size_are_added_in_order();
  randomize_is_its_twin(1200, 2, 600, {1, 4});
  for (const std::size_t segments : {24576, 24577, 24641, 49200}) {  // in parts from 24577 on, in three from 49153
    coins_are_bits(segments);
    randomize_is_its_twin(segments, 2, 33, {1});
  }
  for (const std::size_t segments : {1, 47, 64, 1000}) coins_are_bits(segments);
  randomize_is_its_twin(24641, 2, 70, {2});  // three blocks of trials, of two parts
  reals_are_dealt(333);
  reals_are_dealt(30000);
  blocks_begin_where_the_last_ends();
  numbers_have_to_be_finite();
  long_jobs_stop();
  blocks_of_trials_stop();
  single_scores_are_told();
  intervals();
  counts_are_strict();
  return test::failed();
}
