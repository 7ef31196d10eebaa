#include "tokenizers/mecab/dictionary.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <string>

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

Readings Lexicon::exactly(std::string_view key) const {
  std::uint32_t state = root_;
  for (const char c : key) {
    state = step(state, static_cast<unsigned char>(c));
  }
  return readings(state);
}

Dictionary::Dictionary(const MecabFiles& files)
    : words_(files.words, "sys.dic"),
      unknown_words_(files.unknown, "unk.dic"),
      space_penalties_(files.space_penalties) {
  for (const SpacePenalty& penalty : space_penalties_) {
    if (std::abs(std::int64_t{penalty.cost}) > most_space_penalty) {
      throw BadDictionary("dicrc has costs of white space beyond " + std::to_string(most_space_penalty));
    }
  }
  if (unknown_words_.lefts() != words_.lefts() || unknown_words_.rights() != words_.rights()) contradicts_itself();
  read_matrix(files.matrix);
  find_bounds();
  read_characters(files.characters);
  first_.resize(beyond + 1);
  for (std::uint32_t code = 0; code <= beyond; ++code) first_[code] = after(words_.root(), code);
  fill_columns();
}

void Dictionary::read_matrix(std::span<const std::uint8_t> file) {
  constexpr std::size_t head = 4;
  const std::size_t count = words_.lefts() * words_.rights();
  if (file.size() < head || (number_at(file, 0) & 0xFFFF) != words_.lefts() ||
      number_at(file, 0) >> 16 != words_.rights() || file.size() != head + count * sizeof(std::int16_t)) {
    refuse("matrix.bin", "is cut off, or is of another dictionary than sys.dic");
  }
  const std::uint8_t* const data = file.data() + head;
  if (reinterpret_cast<std::uintptr_t>(data) % alignof(std::int16_t) != 0) {
    copied_matrix_.resize(count);
    std::memcpy(copied_matrix_.data(), data, count * sizeof(std::int16_t));
    matrix_ = copied_matrix_;
  } else {
    matrix_ = {reinterpret_cast<const std::int16_t*>(data), count};
  }
}

void Dictionary::find_bounds() {
  using Limits = std::numeric_limits<std::int16_t>;
  const std::size_t rights = words_.lefts();
  if (rights == 0 || words_.rights() == 0) contradicts_itself();
  std::vector<std::int32_t> least(rights, std::numeric_limits<std::int32_t>::max());
  std::vector<std::int32_t> most(rights, std::numeric_limits<std::int32_t>::min());
  std::int16_t cheapest = Limits::max();
  std::int16_t dearest = Limits::min();
  for (std::size_t left = 0; left < words_.rights(); ++left) {
    const std::int16_t* const costs = this->costs(static_cast<std::uint16_t>(left));
    std::int32_t sum = 0;  // of fewer than 2^16
    for (std::size_t right = 0; right < rights; ++right) {
      sum += costs[right];
      cheapest = std::min(cheapest, costs[right]);
      dearest = std::max(dearest, costs[right]);
    }
    const std::int32_t mean = sum / static_cast<std::int32_t>(rights);
    for (std::size_t right = 0; right < rights; ++right) {
      const std::int32_t cost = costs[right] - mean;
      least[right] = std::min(least[right], cost);
      most[right] = std::max(most[right], cost);
    }
  }
  bounds_.resize(rights);
  for (std::size_t right = 0; right < rights; ++right) bounds_[right] = {least[right], most[right]};
  sums_fit_ =
      cheapest - std::ranges::max(most) >= Limits::min() && dearest - std::ranges::min(least) <= Limits::max();
}

// The left contexts that texts may often have. Words of one character, and unknown ones, may begin almost everywhere, so
// theirs are a good guess.
std::vector<std::uint16_t> Dictionary::most_frequent() const {
  std::vector<std::uint32_t> words(words_.rights(), 0);
  const auto count = [&](const Lexicon& lexicon, Readings found, std::uint32_t weight) {
    for (std::uint32_t k = 0; k < found.count; ++k) words[lexicon.words(found)[k].left] += weight;
  };
  for (const Readings& found : unknown_) count(unknown_words_, found, beyond);
  for (const std::uint32_t state : first_) count(words_, words_.readings(state), 1);
  std::vector<std::uint16_t> lefts(words.size());
  std::iota(lefts.begin(), lefts.end(), std::uint16_t{0});
  std::ranges::stable_sort(lefts, std::ranges::greater{}, [&](std::uint16_t left) { return words[left]; });
  const auto known = static_cast<std::size_t>(std::ranges::count_if(words, [](std::uint32_t n) { return n > 0; }));
  lefts.resize(std::min(known, columns));
  return lefts;
}

void Dictionary::fill_columns() {
  columns_.assign(words_.rights(), columns);
  column_costs_.resize(words_.lefts());
  if (!sums_fit_) return;
  const std::vector<std::uint16_t> lefts = most_frequent();
  for (std::size_t column = 0; column < lefts.size(); ++column) {
    columns_[lefts[column]] = static_cast<std::uint16_t>(column);
  }
  constexpr std::size_t block = 64;
  for (std::size_t from = 0; from < column_costs_.size(); from += block) {
    const std::size_t end = std::min(from + block, column_costs_.size());
    for (std::size_t column = 0; column < lefts.size(); ++column) {
      const std::int16_t* const costs = this->costs(lefts[column]);
      for (std::size_t right = from; right < end; ++right) column_costs_[right].costs[column] = costs[right];
    }
  }
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

std::int32_t Dictionary::space_penalty(std::uint16_t part_of_speech) const {
  for (const SpacePenalty& penalty : space_penalties_) {
    if (penalty.part_of_speech == part_of_speech) return penalty.cost;
  }
  return 0;
}

}  // namespace parbleu::mecab
