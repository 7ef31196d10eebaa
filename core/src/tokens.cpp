#include "parbleu/tokens.hpp"

#include <algorithm>
#include <bit>

namespace parbleu {
namespace {

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

Text cut(const Text& text, const Span& span) {
  const auto* const bytes = static_cast<const std::uint8_t*>(text.data);
  return {bytes + span.begin * static_cast<std::size_t>(text.width), span.size, text.width};
}

}  // namespace

void Interner::reset(std::size_t count) {
  const std::size_t capacity = std::bit_ceil(2 * count + 2);
  shift_ = 64 - static_cast<unsigned>(std::countr_zero(capacity));
  table_.assign(capacity, {0, {}, unmatched});
  next_ = 0;
}

// Where the token is, or would be.
std::size_t Interner::slot(std::uint64_t hash, const Text& token) const {
  const std::size_t mask = table_.size() - 1;
  std::size_t at = (hash * 0x9E3779B97F4A7C15ULL) >> shift_;
  while (table_[at].symbol != unmatched && !(table_[at].hash == hash && equal(table_[at].token, token))) {
    at = (at + 1) & mask;
  }
  return at;
}

void Interner::add(const Tokens& tokens, std::vector<Symbol>& symbols) {
  symbols.clear();
  for (const Span& span : tokens.spans) {
    const Text token = cut(tokens.text, span);
    const std::uint64_t code = hash(token);
    Entry& entry = table_[slot(code, token)];
    if (entry.symbol == unmatched) entry = {code, token, next_++};
    symbols.push_back(entry.symbol);
  }
}

void Interner::find(const Tokens& tokens, std::vector<Symbol>& symbols) const {
  symbols.clear();
  for (const Span& span : tokens.spans) {
    const Text token = cut(tokens.text, span);
    symbols.push_back(table_[slot(hash(token), token)].symbol);
  }
}

}  // namespace parbleu
