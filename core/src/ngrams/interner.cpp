#include <bit>

#include "ngrams/words.hpp"

namespace parbleu {

void Interner::reset(std::size_t count) {
  const std::size_t capacity = std::bit_ceil(2 * count + 2);
  shift_ = 64 - static_cast<unsigned>(std::countr_zero(capacity));
  table_.assign(capacity, {0, {}, unmatched});
  next_ = 0;
}

// Where the token is, or would be.
std::size_t Interner::slot(std::uint64_t code, const Text& token) const {
  const std::size_t mask = table_.size() - 1;
  std::size_t at = (code * 0x9E3779B97F4A7C15ULL) >> shift_;
  while (table_[at].symbol != unmatched && !(table_[at].hash == code && equal(table_[at].token, token))) {
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
