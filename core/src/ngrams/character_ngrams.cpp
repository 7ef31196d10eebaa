#include "parbleu/ngrams/character_ngrams.hpp"

#include <algorithm>

#include "ngrams/kernels.hpp"

namespace parbleu {
namespace {

constexpr std::size_t rows_of_table = 257;
constexpr std::size_t most_words_of_units = 3;  // what comparing costs grows with them; looking up does not
constexpr std::size_t longest_hypothesis = std::size_t{1} << 14;

template <class Number>
void grow(std::vector<Number>& numbers, std::size_t size) {
  if (numbers.size() < size) numbers.resize(size);
}

}  // namespace

void CharacterNgramCounter::load(const Text& reference, const ngrams::Kernels& kernels) {
  reference_ = reference;
  words_ = (reference.size + 63) / 64;
  if (words_ >= kernels.least_listed_words && listed_.load(reference)) {
    mode_ = Mode::listed;
  } else {
    load_unlisted(kernels);
  }
}

void CharacterNgramCounter::load_unlisted(const ngrams::Kernels& kernels) {
  const Text& reference = reference_;
  if (words_ > kernels.most_words) {
    mode_ = Mode::hashed;
  } else if (reference.width == Width::one) {
    mode_ = Mode::table;
    load_table();
  } else if (reference.width == Width::two && words_ <= most_words_of_units && kernels.match_units != nullptr) {
    mode_ = Mode::units;
    load_units();
  } else {
    mode_ = Mode::slots;
    load_slots();
  }
}

void CharacterNgramCounter::load_table() {
  grow(rows_, rows_of_table * words_);
  std::fill_n(rows_.begin(), rows_of_table * words_, 0);
  const auto* const units = static_cast<const std::uint8_t*>(reference_.data);
  for (std::size_t at = 0; at < reference_.size; ++at) set_row(units[at], at);
}

void CharacterNgramCounter::load_units() {
  grow(units_, words_ * 64);
  std::copy_n(static_cast<const std::uint16_t*>(reference_.data), reference_.size, units_.begin());
}

void CharacterNgramCounter::load_slots() {
  slots_.reset(reference_.size);
  grow(rows_, (reference_.size + 1) * words_);
  std::fill_n(rows_.begin(), words_, 0);
  std::uint16_t used = 0;
  visit(reference_, [&](auto units) {
    for (std::size_t at = 0; at < units.size(); ++at) {
      const std::uint32_t unit = units[at];
      Slot& slot = slots_.find(unit, [unit](const Slot& other) { return other.unit == unit; });
      if (slot.empty()) {
        slot = {unit, ++used};
        std::fill_n(rows_.begin() + static_cast<std::ptrdiff_t>(used * words_), words_, 0);
      }
      set_row(slot.row, at);
    }
  });
}

void CharacterNgramCounter::index_by_slots(const Text& hypothesis) {
  visit(hypothesis, [&](auto units) {
    std::ranges::transform(units, index_.begin(), [&](std::uint32_t unit) {
      return slots_.find(unit, [unit](const Slot& slot) { return slot.unit == unit; }).row;
    });
  });
}

// The hypothesis in 16 bits; what does not fit becomes a unit that the reference does not have.
void CharacterNgramCounter::narrow(const Text& hypothesis) {
  const auto reference = std::span(units_).first(reference_.size);
  visit(hypothesis, [&]<class Unit>(std::span<const Unit> units) {
    if constexpr (sizeof(Unit) == 4) {
      std::uint16_t absent = 0xFFFF;
      while (std::ranges::find(reference, absent) != reference.end()) --absent;
      std::ranges::transform(units, index_.begin(), [absent](Unit unit) {
        return unit > 0xFFFF ? absent : static_cast<std::uint16_t>(unit);
      });
    } else {
      std::ranges::copy(units, index_.begin());
    }
  });
}

void CharacterNgramCounter::count(const Text& hypothesis, std::span<std::int64_t> shared,
                                  const ngrams::Kernels& kernels) {
  if (hypothesis.size == 0 || reference_.size == 0 || shared.empty()) {
    std::ranges::fill(shared, 0);
    return;
  }
  if (mode_ == Mode::listed) {
    if (listed_.count(hypothesis, shared)) return;
    load_unlisted(kernels);
  }
  if (mode_ == Mode::hashed || shared.size() > ngrams::most_orders || hypothesis.size > longest_hypothesis) {
    return count_hashed(hypothesis, shared);
  }
  grow(index_, hypothesis.size);
  const std::uint16_t* index = index_.data();
  const std::uint64_t* rows = rows_.data();
  if (mode_ == Mode::table) {
    visit(hypothesis, [&](auto units) {
      std::ranges::transform(units, index_.begin(), [](std::uint32_t unit) {
        return static_cast<std::uint16_t>(std::min<std::uint32_t>(unit, 256));
      });
    });
  } else if (mode_ == Mode::slots) {
    index_by_slots(hypothesis);
  } else {
    if (hypothesis.width == Width::two) {
      index = static_cast<const std::uint16_t*>(hypothesis.data);
    } else {
      narrow(hypothesis);
    }
    grow(matched_, hypothesis.size * words_);
    kernels.match_units(index, hypothesis.size, units_.data(), reference_.size, matched_.data());
    index = nullptr;
    rows = matched_.data();
  }
  grow(room_, hypothesis.size);
  kernels.count(rows, index, hypothesis.size, words_, shared.size(), room_.data(), shared.data());
}

void CharacterNgramCounter::count_hashed(const Text& hypothesis, std::span<std::int64_t> shared) {
  counter_.begin(1);
  counter_.view_hypothesis(hypothesis);
  counter_.view_reference(0, reference_);
  counter_.count(shared);
}

}  // namespace parbleu
