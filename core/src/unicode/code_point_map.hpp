// Maps every code point to a value, in pages of 256; all pages without values share one page.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace parbleu {

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};

// Whether one of the ranges, which ascend, has a code point.
inline bool holds(std::span<const Range> ranges, std::uint32_t point) {
  const auto found = std::ranges::lower_bound(ranges, point, {}, &Range::last);
  return found != ranges.end() && found->first <= point;
}

template <class Value>
class CodePointMap {
 public:
  static constexpr std::uint32_t page_size = 256;
  static constexpr std::uint8_t empty = 1;  // the page without values

  CodePointMap() : pages_(2) {}  // page 0 is Latin-1

  // For loops: the compiler need not read the page table's address again for every code point.
  struct View {
    const std::uint8_t* index;  // of the page of code points 256 k to 256 k + 255, for every k
    const Value* values;

    Value operator[](std::uint32_t point) const {
      return values[std::size_t{index[point / page_size]} * page_size + point % page_size];
    }
  };

  [[nodiscard]] View view() const { return {index_.data(), pages_.front().data()}; }
  [[nodiscard]] Value operator[](std::uint32_t point) const { return view()[point]; }

  Value& at(std::uint32_t point) {
    std::uint8_t& page = index_[point / page_size];
    if (page == empty && point >= page_size) {
      if (pages_.size() > 0xFF) throw std::length_error("too many pages of code points");
      page = static_cast<std::uint8_t>(pages_.size());
      pages_.emplace_back();
    }
    return pages_[page][point % page_size];
  }

  // Makes equal pages one. Nothing may be written afterwards.
  void share() {
    for (std::uint8_t& page : index_) {
      const auto same = std::ranges::find(pages_, pages_[page]);
      page = static_cast<std::uint8_t>(same - pages_.begin());
    }
  }

 private:
  static constexpr std::array<std::uint8_t, 0x110000 / page_size> initial() {
    std::array<std::uint8_t, 0x110000 / page_size> index{};
    index.fill(empty);
    index[0] = 0;
    return index;
  }

  std::array<std::uint8_t, 0x110000 / page_size> index_ = initial();
  std::vector<std::array<Value, page_size>> pages_;
};

}  // namespace parbleu
