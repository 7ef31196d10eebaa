#include "tokenizers/pieces/symbol_trie.hpp"

#include <algorithm>
#include <bit>

#include "parbleu/tokenizers/piece_model.hpp"

namespace parbleu::pieces {

constexpr std::size_t word_bits = 64;

// A set of numbers that grows.
class NumberSet {
 public:
  [[nodiscard]] bool has(std::size_t number) const {
    return number / word_bits < words_.size() && (words_[number / word_bits] >> number % word_bits & 1) != 0;
  }
  void add(std::size_t number) {
    if (number / word_bits >= words_.size()) words_.resize(2 * words_.size() + number / word_bits + 1);
    words_[number / word_bits] |= std::uint64_t{1} << number % word_bits;
  }
  // The first number from `at` that is not in the set.
  [[nodiscard]] std::size_t first_missing(std::size_t at) const {
    for (std::size_t word = at / word_bits; word < words_.size(); ++word) {
      std::uint64_t missing = ~words_[word];
      if (word == at / word_bits) missing &= ~std::uint64_t{0} << at % word_bits;
      if (missing != 0) return word * word_bits + static_cast<std::size_t>(std::countr_zero(missing));
    }
    return std::max(at, words_.size() * word_bits);
  }

 private:
  std::vector<std::uint64_t> words_;
};

namespace {

constexpr std::size_t most_tries = 24;

// The first four symbols as a number that orders as they do.
std::uint64_t beginning(std::span<const Symbol> text) {
  std::uint64_t value = 0;
  for (std::size_t at = 0; at < 4; ++at) value = value << 16 | (at < text.size() ? text[at] : 0);
  return value;
}

}  // namespace

class SymbolTrie::Builder {
 public:
  Builder(SymbolTrie& trie, std::span<const Key> keys) : trie_(trie), cells_(trie.cells_), keys_(keys) {}

  void build() {
    from_.assign(std::size_t{trie_.largest_} + 1, 0);
    cells_.reserve(2 * keys_.size());
    take(0, free_cell);
    bases_.add(0);
    std::vector<Node> nodes{{0, 0, keys_.size(), 0}};
    while (!nodes.empty()) {
      const Node node = nodes.back();
      nodes.pop_back();
      expand(node, nodes);
    }
    cells_.resize(cells_.size() + trie_.largest_ + 1, free_cell);  // a child of any base may be looked for
    cells_.shrink_to_fit();
  }

 private:
  // The keys [begin, end) have the first `depth` symbols in common, which lead to the cell.
  struct Node {
    std::size_t cell;
    std::size_t begin;
    std::size_t end;
    std::size_t depth;
  };

  void expand(Node node, std::vector<Node>& nodes) {
    bool first = true;
    for (; node.begin < node.end && keys_[node.begin].text.size() == node.depth; ++node.begin) {
      if (first && keys_[node.begin].id != none)
        cells_[node.cell] |= (keys_[node.begin].id + std::uint64_t{1}) << 40;
      trie_.has_twice_ = trie_.has_twice_ || !first;
      first = false;
    }
    labels_.clear();
    starts_.clear();
    for (std::size_t at = node.begin; at < node.end; ++at) {
      const Symbol symbol = keys_[at].text[node.depth];
      if (labels_.empty() || labels_.back() != symbol) {
        labels_.push_back(symbol);
        starts_.push_back(at);
      }
    }
    if (labels_.empty()) return;
    const std::size_t base = node.depth == 0 ? 0 : place();
    cells_[node.cell] |= std::uint64_t{base} << 16;
    starts_.push_back(node.end);
    for (std::size_t at = labels_.size(); at-- > 0;) {
      take(base + labels_[at], labels_[at]);
      nodes.push_back({base + labels_[at], starts_[at], starts_[at + 1], node.depth + 1});
    }
  }

  void take(std::size_t cell, std::uint64_t content) {
    taken_.add(cell);
    if (cell == first_free_) first_free_ = taken_.first_missing(cell);
    if (cell >= cells_.size()) cells_.resize(cell + 1, free_cell);
    cells_[cell] = content;
  }

  [[nodiscard]] bool fits(std::size_t base) const {
    return !bases_.has(base) &&
           std::ranges::none_of(labels_, [&](Symbol label) { return taken_.has(base + label); });
  }

  // A base at which the cells of all labels are free. Where the first label found none, it is not tried again.
  std::size_t place() {
    std::size_t& from = from_[labels_.front()];
    std::size_t at = std::max({from, first_free_, std::size_t{labels_.front()} + 1});
    const auto found = [&] { return fits(at - labels_.front()); };
    for (std::size_t tries = 0; tries < most_tries; ++tries, ++at) {
      at = taken_.first_missing(at);
      if (found()) break;
    }
    from = at;
    if (!found()) {
      at = std::max<std::size_t>(cells_.size(), std::size_t{labels_.front()} + 1);
      while (!found()) ++at;
    }
    const std::size_t base = at - labels_.front();
    if (base + labels_.back() > most_ids) throw OtherPieceModel("it is very large");
    bases_.add(base);
    return base;
  }

  SymbolTrie& trie_;
  std::vector<std::uint64_t>& cells_;
  std::span<const Key> keys_;
  NumberSet taken_;
  NumberSet bases_;
  std::size_t first_free_ = 0;     // no cell before it is free
  std::vector<std::size_t> from_;  // by the first label: where to look
  std::vector<Symbol> labels_;
  std::vector<std::size_t> starts_;
};

SymbolTrie::SymbolTrie(std::span<const Key> keys) {
  struct Place {
    std::uint64_t beginning;
    std::size_t key;
  };
  std::vector<Place> order(keys.size());
  for (std::size_t at = 0; at < keys.size(); ++at) {
    order[at] = {beginning(keys[at].text), at};
    largest_ = std::max(largest_, std::ranges::max(keys[at].text));
    if (keys[at].id != none && keys[at].id >= most_ids) throw OtherPieceModel("it is very large");
  }
  std::ranges::sort(order, [&](const Place& one, const Place& other) {
    if (one.beginning != other.beginning) return one.beginning < other.beginning;
    const auto left = keys[one.key].text;
    const auto right = keys[other.key].text;
    if (std::ranges::equal(left, right)) return one.key < other.key;
    return std::ranges::lexicographical_compare(left, right);
  });
  std::vector<Key> sorted(keys.size());
  std::ranges::transform(order, sorted.begin(), [&](const Place& place) { return keys[place.key]; });
  Builder(*this, sorted).build();
}

std::uint32_t SymbolTrie::find(std::span<const Symbol> text) const {
  std::uint64_t cell = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at > 0 && base(cell) == 0) return none;
    cell = child(base(cell), text[at]);
    if (label(cell) != text[at]) return none;
  }
  return id(cell) - 1;  // `none` is -1
}

std::size_t SymbolTrie::longest_prefix(std::span<const std::uint8_t> text) const {
  std::size_t longest = 0;
  std::uint64_t cell = 0;
  for (std::size_t at = 0; at < text.size() && (at == 0 || base(cell) != 0); ++at) {
    cell = child(base(cell), text[at]);
    if (label(cell) != text[at]) break;
    if (id(cell) != 0) longest = at + 1;
  }
  return longest;
}

}  // namespace parbleu::pieces
