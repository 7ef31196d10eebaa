#include "parbleu/random_numbers/random_numbers.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "parbleu/base/parallel.hpp"
#include "random_numbers/kernels.hpp"
#include "random_numbers/pcg64_steps/kernels.hpp"

namespace parbleu {
namespace {

constexpr std::size_t block = random_numbers::draws_at_once;
constexpr std::size_t blocks_unchecked = 1024;

// Scrambles 32-bit words; every use of a hash changes the next one's constant.
class Hash {
 public:
  Hash(std::uint32_t constant, std::uint32_t factor) : constant_(constant), factor_(factor) {}

  std::uint32_t operator()(std::uint32_t value) {
    value ^= constant_;
    constant_ *= factor_;
    value *= constant_;
    return value ^ (value >> 16);
  }

 private:
  std::uint32_t constant_;
  std::uint32_t factor_;
};

std::uint32_t mix(std::uint32_t left, std::uint32_t right) {
  const std::uint32_t value = left * 0xca01f9ddU - right * 0x4973f715U;
  return value ^ (value >> 16);
}

// SeedSequence: the seed's words stirred into a pool of four, from which any number of words is drawn.
std::array<std::uint64_t, 4> spread(Seed seed) {
  std::array<std::uint32_t, 4> pool{};
  Hash into(0x43b0d7e5U, 0x931e8875U);
  for (std::size_t at = 0; at < pool.size(); ++at) pool[at] = into(at < seed.size() ? seed[at] : 0);
  for (std::size_t from = 0; from < pool.size(); ++from) {
    for (std::size_t to = 0; to < pool.size(); ++to) {
      if (from != to) pool[to] = mix(pool[to], into(pool[from]));
    }
  }
  for (std::size_t from = pool.size(); from < seed.size(); ++from) {
    for (std::uint32_t& word : pool) word = mix(word, into(seed[from]));
  }
  std::array<std::uint64_t, 4> state{};
  Hash out(0x8b51f9ddU, 0x58f38dedU);
  for (std::size_t at = 0; at < 8; ++at) {
    state[at / 2] |= static_cast<std::uint64_t>(out(pool[at % pool.size()])) << (at % 2 * 32);
  }
  return state;
}

}  // namespace

Pcg64::Pcg64(Seed seed) {
  const auto words = spread(seed);
  const auto wide = [](std::uint64_t high, std::uint64_t low) { return (static_cast<Wide>(high) << 64) | low; };
  increment_ = (wide(words[2], words[3]) << 1) | 1;
  state_ = increment_ + wide(words[0], words[1]);  // a step from zero, then the seed added
  skip(1);
}

// A step, or several: the state is multiplied by the factor, and the offset added.
struct Pcg64::Jump {
  Wide factor;
  Wide offset;

  // So many of them, composed by repeated squaring.
  [[nodiscard]] constexpr Jump times(std::uint64_t count) const {
    Jump total{1, 0};
    for (Jump square = *this; count > 0; count >>= 1) {
      if (count & 1) total = {total.factor * square.factor, total.offset * square.factor + square.offset};
      square = {square.factor * square.factor, (square.factor + 1) * square.offset};
    }
    return total;
  }

  void move(Wide& state) const { state = state * factor + offset; }
};

Pcg64::Jump Pcg64::step() const { return {one_step, increment_}; }

void Pcg64::skip(std::uint64_t steps) { step().times(steps).move(state_); }

std::uint64_t Pcg64::next() {
  step().move(state_);
  return pcg64_steps::output(state_);
}

// States a step apart, each jumping over the others.
void Pcg64::fill(std::span<std::uint64_t> outputs) {
  using namespace pcg64_steps;
  const std::size_t rounds = outputs.size() / chains;
  if (rounds > 1) {
    constexpr Jump with_one = Jump{one_step, 1}.times(chains);
    const Jump stride{with_one.factor, with_one.offset * increment_};
    States states;
    Wide state = state_;
    for (Wide& each : states) {
      step().move(state);
      each = state;
    }
    kernels().fill(states, stride.factor, stride.offset, rounds, outputs.data());
    stride.times(rounds).move(state_);
    outputs = outputs.subspan(rounds * chains);
  }
  for (std::uint64_t& each : outputs) each = next();
}

Draws::Draws(Seed seed, std::uint64_t from) : generator_(seed) {
  generator_.skip(from / 2);
  if (from % 2 == 1) {
    kept_ = generator_.next();
    half_ = true;
  }
}

void Draws::fill(std::span<std::uint32_t> draws) {
  std::array<std::uint64_t, 2 * block> outputs;
  std::size_t at = 0;
  if (half_ && !draws.empty()) {
    draws[at++] = static_cast<std::uint32_t>(kept_ >> 32);
    half_ = false;
  }
  while (draws.size() - at >= 2) {
    const auto now = std::span(outputs).first(std::min(outputs.size(), (draws.size() - at) / 2));
    generator_.fill(now);
    if constexpr (std::endian::native == std::endian::little) {
      std::memcpy(&draws[at], now.data(), now.size_bytes());
    } else {
      for (std::size_t half = 0; half < 2 * now.size(); ++half) {
        draws[at + half] = static_cast<std::uint32_t>(now[half / 2] >> (half % 2 * 32));
      }
    }
    at += 2 * now.size();
  }
  if (at < draws.size()) {
    kept_ = generator_.next();
    half_ = true;
    draws[at] = static_cast<std::uint32_t>(kept_);
  }
}

namespace {

// Lemire: the high half of draw x bound is the number; a low half below this would favour some numbers.
std::uint32_t threshold_of(std::uint64_t bound) {
  return static_cast<std::uint32_t>((std::uint64_t{1} << 32) % bound);
}

}  // namespace

Indices::Indices(Seed seed, std::uint64_t bound, std::uint64_t from)
    : draws_(seed, from), bound_(bound), threshold_(threshold_of(bound)) {}

void Indices::refill() {
  given_ = 0;
  if (bound_ == 1) {  // takes no draw
    ready_.assign(block, 0);
    return;
  }
  std::array<std::uint32_t, block> draws;
  draws_.fill(draws);
  ready_.resize(block);
  if (bound_ > ~std::uint32_t{0}) {  // a draw is a number
    std::ranges::copy(draws, ready_.begin());
    return;
  }
  const auto bound = static_cast<std::uint32_t>(bound_);
  if (random_numbers::kernels().scale(draws.data(), bound, threshold_, ready_.data()) == 0) return;
  std::size_t kept = 0;
  for (std::size_t at = 0; at < block; ++at) {
    if (draws[at] * bound >= threshold_) ready_[kept++] = ready_[at];
  }
  ready_.resize(kept);
}

std::span<const std::uint32_t> Indices::take(std::size_t limit) {
  if (given_ == ready_.size()) refill();
  const std::size_t count = std::min(ready_.size() - given_, limit);
  given_ += count;
  return std::span(ready_).subspan(given_ - count, count);
}

void Indices::fill(std::span<std::uint32_t> indices) {
  for (std::size_t at = 0; at < indices.size();) {
    const auto now = take(indices.size() - at);
    std::ranges::copy(now, indices.begin() + static_cast<std::ptrdiff_t>(at));
    at += now.size();
  }
}

void Indices::skip(std::uint64_t count) {
  constexpr std::uint64_t most = block;
  for (std::size_t blocks = 0; count > 0; ++blocks) {
    if (blocks % blocks_unchecked == 0) check_interruption();
    count -= take(static_cast<std::size_t>(std::min(count, most))).size();
  }
}

bool Indices::rejects(std::uint64_t bound) { return threshold_of(bound) != 0; }

std::uint64_t Indices::rejected(Seed seed, std::uint64_t bound, std::uint64_t from, std::uint64_t count) {
  const std::uint32_t threshold = threshold_of(bound);
  if (threshold == 0) return 0;
  Draws draws(seed, from);
  std::array<std::uint32_t, block> now{};
  std::array<std::uint32_t, block> numbers;
  std::uint64_t sum = 0;
  for (std::size_t blocks = 0; count > 0; ++blocks) {
    if (blocks % blocks_unchecked == 0) check_interruption();
    const auto part = std::span(now).first(static_cast<std::size_t>(std::min<std::uint64_t>(count, block)));
    draws.fill(part);
    count -= part.size();
    if (random_numbers::kernels().scale(now.data(), static_cast<std::uint32_t>(bound), threshold,
                                        numbers.data()) == 0) {
      continue;
    }
    for (const std::uint32_t draw : part) sum += static_cast<std::uint32_t>(draw * bound) < threshold ? 1 : 0;
  }
  return sum;
}

Mersenne::Mersenne(std::uint32_t seed) {
  for (std::uint32_t at = 0; at < words; ++at) {
    state_[at] = seed;
    seed = 1812433253U * (seed ^ (seed >> 30)) + at + 1;
  }
}

Mersenne::Mersenne(std::span<const std::uint32_t, words> state, std::size_t used) : used_(std::min(used, words)) {
  std::ranges::copy(state, state_.begin());
}

void Mersenne::refill() {
  random_numbers::kernels().twist(state_);
  used_ = 0;
  bits_known_ = false;
}

std::uint32_t Mersenne::next() {
  if (used_ == words) refill();
  std::uint32_t number = state_[used_++];
  number ^= number >> 11;
  number ^= (number << 7) & 0x9d2c5680U;
  number ^= (number << 15) & 0xefc60000U;
  return number ^ (number >> 18);
}

double Mersenne::uniform() {
  const double high = next() >> 5;
  const double low = next() >> 6;
  return (high * 67108864 + low) / 9007199254740992;
}

void Mersenne::fill(std::uint64_t bound, std::span<std::uint32_t> numbers) {
  if (bound == 1) {  // takes no draw
    std::ranges::fill(numbers, 0U);
    return;
  }
  const auto last = static_cast<std::uint32_t>(bound - 1);
  const std::uint32_t mask = ~std::uint32_t{0} >> std::countl_zero(last);
  for (std::uint32_t& number : numbers) {
    do number = next() & mask;
    while (number > last);
  }
}

void Mersenne::coins(std::uint64_t* packed, std::size_t count) {
  std::fill_n(packed, (count + 63) / 64, 0);
  std::size_t done = 0;
  while (done < count && used_ % 2 == 1) {  // a single number was drawn before
    packed[done / 64] |= std::uint64_t{uniform() >= 0.5} << (done % 64);
    ++done;
  }
  while (done < count) {
    if (used_ == words) refill();
    if (!bits_known_) {
      random_numbers::kernels().bits(state_, bits_);
      bits_known_ = true;
    }
    const std::size_t coin = used_ / 2;
    const std::size_t now = std::min({count - done, words / 2 - coin, 64 - done % 64});
    const std::size_t within = coin % 64;
    std::uint64_t got = bits_[coin / 64] >> within;
    if (within > 0) got |= bits_[coin / 64 + 1] << (64 - within);
    if (now < 64) got &= (std::uint64_t{1} << now) - 1;
    packed[done / 64] |= got << (done % 64);
    done += now;
    used_ += 2 * now;
  }
}

}  // namespace parbleu
