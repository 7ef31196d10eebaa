#include "parbleu/ngrams/shared_words.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <stdexcept>

#include "parbleu/base/hash_table.hpp"
#include "parbleu/base/parallel.hpp"
#include "parbleu/unicode/unicode.hpp"

namespace parbleu {
namespace {

using Set = std::vector<std::uint64_t>;  // hashes of words, or characters; ascending

void make_set(Set& numbers) {
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

std::int32_t size_of(const Set& set) { return static_cast<std::int32_t>(set.size()); }

std::int32_t common_to(const Set& one, const Set& other) {
  std::int32_t count = 0;
  auto at = other.begin();
  for (const std::uint64_t number : one) {
    while (at != other.end() && *at < number) ++at;
    if (at == other.end()) break;
    count += *at == number;
  }
  return count;
}

struct Known {
  std::uint64_t number = 0;
  bool is_there = false;
  [[nodiscard]] bool empty() const { return !is_there; }
};

auto same_as(std::uint64_t number) {
  return [number](const Known& known) { return known.number == number; };
}

// All that lines of a text have.
class Vocabulary {
 public:
  explicit Vocabulary(const std::vector<Set>& sets) {
    std::size_t count = 0;
    for (const Set& set : sets) count += set.size();
    table_.reset(count);
    for (const Set& set : sets) {
      for (const std::uint64_t number : set) table_.find(number, same_as(number)) = {number, true};
    }
  }

  [[nodiscard]] std::int32_t count_known(const Set& set) const {
    return static_cast<std::int32_t>(std::ranges::count_if(
        set, [&](std::uint64_t number) { return !table_.find(number, same_as(number)).empty(); }));
  }

 private:
  HashTable<Known> table_;
};

constexpr std::size_t usual_words = 32;  // of a line
constexpr std::uint64_t factor = 0x9E3779B97F4A7C15;

template <class Units>
void add_words(Units units, Set& set) {
  std::uint64_t hash = 0;
  for (const std::uint32_t unit : units) {
    if (!is_space(unit)) {
      hash = (std::rotl(hash, 23) ^ (unit + 1)) * factor;
    } else if (hash != 0) {
      set.push_back(hash);
      hash = 0;
    }
  }
  if (hash != 0) set.push_back(hash);
}

template <class Units>
void add_characters(Units units, std::size_t characters, Set& set) {
  for (std::size_t at = 0; at + characters <= units.size(); ++at) {
    std::uint64_t number = 0;
    for (const auto unit : units.subspan(at, characters)) number = number << 32 | unit;
    set.push_back(number);
  }
}

std::vector<Set> sets_of(Stream lines, std::size_t longest, std::size_t characters) {
  std::vector<Set> sets(lines.size());
  for (std::size_t at = 0; at < lines.size(); ++at) {
    check_interruption();
    if (lines[at].missing()) continue;
    sets[at].reserve(usual_words);
    visit(lines[at], [&](auto units) {
      units = units.first(std::min(units.size(), longest));
      characters == 0 ? add_words(units, sets[at]) : add_characters(units, characters, sets[at]);
    });
    make_set(sets[at]);
  }
  return sets;
}

}  // namespace

std::vector<SharedWords> shared_words(Stream lines, Stream others, std::size_t longest, std::size_t characters) {
  if (others.empty() ? !lines.empty() : lines.size() % others.size() != 0) {
    throw std::invalid_argument("there are as many lines as the other text has, or a multiple of that");
  }
  if (characters > 2) throw std::invalid_argument("at most two characters are a word");
  const std::vector<Set> own = sets_of(lines, longest, characters);
  const std::vector<Set> theirs = sets_of(others, longest, characters);
  const Vocabulary all(theirs);
  std::vector<SharedWords> found(lines.size());
  for (std::size_t at = 0; at < found.size(); ++at) {
    const Set& other = theirs[at % theirs.size()];
    found[at] = {size_of(own[at]), size_of(other), common_to(own[at], other), all.count_known(own[at])};
  }
  return found;
}

}  // namespace parbleu
