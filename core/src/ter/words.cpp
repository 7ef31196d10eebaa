#include "ter/words.hpp"

#include <algorithm>
#include <bit>

namespace parbleu::ter {
namespace {

constexpr std::uint64_t hashed = std::uint64_t{1} << 63;
constexpr std::uint64_t golden = 0x9E3779B97F4A7C15ULL;

template <class Unit>
std::uint64_t make_key(std::span<const Unit> word) {
  const bool narrow = std::ranges::all_of(word, [](Unit unit) { return unit < 256; });
  if (narrow && word.size() <= 7) {
    std::uint64_t key = word.size() << 56;
    for (std::size_t at = 0; at < word.size(); ++at) key |= static_cast<std::uint64_t>(word[at]) << (8 * at);
    return key;
  }
  std::uint64_t key = word.size();
  for (const std::uint64_t unit : word) {
    key = (key ^ unit) * golden;
    key ^= key >> 32;
  }
  return key | hashed;
}

Text cut(const Tokens& tokens, const Span& span) {
  const auto* const bytes = static_cast<const std::uint8_t*>(tokens.text.data);
  return {bytes + span.begin * static_cast<std::size_t>(tokens.text.width), span.size, tokens.text.width};
}

bool equal(const Text& a, const Text& b) {
  return visit(a, [&](auto x) { return visit(b, [&](auto y) { return std::ranges::equal(x, y); }); });
}

}  // namespace

void make_keys(const Tokens& tokens, std::uint64_t* keys) {
  visit(tokens.text, [&](auto units) {
    for (const Span& span : tokens.spans) *keys++ = make_key(units.subspan(span.begin, span.size));
  });
}

// Where the word is in the table, or would be.
std::size_t Vocabulary::slot(std::uint64_t key, const Tokens& tokens, const Span& span) const {
  std::size_t at = (key * golden) >> shift_;
  for (; table_[at] != 0; at = (at + 1) & (table_.size() - 1)) {
    const Entry& entry = entries_[table_[at] - 1];
    if (entry.key == key && ((key & hashed) == 0 || equal(entry.word, cut(tokens, span)))) break;
  }
  return at;
}

void Vocabulary::build(const Tokens& tokens, const std::uint64_t* keys, std::vector<std::uint32_t>& numbers) {
  const std::size_t capacity = std::bit_ceil(2 * tokens.spans.size() + 2);
  shift_ = 64 - static_cast<unsigned>(std::countr_zero(capacity));
  table_.assign(capacity, 0);
  entries_.clear();
  for (std::size_t k = 0; k < tokens.spans.size(); ++k) {
    const std::size_t at = slot(keys[k], tokens, tokens.spans[k]);
    if (table_[at] == 0) {
      entries_.push_back({keys[k], cut(tokens, tokens.spans[k])});
      table_[at] = size();
    }
    numbers.push_back(table_[at]);
  }
}

void Vocabulary::find(const Tokens& tokens, const std::uint64_t* keys, std::vector<std::uint32_t>& numbers) const {
  for (std::size_t k = 0; k < tokens.spans.size(); ++k) {
    numbers.push_back(table_[slot(keys[k], tokens, tokens.spans[k])]);
  }
}

}  // namespace parbleu::ter
