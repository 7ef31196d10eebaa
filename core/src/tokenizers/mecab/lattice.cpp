#include "tokenizers/mecab/lattice.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>

#include "parbleu/base/parallel.hpp"

namespace parbleu::mecab {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};
constexpr std::uint32_t longest_group = 24;  // characters of an unknown word, without the first
constexpr std::int64_t too_expensive = std::numeric_limits<std::int32_t>::max();
constexpr std::size_t places_unchecked = 1 << 12;

// An array that grows at the arena's expense.
template <class T>
class Stack {
 public:
  Stack(std::size_t capacity, Arena& arena) : room_(arena.make<T>(capacity)), arena_(&arena) {}
  void clear() { size_ = 0; }
  void push(const T& value) {
    if (size_ == room_.size()) grow();
    room_[size_++] = value;
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  T& operator[](std::size_t at) { return room_[at]; }
  [[nodiscard]] const T* data() const { return room_.data(); }

 private:
  void grow() {
    const std::span<T> larger = arena_->make<T>(2 * room_.size());
    std::copy(room_.begin(), room_.end(), larger.begin());
    room_ = larger;
  }

  std::span<T> room_;
  std::size_t size_ = 0;
  Arena* arena_;
};

// A word in the lattice.
struct Node {
  std::int64_t cost;     // of the cheapest path that ends with it
  std::uint32_t before;  // the node before it on that path
  std::uint32_t next;    // another that ends at the same place
  std::uint32_t begin;   // of the surface; white space may stand before it
  std::uint32_t end;
  std::uint16_t right;
};

// Words that begin at one place: the readings of one surface.
struct Found {
  Readings readings;
  std::uint32_t end;
  bool known;
};

// Words that end at one place, without those that a cheaper one with the same context makes superfluous.
// `key` is cost * 2^key_shift + rank, so that the smallest key is MeCab's choice.
constexpr int key_shift = 20;
struct Left {
  std::int64_t key;
  std::uint32_t right;
};

// What was found for a context at one place; a table without collisions would be too large to clear for each text.
template <class Value>
class ContextTable {
 public:
  explicit ContextTable() { tags_.fill(none_tag); }
  // The value's place, and whether it is known.
  std::pair<Value*, bool> at(std::uint32_t place, std::uint16_t context) {
    const std::uint64_t tag = (std::uint64_t{place} << 16) | context;
    const std::size_t slot = context % slots;
    const bool known = tags_[slot] == tag;
    tags_[slot] = tag;
    return {&values_[slot], known};
  }

 private:
  static constexpr std::size_t slots = 128;
  static constexpr std::uint64_t none_tag = ~std::uint64_t{0};
  std::array<std::uint64_t, slots> tags_;
  std::array<Value, slots> values_;
};

template <class Unit>
class Lattice {
 public:
  Lattice(const Dictionary& dictionary, std::span<const Unit> text, Arena& arena)
      : dictionary_(dictionary),
        text_(text),
        arena_(arena),
        characters_(arena.make<Character>(text.size())),
        run_ends_(arena.make<std::uint32_t>(text.size())),
        heads_(arena.make<std::uint32_t>(text.size() + 1)),
        nodes_(32 * (text.size() + 1), arena),
        found_(64, arena),
        lefts_(64, arena),
        ranks_(64, arena) {}

  std::span<const Span> words() {
    find_runs();
    std::ranges::fill(heads_, none);
    nodes_.push({0, none, none, 0, 0, 0});
    heads_[0] = 0;
    for (std::uint32_t place = 0; place < text_.size(); ++place) {
      if (place % places_unchecked == 0) check_interruption();
      if (heads_[place] == none) continue;
      find_words(place);
      if (found_.size() == 0) continue;
      collect_lefts(place);
      for (std::size_t k = found_.size(); k-- > 0;) add(place, found_[k]);
    }
    auto last = static_cast<std::uint32_t>(text_.size());
    while (heads_[last] == none) --last;
    collect_lefts(last);
    const Before before = cheapest_before(0);
    if (before.cost >= too_expensive) too_long();
    return path(before.node);
  }

 private:
  struct Before {
    std::int64_t cost;
    std::uint32_t node;
  };

  // The characters, and for each one where the run of characters begins that are no longer of its neighbour's kind.
  void find_runs() {
    for (std::size_t at = text_.size(); at-- > 0;) {
      characters_[at] = dictionary_.character(text_[at]);
      const bool goes_on = at + 1 < text_.size() && characters_[at].like(characters_[at + 1]);
      run_ends_[at] = goes_on ? run_ends_[at + 1] : static_cast<std::uint32_t>(at + 1);
    }
  }

  // Fills found_ with the words that begin at `place`, or behind the white space there, in MeCab's order.
  void find_words(std::uint32_t place) {
    found_.clear();
    begin_ = characters_[place].like(dictionary_.space()) ? run_ends_[place] : place;
    if (begin_ == text_.size()) return;
    find_known();
    const Character first = characters_[begin_];
    if (found_.size() > 0 && !first.always()) return;
    find_unknown(first);
  }

  void find_known() {
    std::uint32_t state = dictionary_.first(text_[begin_]);
    for (std::uint32_t at = begin_; state != Lexicon::no_state;) {
      ++at;
      if (const auto readings = dictionary_.words().readings(state)) found_.push({*readings, at, true});
      if (at == text_.size()) break;
      state = dictionary_.after(state, text_[at]);
    }
  }

  void find_unknown(Character first) {
    const Readings readings = dictionary_.unknown(first);
    std::uint32_t group = none;
    std::uint32_t end = begin_ + 1;
    if (first.groups()) {
      group = run_ends_[begin_];
      if (group - end <= longest_group) found_.push({readings, group, false});
    }
    for (std::uint32_t length = 1; length <= first.longest() && end != group; ++length) {
      found_.push({readings, end, false});
      if (end == text_.size() || !first.like(characters_[end])) break;
      ++end;
    }
    if (found_.size() == 0) found_.push({readings, end, false});
  }

  void collect_lefts(std::uint32_t place) {
    ++collected_;  // a place may be collected twice, if no word begins at the last one
    lefts_.clear();
    ranks_.clear();
    for (std::uint32_t id = heads_[place]; id != none; id = nodes_[id].next) {
      const Node& node = nodes_[id];
      const std::int64_t key =
          node.cost * (std::int64_t{1} << key_shift) + static_cast<std::int64_t>(ranks_.size());
      ranks_.push(id);
      const auto [slot, known] = by_right_.at(collected_, node.right);
      if (known) {
        std::int64_t& least = lefts_[*slot].key;
        least = std::min(least, key);
      } else {
        *slot = static_cast<std::uint32_t>(lefts_.size());
        lefts_.push({key, node.right});
      }
    }
    if (ranks_.size() >> key_shift != 0) throw std::length_error("more than a million words end at one place");
  }

  // The cheapest word before one with this left context.
  Before cheapest_before(std::uint16_t left) {
    const std::int16_t* const costs = dictionary_.costs(left);
    const Left* const lefts = lefts_.data();
    std::int64_t best = std::numeric_limits<std::int64_t>::max();
    for (std::size_t k = 0; k < lefts_.size(); ++k) {
      best = std::min(best, lefts[k].key + costs[lefts[k].right] * (std::int64_t{1} << key_shift));
    }
    const auto rank = static_cast<std::size_t>(best & ((std::int64_t{1} << key_shift) - 1));
    return {best >> key_shift, ranks_[rank]};
  }

  void add(std::uint32_t place, const Found& found) {
    const Lexicon& lexicon = found.known ? dictionary_.words() : dictionary_.unknown();
    for (std::uint32_t k = found.readings.count; k-- > 0;) {
      const Word word = lexicon.word(found.readings.first + k);
      const auto [before, known] = by_left_.at(place, word.left);
      if (!known) *before = cheapest_before(word.left);
      std::int64_t cost = before->cost + word.cost;
      if (begin_ != place) cost += dictionary_.space_penalty(word.part_of_speech);
      if (cost >= too_expensive) too_long();
      const auto id = static_cast<std::uint32_t>(nodes_.size());
      nodes_.push({cost, before->node, heads_[found.end], begin_, found.end, word.right});
      heads_[found.end] = id;
    }
  }

  std::span<const Span> path(std::uint32_t last) {
    std::size_t count = 0;
    for (std::uint32_t id = last; id != 0; id = nodes_[id].before) ++count;
    const std::span<Span> spans = arena_.make<Span>(count);
    for (std::uint32_t id = last; id != 0; id = nodes_[id].before) {
      spans[--count] = {nodes_[id].begin, nodes_[id].end - nodes_[id].begin};
    }
    return spans;
  }

  [[noreturn]] static void too_long() { throw std::length_error("a segment is too long for MeCab's costs"); }

  const Dictionary& dictionary_;
  std::span<const Unit> text_;
  Arena& arena_;
  std::span<Character> characters_;
  std::span<std::uint32_t> run_ends_;
  std::span<std::uint32_t> heads_;  // of the words that end at each place, the one added last
  Stack<Node> nodes_;
  Stack<Found> found_;
  Stack<Left> lefts_;
  Stack<std::uint32_t> ranks_;  // nodes that end at one place, the one added last first
  std::uint32_t collected_ = 0;
  ContextTable<std::uint32_t> by_right_;
  ContextTable<Before> by_left_;
  std::uint32_t begin_ = 0;  // of the surfaces of found_
};

}  // namespace

template <class Unit>
std::span<const Span> cheapest_words(const Dictionary& dictionary, std::span<const Unit> text, Arena& arena) {
  return Lattice<Unit>(dictionary, text, arena).words();
}

template std::span<const Span> cheapest_words(const Dictionary&, std::span<const std::uint8_t>, Arena&);
template std::span<const Span> cheapest_words(const Dictionary&, std::span<const std::uint16_t>, Arena&);
template std::span<const Span> cheapest_words(const Dictionary&, std::span<const std::uint32_t>, Arena&);

}  // namespace parbleu::mecab
