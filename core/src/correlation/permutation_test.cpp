#include "parbleu/correlation/permutation_test.hpp"

#include <algorithm>
#include <cmath>

namespace parbleu {
namespace {

constexpr std::size_t batch_words = std::size_t{1} << 17;  // of coins in memory
constexpr double rounding = 1e-12;

// Counts draws in their order, and decides when the test ends.
class Tally {
 public:
  Tally(const Exchange& exchange, const StoppingRule& stopping, double tolerance)
      : stopping_(stopping), limit_(exchange.observed().second - exchange.observed().first - tolerance) {
    result_.observed = exchange.observed();
  }

  // Draws until the test may end.
  [[nodiscard]] std::size_t wanted() const {
    if (over_) return 0;
    const std::size_t block = std::max<std::size_t>(1, stopping_.block);
    return std::min(stopping_.draws - result_.draws, block - result_.draws % block);
  }

  void add(std::span<const TwoValues> draws) {
    for (const TwoValues& draw : draws) {
      const bool counted = draw.second - draw.first >= limit_;
      result_.reached += counted ? 1 : 0;
      ++result_.draws;
      const double p = static_cast<double>(result_.reached) / static_cast<double>(result_.draws);
      if (result_.draws % std::max<std::size_t>(1, stopping_.block) == 0 && (counted || !stopping_.only_counted)) {
        over_ = p < stopping_.early_min || p > stopping_.early_max;
      }
    }
    result_.hybrids.insert(result_.hybrids.end(), draws.begin(), draws.end());
  }

  PermutationResult result() { return std::move(result_); }

 private:
  StoppingRule stopping_;
  double limit_;
  bool over_ = false;
  PermutationResult result_;
};

// How far below what is observed a draw that is as far apart may be, having been added up in another order.
double tolerance(const Exchange& exchange) {
  return rounding * std::max(1.0, std::abs(exchange.observed().second - exchange.observed().first));
}

// Some draws at a time, never beyond where the test may end.
std::size_t batch_size(const Exchange& exchange, std::size_t wanted) {
  return std::min(wanted, std::max<std::size_t>(1, batch_words / std::max<std::size_t>(1, exchange.words())));
}

Execution enough(const Exchange& exchange, std::size_t draws, Execution execution) {
  std::size_t coins = 0;
  for (const std::size_t group : exchange.groups()) coins += group;
  execution.threads = useful_threads(execution.threads, draws * coins * 8);
  return execution;
}

void throw_coins(const Exchange& exchange, Mersenne& random, std::uint64_t* coins) {
  for (const std::size_t group : exchange.groups()) {
    random.coins(coins, group);
    coins += (group + 63) / 64;
  }
}

}  // namespace

void Exchange::observe() {
  const std::vector<std::uint64_t> ones(words_, ~std::uint64_t{0});
  Scratch scratch;
  observed_ = hybrids(ones.data(), scratch);
}

// One batch is evaluated while the coins of the next are thrown.
PermutationResult permutation_test(const Exchange& exchange, const StoppingRule& stopping, Mersenne& random,
                                   const Execution& execution) {
  Tally tally(exchange, stopping, stopping.forgiving ? tolerance(exchange) : 0);
  const std::size_t words = exchange.words();
  std::vector<Scratch> scratch(std::max(1U, execution.threads));
  std::vector<TwoValues> hybrids;
  std::vector<std::uint64_t> coins;
  std::vector<std::uint64_t> next;
  const auto fill = [&](std::vector<std::uint64_t>& batch, std::size_t draws) {
    batch.resize(draws * words);
    for (std::size_t draw = 0; draw < draws; ++draw) throw_coins(exchange, random, batch.data() + draw * words);
  };
  while (const std::size_t wanted = tally.wanted()) {
    std::size_t now = batch_size(exchange, wanted);
    fill(coins, now);
    for (std::size_t left = wanted - now;;) {
      const std::size_t then = left > 0 ? batch_size(exchange, left) : 0;
      const std::size_t ahead = then > 0 ? 1 : 0;
      hybrids.resize(now);
      constexpr std::size_t grain = 16;
      const std::size_t tasks = ahead + (now + grain - 1) / grain;
      parallel_for(tasks, 1, enough(exchange, now, execution),
                   [&](std::size_t task, std::size_t, unsigned worker) {
                     if (task < ahead) return fill(next, then);
                     const std::size_t first = (task - ahead) * grain;
                     for (std::size_t draw = first; draw < std::min(now, first + grain); ++draw) {
                       hybrids[draw] = exchange.hybrids(coins.data() + draw * words, scratch[worker]);
                     }
                   });
      tally.add(hybrids);
      if (then == 0) break;
      coins.swap(next);
      now = then;
      left -= then;
    }
  }
  return tally.result();
}

PermutationResult permutation_test(const Exchange& exchange, const StoppingRule& stopping, SplitMix& random,
                                   const Execution& execution) {
  Tally tally(exchange, stopping, tolerance(exchange));
  const std::uint64_t seed = random.next();
  std::vector<Scratch> scratch(std::max(1U, execution.threads));
  std::vector<std::vector<std::uint64_t>> coins(scratch.size(), std::vector<std::uint64_t>(exchange.words()));
  std::vector<TwoValues> hybrids;
  std::uint64_t done = 0;
  while (const std::size_t wanted = tally.wanted()) {
    hybrids.resize(wanted);
    parallel_for(wanted, 16, enough(exchange, wanted, execution),
                 [&](std::size_t begin, std::size_t end, unsigned worker) {
                   for (std::size_t draw = begin; draw < end; ++draw) {
                     SplitMix own(SplitMix(seed + done + draw).next());
                     for (std::uint64_t& word : coins[worker]) word = own.next();
                     hybrids[draw] = exchange.hybrids(coins[worker].data(), scratch[worker]);
                   }
                 });
    tally.add(hybrids);
    done += wanted;
  }
  return tally.result();
}

}  // namespace parbleu
