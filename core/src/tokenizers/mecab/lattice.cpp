#include "tokenizers/mecab/lattice.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <vector>

#include "parbleu/base/parallel.hpp"

namespace parbleu::mecab {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};
constexpr std::uint32_t is_kept = 1U << 31;  // of a Node's surface
constexpr std::int32_t no_limit = std::numeric_limits<std::int32_t>::max();
constexpr std::uint32_t longest_group = 24;  // characters of an unknown word, without the first
// From here on, a word might make the costs overflow MeCab's 32 bits.
constexpr std::int64_t too_expensive = std::numeric_limits<std::int32_t>::max() - (1 << 18);
constexpr std::uint32_t window = 1 << 10;  // places whose words are in memory together
// Costs in a window: those before it differ by no more, and it adds no more.
constexpr std::int32_t most_cost = 1 << 29;
static_assert(std::int64_t{window} * ((1 << 16) + most_space_penalty) <= most_cost);

// A word in the lattice. The word before it is found again for those on the cheapest path alone.
struct Node {
  std::int32_t cost;   // of the cheapest path up to its end
  std::int32_t least;  // of what may cost the same behind any context: see Dictionary::Bounds
  std::uint16_t left;
  std::uint16_t right;
  std::uint32_t surface;  // of this window; or, with is_kept, the link of a word that begins before it
};

// The words that end at a place: nodes from `first` to `end`, in MeCab's order.
struct Place {
  std::uint32_t first;
  std::uint32_t end;
  std::int32_t limit;  // a word whose `least` is larger is superfluous
};

// A word of an earlier window.
struct Link {
  std::uint32_t
      before;  // the link of the word before it on the cheapest path; none: it is the beginning of the text
  std::uint32_t begin;  // of the surface; white space may stand before it
  std::uint32_t size;
  std::uint32_t number;
};

// Words of one surface: `count` of them from `first` on.
struct Found {
  std::uint32_t first;
  std::uint32_t count;
  std::uint32_t end;
  std::uint32_t number;
  std::uint32_t shorter;  // a surface that begins at the same place; none: there is no other
};

// Words that begin at one place and have one surface, in MeCab's order: the reverse of that of finding.
struct Surface {
  std::uint32_t place;  // behind which the words begin
  std::uint32_t begin;
  std::uint32_t end;
  std::uint32_t first;
  std::uint32_t count;
  std::uint32_t number;  // 0: the words are unknown ones
};

// A walk through the trie along the text from `place` on.
struct Walk {
  std::uint32_t place;
  std::uint32_t state;
  std::uint32_t bytes;  // of the character to go on by that are still to come
};

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
  const T& operator[](std::size_t at) const { return room_[at]; }
  void shrink(std::size_t size) { size_ = size; }
  void reserve(std::size_t capacity) {
    while (room_.size() < capacity) grow();
  }

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

template <class Unit>
class Lattice {
 public:
  Lattice(const Dictionary& dictionary, std::span<const Unit> text, Arena& arena, Simd simd)
      : dictionary_(dictionary),
        kernels_(kernels(simd)),
        text_(text),
        size_(static_cast<std::uint32_t>(text.size())),
        arena_(arena),
        longest_(arena.make<std::uint32_t>(std::min(window, size_) + std::size_t{1})),
        walks_(arena.make<Walk>(std::min(window, size_) + std::size_t{1})),
        found_(3 * std::size_t{std::min(window, size_)} + 16, arena),
        surfaces_(4 * std::size_t{std::min(window, size_)} + 16, arena),
        befores_(64, arena) {}

  Path words() {
    kept_.push_back({none, 0, 0, 0});
    carried_.push_back({0, {0, dictionary_.contexts().bounds[0].least, 0, 0, is_kept}});
    std::uint32_t begin = 0;
    do {
      check_interruption();
      begin_ = begin;
      end_ = begin + std::min(window, size_ - begin);
      look_up();
      collect_surfaces();
      place_words();
      std::uint32_t place = none;
      for (std::uint32_t k = 0; k < surfaces_.size(); ++k) {
        if (surfaces_[k].place != place) collect_before(surfaces_[k].place);
        place = surfaces_[k].place;
        add_words(k);
      }
      begin = end_;
    } while (begin < size_ && carry());
    return path(cheapest_last());
  }

 private:
  // A word that ends behind a window.
  struct Carried {
    std::uint32_t end;
    Node node;
  };

  // Finds the dictionary's words that begin in the window. The trie and the words are where the time goes that memory
  // takes, so all walks go on by one character in turn: what each one waits for, the others do not.
  void look_up() {
    found_.clear();
    std::size_t count = 0;
    const auto start = [&](std::uint32_t place) {
      longest_[slot(place)] = none;
      count = keep({place, dictionary_.first(text_[place]), 0}, place + 1, count);
    };
    for (std::uint32_t place = begin_; place < end_; ++place) start(place);
    const std::uint32_t behind = end_ < size_ ? run_end(end_ - 1) : size_;
    if (behind < size_) start(behind);
    for (std::uint32_t length = 1; count > 0; ++length) {
      if (length % window == 0) check_interruption();
      count = step(count, length);
    }
  }

  // Where longest_ has what begins at a place of the window, or behind the white space that goes on behind it.
  [[nodiscard]] std::uint32_t slot(std::uint32_t place) const { return std::min(place, end_) - begin_; }

  // Makes a walk that has come to `end` one of `count`, unless nothing is there. Returns how many there are.
  std::size_t keep(Walk walk, std::uint32_t end, std::size_t count) {
    walk.bytes = end < size_ ? utf8_of(text_[end]) : 0;
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
      lexicon.prefetch(readings);
      std::uint32_t& longest = longest_[slot(walk.place)];
      found_.push({readings.first, readings.count, walk.place + length, walk.state + 1, longest});
      found_.shrink(found_.size() - (readings.count == 0 ? 1 : 0));
      longest = readings.count == 0 ? longest : static_cast<std::uint32_t>(found_.size() - 1);
      walk.state = walk.place + length < size_ ? lexicon.step(walk.state, walk.bytes & 0xFF) : Lexicon::no_state;
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

  // Collects the surfaces behind all places where words end, and counts the words that end at each place.
  void collect_surfaces() {
    reached_ = 0;
    surfaces_.clear();
    reach(std::min(size_, end_ + longest_group));
    for (const Carried& word : carried_) count(word.end, 1);
    for (std::uint32_t place = begin_; place < end_; ++place) {
      if (at(place).end == 0) continue;
      const Character here = dictionary_.character(text_[place]);
      const bool space = here.like(dictionary_.space());
      const std::uint32_t begin = space ? run_end(place) : place;
      if (begin == size_) continue;
      const auto add = [&](std::uint32_t end, std::uint32_t first, std::uint32_t words, std::uint32_t number) {
        count(end, words);
        surfaces_.push({place, begin, end, first, words, number});
      };
      const std::uint32_t longest = longest_[slot(begin)];
      const Character first = space ? dictionary_.character(text_[begin]) : here;
      if (longest == none || first.always()) {
        const Readings unknown = dictionary_.unknown(first);
        for_each_unknown(begin, first, longest != none,
                         [&](std::uint32_t end) { add(end, unknown.first, unknown.count, 0); });
      }
      for (std::uint32_t k = longest; k != none; k = found_[k].shorter) {
        add(found_[k].end, found_[k].first, found_[k].count, found_[k].number);
      }
    }
  }

  [[nodiscard]] Place& at(std::uint32_t place) { return places_[place - begin_]; }

  void count(std::uint32_t end, std::uint32_t words) {
    if (end - begin_ >= reached_) reach(end);
    at(end).end += words;
  }

  // Makes room for words that end at `end`.
  void reach(std::uint32_t end) {
    const std::uint32_t wanted = end - begin_ + 1;
    if (wanted > places_.size()) {
      const std::span<Place> larger =
          arena_.make<Place>(std::min<std::size_t>(2 * std::size_t{wanted}, size_ + std::size_t{1}));
      std::copy_n(places_.begin(), reached_, larger.begin());
      places_ = larger;
    }
    std::fill(places_.begin() + reached_, places_.begin() + wanted, Place{0, 0, no_limit});
    reached_ = wanted;
  }

  // From how many words end at each place to where they are put; those from before the window come first.
  void place_words() {
    std::uint64_t sum = 0;
    for (Place& place : places_.first(reached_)) {
      const std::uint32_t words = place.end;
      place.first = place.end = static_cast<std::uint32_t>(sum);
      sum += words;
      if (sum >= is_kept) throw std::length_error("a segment has too many words for MeCab: split it");
    }
    if (sum > nodes_.size()) nodes_ = arena_.make<Node>(size_ > window ? sum + sum / 2 : sum);
    for (const Carried& word : carried_) {
      Place& place = at(word.end);
      nodes_[place.end++] = word.node;
      place.limit = std::min(place.limit, word.node.cost + dictionary_.contexts().bounds[word.node.right].most);
    }
  }

  void add_words(std::uint32_t index) {
    const Surface surface = surfaces_[index];
    const bool penalized = surface.begin != surface.place && dictionary_.has_space_penalties();
    const Lexicon& lexicon = surface.number == 0 ? dictionary_.unknown_words() : dictionary_.words();
    const Words words = lexicon.words({surface.first, surface.count});
    const Dictionary::Contexts contexts = dictionary_.contexts();
    const std::int16_t* const frequent_costs = frequent_.data();
    const std::int32_t limit = limit_;
    Node* const nodes = nodes_.data();
    Place place = at(surface.end);
    for (std::uint32_t n = surface.count; n-- > 0;) {
      const Word word = words[n];
      const std::uint16_t column = contexts.columns[word.left];
      std::int32_t cost =
          limit + word.cost + (column < frequent ? frequent_costs[column] : cheapest_before(word.left));
      if (penalized) cost += dictionary_.space_penalty(word.part_of_speech);
      const Dictionary::Bounds bounds = contexts.bounds[word.right];
      const std::int32_t least = cost + bounds.least;
      nodes[place.end] = {cost, least, word.left, word.right, index};
      place.end += least <= place.limit ? 1 : 0;
      place.limit = std::min(place.limit, cost + bounds.most);
    }
    at(surface.end) = place;
  }

  // Calls use(end) for the unknown words that begin at a place, in MeCab's order.
  template <class Use>
  void for_each_unknown(std::uint32_t begin, Character first, bool others, Use&& use) const {
    std::array<std::uint32_t, 18> ends;
    std::size_t count = 0;
    std::uint32_t group = none;
    std::uint32_t end = begin + 1;
    if (first.groups()) {
      group = end;
      while (group < size_ && group - end <= longest_group && like_before(group)) ++group;
      if (group - end <= longest_group) ends[count++] = group;
    }
    for (std::uint32_t length = 1; length <= first.longest() && end != group; ++length) {
      ends[count++] = end;
      if (end == size_ || !first.like(dictionary_.character(text_[end]))) break;
      ++end;
    }
    if (count == 0 && !others) ends[count++] = end;
    while (count-- > 0) use(ends[count]);
  }

  [[nodiscard]] bool like_before(std::uint32_t place) const {
    return dictionary_.character(text_[place - 1]).like(dictionary_.character(text_[place]));
  }

  // Where the run of characters that have something in common with their neighbours ends.
  std::uint32_t run_end(std::uint32_t place) {
    if (place < run_begin_ || place >= run_end_) {
      run_begin_ = place;
      run_end_ = place + 1;
      while (run_end_ < size_ && like_before(run_end_)) ++run_end_;
    }
    return run_end_;
  }

  // Collects the words that end at a place, but for those that another one makes superfluous, whatever follows.
  void collect_before(std::uint32_t place) {
    const auto [first, end, limit] = at(place);
    if (base_ + limit >= too_expensive) too_long();
    befores_.reserve(end - first);
    Before* const words = &befores_[0];
    std::size_t count = 0;
    for (const Node& node : std::span<const Node>(nodes_).subspan(first, end - first)) {
      words[count] = {node.cost - limit, node.right};
      count += node.least <= limit ? 1 : 0;
    }
    before_ = {words, count};
    limit_ = limit;
    kernels_.least_sums(words, count, dictionary_.column_costs(), frequent_.data());
  }

  // What the cheapest word before one with this left context costs more than limit_, with their connection.
  [[nodiscard]] std::int32_t cheapest_before(std::uint16_t left) const {
    const auto costs = dictionary_.connection(left);
    std::int32_t least = no_limit;
    for (const Before& word : before_) least = std::min(least, word.cost + costs[word.right]);
    return least;
  }

  // The word before one that begins behind a place, with this left context: the last one of the cheapest.
  [[nodiscard]] std::uint32_t word_before(std::uint32_t place, std::uint16_t left) {
    const auto costs = dictionary_.connection(left);
    std::int32_t least = no_limit;
    std::uint32_t found = none;
    for (std::uint32_t word = at(place).first; word < at(place).end; ++word) {
      const std::int32_t cost = nodes_[word].cost + costs[nodes_[word].right];
      found = cost <= least ? word : found;
      least = std::min(least, cost);
    }
    return found;
  }
  [[nodiscard]] std::uint32_t word_before(const Node& node) {
    return word_before(surfaces_[node.surface].place, node.left);
  }

  // Takes what goes on behind the window with it; false if nothing does.
  bool carry() {
    carried_.clear();
    std::int32_t least = no_limit;
    std::int32_t most = std::numeric_limits<std::int32_t>::min();
    for (std::uint32_t place = end_; place < begin_ + reached_; ++place) {
      for (std::uint32_t word = at(place).first; word < at(place).end; ++word) {
        carried_.push_back({place, nodes_[word]});
        least = std::min(least, nodes_[word].cost);
        most = std::max(most, nodes_[word].cost);
      }
    }
    if (carried_.empty()) return false;
    if (std::int64_t{most} - least > most_cost) too_long();
    base_ += least;
    keep_before();
    for (Carried& word : carried_) {
      word.node.cost -= least;
      word.node.least -= least;
    }
    return true;
  }

  // Keeps the words of this window that stand on the cheapest paths to those carried, and these.
  void keep_before() {
    needed_.assign(at(end_ - 1).end, none);
    const auto need = [&](const Node& node) {
      if ((node.surface & is_kept) == 0) needed_[word_before(node)] = 0;
    };
    for (const Carried& word : carried_) need(word.node);
    for (std::uint32_t word = at(end_ - 1).end; word-- > 0;) {
      if (needed_[word] != none) need(nodes_[word]);
    }
    for (std::uint32_t word = 0; word < needed_.size(); ++word) {
      if (needed_[word] != none) needed_[word] = keep(nodes_[word]);
    }
    for (Carried& word : carried_) word.node.surface = is_kept | keep(word.node);
  }

  // The link of a word, those before which are kept.
  std::uint32_t keep(const Node& node) {
    if ((node.surface & is_kept) != 0) return node.surface & ~is_kept;
    const Surface& surface = surfaces_[node.surface];
    kept_.push_back({needed_[word_before(node)], surface.begin, surface.end - surface.begin, surface.number});
    return static_cast<std::uint32_t>(kept_.size() - 1);
  }

  // The last word of the cheapest path.
  std::uint32_t cheapest_last() {
    std::uint32_t place = begin_ + reached_ - 1;
    while (at(place).first == at(place).end) --place;
    collect_before(place);
    return word_before(place, 0);
  }

  Path path(std::uint32_t last) {
    // Backwards, behind one another at the end of what all words could fill.
    const std::span<Span> spans = arena_.make<Span>(size_);
    const std::span<std::uint32_t> numbers = arena_.make<std::uint32_t>(size_);
    std::size_t first = size_;
    const auto add = [&](std::uint32_t begin, std::uint32_t size, std::uint32_t number) {
      spans[--first] = {begin, size};
      numbers[first] = number;
    };
    const Node* node = &nodes_[last];
    for (; (node->surface & is_kept) == 0; node = &nodes_[word_before(*node)]) {
      const Surface& surface = surfaces_[node->surface];
      add(surface.begin, surface.end - surface.begin, surface.number);
    }
    for (std::uint32_t word = node->surface & ~is_kept; kept_[word].before != none; word = kept_[word].before) {
      add(kept_[word].begin, kept_[word].size, kept_[word].number);
    }
    return {spans.subspan(first), numbers.subspan(first)};
  }

  [[noreturn]] static void too_long() {
    throw std::length_error("a segment is too long for MeCab, whose costs add up to 32 bits at most: split it");
  }

  const Dictionary& dictionary_;
  const Kernels& kernels_;
  std::span<const Unit> text_;
  std::uint32_t size_;
  Arena& arena_;

  // The window, and for each place in it, and the one behind white space at its end, the longest surface that begins there.
  std::uint32_t begin_ = 0;
  std::uint32_t end_ = 0;
  std::span<std::uint32_t> longest_;
  std::span<Walk> walks_;
  Stack<Found> found_;
  Stack<Surface> surfaces_;

  std::span<Place> places_;  // from `begin_` on, of which there are `reached_`
  std::uint32_t reached_ = 0;
  std::span<Node> nodes_;
  std::int64_t base_ = 0;

  // Of earlier windows.
  std::vector<Carried> carried_;
  std::vector<Link> kept_;
  std::vector<std::uint32_t> needed_;  // where a word of the window is kept

  // The words that others may follow at a place.
  Stack<Before> befores_;
  std::span<const Before> before_;
  std::int32_t limit_ = 0;                       // to which their costs are relative
  std::array<std::int16_t, frequent> frequent_;  // of the cheapest of them with its connection

  std::uint32_t run_begin_ = 0;  // of the last run asked for
  std::uint32_t run_end_ = 0;
};

}  // namespace

template <class Unit>
Path cheapest_words(const Dictionary& dictionary, std::span<const Unit> text, Arena& arena, Simd simd) {
  return Lattice<Unit>(dictionary, text, arena, simd).words();
}

template Path cheapest_words(const Dictionary&, std::span<const std::uint8_t>, Arena&, Simd);
template Path cheapest_words(const Dictionary&, std::span<const std::uint16_t>, Arena&, Simd);
template Path cheapest_words(const Dictionary&, std::span<const std::uint32_t>, Arena&, Simd);

}  // namespace parbleu::mecab
