#include "tokenizers/mecab/dictionary.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <limits>
#include <string>
#include <unordered_map>

namespace parbleu::mecab {
namespace {

constexpr std::uint32_t magic = 0xEF718F77;
constexpr std::uint32_t version = 102;
constexpr std::size_t header_size = 72;
constexpr std::size_t name_size = 32;  // of charsets and categories
constexpr std::uint32_t most_categories = 18;

[[noreturn]] void refuse(const char* name, const std::string& what) {
  throw BadDictionary(std::string(name) + " " + what);
}

std::uint32_t number_at(std::span<const std::uint8_t> file, std::size_t place) {
  std::uint32_t value = 0;
  std::memcpy(&value, file.data() + place, sizeof value);
  return value;
}

// A name that a NUL ends if it is shorter than its place.
std::string_view name_at(std::span<const std::uint8_t> file, std::size_t place) {
  const auto* const text = reinterpret_cast<const char*>(file.data() + place);
  return {text, static_cast<std::size_t>(std::find(text, text + name_size, '\0') - text)};
}

bool is_utf8(std::string_view charset) {
  std::string name;
  for (const char c : charset) {
    if (c != '-' && c != '_') name += static_cast<char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
  }
  return name == "utf8";
}

// The costs of connections, which `copy` holds if the file does not begin at an even address.
std::span<const std::int16_t> read_matrix(std::span<const std::uint8_t> file, std::size_t lefts,
                                          std::size_t rights, std::vector<std::int16_t>& copy) {
  constexpr std::size_t head = 4;
  const std::size_t count = lefts * rights;
  if (file.size() < head || (number_at(file, 0) & 0xFFFF) != lefts || number_at(file, 0) >> 16 != rights ||
      file.size() != head + count * sizeof(std::int16_t)) {
    refuse("matrix.bin", "is cut off, or is of another dictionary than sys.dic");
  }
  if (count == 0) contradicts_itself();
  const std::uint8_t* const data = file.data() + head;
  if (reinterpret_cast<std::uintptr_t>(data) % alignof(std::int16_t) == 0) {
    return {reinterpret_cast<const std::int16_t*>(data), count};
  }
  copy.resize(count);
  std::memcpy(copy.data(), data, count * sizeof(std::int16_t));
  return copy;
}

// Costs of one context, of which those that are equal are one.
struct Costs {
  std::span<const std::int16_t> costs;
  friend bool operator==(const Costs& one, const Costs& other) {
    return std::ranges::equal(one.costs, other.costs);
  }
};

struct HashOfCosts {
  std::size_t operator()(const Costs& of) const {
    std::array<std::uint32_t, 8> sums{};
    const std::span<const std::int16_t> costs = of.costs;
    std::size_t at = 0;
    for (; at + sums.size() <= costs.size(); at += sums.size()) {
      for (std::size_t k = 0; k < sums.size(); ++k) {
        sums[k] = std::rotl(sums[k], 5) ^ static_cast<std::uint32_t>(costs[at + k]);
      }
    }
    std::uint64_t hash = 0;
    for (const std::uint32_t sum : sums) hash = (hash ^ sum) * 0x9E3779B97F4A7C15U;
    for (; at < costs.size(); ++at) hash = (hash ^ static_cast<std::uint64_t>(costs[at])) * 0x9E3779B97F4A7C15U;
    return hash ^ (hash >> 32);
  }
};

// The number of each of different costs.
using Kinds = std::unordered_map<Costs, std::uint16_t, HashOfCosts>;

// For each left context the first one with the same costs.
std::vector<std::uint16_t> first_alike(std::span<const std::int16_t> matrix, std::size_t row) {
  Kinds seen;
  std::vector<std::uint16_t> first;
  for (std::size_t at = 0; at < matrix.size(); at += row) {
    const auto number = static_cast<std::uint16_t>(first.size());
    first.push_back(seen.try_emplace(Costs{matrix.subspan(at, row)}, number).first->second);
  }
  return first;
}

// Entries from one row of the table to the next: an odd number of cache lines, so that the beginnings of rows are spread over all
// sets of a cache.
std::size_t row_size(std::size_t columns) {
  constexpr std::size_t line = cache_line / sizeof(std::int16_t);
  return ((std::max(columns, frequent) + line - 1) / line | 1) * line;
}

}  // namespace

void contradicts_itself() { throw BadDictionary("the files of the dictionary contradict each other"); }

Lexicon::Lexicon(std::span<const std::uint8_t> file, const char* name) {
  static_assert(std::endian::native == std::endian::little, "the files hold little-endian numbers");
  if (file.size() < header_size) refuse(name, "is shorter than its header");
  if ((number_at(file, 0) ^ magic) != file.size()) refuse(name, "is no dictionary of MeCab, or is cut off");
  if (number_at(file, 4) != version) {
    refuse(name, "has version " + std::to_string(number_at(file, 4)) + ", not " + std::to_string(version));
  }
  if (!is_utf8(name_at(file, 40))) refuse(name, "is not in UTF-8");
  lefts_ = number_at(file, 16);
  rights_ = number_at(file, 20);
  const std::size_t trie = number_at(file, 24);
  const std::size_t readings = number_at(file, 28);
  const std::size_t features = number_at(file, 32);
  if (header_size + trie + readings + features != file.size() || trie % sizeof(Unit) != 0 || trie == 0 ||
      readings % bytes_of_reading != 0) {
    refuse(name, "has parts that do not fill it");
  }
  pages_ = LargePages(trie + readings);
  std::memcpy(pages_.data(), file.data() + header_size, trie + readings);
  trie_ = pages_.data();
  units_ = trie / sizeof(Unit);
  readings_ = trie_ + trie;
  words_ = readings / bytes_of_reading;
  root_ = static_cast<std::uint32_t>(read<Unit>(trie_).base);
}

void Lexicon::renumber(const Numbers& numbers) {
  std::uint8_t* const readings = pages_.data() + (readings_ - trie_);
  for (std::size_t k = 0; k < words_; ++k) {
    Word found = word(readings, k);
    if (found.left >= rights_ || found.right >= lefts_) contradicts_itself();
    found.left = numbers.lefts[found.left];
    found.right = numbers.rights[found.right];
    found.space = found.space < numbers.spaces.size() ? numbers.spaces[found.space] : std::uint16_t{0};
    std::memcpy(readings + k * bytes_of_reading, &found, sizeof found);
  }
}

Readings Lexicon::exactly(std::string_view key) const {
  std::uint32_t state = root_;
  for (const char c : key) {
    state = step(state, static_cast<unsigned char>(c));
  }
  return readings(state);
}

Dictionary::Dictionary(const MecabFiles& files)
    : words_(files.words, "sys.dic"), unknown_words_(files.unknown, "unk.dic") {
  if (unknown_words_.lefts() != words_.lefts() || unknown_words_.rights() != words_.rights()) contradicts_itself();
  number_spaces(files.space_penalties);
  read_characters(files.characters);
  first_.resize(beyond + 1);
  for (std::uint32_t code = 0; code <= beyond; ++code) first_[code] = after(words_.root(), code);
  std::vector<std::int16_t> copy;
  number_contexts(read_matrix(files.matrix, words_.lefts(), words_.rights(), copy));
  words_.renumber(numbers_);
  unknown_words_.renumber(numbers_);
  numbers_ = {};
}

void Dictionary::number_spaces(const std::vector<SpacePenalty>& penalties) {
  space_penalties_.push_back(0);
  for (const SpacePenalty& penalty : penalties) {
    if (std::abs(std::int64_t{penalty.cost}) > most_space_penalty) {
      throw BadDictionary("dicrc has costs of white space beyond " + std::to_string(most_space_penalty));
    }
    auto& numbers = numbers_.spaces;
    if (numbers.size() <= penalty.part_of_speech) numbers.resize(penalty.part_of_speech + std::size_t{1}, 0);
    std::uint16_t& number = numbers[penalty.part_of_speech];
    if (number != 0) continue;
    number = static_cast<std::uint16_t>(space_penalties_.size());
    space_penalties_.push_back(penalty.cost);
  }
}

// The table of connections has a row for each kind of right context, which is what words have on their right.
void Dictionary::number_contexts(std::span<const std::int16_t> matrix) {
  const std::size_t rights = words_.lefts();
  const std::vector<std::uint16_t> kinds = first_alike(matrix, rights);
  const std::vector<std::uint16_t> lefts = most_frequent(kinds);
  std::vector<std::uint16_t>& columns = numbers_.lefts;
  columns.resize(kinds.size());
  for (std::size_t column = 0; column < lefts.size(); ++column)
    columns[lefts[column]] = static_cast<std::uint16_t>(column);
  for (std::size_t left = 0; left < kinds.size(); ++left) columns[left] = columns[kinds[left]];
  const std::size_t row = row_size(lefts.size());
  table_ = LargePages(rights * row * sizeof(std::int16_t));
  auto* const table = reinterpret_cast<std::int16_t*>(table_.data());
  Kinds seen;
  constexpr std::size_t block = 256;
  std::vector<std::int16_t> costs(block * row, 0);
  for (std::size_t from = 0; from < rights; from += block) {
    const std::size_t end = std::min(from + block, rights);
    for (std::size_t column = 0; column < lefts.size(); ++column) {
      const std::int16_t* const of_left = matrix.data() + rights * lefts[column];
      for (std::size_t right = from; right < end; ++right) costs[(right - from) * row + column] = of_left[right];
    }
    for (std::size_t right = from; right < end; ++right) {
      std::int16_t* const added = table + seen.size() * row;
      std::copy_n(costs.data() + (right - from) * row, row, added);
      const auto number = static_cast<std::uint16_t>(seen.size());
      numbers_.rights.push_back(seen.try_emplace(Costs{{added, row}}, number).first->second);
    }
  }
  connections_.costs_ = table;
  connections_.row_ = row;
  beginning_ = numbers_.rights[0];
  end_ = numbers_.lefts[0];
  find_bounds(seen.size(), lefts.size());
}

void Dictionary::find_bounds(std::size_t rows, std::size_t columns) {
  using Limits = std::numeric_limits<std::int16_t>;
  std::vector<std::int32_t> means(columns, 0);  // sums of fewer than 2^16 at first
  for (std::size_t right = 0; right < rows; ++right) {
    const std::int16_t* const costs = connections_.costs_ + right * connections_.row_;
    for (std::size_t left = 0; left < columns; ++left) means[left] += costs[left];
  }
  for (std::int32_t& mean : means) mean /= static_cast<std::int32_t>(rows);
  std::int32_t cheapest = Limits::max();
  std::int32_t dearest = Limits::min();
  for (std::size_t right = 0; right < rows; ++right) {
    const std::int16_t* const costs = connections_.costs_ + right * connections_.row_;
    Bounds bounds{std::numeric_limits<std::int32_t>::max(), std::numeric_limits<std::int32_t>::min()};
    for (std::size_t left = 0; left < columns; ++left) {
      const std::int32_t cost = costs[left];
      cheapest = std::min(cheapest, cost);
      dearest = std::max(dearest, cost);
      bounds.least = std::min(bounds.least, cost - means[left]);
      bounds.most = std::max(bounds.most, cost - means[left]);
    }
    bounds_.push_back(bounds);
  }
  const bool fit = cheapest - std::ranges::max(bounds_, {}, &Bounds::most).most >= Limits::min() &&
                   dearest - std::ranges::min(bounds_, {}, &Bounds::least).least <= Limits::max();
  short_sums_ = fit ? static_cast<std::uint16_t>(frequent) : std::uint16_t{0};
}

// Left contexts, one of each kind, those that texts may often have first. Words of one character, and unknown ones, may begin
// almost everywhere, so theirs are a good guess; then come those of most words.
std::vector<std::uint16_t> Dictionary::most_frequent(std::span<const std::uint16_t> kinds) const {
  std::vector<std::uint64_t> counts(kinds.size(), 0);
  const auto count = [&](const Lexicon& lexicon, Readings found, std::uint64_t weight) {
    const std::uint8_t* const words = lexicon.words(found);
    for (std::uint32_t k = 0; k < found.count; ++k) {
      const std::uint16_t left = Lexicon::word(words, k).left;
      if (left >= kinds.size()) contradicts_itself();
      counts[kinds[left]] += weight;
    }
  };
  const std::uint64_t anywhere = std::uint64_t{words_.all().count} + 1;
  for (const Readings& found : unknown_) count(unknown_words_, found, anywhere * beyond);
  for (const std::uint32_t state : first_) count(words_, words_.readings(state), anywhere);
  count(words_, words_.all(), 1);
  std::vector<std::uint16_t> lefts;
  for (std::size_t left = 0; left < kinds.size(); ++left) {
    if (kinds[left] == left) lefts.push_back(static_cast<std::uint16_t>(left));
  }
  std::ranges::stable_sort(lefts, std::ranges::greater{}, [&](std::uint16_t left) { return counts[left]; });
  return lefts;
}

void Dictionary::read_characters(std::span<const std::uint8_t> file) {
  constexpr std::size_t head = 4;
  const std::uint32_t categories = file.size() < head ? 0 : number_at(file, 0);
  if (categories == 0 || categories > most_categories ||
      file.size() != head + categories * name_size + beyond * sizeof(Character)) {
    refuse("char.bin", "is cut off, or is not of this version");
  }
  for (std::uint32_t category = 0; category < categories; ++category) {
    unknown_.push_back(unknown_words_.exactly(name_at(file, head + category * name_size)));
  }
  characters_.resize(beyond + 1);
  std::memcpy(characters_.data(), file.data() + head + categories * name_size, beyond * sizeof(Character));
  for (const Character& character : characters_) {
    if (character.category() >= categories) refuse("char.bin", "has a character of an unknown category");
  }
}

}  // namespace parbleu::mecab
