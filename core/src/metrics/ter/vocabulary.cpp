#include "metrics/ter/vocabulary.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace parbleu::ter {
namespace {

constexpr std::uint64_t hashed = std::uint64_t{1} << 63;
constexpr std::uint64_t golden = 0x9E3779B97F4A7C15ULL;

std::uint64_t mix(std::uint64_t state, std::uint64_t more) {
  state = (state ^ more) * golden;
  return state ^ (state >> 32);
}

std::uint64_t low_bytes(std::size_t count) { return (std::uint64_t{1} << (8 * count)) - 1; }

std::uint64_t load(const void* from) {
  static_assert(std::endian::native == std::endian::little, "keys take the first code point from the lowest byte");
  std::uint64_t value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

// Eight code points as bytes, if they all are below 256; `excess` is not 0 if they are not.
struct Eight {
  std::uint64_t bytes;
  std::uint64_t excess;
};

Eight load_eight(const std::uint8_t* units) { return {load(units), 0}; }

// Four 16-bit numbers below 256 to four bytes.
std::uint64_t squeeze(std::uint64_t four) {
  four = (four | (four >> 8)) & 0x0000FFFF0000FFFFULL;
  return (four | (four >> 16)) & 0xFFFFFFFF;
}

Eight load_eight(const std::uint16_t* units) {
  const std::uint64_t first = load(units);
  const std::uint64_t second = load(units + 4);
  return {squeeze(first) | squeeze(second) << 32, (first | second) & 0xFF00FF00FF00FF00ULL};
}

Eight load_eight(const std::uint32_t* units) {
  Eight eight{0, 0};
  for (unsigned k = 0; k < 8; ++k) {
    eight.bytes |= std::uint64_t{units[k]} << (8 * k);
    eight.excess |= units[k] >> 8;
  }
  return eight;
}

// Four code points of 16 bits each; `word` has at least that many.
std::uint64_t load_four(const std::uint16_t* units) { return load(units); }

std::uint64_t load_four(const std::uint32_t* units) {
  return units[0] | std::uint64_t{units[1]} << 16 | std::uint64_t{units[2]} << 32 | std::uint64_t{units[3]} << 48;
}

// Of a word with a code point above 255: a few 16-bit ones themselves, or a hash that never sees how wide the code points
// are stored. `word` is followed by readable code points or zeros, so that there are at least eight.
template <class Unit>
std::uint64_t wide_key(std::span<const Unit> word) {
  const std::size_t size = word.size();
  std::uint64_t key = size;
  if (sizeof(Unit) == 4 && std::ranges::any_of(word, [](Unit unit) { return unit > 0xFFFF; })) {
    for (const Unit unit : word) key = mix(key, unit);
  } else if (size < 4) {
    return (load_four(word.data()) & low_bytes(2 * size)) | (size | 8) << 56;
  } else {
    for (std::size_t at = 0; at + 4 < size; at += 4) key = mix(key, load_four(word.data() + at));
    key = mix(key, load_four(word.data() + size - 4));  // may overlap the one before
  }
  return key | hashed;
}

std::uint64_t wide_key(std::span<const std::uint8_t>) { return 0; }  // never asked for

// Fewer than eight code points, zeros for the others; but eight may be read.
Eight load_few(const std::uint8_t* units, std::size_t size) { return {load(units) & low_bytes(size), 0}; }

Eight load_few(const std::uint16_t* units, std::size_t size) {
  const std::uint64_t first = size < 4 ? load(units) & low_bytes(2 * size) : load(units);
  const std::uint64_t second = size > 4 ? load(units + 4) & low_bytes(2 * (size - 4)) : 0;
  return {squeeze(first) | squeeze(second) << 32, (first | second) & 0xFF00FF00FF00FF00ULL};
}

Eight load_few(const std::uint32_t* units, std::size_t size) {
  std::array<std::uint32_t, 8> copy{};
  std::copy_n(units, size, copy.begin());
  return load_eight(copy.data());
}

template <class Unit>
std::uint64_t short_key(std::span<const Unit> word) {
  const Eight eight = load_few(word.data(), word.size());
  return eight.excess == 0 ? eight.bytes | word.size() << 56 : wide_key(word);
}

template <class Unit>
std::uint64_t long_key(std::span<const Unit> word) {
  std::uint64_t key = word.size();
  const Eight last = load_eight(word.data() + word.size() - 8);  // may overlap the one before
  std::uint64_t excess = last.excess;
  for (std::size_t at = 0; at + 8 < word.size(); at += 8) {
    const Eight eight = load_eight(word.data() + at);
    excess |= eight.excess;
    if (excess != 0) break;
    key = mix(key, eight.bytes);
  }
  return excess == 0 ? mix(key, last.bytes) | hashed : wide_key(word);
}

// `behind`: how many code points may be read from the word's first on.
template <class Unit>
std::uint64_t make_key(std::span<const Unit> word, std::size_t behind) {
  if (word.size() >= 8) return long_key(word);
  if (behind >= 8) return short_key(word);
  std::array<Unit, 8> copy{};
  std::ranges::copy(word, copy.begin());
  return short_key(std::span<const Unit>(copy.data(), word.size()));
}

bool equal_bytes(const std::uint8_t* a, const std::uint8_t* b, std::size_t size) {
  if (size < 8) return std::memcmp(a, b, size) == 0;
  for (std::size_t at = 0; at + 8 < size; at += 8) {
    if (load(a + at) != load(b + at)) return false;
  }
  return load(a + size - 8) == load(b + size - 8);
}

bool equal(const Tokens& a, Span at_a, const Tokens& b, Span at_b) {
  if (at_a.size != at_b.size) return false;
  if (a.text.width == b.text.width) {
    const auto width = static_cast<std::size_t>(a.text.width);
    return equal_bytes(static_cast<const std::uint8_t*>(a.text.data) + at_a.begin * width,
                       static_cast<const std::uint8_t*>(b.text.data) + at_b.begin * width, at_a.size * width);
  }
  return visit(a.text, [&](auto left) {
    return visit(b.text, [&](auto right) {
      return std::ranges::equal(left.subspan(at_a.begin, at_a.size), right.subspan(at_b.begin, at_b.size));
    });
  });
}

}  // namespace

void make_keys(const Tokens& tokens, std::uint64_t* keys) {
  visit(tokens.text, [&](auto units) {
    for (const Span& span : tokens.spans) {
      *keys++ = make_key(units.subspan(span.begin, span.size), units.size() - span.begin);
    }
  });
}

// Where the word is in the table, or would be.
std::size_t Vocabulary::slot(std::uint64_t key, const Tokens& tokens, std::size_t token) const {
  std::size_t at = (key * golden) >> shift_;
  for (; table_[at].number != 0; at = (at + 1) & (table_.size() - 1)) {
    if (table_[at].key == key && is_word(table_[at], tokens, token)) break;
  }
  return at;
}

bool Vocabulary::is_word(const Entry& entry, const Tokens& tokens, std::size_t token) const {
  return (entry.key & hashed) == 0 || equal(reference_, entry.word, tokens, tokens.spans[token]);
}

void Vocabulary::build(const Tokens& tokens, const std::uint64_t* keys, std::uint32_t* numbers) {
  reference_ = tokens;
  count_ = 0;
  const std::size_t capacity = std::bit_ceil(4 * tokens.spans.size() + 2);
  shift_ = 64 - static_cast<unsigned>(std::countr_zero(capacity));
  table_.assign(capacity, {});
  for (std::size_t token = 0; token < tokens.spans.size(); ++token) {
    Entry& entry = table_[slot(keys[token], tokens, token)];
    if (entry.number == 0) entry = {keys[token], ++count_, tokens.spans[token]};
    numbers[token] = entry.number;
  }
}

void Vocabulary::find(const Tokens& tokens, const std::uint64_t* keys, std::uint32_t* numbers) const {
  for (std::size_t token = 0; token < tokens.spans.size(); ++token) {
    // Found at once or not there at all, without a branch between the two: that one cannot be foreseen.
    const std::uint64_t key = keys[token];
    const Entry& entry = table_[(key * golden) >> shift_];
    const bool same = entry.key == key;
    numbers[token] = same ? entry.number : 0;
    if ((entry.number != 0 && !same) || (key & hashed) != 0)
      numbers[token] = table_[slot(key, tokens, token)].number;
  }
}

}  // namespace parbleu::ter
