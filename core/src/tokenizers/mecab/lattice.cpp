#include "tokenizers/mecab/lattice.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "parbleu/base/parallel.hpp"

namespace parbleu::mecab {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};
constexpr std::uint32_t longest_group = 24;  // characters of an unknown word, without the first
constexpr std::int64_t too_expensive = std::numeric_limits<std::int32_t>::max();
constexpr std::uint32_t window = 1 << 10;  // places whose words are looked up together

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
  void shrink(std::size_t size) { size_ = size; }

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

// Words of one surface: `count` of them from `first` on.
struct Found {
  std::uint32_t first;
  std::uint32_t count;
  std::uint32_t end;
  std::uint32_t next;  // a shorter surface that begins at the same place
};

// A walk through the trie along the text from `place` on.
struct Walk {
  std::uint32_t place;
  std::uint32_t state;
  std::uint32_t bytes;  // of the character to go on by that are still to come
};

// A key is cost * 2^key_shift + rank, so that the smallest key is MeCab's choice.
constexpr int key_shift = 20;
constexpr std::int64_t key_unit = std::int64_t{1} << key_shift;
constexpr std::int64_t no_key = std::numeric_limits<std::int64_t>::max() / 2;

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
        longest_(arena.make<std::uint32_t>(std::min<std::size_t>(window, text.size()))),
        walks_(arena.make<Walk>(std::min<std::size_t>(window, text.size()))),
        nodes_(32 * (text.size() + 1), arena),
        found_(64, arena),
        words_(256, arena),
        keys_(64, arena),
        rights_(64, arena),
        ranks_(64, arena) {}

  std::span<const Span> words() {
    find_runs();
    std::ranges::fill(heads_, none);
    nodes_.push({0, none, none, 0, 0, 0});
    heads_[0] = 0;
    const auto size = static_cast<std::uint32_t>(text_.size());
    for (std::uint32_t place = 0; place < size; ++place) {
      if (heads_[place] == none) continue;
      begin_ = characters_[place].like(dictionary_.space()) ? run_ends_[place] : place;
      if (begin_ == size) continue;
      // A run that begins with white space may go on with characters that are none, if they have a category in common.
      if (begin_ < window_begin_ || begin_ >= window_end_) look_up(begin_);
      collect_lefts(place);
      add_words(place);
    }
    std::uint32_t last = size;
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

  // The characters, and for each one where the run of characters ends that are of their neighbour's kind.
  void find_runs() {
    for (std::size_t at = text_.size(); at-- > 0;) {
      characters_[at] = dictionary_.character(text_[at]);
      const bool goes_on = at + 1 < text_.size() && characters_[at].like(characters_[at + 1]);
      run_ends_[at] = goes_on ? run_ends_[at + 1] : static_cast<std::uint32_t>(at + 1);
    }
  }

  // Finds the dictionary's words that begin in the window from `begin` on. The trie and the words are where the time goes
  // that memory takes, so all walks go on by one character in turn: what each one waits for, the others do not.
  void look_up(std::uint32_t begin) {
    check_interruption();
    window_begin_ = begin;
    window_end_ = begin + static_cast<std::uint32_t>(std::min<std::size_t>(window, text_.size() - begin));
    found_.clear();
    words_.clear();
    std::size_t count = 0;
    for (std::uint32_t place = begin; place < window_end_; ++place) {
      longest_[place - begin] = none;
      count = keep({place, dictionary_.first(text_[place]), 0}, place + 1, count);
    }
    for (std::uint32_t length = 1; count > 0; ++length) {
      if (length % window == 0) check_interruption();
      count = step(count, length);
    }
    const Lexicon& lexicon = dictionary_.words();
    for (std::size_t k = 0; k < found_.size(); ++k) {
      const auto first = static_cast<std::uint32_t>(words_.size());
      for (std::uint32_t n = 0; n < found_[k].count; ++n) words_.push(lexicon.word(found_[k].first + n));
      found_[k].first = first;
    }
  }

  // Makes a walk that has come to `end` one of `count`, unless nothing is there. Returns how many there are.
  std::size_t keep(Walk walk, std::uint32_t end, std::size_t count) {
    walk.bytes = end < text_.size() ? utf8_of(text_[end]) : 0;
    dictionary_.words().prefetch_readings(walk.state);
    dictionary_.words().prefetch_step(walk.state, walk.bytes & 0xFF);
    walks_[count] = walk;
    return count + (walk.state != Lexicon::no_state ? 1 : 0);
  }

  // Takes the words that end where the walks are, and goes on by a character. Returns how many walks are left.
  std::size_t step(std::size_t count, std::uint32_t length) {
    const Lexicon& lexicon = dictionary_.words();
    for (std::size_t k = 0; k < count; ++k) {
      Walk& walk = walks_[k];
      const Readings readings = lexicon.readings(walk.state);
      lexicon.prefetch_word(readings.first);
      std::uint32_t& longest = longest_[walk.place - window_begin_];
      found_.push({readings.first, readings.count, walk.place + length, longest});
      found_.shrink(found_.size() - (readings.count == 0 ? 1 : 0));
      longest = readings.count == 0 ? longest : static_cast<std::uint32_t>(found_.size() - 1);
      walk.state =
          walk.place + length < text_.size() ? lexicon.step(walk.state, walk.bytes & 0xFF) : Lexicon::no_state;
      walk.bytes >>= 8;
      lexicon.prefetch_step(walk.state, walk.bytes & 0xFF);
    }
    constexpr int more_bytes = sizeof(Unit) == 4 ? 3 : static_cast<int>(sizeof(Unit));  // of the longest character
    for (int byte = 0; byte < more_bytes; ++byte) {
      for (std::size_t k = 0; k < count; ++k) {
        Walk& walk = walks_[k];
        const std::uint32_t next = lexicon.step(walk.state, walk.bytes & 0xFF);
        walk.state = walk.bytes != 0 ? next : walk.state;
        walk.bytes >>= 8;
        lexicon.prefetch_step(walk.state, walk.bytes & 0xFF);
      }
    }
    std::size_t left = 0;
    for (std::size_t k = 0; k < count; ++k) left = keep(walks_[k], walks_[k].place + length + 1, left);
    return left;
  }

  // Adds the words whose surfaces begin at begin_, in MeCab's order, which is the reverse of that of finding.
  void add_words(std::uint32_t place) {
    const std::uint32_t longest = longest_[begin_ - window_begin_];
    const Character first = characters_[begin_];
    if (longest == none || first.always()) add_unknown(place, first, longest != none);
    for (std::uint32_t k = longest; k != none; k = found_[k].next) {
      const Found found = found_[k];
      for (std::uint32_t n = found.count; n-- > 0;) add(place, words_[found.first + n], found.end);
    }
  }

  void add_unknown(std::uint32_t place, Character first, bool found) {
    std::array<std::uint32_t, 18> ends;
    std::size_t count = 0;
    std::uint32_t group = none;
    std::uint32_t end = begin_ + 1;
    if (first.groups()) {
      group = run_ends_[begin_];
      if (group - end <= longest_group) ends[count++] = group;
    }
    for (std::uint32_t length = 1; length <= first.longest() && end != group; ++length) {
      ends[count++] = end;
      if (end == text_.size() || !first.like(characters_[end])) break;
      ++end;
    }
    if (count == 0 && !found) ends[count++] = end;
    const std::vector<Word>& words = dictionary_.unknown(first);
    while (count-- > 0) {
      for (std::size_t n = words.size(); n-- > 0;) add(place, words[n], ends[count]);
    }
  }

  // Collects the words that end at a place, but for those that a cheaper one with the same right context makes
  // superfluous.
  void collect_lefts(std::uint32_t place) {
    ++collected_;  // a place may be collected twice, if no word begins at the last one
    keys_.clear();
    rights_.clear();
    ranks_.clear();
    for (std::uint32_t id = heads_[place]; id != none; id = nodes_[id].next) {
      const Node& node = nodes_[id];
      const std::int64_t key = node.cost * key_unit + static_cast<std::int64_t>(ranks_.size());
      ranks_.push(id);
      const auto [slot, known] = by_right_.at(collected_, node.right);
      if (known) {
        keys_[*slot] = std::min(keys_[*slot], key);
      } else {
        *slot = static_cast<std::uint32_t>(keys_.size());
        keys_.push(key);
        rights_.push(node.right);
      }
    }
    if (ranks_.size() >> key_shift != 0) throw std::length_error("more than a million words end at one place");
  }

  // The cheapest word before one with this left context.
  Before cheapest_before(std::uint16_t left) {
    const std::int16_t* const costs = dictionary_.costs(left);
    const std::int64_t* const keys = &keys_[0];
    const std::uint32_t* const rights = &rights_[0];
    std::int64_t least = no_key;
    const std::size_t size = keys_.size();
    for (std::size_t k = 0; k < size; ++k) least = std::min(least, keys[k] + costs[rights[k]] * key_unit);
    return {least >> key_shift, ranks_[static_cast<std::size_t>(least & (key_unit - 1))]};
  }

  void add(std::uint32_t place, const Word& word, std::uint32_t end) {
    const auto [before, known] = by_left_.at(place, word.left);
    if (!known) *before = cheapest_before(word.left);
    std::int64_t cost = before->cost + word.cost;
    if (begin_ != place) cost += dictionary_.space_penalty(word.part_of_speech);
    if (cost >= too_expensive) too_long();
    const auto id = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push({cost, before->node, heads_[end], begin_, end, word.right});
    heads_[end] = id;
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
  std::span<std::uint32_t> heads_;    // of the words that end at each place, the one added last
  std::span<std::uint32_t> longest_;  // of the window: for each place the longest surface in found_
  std::span<Walk> walks_;
  Stack<Node> nodes_;
  Stack<Found> found_;
  Stack<Word> words_;
  // Of the words that end at one place: keys and right contexts of the cheapest ones, and all nodes, the one added last
  // first.
  Stack<std::int64_t> keys_;
  Stack<std::uint32_t> rights_;
  Stack<std::uint32_t> ranks_;
  std::uint32_t collected_ = 0;
  ContextTable<std::uint32_t> by_right_;
  ContextTable<Before> by_left_;
  std::uint32_t window_begin_ = 0;
  std::uint32_t window_end_ = 0;
  std::uint32_t begin_ = 0;  // of the surfaces that are added
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
