#include "parbleu/alignment/symbols.hpp"

#include <limits>
#include <stdexcept>

#include "parbleu/base/cpu.hpp"
#include "parbleu/ngrams/words.hpp"
#include "parbleu/tokenizers/tokenizer.hpp"

namespace parbleu {

void Symbols::reset(Unit unit) {
  unit_ = unit;
  if (unit == Unit::word) {
    arena_.clear();
    words_.reset(64);
  } else {
    low_.assign(256, 0);
    high_.reset(64);
    used_high_ = 0;
    points_ = 0;
  }
}

std::uint32_t Symbols::distinct() const { return unit_ == Unit::word ? words_.size() : points_; }

void Symbols::add(const Text& text, std::vector<std::uint32_t>& numbers) {
  if (text.size >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    throw std::length_error("a segment has 2^31 - 1 characters or more");
  }
  if (unit_ == Unit::word) {
    add_words(text, numbers);
  } else {
    add_characters(text, numbers);
  }
}

void Symbols::add_words(const Text& text, std::vector<std::uint32_t>& numbers) {
  static const Tokenizer& splitter = *find_tokenizer("none");
  const Words words = make_words(splitter.tokenize(text, arena_, best_simd()), arena_);
  numbers.resize(words.size());
  words_.add(words, numbers.data());
}

void Symbols::add_characters(const Text& text, std::vector<std::uint32_t>& numbers) {
  numbers.resize(text.size);
  visit(text, [&](auto units) {
    for (std::size_t at = 0; at < units.size(); ++at) {
      const auto point = static_cast<std::uint32_t>(units[at]);
      if (point < low_.size()) {
        if (low_[point] == 0) low_[point] = ++points_;
        numbers[at] = low_[point];
        continue;
      }
      const auto same = [point](const Entry& entry) { return entry.point == point; };
      Entry& entry = high_.find(point, same);
      if (!entry.empty()) {
        numbers[at] = entry.number;
        continue;
      }
      entry = {point, ++points_};
      numbers[at] = points_;
      if (2 * (++used_high_ + 1) > high_.places()) {
        high_.grow_twofold([](const Entry& other) { return std::uint64_t{other.point}; });
      }
    }
  });
}

}  // namespace parbleu
