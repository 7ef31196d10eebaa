#include "parbleu/ngrams/shared_words.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "parbleu/base/hash_table.hpp"
#include "parbleu/base/parallel.hpp"

namespace parbleu {
namespace {

constexpr std::uint64_t factor = 0x9E3779B97F4A7C15;

// Words or characters as numbers, none of them 0.
class NumberSet {
  struct Entry {
    std::uint64_t number = 0;
    [[nodiscard]] bool empty() const { return number == 0; }
  };

  static auto same_as(std::uint64_t number) {
    return [number](const Entry& entry) { return entry.number == number; };
  }

  HashTable<Entry> table_;

 public:
  explicit NumberSet(std::span<const std::uint64_t> numbers) {
    table_.reset(numbers.size());
    for (const std::uint64_t number : numbers) table_.find(number * factor, same_as(number)).number = number;
  }

  [[nodiscard]] std::int32_t count_known(std::span<const std::uint64_t> numbers) const {
    return static_cast<std::int32_t>(std::ranges::count_if(
        numbers, [&](std::uint64_t number) { return !table_.find(number * factor, same_as(number)).empty(); }));
  }
};

template <class Units>
void add_characters(Units units, std::size_t characters, WordSet& numbers) {
  for (std::size_t at = 0; at + characters <= units.size(); ++at) {
    std::uint64_t number = 1;
    for (const auto unit : units.subspan(at, characters)) number = number << 24 | unit;
    numbers.push_back(number);
  }
}

// The distinct words of each line, one after another.
class Lines {
 public:
  Lines(Stream lines, std::size_t longest, std::size_t characters) {
    WordSet numbers;
    for (const Text& line : lines) {
      check_interruption();
      numbers.clear();
      if (!line.missing()) {
        visit(line, [&](auto units) {
          units = units.first(std::min(units.size(), longest));
          if (characters == 0) {
            each_word(units, [&](std::uint64_t word) { numbers.push_back(word); });
          } else {
            add_characters(units, characters, numbers);
          }
        });
      }
      make_set(numbers);
      numbers_.insert(numbers_.end(), numbers.begin(), numbers.end());
      ends_.push_back(numbers_.size());
    }
  }

  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  [[nodiscard]] std::span<const std::uint64_t> operator[](std::size_t line) const {
    const std::size_t begin = line == 0 ? 0 : ends_[line - 1];
    return std::span(numbers_).subspan(begin, ends_[line] - begin);
  }
  [[nodiscard]] std::span<const std::uint64_t> all() const { return numbers_; }

 private:
  WordSet numbers_;
  std::vector<std::size_t> ends_;
};

}  // namespace

void make_set(std::vector<std::uint64_t>& numbers) {
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

std::size_t count_common(std::span<const std::uint64_t> one, std::span<const std::uint64_t> other) {
  std::size_t common = 0;
  auto there = other.begin();
  for (const std::uint64_t number : one) {
    while (there != other.end() && *there < number) ++there;
    common += there != other.end() && *there == number;
  }
  return common;
}

std::vector<SharedWords> shared_words(Stream lines, Stream others, std::size_t longest, std::size_t characters) {
  if (others.empty() ? !lines.empty() : lines.size() % others.size() != 0) {
    throw std::invalid_argument("there are as many lines as the other text has, or a multiple of that");
  }
  if (characters > 2) throw std::invalid_argument("at most two characters are a word");
  const Lines own(lines, longest, characters), theirs(others, longest, characters);
  const NumberSet all(theirs.all());
  std::vector<SharedWords> found(own.size());
  for (std::size_t at = 0; at < found.size(); ++at) {
    const auto words = own[at], other = theirs[at % theirs.size()];
    const auto shared = static_cast<std::int32_t>(count_common(words, other));
    found[at] = {static_cast<std::int32_t>(words.size()), static_cast<std::int32_t>(other.size()), shared,
                 all.count_known(words)};
  }
  return found;
}

}  // namespace parbleu
