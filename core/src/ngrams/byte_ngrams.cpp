#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>

#include "parbleu/ngrams/character_ngrams.hpp"

namespace parbleu {
namespace {

constexpr std::size_t front = 8;   // bytes before a text
constexpr std::size_t behind = 8;  // and behind it
constexpr std::size_t block = 16;  // of `taken_`, which has whole ones
constexpr std::size_t all_pairs = std::size_t{1} << 16;
constexpr std::size_t looks_ahead = 8;  // further places of lists, for each place of the hypothesis
constexpr unsigned all_orders = 0xFF;

// Control characters that text has no use for stand for characters above 255.
constexpr std::uint8_t first_control = 0x80;
constexpr std::uint8_t last_control = 0x9F;
constexpr std::uint8_t absent = last_control;  // what the reference does not have
constexpr std::size_t most_far = 8;

using Block = std::uint8_t __attribute__((vector_size(block)));
static_assert(ByteNgrams::longest_reference + 1 < 255 * block);  // what a sum of bytes can hold

template <class Number>
Number load_little_endian(const std::uint8_t* bytes) {
  Number number;
  std::memcpy(&number, bytes, sizeof number);
  if constexpr (std::endian::native == std::endian::little) return number;
  Number swapped = 0;
  for (std::size_t k = sizeof number; k > 0; --k) swapped = static_cast<Number>(swapped << 8 | bytes[k - 1]);
  return swapped;
}

// The last two bytes, the last eight, at a place.
std::size_t pair_at(const std::uint8_t* text, std::size_t place) {
  return load_little_endian<std::uint16_t>(text + place + front - 2);
}
std::uint64_t eight_at(const std::uint8_t* text, std::size_t place) {
  return load_little_endian<std::uint64_t>(text + place);
}

// The last three bytes: the byte behind them, which is loaded too, is multiplied out of the number.
std::uint32_t hash_at(const std::uint8_t* text, std::size_t place, unsigned shift) {
  return load_little_endian<std::uint32_t>(text + place + front - 3) * (0x9E3779B1U << 8) >> shift;
}

// Orders 1 to `most`, 0 to 8.
unsigned orders_to(std::size_t most) { return all_orders & ~(~0U << most); }

bool is_control(std::uint32_t unit) { return unit >= first_control && unit <= last_control; }

// How many of the bytes have each bit; they are whole blocks.
std::array<std::int64_t, ByteNgrams::most_orders> count_bits(const std::uint8_t* bytes, std::size_t size) {
  Block sums[ByteNgrams::most_orders] = {};
  for (std::size_t at = 0; at < size; at += block) {
    Block some;
    std::memcpy(&some, bytes + at, block);
    for (unsigned n = 0; n < ByteNgrams::most_orders; ++n) sums[n] += some >> static_cast<std::uint8_t>(n) & 1;
  }
  std::array<std::int64_t, ByteNgrams::most_orders> counts{};
  for (unsigned n = 0; n < ByteNgrams::most_orders; ++n) {
    for (std::size_t lane = 0; lane < block; ++lane) counts[n] += sums[n][lane];
  }
  return counts;
}

}  // namespace

// What is above 255 is given a byte, if `adds` says so, or has one already, or becomes `absent`.
bool ByteNgrams::copy(const Text& text, std::vector<std::uint8_t>& bytes, bool adds) {
  if (bytes.size() < front + text.size + behind) bytes.resize(front + text.size + behind);
  std::uint8_t* to = bytes.data() + front;
  if (text.width == Width::one && narrow_) {
    std::copy_n(static_cast<const std::uint8_t*>(text.data), text.size, to);
    return true;
  }
  return visit(text, [&](auto units) {
    for (const auto unit : units) {
      if (unit < first_control || (unit > last_control && unit < 256)) {
        *to++ = static_cast<std::uint8_t>(unit);
        continue;
      }
      if (unit > 0xFFFF || is_control(unit)) return false;
      const auto at = static_cast<std::size_t>(std::ranges::find(far_, unit) - far_.begin());
      if (at == far_.size() && adds) {
        if (far_.size() == most_far) return false;
        far_.push_back(static_cast<std::uint16_t>(unit));
      }
      *to++ = at < far_.size() ? static_cast<std::uint8_t>(first_control + at) : absent;
    }
    return true;
  });
}

bool ByteNgrams::load(const Text& reference) {
  if (reference.size > longest_reference) return false;
  size_ = reference.size;
  far_.clear();
  narrow_ = reference.width == Width::one;
  if (!copy(reference, reference_, true)) return false;
  const unsigned bits = std::max(8U, static_cast<unsigned>(std::bit_width(4 * size_)));
  shift_ = 32 - bits;
  heads_.assign(std::size_t{1} << bits, 0);
  next_.resize(std::max(next_.size(), size_ + 1));
  pairs_.resize(all_pairs);
  taken_.resize(std::max(taken_.size(), size_ + 1 + block));
  const std::uint8_t* const text = reference_.data();
  std::uint16_t* const heads = heads_.data();
  std::uint16_t* const next = next_.data();
  next[0] = 0;
  for (std::size_t place = 3; place <= size_; ++place) {
    std::uint16_t& head = heads[hash_at(text, place, shift_)];
    next[place] = head;
    head = static_cast<std::uint16_t>(place);
  }
  return true;
}

bool ByteNgrams::copy_hypothesis(const Text& hypothesis) {
  if (hypothesis.width != Width::one && narrow_) {
    // Its bytes mean what they mean in a text with others above 255, if none is a control character.
    const auto reference = std::span(reference_).subspan(front, size_);
    if (std::ranges::any_of(reference, is_control)) return false;
    narrow_ = false;
  }
  return copy(hypothesis, hypothesis_, false);
}

// Takes what each place of the hypothesis has. Byte by byte, `more` says how many more the reference has.
bool ByteNgrams::take_all(std::size_t size, unsigned orders, std::int16_t* more, std::int64_t& shared_pairs) {
  const std::uint8_t* const own = hypothesis_.data();
  const std::uint8_t* const other = reference_.data();
  std::uint16_t* const pairs = pairs_.data();
  const std::uint16_t* const heads = heads_.data();
  const std::uint16_t* const next = next_.data();
  std::uint8_t* const taken = taken_.data();
  const unsigned shift = shift_;
  const std::size_t most_looks = looks_ahead * size;
  std::size_t looks = 0;
  std::int64_t found_pairs = 0;
  const auto take_at = [&](std::size_t place, unsigned wanted) {
    --more[own[place + front - 1]];
    if (place > 1) {
      std::uint16_t& pair = pairs[pair_at(own, place)];
      const bool free = pair != 0;
      pair = static_cast<std::uint16_t>(pair - free);
      found_pairs += free;
    }
    const std::uint64_t eight = eight_at(own, place);
    std::size_t there = heads[hash_at(own, place, shift)];
    const auto take = [&] {
      // Up to seven are asked for. The last bit is set, since counting the zeros of zero takes a branch that cannot be
      // predicted.
      static_assert(most_orders == 7);
      const auto equal = static_cast<unsigned>(std::countl_zero((eight ^ eight_at(other, there)) | 1)) / 8;
      const unsigned found = wanted & ~(taken[there] | ~0U << equal);
      taken[there] = static_cast<std::uint8_t>(taken[there] | found);
      wanted &= ~found;
    };
    // Two places at least: whether a list has a second one cannot be predicted, and place zero has nothing to take.
    take();
    there = next[there];
    take();
    for (; wanted != 0 && (there = next[there]) != 0; ++looks) take();
    return looks <= most_looks;
  };
  std::size_t place = 1;
  for (; place <= std::min(size, most_orders); ++place) take_at(place, orders & orders_to(place));
  for (; place <= size; ++place) {
    if (!take_at(place, orders)) return false;
  }
  shared_pairs = found_pairs;
  return true;
}

bool ByteNgrams::count(const Text& hypothesis, std::span<std::int64_t> shared) {
  const std::size_t orders = shared.size();
  const std::size_t size = hypothesis.size;
  if (orders > most_orders || size > longest_hypothesis || !copy_hypothesis(hypothesis)) return false;
  // Orders that reach beyond the beginning of the reference are never free, and none is at place zero.
  const std::size_t taken_size = (size_ + block) / block * block;
  std::fill_n(taken_.begin(), taken_size, 0);
  for (std::size_t place = 0; place < std::min(size_ + 1, most_orders); ++place) {
    taken_[place] = static_cast<std::uint8_t>(~orders_to(place));
  }
  const std::uint8_t* const other = reference_.data();
  std::uint16_t* const pairs = pairs_.data();
  std::array<std::int16_t, 256> more{};
  if (size_ > 0) ++more[other[front]];
  for (std::size_t place = 2; place <= size_; ++place) {
    ++more[other[place + front - 1]];
    ++pairs[pair_at(other, place)];
  }
  std::int64_t shared_pairs = 0;
  const bool done = take_all(size, orders_to(orders) & ~orders_to(2), more.data(), shared_pairs);
  for (std::size_t place = 2; place <= size_; ++place) pairs[pair_at(other, place)] = 0;
  if (!done) return false;

  std::int64_t differences = 0;
  for (const std::int16_t number : more) differences += std::abs(number);
  const auto counts = count_bits(taken_.data(), taken_size);
  for (std::size_t n = 0; n < orders; ++n) {
    shared[n] = counts[n] - static_cast<std::int64_t>(std::min(n + 1, size_ + 1));
  }
  if (orders > 0) shared[0] = (static_cast<std::int64_t>(size_ + size) - differences) / 2;
  if (orders > 1) shared[1] = shared_pairs;
  return true;
}

}  // namespace parbleu
