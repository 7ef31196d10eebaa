#include "tokens.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>

namespace parbleu {
namespace {

using Units8 = std::uint8_t __attribute__((vector_size(8)));
using Units16 = std::uint16_t __attribute__((vector_size(16)));

constexpr std::size_t longest_in_key = 14;
constexpr std::size_t key_units = 16;      // how many code points making a key reads
constexpr std::uint64_t long_mark = 0xFF;  // where other keys have the token's size
constexpr std::uint64_t all = ~std::uint64_t{0};

struct Key {
  std::uint64_t low;
  std::uint64_t high;
};

Key finish(std::uint64_t low, std::uint64_t high, std::uint64_t common, std::size_t size) {
  return {low, high | common << 48 | std::uint64_t{size} << 56};
}

constexpr std::array<Key, longest_in_key + 1> make_masks() {
  std::array<Key, longest_in_key + 1> made{};
  for (std::size_t size = 0; size < made.size(); ++size) {
    made[size].low = size < 8 ? ~(all << (8 * size)) : all;
    made[size].high = size < 8 ? 0 : ~(all << (8 * (size - 8)));
  }
  return made;
}

// The key of the token of `size` <= 14 units that begins at `units`; false if it has none.
bool short_key(const std::uint8_t* units, std::size_t size, Key& key) {
  static constexpr auto masks = make_masks();
  std::memcpy(&key, units, sizeof key);
  key = finish(key.low & masks[size].low, key.high & masks[size].high, 0, size);
  return true;
}

bool short_key(const std::uint16_t* units, std::size_t size, Key& key) {
  constexpr Units16 places{0, 1, 2, 3, 4, 5, 6, 7};
  const auto common = static_cast<std::uint16_t>(units[0] >> 8);
  Units16 different{};
  std::uint64_t bytes[2];
  for (std::size_t half = 0; half < 2; ++half) {
    Units16 part;
    std::memcpy(&part, units + 8 * half, sizeof part);
    const auto inside = reinterpret_cast<Units16>(places + static_cast<std::uint16_t>(8 * half) <
                                                  Units16{} + static_cast<std::uint16_t>(size));
    different |= ((part >> 8) ^ common) & inside;
    const Units8 lowest = __builtin_convertvector(part & inside & 0xFF, Units8);
    std::memcpy(&bytes[half], &lowest, sizeof lowest);
  }
  std::uint64_t differs[2];
  std::memcpy(differs, &different, sizeof differs);
  key = finish(bytes[0], bytes[1], common, size);
  return (differs[0] | differs[1]) == 0;
}

bool short_key(const std::uint32_t* units, std::size_t size, Key& key) {
  std::uint16_t narrow[key_units] = {};
  for (std::size_t at = 0; at < size; ++at) {
    if (units[at] > 0xFFFF) return false;
    narrow[at] = static_cast<std::uint16_t>(units[at]);
  }
  return short_key(narrow, size, key);
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

void put(KeyBlock* blocks, std::size_t index, const Key& key) {
  blocks[index / 8].low[index % 8] = key.low;
  blocks[index / 8].high[index % 8] = key.high;
}

// Writes the keys of all tokens. Returns how many are long.
template <class Unit>
std::size_t write_keys(const Tokens& tokens, std::span<const Unit> units, KeyBlock* blocks) {
  const Reader<Unit> reader(units);
  std::size_t long_ones = 0;
  std::size_t index = 0;
  for (const Span& span : tokens.spans) {
    Key key;
    if (span.size > longest_in_key || !short_key(reader.from(span.begin), span.size, key)) [[unlikely]] {
      key = {hash(cut(tokens.text, span)), long_mark << 56 | span.size};
      ++long_ones;
    }
    put(blocks, index++, key);
  }
  return long_ones;
}

}  // namespace

std::uint64_t hash(const Text& token) {
  return visit(token, [](auto units) {
    std::uint64_t state = units.size() * 0x9E3779B97F4A7C15ULL;
    for (const std::uint64_t unit : units) {
      state = (state ^ unit) * 0xFF51AFD7ED558CCDULL;
      state ^= state >> 32;
    }
    return state;
  });
}

bool equal(const Text& a, const Text& b) {
  return visit(a, [&](auto x) { return visit(b, [&](auto y) { return std::ranges::equal(x, y); }); });
}

Words make_words(const Tokens& tokens, Arena& arena) {
  const std::size_t size = tokens.spans.size();
  const std::span<KeyBlock> blocks = arena.make<KeyBlock>((size + 7) / 8);
  if (!blocks.empty()) blocks.back() = {};
  const std::size_t count =
      visit(tokens.text, [&](auto units) { return write_keys(tokens, units, blocks.data()); });
  std::span<std::uint32_t> long_ones;
  if (count > 0) {
    long_ones = arena.make<std::uint32_t>(count);
    std::size_t found = 0;
    for (std::size_t index = 0; index < size; ++index) {
      if (blocks[index / 8].high[index % 8] >> 56 == long_mark) {
        long_ones[found++] = static_cast<std::uint32_t>(index);
      }
    }
  }
  return {tokens, blocks.data(), long_ones};
}

}  // namespace parbleu
