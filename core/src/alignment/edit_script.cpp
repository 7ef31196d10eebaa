#include "parbleu/alignment/edit_script.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <type_traits>

#include "parbleu/base/cpu.hpp"
#include "parbleu/base/parallel.hpp"
#include "parbleu/ngrams/words.hpp"
#include "parbleu/tokenizers/tokenizer.hpp"
#include "parbleu/unicode/unicode.hpp"

namespace parbleu {
namespace {

constexpr std::size_t most_stored = std::size_t{1} << 18;   // words of cells: 4 MB
constexpr std::size_t blocks_unchecked = 1024;              // rows of more blocks look whether they are to stop
constexpr std::size_t largest_part = std::size_t{1} << 16;  // code points whose words are numbered at once
constexpr std::size_t large = std::size_t{1} << 20;         // bytes of numbered texts

}  // namespace

bool EditAligner::align(std::span<const std::uint32_t> left, std::span<const std::uint32_t> right,
                        std::uint32_t distinct, std::vector<EditRun>& runs, bool goes_on) {
  backwards_.clear();
  std::size_t head = 0;
  const auto take_head = [&] {
    while (head < left.size() && head < right.size() && left[head] == right[head]) ++head;
    left = left.subspan(head);
    right = right.subspan(head);
  };
  if (goes_on) take_head();
  std::size_t tail = 0;
  while (tail < left.size() && tail < right.size() &&
         left[left.size() - 1 - tail] == right[right.size() - 1 - tail]) {
    ++tail;
  }
  push(Edit::equal, tail);
  left = left.first(left.size() - tail);
  right = right.first(right.size() - tail);

  const auto cells = [&] { return std::uint64_t{left.size()} * right.size(); };
  if (cells() > most_cells && !goes_on) take_head();
  const bool exact = cells() <= most_cells;
  if (left.empty() || right.empty() || !exact) {
    push(Edit::insert, right.size());
    push(Edit::remove, left.size());
  } else {
    blocks_ = (right.size() + 63) / 64;
    masks_.reset(right, distinct, blocks_);
    trace(left, right, goes_on);
  }
  push(Edit::equal, head);

  std::int32_t i = 0;
  std::int32_t j = 0;
  for (auto step = backwards_.rbegin(); step != backwards_.rend(); ++step) {
    const auto count = static_cast<std::int32_t>(step->second);
    const std::int32_t left_end = i + (step->first == Edit::insert ? 0 : count);
    const std::int32_t right_end = j + (step->first == Edit::remove ? 0 : count);
    runs.push_back({step->first, i, left_end, j, right_end});
    i = left_end;
    j = right_end;
  }
  return exact;
}

void EditAligner::push(Edit edit, std::size_t count) {
  if (count == 0) return;
  if (!backwards_.empty() && backwards_.back().first == edit) {
    backwards_.back().second += count;
  } else {
    backwards_.emplace_back(edit, count);
  }
}

// The next row of the matrix, for one more symbol of the left; `cells` and `plus` may be null.
void EditAligner::compute(std::uint32_t symbol, EditCells* cells, std::uint64_t* plus) {
  if (blocks_ > blocks_unchecked) check_interruption();
  const std::uint64_t* const mask = masks_.set(symbol, 0, blocks_);
  EditCarry carry;
  for (std::size_t block = 0; block < blocks_; ++block) {
    const EditCells computed = next_row(row_[block], mask[block], carry);
    if (cells != nullptr) cells[block] = computed;
    if (plus != nullptr) plus[block] = row_[block].plus;
  }
  masks_.clear();
}

void EditAligner::trace(std::span<const std::uint32_t> left, std::span<const std::uint32_t> right, bool goes_on) {
  const std::size_t rows = left.size();
  std::size_t stretch = rows;
  if (rows * blocks_ > most_stored) {
    stretch = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(rows))));
  }
  const std::size_t stretches = (rows + stretch - 1) / stretch;
  row_.assign(blocks_, {~std::uint64_t{0}, 0});
  stored_rows_.resize(stretches * blocks_);
  cells_.resize(stretch * blocks_);
  plus_.resize(goes_on ? stretch * blocks_ : 0);
  const auto store = [&](std::uint32_t symbol, std::size_t row) {
    compute(symbol, cells_.data() + row * blocks_, goes_on ? plus_.data() + row * blocks_ : nullptr);
  };
  for (std::size_t i = 0; i < rows; ++i) {
    if (i % stretch == 0)
      std::ranges::copy(row_, stored_rows_.begin() + static_cast<std::ptrdiff_t>(i / stretch * blocks_));
    if (i >= (stretches - 1) * stretch) {
      store(left[i], i % stretch);
    } else {
      compute(left[i], nullptr);
    }
  }

  std::size_t i = rows;
  std::size_t j = right.size();
  Edit last = Edit::equal;
  for (std::size_t part = stretches; part-- > 0 && j > 0;) {
    const std::size_t begin = part * stretch;
    if (part + 1 < stretches) {
      std::copy_n(stored_rows_.begin() + static_cast<std::ptrdiff_t>(part * blocks_), blocks_, row_.begin());
      for (std::size_t k = begin; k < i; ++k) store(left[k], k - begin);
    }
    while (i > begin && j > 0) {
      const std::size_t at = (i - 1 - begin) * blocks_ + (j - 1) / 64;
      const std::uint64_t bit = std::uint64_t{1} << ((j - 1) % 64);
      const bool may_remove = (cells_[at].dearer & bit) != 0;
      if (goes_on && ((last == Edit::remove && may_remove) || (last == Edit::insert && (plus_[at] & bit) != 0))) {
        // the same again
      } else if (left[i - 1] == right[j - 1]) {
        last = Edit::equal;
      } else if ((cells_[at].level & bit) == 0) {
        last = Edit::substitute;
      } else {
        last = may_remove ? Edit::remove : Edit::insert;
      }
      push(last);
      if (last != Edit::insert) --i;
      if (last != Edit::remove) --j;
    }
  }
  push(Edit::remove, i);
  push(Edit::insert, j);
}

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
  numbers.clear();
  visit(text, [&](auto units) {
    for (std::size_t begin = 0; begin < units.size();) {
      std::size_t end = std::min(begin + largest_part, units.size());
      while (end < units.size() && !is_space(units[end])) ++end;
      add_part({units.data() + begin, end - begin, text.width}, numbers);
      begin = end;
    }
  });
}

// Adds the numbers of a part's words. Beyond some memory only new words are kept.
void Symbols::add_part(const Text& part, std::vector<std::uint32_t>& numbers) {
  static const Tokenizer& splitter = *find_tokenizer("none");
  const auto words_of = [](const Text& text, Arena& arena) {
    return make_words(splitter.tokenize(text, arena, best_simd()), arena);
  };
  const std::size_t before = numbers.size();
  if (arena_.capacity() <= large) {
    const Words words = words_of(part, arena_);
    numbers.resize(before + words.size());
    words_.add(words, numbers.data() + before);
    return;
  }
  scratch_.clear();
  const Words words = words_of(part, scratch_);
  numbers.resize(before + words.size());
  words_.find(words, numbers.data() + before);
  std::size_t at = before;
  std::size_t size = 0;
  for_each_word(words, [&](auto units) { size += numbers[at++] == 0 ? units.size() + 1 : 0; });
  if (size == 0) return;
  visit(words.tokens.text, [&](auto all) {
    const auto joined = arena_.make<std::remove_const_t<typename decltype(all)::element_type>>(size);
    auto to = joined.begin();
    at = before;
    for_each_word(words, [&](auto units) {
      if (numbers[at++] != 0) return;
      to = std::ranges::copy(units, to).out;
      *to++ = ' ';
    });
    std::vector<std::uint32_t> found(words.size());
    words_.add(words_of({joined.data(), size, words.tokens.text.width}, arena_), found.data());
  });
  words_.find(words, numbers.data() + before);
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
