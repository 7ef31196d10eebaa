#include "parbleu/random_numbers/mersenne.hpp"

#include <algorithm>
#include <bit>

#include "random_numbers/kernels.hpp"

namespace parbleu {

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
