#include "parbleu/ngrams/words.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <type_traits>

#include "ngrams/kernels.hpp"
#include "tokenizers/split.hpp"

namespace parbleu {
namespace {

using Bytes = std::uint8_t __attribute__((vector_size(16)));
using Units = std::uint16_t __attribute__((vector_size(32)));

using ngrams::KeyRoom;
using ngrams::longest_in_key;

constexpr std::size_t longest_in_low = 7;
constexpr std::size_t key_units = 16;       // how many code points making a key reads
constexpr std::uint32_t common_limit = 16;  // small numbers for what all code points have in common
constexpr std::uint64_t single = 0x80;

struct Key {
  std::uint64_t low;
  std::uint64_t high;
};

constexpr std::uint64_t tagged(std::uint64_t tag, std::uint64_t rest) { return tag << 56 | rest; }

// The key of the token of one code point.
Key key_of(std::uint32_t unit) {
  const std::uint64_t common = unit >> 8;
  if (common < common_limit) return {tagged(1 | common << 3, unit & 0xFF), 0};
  return {tagged(single, unit), 0};
}

// The key of `size` low bytes, 2 to 14, zero behind them.
Key key_of(std::uint64_t first, std::uint64_t second, std::uint64_t common, std::size_t size) {
  const std::uint64_t seven = first & ~(0xFFULL << 56);
  if (size <= longest_in_low && common < common_limit) return {tagged(size | common << 3, seven), 0};
  return {tagged(single | size, seven), tagged(common, second << 8 | first >> 56)};
}

// What makes a key of 16 bytes for each size: masks that keep the token, and the tag. No branch depends on the size.
struct Shape {
  std::uint64_t first;
  std::uint64_t second;
  std::uint64_t tag;
};

constexpr std::array<Shape, longest_in_key + 1> make_shapes() {
  constexpr std::uint64_t all = ~std::uint64_t{0};
  std::array<Shape, longest_in_key + 1> made{};
  for (std::size_t size = 0; size < made.size(); ++size) {
    made[size].first = size < 8 ? ~(all << (8 * size)) : all;
    made[size].second = size < 8 ? 0 : ~(all << (8 * (size - 8)));
    made[size].tag = tagged(size > longest_in_low ? single | size : size, 0);
  }
  return made;
}

// The key of the token of `size` <= 14 units that begins at `units`; false if they have too little in common.
inline bool short_key(const std::uint8_t* units, std::size_t size, Key& key) {
  static constexpr auto shapes = make_shapes();
  const Shape& shape = shapes[size];
  std::uint64_t bytes[2];
  std::memcpy(bytes, units, sizeof bytes);
  const std::uint64_t first = bytes[0] & shape.first;
  const std::uint64_t second = bytes[1] & shape.second;
  key = {(first & ~(0xFFULL << 56)) | shape.tag, second << 8 | first >> 56};
  return true;
}

bool short_key(const std::uint16_t* units, std::size_t size, Key& key) {
  constexpr Units places{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const auto common = static_cast<std::uint16_t>(units[0] >> 8);
  Units all;
  std::memcpy(&all, units, sizeof all);
  const auto inside = reinterpret_cast<Units>(places < Units{} + static_cast<std::uint16_t>(size));
  const Units different = ((all >> 8) ^ common) & inside;
  const Bytes lowest = __builtin_convertvector(all & inside & 0xFF, Bytes);
  std::uint64_t differs[4];
  std::uint64_t bytes[2];
  std::memcpy(differs, &different, sizeof differs);
  std::memcpy(bytes, &lowest, sizeof bytes);
  key = key_of(bytes[0], bytes[1], common, size);
  return (differs[0] | differs[1] | differs[2] | differs[3]) == 0;
}

bool short_key(const std::uint32_t* units, std::size_t size, Key& key) {
  const std::uint64_t common = units[0] >> 8;
  std::uint64_t different = common & ~std::uint64_t{0xFF};
  std::uint64_t bytes[2] = {};
  for (std::size_t at = 0; at < size; ++at) {
    different |= (units[at] >> 8) ^ common;
    bytes[at / 8] |= std::uint64_t{units[at] & 0xFF} << (8 * (at % 8));
  }
  key = key_of(bytes[0], bytes[1], common, size);
  return different == 0;
}

// Where to read `key_units` units from any place of a text without reading beyond its end.
template <class Unit>
class Reader {
 public:
  explicit Reader(std::span<const Unit> units)
      : units_(units.data()), tail_(units.size() > key_units ? units.size() - key_units : 0) {
    std::ranges::copy(units.subspan(tail_), end_.begin());
  }
  [[nodiscard]] const Unit* from(std::size_t begin) const {
    return begin < tail_ ? units_ + begin : end_.data() + (begin - tail_);
  }

 private:
  const Unit* units_;
  std::size_t tail_;
  std::array<Unit, 2 * key_units> end_{};
};

Text cut(const Tokens& tokens, std::size_t token) {
  const auto* const bytes = static_cast<const std::uint8_t*>(tokens.text.data);
  const Span& span = tokens.spans[token];
  return {bytes + span.begin * static_cast<std::size_t>(tokens.text.width), span.size, tokens.text.width};
}

// The key of a token, whatever characters it has: the same for equal tokens of any width. Four code points a step.
template <class Unit>
Key hashed_key(std::span<const Unit> token) {
  std::uint64_t state = token.size() * 0x9E3779B97F4A7C15ULL;
  const auto mix = [&](std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) {
    state = (state ^ ((a | b << 32) * 0xC2B2AE3D27D4EB4FULL + (c | d << 32))) * 0xFF51AFD7ED558CCDULL;
    state ^= state >> 32;
  };
  std::size_t at = 0;
  for (; at + 4 <= token.size(); at += 4) mix(token[at], token[at + 1], token[at + 2], token[at + 3]);
  std::uint64_t rest[3] = {};
  for (std::size_t left = 0; at < token.size(); ++left, ++at) rest[left] = token[at];
  mix(rest[0], rest[1], rest[2], 0);
  return {state | hashed_keys, tagged(state >> 56, token.size())};
}

// Writes the keys of all tokens. Returns how many are deep.
template <class Unit>
std::size_t write_keys(const Tokens& tokens, std::span<const Unit> units, const KeyRoom& room) {
  const Reader<Unit> reader(units);
  std::size_t deep = 0;
  std::uint32_t index = 0;
  for (const Span& span : tokens.spans) {
    Key key;
    if (sizeof(Unit) > 1 && span.size == 1) {
      key = key_of(units[span.begin]);
    } else if (span.size > longest_in_key || !short_key(reader.from(span.begin), span.size, key)) [[unlikely]] {
      key = hashed_key(units.subspan(span.begin, span.size));
    }
    room.low[index] = key.low;
    room.high[index] = key.high;
    room.deep[deep] = index++;
    deep += key.low >= deep_keys;
  }
  return deep;
}

// Of tokens with numbers, which are keys. All others are hashed.
Words make_numbered_words(const Tokens& tokens, Arena& arena) {
  const std::size_t size = tokens.spans.size();
  const std::span<std::uint64_t> high = arena.make<std::uint64_t>(size);
  std::ranges::fill(high, 0);
  const std::span<const std::uint64_t> numbers(tokens.numbers, size);
  const auto others = static_cast<std::size_t>(std::ranges::count(numbers, 0U));
  if (others == 0) return {tokens, {tokens.numbers, high.data()}, {}};
  const std::span<std::uint64_t> low = arena.make<std::uint64_t>((size + 7) / 8 * 8);
  const std::span<std::uint32_t> deep = arena.make<std::uint32_t>(others);
  std::ranges::copy(numbers, low.begin());
  std::ranges::fill(low.subspan(size), 0);
  std::size_t count = 0;
  for (std::uint32_t index = 0; index < size; ++index) {
    if (numbers[index] != 0) continue;
    const Key key = visit(cut(tokens, index), [](auto units) { return hashed_key(units); });
    low[index] = key.low;
    high[index] = key.high;
    deep[count++] = index;
  }
  return {tokens, {low.data(), high.data()}, deep};
}

// Room for the keys of `size` words.
struct KeyArrays {
  std::span<std::uint64_t> low;
  std::span<std::uint64_t> high;
  std::span<std::uint32_t> deep;

  KeyArrays(std::size_t size, Arena& arena)
      : low(arena.make<std::uint64_t>(size + ngrams::words_behind)),
        high(arena.make<std::uint64_t>(size + ngrams::words_behind)),
        deep(arena.make<std::uint32_t>(size)) {}
  [[nodiscard]] KeyRoom room() const { return {low.data(), high.data(), deep.data()}; }
  // Those that were written, with no words behind them.
  [[nodiscard]] Keys keys() const {
    std::ranges::fill(low.last(ngrams::words_behind), 0);
    return {low.data(), high.data()};
  }
};

template <class Unit, class Kernel>
Words make_words_by(Kernel kernel, const tokenizing::Boundaries& found, std::span<const Unit> units,
                    Arena& arena) {
  const std::span<Span> spans = arena.make<Span>(found.count + ngrams::words_behind).first(found.count);
  const KeyArrays keys(found.count, arena);
  const ngrams::WordCounts counts = kernel(units.data(), units.size(), found.edges, spans.data(), keys.room());
  const std::span<std::uint32_t> deep = arena.shrink(keys.deep, counts.deep);
  if (counts.hashed) {
    for (const std::uint32_t index : deep) {
      if (keys.low[index] < hashed_keys) continue;
      const Key key = hashed_key(units.subspan(spans[index].begin, spans[index].size));
      keys.low[index] = key.low;
      keys.high[index] = key.high;
    }
  }
  return {{found.text, spans}, keys.keys(), deep};
}

}  // namespace

Words make_words(const Tokens& tokens, Arena& arena) {
  if (tokens.numbers != nullptr) return make_numbered_words(tokens, arena);
  const std::size_t size = tokens.spans.size();
  const KeyArrays keys(size, arena);
  const std::size_t count = visit(tokens.text, [&](auto units) { return write_keys(tokens, units, keys.room()); });
  return {tokens, keys.keys(), arena.shrink(keys.deep, count)};
}

Words make_words(const tokenizing::Boundaries& found, Arena& arena, Simd simd) {
  const ngrams::Kernels& kernels = ngrams::kernels(simd);
  return visit(found.text, [&]<class Unit>(std::span<const Unit> units) {
    if constexpr (sizeof(Unit) == 1) {
      if (kernels.byte_words != nullptr) return make_words_by(kernels.byte_words, found, units, arena);
    } else if constexpr (sizeof(Unit) == 2) {
      if (kernels.pair_words != nullptr) return make_words_by(kernels.pair_words, found, units, arena);
    }
    return make_words(tokenizing::tokens_of(found, arena, simd), arena);
  });
}

Words make_long_words(const Text& joined) {
  Words made;
  made.tokens.text = joined;
  made.count_of_long = visit(joined, [](auto units) {
    std::size_t count = 0;
    bool space_before = true;
    for (const auto unit : units) {
      const bool space = is_space(unit);
      count += space_before && !space;
      space_before = space;
    }
    return count;
  });
  return made;
}

bool same_word(const Words& one, std::size_t i, const Words& other, std::size_t j) {
  if (one.keys.high[i] != other.keys.high[j]) return false;
  const bool itself = i == j && one.keys.low == other.keys.low;
  if (itself || one.keys.low[i] < hashed_keys) return true;
  return visit(cut(one.tokens, i), [&](auto left) {
    return visit(cut(other.tokens, j), [&](auto right) { return std::ranges::equal(left, right); });
  });
}

void match_words(const Words& words, const Words& reference, std::size_t stride, std::uint64_t* rows,
                 const ngrams::Kernels& kernels) {
  kernels.match_keys(words.keys.low, words.size(), reference.keys.low, reference.size(), stride, rows);
  const std::size_t row_words = (reference.size() + ngrams::word_bits - 1) / ngrams::word_bits;
  for (const std::uint32_t index : words.deep) {
    std::uint64_t* const row = rows + index * stride;
    for (std::size_t word = 0; word < row_words; ++word) {
      for (std::uint64_t bits = row[word]; bits != 0; bits &= bits - 1) {
        const std::size_t at = word * ngrams::word_bits + static_cast<std::size_t>(std::countr_zero(bits));
        if (!same_word(words, index, reference, at)) row[word] ^= bits & (~bits + 1);
      }
    }
  }
}

namespace {

constexpr std::size_t most_at_first = std::size_t{1} << 16;  // distinct words; long texts repeat theirs

std::uint64_t hash(std::uint64_t low, std::uint64_t high) { return low ^ std::rotl(high, 32); }

}  // namespace

void WordNumbers::reset(std::size_t count) {
  texts_.clear();
  words_.assign(1, {});
  table_.reset(std::min(count, most_at_first), 8);
}

auto WordNumbers::is_word(const Words& words, std::size_t token) const {
  return [this, &words, token, low = words.keys.low[token], high = words.keys.high[token]](const Place& place) {
    const Word& word = words_[place.number];
    return word.low == low && word.high == high &&
           (low < hashed_keys || same_word(texts_[word.text], word.token, words, token));
  };
}

void WordNumbers::add(const Words& words, std::uint32_t* numbers) {
  const auto text = static_cast<std::uint32_t>(texts_.size());
  texts_.push_back(words);
  for (std::uint32_t token = 0; token < words.size(); ++token) {
    const std::uint64_t low = words.keys.low[token];
    const std::uint64_t high = words.keys.high[token];
    Place& place = table_.find(hash(low, high), is_word(words, token));
    if (place.empty()) {
      numbers[token] = place.number = size() + 1;
      words_.push_back({low, high, text, token});
      if (2 * (std::size_t{size()} + 1) > table_.places()) {
        table_.grow_twofold([this](const Place& other) {
          const Word& word = words_[other.number];
          return hash(word.low, word.high);
        });
      }
      continue;
    }
    numbers[token] = place.number;
  }
}

void WordNumbers::find(const Words& words, std::uint32_t* numbers) const {
  for (std::size_t token = 0; token < words.size(); ++token) {
    table_.prefetch(hash(words.keys.low[token], words.keys.high[token]));
  }
  for (std::size_t token = 0; token < words.size(); ++token) {
    // Found at once or not there at all, without a branch between the two, which could not be predicted.
    const std::uint64_t low = words.keys.low[token];
    const std::uint64_t high = words.keys.high[token];
    const Place& place = table_.first(hash(low, high));
    const Word& word = words_[place.number];
    const bool same = (word.low == low) & (word.high == high);
    numbers[token] = same ? place.number : 0;
    if ((!place.empty() && !same) || low >= hashed_keys) {
      numbers[token] = table_.find(hash(low, high), is_word(words, token)).number;
    }
  }
}

}  // namespace parbleu
