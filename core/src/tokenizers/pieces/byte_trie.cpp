#include "tokenizers/pieces/byte_trie.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace parbleu::pieces {
namespace {

constexpr std::size_t block = 256;
constexpr std::size_t window = 8;  // blocks in which children are placed

// The first eight bytes as a number that orders as they do.
std::uint64_t beginning(std::string_view text) {
  std::uint64_t value = 0;
  for (std::size_t at = 0; at < 8; ++at) {
    value = value << 8 | (at < text.size() ? static_cast<std::uint8_t>(text[at]) : 0);
  }
  return value;
}

}  // namespace

class ByteTrie::Builder {
 public:
  Builder(std::vector<Cell>& cells, std::span<const Key> keys) : cells_(cells), keys_(keys) {}

  void build() {
    cells_.reserve(2 * keys_.size() + block);
    open_block();
    take(0);
    cells_[0].label = none;
    std::vector<Node> nodes{{0, 0, keys_.size(), 0}};
    while (!nodes.empty()) {
      const Node node = nodes.back();
      nodes.pop_back();
      expand(node, nodes);
    }
  }

 private:
  // The keys [begin, end) have the first `depth` bytes in common, which lead to the cell.
  struct Node {
    std::uint32_t cell;
    std::size_t begin;
    std::size_t end;
    std::size_t depth;
  };

  [[nodiscard]] std::uint8_t byte(std::size_t key, std::size_t depth) const {
    return static_cast<std::uint8_t>(keys_[key].text[depth]);
  }

  void expand(Node node, std::vector<Node>& nodes) {
    if (node.begin < node.end && keys_[node.begin].text.size() == node.depth) {
      cells_[node.cell].id = keys_[node.begin].id;
      cells_[node.cell].score = keys_[node.begin].score;
      while (node.begin < node.end && keys_[node.begin].text.size() == node.depth) ++node.begin;
    }
    labels_.clear();
    starts_.clear();
    for (std::size_t at = node.begin; at < node.end; ++at) {
      if (labels_.empty() || labels_.back() != byte(at, node.depth)) {
        labels_.push_back(byte(at, node.depth));
        starts_.push_back(at);
      }
    }
    // A node without children has a base too, which no other node has.
    const std::uint32_t base = labels_.empty() ? 0 : place();
    cells_[node.cell].base = labels_.empty() ? dead_end() : base;
    starts_.push_back(node.end);
    for (std::size_t at = labels_.size(); at-- > 0;) {
      const std::uint32_t cell = base ^ labels_[at];
      take(cell);
      cells_[cell].label = labels_[at];
      nodes.push_back({cell, starts_[at], starts_[at + 1], node.depth + 1});
    }
  }

  // A base at which there is nothing by any byte: that of a block of free cells, shared by all leaves.
  std::uint32_t dead_end() {
    if (dead_end_ == none) {
      dead_end_ = static_cast<std::uint32_t>(cells_.size());
      cells_.resize(cells_.size() + block);
      free_.insert(free_.end(), block, false);
      used_bases_.insert(used_bases_.end(), block, true);
    }
    return dead_end_;
  }

  void open_block() {
    const auto first = static_cast<std::uint32_t>(cells_.size());
    cells_.resize(cells_.size() + block);
    free_.insert(free_.end(), block, true);
    used_bases_.insert(used_bases_.end(), block, false);
    if (open_.size() == window) open_.erase(open_.begin());
    open_.push_back({first, 0});
  }

  void take(std::uint32_t cell) { free_[cell] = false; }

  // A base at which the cells of all labels are free.
  std::uint32_t place() {
    for (Open& at : open_) {
      while (at.next < block && !free_[at.first + at.next]) ++at.next;
      std::size_t tries = 0;
      for (std::uint32_t next = at.next; next < block && tries < most_tries; ++next) {
        const std::uint32_t cell = at.first + next;
        if (!free_[cell]) continue;
        ++tries;
        const std::uint32_t base = cell ^ labels_.front();
        if (used_bases_[base]) continue;
        if (std::ranges::all_of(labels_, [&](std::uint8_t label) { return free_[base ^ label]; })) {
          used_bases_[base] = true;
          return base;
        }
      }
    }
    open_block();
    const std::uint32_t base = open_.back().first;
    used_bases_[base] = true;
    return base;
  }

  static constexpr std::size_t most_tries = 24;

  struct Open {
    std::uint32_t first;
    std::uint32_t next;  // no cell before it is free
  };

  std::vector<Cell>& cells_;
  std::span<const Key> keys_;
  std::vector<bool> free_;
  std::vector<bool> used_bases_;
  std::vector<Open> open_;
  std::uint32_t dead_end_ = none;
  std::vector<std::uint8_t> labels_;
  std::vector<std::size_t> starts_;
};

ByteTrie::ByteTrie(std::span<const Key> keys, std::string_view& twice) {
  struct Place {
    std::uint64_t beginning;
    std::size_t key;
  };
  std::vector<Place> order(keys.size());
  for (std::size_t at = 0; at < keys.size(); ++at) order[at] = {beginning(keys[at].text), at};
  std::ranges::sort(order, [&](const Place& one, const Place& other) {
    if (one.beginning != other.beginning) return one.beginning < other.beginning;
    const int compared = keys[one.key].text.compare(keys[other.key].text);
    return compared != 0 ? compared < 0 : one.key < other.key;
  });
  std::vector<Key> sorted(keys.size());
  std::ranges::transform(order, sorted.begin(), [&](const Place& place) { return keys[place.key]; });
  const auto found = std::ranges::adjacent_find(sorted, {}, &Key::text);
  twice = found == sorted.end() ? std::string_view() : found->text;
  Builder(cells_, sorted).build();
}

std::uint32_t ByteTrie::find(std::string_view text) const {
  const Cell* cell = &root();
  for (const char byte : text) {
    cell = child(*cell, static_cast<std::uint8_t>(byte));
    if (cell == nullptr) return none;
  }
  return cell->id;
}

std::size_t ByteTrie::longest_prefix(std::span<const std::uint8_t> text) const {
  std::size_t longest = 0;
  const Cell* cell = &root();
  for (std::size_t at = 0; at < text.size(); ++at) {
    cell = child(*cell, text[at]);
    if (cell == nullptr) break;
    if (cell->id != none) longest = at + 1;
  }
  return longest;
}

}  // namespace parbleu::pieces
