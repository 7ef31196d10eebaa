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
constexpr std::uint32_t longest_group = 24;  // characters of an unknown word, without the first
constexpr std::int64_t too_expensive = std::numeric_limits<std::int32_t>::max();
constexpr std::uint32_t window = 1 << 10;  // places whose words are in memory together
// Costs in a window: those before it differ by no more, and it adds no more.
constexpr std::int32_t most_cost = 1 << 29;
static_assert(std::int64_t{window} * ((1 << 16) + most_space_penalty) <= most_cost);

// A key is cost * key_unit and the complement of the word's place, so that the smallest key is MeCab's choice.
constexpr std::int64_t key_unit = std::int64_t{1} << 32;

// A word in the lattice, without its cost and right context.
struct Link {
  std::uint32_t before;  // the word before it on the cheapest path; none: it is the beginning of the text
  std::uint32_t begin;   // of the surface; white space may stand before it
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
  Lattice(const Dictionary& dictionary, std::span<const Unit> text, Arena& arena)
      : dictionary_(dictionary),
        text_(text),
        size_(static_cast<std::uint32_t>(text.size())),
        arena_(arena),
        longest_(arena.make<std::uint32_t>(std::min(window, size_) + std::size_t{1})),
        walks_(arena.make<Walk>(std::min(window, size_) + std::size_t{1})),
        found_(3 * std::size_t{std::min(window, size_)} + 16, arena),
        surfaces_(4 * std::size_t{std::min(window, size_)} + 16, arena),
        before_(64, arena) {}

  Path words() {
    carried_.push_back({0, 0, 0, {none, 0, 0, 0}});
    std::uint32_t begin = 0;
    do {
      check_interruption();
      begin_ = begin;
      end_ = begin + std::min(window, size_ - begin);
      look_up();
      collect_surfaces();
      place_words();
      std::uint32_t place = none;
      for (std::size_t k = 0; k < surfaces_.size(); ++k) {
        const Surface& surface = surfaces_[k];
        if (surface.place != place) collect_before(surface.place);
        place = surface.place;
        add_words(surface);
      }
      begin = end_;
    } while (begin < size_ && carry());
    return path(cheapest_last());
  }

 private:
  // A word that ends behind a window.
  struct Carried {
    std::uint32_t end;
    std::int32_t cost;
    std::uint16_t right;
    Link link;
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
      lexicon.prefetch_word(readings.first);
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
      if (next_[place - begin_] == 0) continue;
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
        const auto words = static_cast<std::uint32_t>(dictionary_.unknown(first).size());
        for_each_unknown(begin, first, longest != none,
                         [&](std::uint32_t end) { add(end, first.category(), words, 0); });
      }
      for (std::uint32_t k = longest; k != none; k = found_[k].shorter) {
        add(found_[k].end, found_[k].first, found_[k].count, found_[k].number);
      }
    }
  }

  void count(std::uint32_t end, std::uint32_t words) {
    if (end - begin_ >= reached_) reach(end);
    next_[end - begin_] += words;
  }

  // Makes room for words that end at `end`.
  void reach(std::uint32_t end) {
    const std::uint32_t wanted = end - begin_ + 1;
    if (wanted > next_.size()) {
      const std::span<std::uint32_t> larger =
          arena_.make<std::uint32_t>(std::min<std::size_t>(2 * std::size_t{wanted}, size_ + std::size_t{1}));
      std::copy_n(next_.begin(), reached_, larger.begin());
      next_ = larger;
    }
    std::fill(next_.begin() + reached_, next_.begin() + wanted, 0);
    reached_ = wanted;
  }

  // From how many words end at each place to where the next of them is put; those from before the window come first.
  void place_words() {
    std::uint64_t sum = 0;
    for (std::uint32_t k = 0; k < reached_; ++k) {
      const std::uint32_t words = next_[k];
      next_[k] = static_cast<std::uint32_t>(sum);
      sum += words;
      if (sum >= is_kept) throw std::length_error("a segment has too many words for MeCab");
    }
    if (sum > keys_.size()) {
      const std::size_t room = size_ > window ? sum + sum / 2 : sum;
      keys_ = arena_.make<std::int64_t>(room);
      rights_ = arena_.make<std::uint16_t>(room);
      links_ = arena_.make<Link>(room);
    }
    for (const Carried& word : carried_) put(word.end, word.cost, word.right, word.link);
  }

  void put(std::uint32_t end, std::int32_t cost, std::uint16_t right, const Link& link) {
    const std::uint32_t at = next_[end - begin_]++;
    keys_[at] = key_of(cost, at);
    rights_[at] = right;
    links_[at] = link;
  }

  void add_words(const Surface& surface) {
    const Link link{0, surface.begin, surface.end - surface.begin, surface.number};
    std::uint32_t& next = next_[surface.end - begin_];
    std::uint32_t at = next;
    next += surface.count;
    const auto add = [&](const Word& word) {
      const std::int64_t before = cheapest_before(word.left);
      std::int32_t cost = cost_of(before) + word.cost;
      if (surface.begin != surface.place) cost += dictionary_.space_penalty(word.part_of_speech);
      keys_[at] = key_of(cost, at);
      rights_[at] = word.right;
      links_[at] = link;
      links_[at].before = word_of(before);
      ++at;
    };
    if (surface.number == 0) {
      const std::vector<Word>& words = dictionary_.unknown_words(surface.first);
      for (std::size_t n = surface.count; n-- > 0;) add(words[n]);
    } else {
      for (std::uint32_t n = surface.count; n-- > 0;) add(dictionary_.words().word(surface.first + n));
    }
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

  struct Ending {
    std::uint32_t first;
    std::uint32_t end;
  };

  // The words that end at a place, once all of them are there.
  [[nodiscard]] Ending words_at(std::uint32_t place) const {
    return {place == begin_ ? 0 : next_[place - begin_ - 1], next_[place - begin_]};
  }

  // A word that others may follow: its key, and its right context.
  struct Before {
    std::int64_t key;
    std::uint32_t right;
  };

  static constexpr std::size_t step_of_before = 4;
  static constexpr std::int64_t no_key = std::numeric_limits<std::int64_t>::max() / 2;

  static std::int64_t key_of(std::int32_t cost, std::uint32_t at) {
    return cost * key_unit | static_cast<std::uint32_t>(~at);
  }
  static std::int32_t cost_of(std::int64_t key) { return static_cast<std::int32_t>(key >> 32); }
  static std::uint32_t word_of(std::int64_t key) { return ~static_cast<std::uint32_t>(key); }

  // Collects the words that end at a place, but for those that another one makes superfluous, whatever follows.
  void collect_before(std::uint32_t place) {
    const auto [first, end] = words_at(place);
    std::int64_t limit = std::numeric_limits<std::int64_t>::max();
    before_.reserve(end - first + step_of_before);
    Before* const words = &before_[0];
    for (std::uint32_t at = first; at < end; ++at) {
      limit = std::min(limit, keys_[at] + dictionary_.bounds(rights_[at]).most * key_unit);
    }
    limit |= key_unit - 1;
    std::size_t count = 0;
    for (std::uint32_t at = first; at < end; ++at) {
      words[count] = {keys_[at], rights_[at]};
      count += keys_[at] + dictionary_.bounds(rights_[at]).least * key_unit <= limit ? 1 : 0;
    }
    std::fill_n(words + count, step_of_before, Before{no_key, 0});
    befores_ = count;
  }

  // The cheapest word before one with this left context, the last one of several, as a key.
  [[nodiscard]] std::int64_t cheapest_before(std::uint16_t left) const {
    const std::int16_t* const costs = dictionary_.costs(left);
    const Before* words = &before_[0];
    const auto key = [&](std::size_t k) { return words[k].key + costs[words[k].right] * key_unit; };
    std::int64_t least = std::min(std::min(key(0), key(1)), std::min(key(2), key(3)));
    for (std::size_t done = step_of_before; done < befores_; done += step_of_before) {
      words += step_of_before;
      least = std::min(least, std::min(std::min(key(0), key(1)), std::min(key(2), key(3))));
    }
    if (base_ + cost_of(least) >= too_expensive) too_long();
    return least;
  }

  // Takes what goes on behind the window with it; false if nothing does.
  bool carry() {
    carried_.clear();
    const std::uint32_t first = words_at(end_ - 1).end;
    const std::uint32_t last = next_[reached_ - 1];
    if (first == last) return false;
    const auto [least_key, most_key] = std::minmax_element(keys_.begin() + first, keys_.begin() + last);
    const std::int32_t least = cost_of(*least_key);
    if (std::int64_t{cost_of(*most_key)} - least > most_cost) too_long();
    base_ += least;
    keep_before(first, last);
    std::uint32_t end = end_;
    for (std::uint32_t at = first; at < last; ++at) {
      while (next_[end - begin_] <= at) ++end;
      carried_.push_back({end, cost_of(keys_[at]) - least, rights_[at], links_[at]});
    }
    return true;
  }

  // Keeps the words of this window that stand before those from `first` to `last`.
  void keep_before(std::uint32_t first, std::uint32_t last) {
    needed_.assign(first, false);
    const auto need = [&](std::uint32_t at) {
      if (const std::uint32_t before = links_[at].before; before < is_kept) needed_[before] = true;
    };
    for (std::uint32_t at = first; at < last; ++at) need(at);
    for (std::uint32_t at = first; at-- > 0;) {
      if (needed_[at]) need(at);
    }
    places_.resize(first);
    const auto renumber = [&](Link& link) {
      if (link.before < is_kept) link.before = places_[link.before];
    };
    for (std::uint32_t at = 0; at < first; ++at) {
      if (!needed_[at]) continue;
      renumber(links_[at]);
      places_[at] = is_kept | static_cast<std::uint32_t>(kept_.size());
      kept_.push_back(links_[at]);
    }
    for (std::uint32_t at = first; at < last; ++at) renumber(links_[at]);
  }

  // The last word of the cheapest path.
  std::uint32_t cheapest_last() {
    std::uint32_t place = begin_ + reached_ - 1;
    while (words_at(place).first == words_at(place).end) --place;
    collect_before(place);
    return word_of(cheapest_before(0));
  }

  [[nodiscard]] const Link& link(std::uint32_t word) const {
    return word < is_kept ? links_[word] : kept_[word & ~is_kept];
  }

  Path path(std::uint32_t last) {
    std::size_t count = 0;
    for (std::uint32_t word = last; link(word).before != none; word = link(word).before) ++count;
    const std::span<Span> spans = arena_.make<Span>(count);
    const std::span<std::uint32_t> numbers = arena_.make<std::uint32_t>(count);
    for (std::uint32_t word = last; count-- > 0; word = link(word).before) {
      spans[count] = {link(word).begin, link(word).size};
      numbers[count] = link(word).number;
    }
    return {spans, numbers};
  }

  [[noreturn]] static void too_long() { throw std::length_error("a segment is too long for MeCab's costs"); }

  // Of words that stand before others: what tells those kept from earlier windows from those in the window.
  static constexpr std::uint32_t is_kept = 1U << 31;

  const Dictionary& dictionary_;
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

  // For each place from `begin_` on, of which there are `reached_`: where the next word that ends there is put. Words stand
  // in the order of their ends.
  std::span<std::uint32_t> next_;
  std::uint32_t reached_ = 0;
  std::span<std::int64_t> keys_;
  std::span<std::uint16_t> rights_;
  std::span<Link> links_;
  std::int64_t base_ = 0;

  // Of earlier windows.
  std::vector<Carried> carried_;
  std::vector<Link> kept_;
  std::vector<bool> needed_;
  std::vector<std::uint32_t> places_;

  // The words that others may follow, and as many more that are too expensive as are compared at once.
  Stack<Before> before_;
  std::size_t befores_ = 0;

  std::uint32_t run_begin_ = 0;  // of the last run asked for
  std::uint32_t run_end_ = 0;
};

}  // namespace

template <class Unit>
Path cheapest_words(const Dictionary& dictionary, std::span<const Unit> text, Arena& arena) {
  return Lattice<Unit>(dictionary, text, arena).words();
}

template Path cheapest_words(const Dictionary&, std::span<const std::uint8_t>, Arena&);
template Path cheapest_words(const Dictionary&, std::span<const std::uint16_t>, Arena&);
template Path cheapest_words(const Dictionary&, std::span<const std::uint32_t>, Arena&);

}  // namespace parbleu::mecab
