#include "parbleu/ngrams/shared_words.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "parbleu/base/hash_table.hpp"
#include "parbleu/base/parallel.hpp"

namespace parbleu {
namespace {

constexpr std::uint64_t factor = 0x9E3779B97F4A7C15;

// Words or characters as numbers, none of them 0, each once.
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
  // Forgets all, and makes room for so many.
  void reset(std::size_t most) { table_.reset(most); }

  // Returns whether the number is a new one.
  bool add(std::uint64_t number) {
    return std::exchange(table_.find(number * factor, same_as(number)).number, number) != number;
  }

  [[nodiscard]] std::int32_t count_known(std::span<const std::uint64_t> numbers) const {
    return static_cast<std::int32_t>(std::ranges::count_if(
        numbers, [&](std::uint64_t number) { return !table_.find(number * factor, same_as(number)).empty(); }));
  }
};

using Numbers = std::vector<std::uint64_t>;

std::int32_t size_of(std::span<const std::uint64_t> numbers) { return static_cast<std::int32_t>(numbers.size()); }

template <class Units>
void add_characters(Units units, std::size_t characters, Numbers& numbers) {
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
    NumberSet known;
    Numbers numbers;
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
      known.reset(numbers.size());
      std::ranges::copy_if(numbers, std::back_inserter(numbers_),
                           [&](std::uint64_t one) { return known.add(one); });
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
  Numbers numbers_;
  std::vector<std::size_t> ends_;
};

}  // namespace

std::vector<SharedWords> shared_words(Stream lines, Stream others, std::size_t longest, std::size_t characters) {
  if (others.empty() ? !lines.empty() : lines.size() % others.size() != 0) {
    throw std::invalid_argument("there are as many lines as the other text has, or a multiple of that");
  }
  if (characters > 2) throw std::invalid_argument("at most two characters are a word");
  const Lines own(lines, longest, characters), theirs(others, longest, characters);
  NumberSet all, of_line;
  all.reset(theirs.all().size());
  for (const std::uint64_t number : theirs.all()) all.add(number);
  std::vector<SharedWords> found(own.size());
  for (std::size_t at = 0; at < found.size(); ++at) {
    const auto words = own[at], other = theirs[at % theirs.size()];
    of_line.reset(other.size());
    for (const std::uint64_t number : other) of_line.add(number);
    found[at] = {size_of(words), size_of(other), of_line.count_known(words), all.count_known(words)};
  }
  return found;
}

}  // namespace parbleu
