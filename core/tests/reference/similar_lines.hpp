// Random lines that are hard on n-gram counting: few distinct characters, near copies, odd white space, lengths on both
// sides of every block size.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "reference/texts.hpp"

namespace parbleu::test {

struct LineAndReferences {
  std::u32string line;
  std::vector<std::u32string> references;
};

class SimilarLines {
 public:
  explicit SimilarLines(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t limit) { return random_.below(static_cast<std::uint32_t>(limit)); }

  // A line and up to so many references, most of them near copies.
  LineAndReferences segment(std::size_t most_references) {
    LineAndReferences made{.line = line(), .references = {}};
    for (std::size_t count = 1 + below(most_references); count > 0; --count) {
      made.references.push_back(below(4) == 0 ? line() : near(made.line));
    }
    return made;
  }

  std::u32string line() { return line(lengths[below(lengths.size())] + below(4)); }

  std::u32string line(std::size_t size) {
    std::u32string made;
    const std::u32string_view alphabet = alphabets[below(alphabets.size())];
    const std::u32string_view other = alphabets[below(alphabets.size())];
    const std::size_t spaces = 1 + below(12);
    while (made.size() < size) {
      if (below(spaces + 1) == 0) {
        made += white[below(white.size())];
      } else if (below(256) == 0) {
        made += char32_t{0xD800};  // a lone surrogate
      } else {
        const auto& from = below(16) == 0 ? other : alphabet;
        made += from[below(from.size())];
      }
    }
    return made;
  }

  // A copy with some characters changed, dropped, doubled or swapped, and blocks moved.
  std::u32string near(std::u32string copy) {
    for (std::size_t edits = below(2 + copy.size() / 4); edits > 0 && !copy.empty(); --edits) {
      const std::size_t at = below(copy.size());
      switch (below(5)) {
        case 0:
          copy[at] = U'x';
          break;
        case 1:
          copy.erase(at, 1 + below(3));
          break;
        case 2:
          copy.insert(at, 1, copy[below(copy.size())]);
          break;
        case 3:
          copy.insert(at, 1, white[below(white.size())]);
          break;
        default:
          std::rotate(copy.begin(), copy.begin() + static_cast<std::ptrdiff_t>(at), copy.end());
      }
    }
    return copy;
  }

  // The line in the narrowest width or a wider one. Lives as long as this object.
  Text text(const std::u32string& line) {
    const char32_t largest = line.empty() ? 0 : std::ranges::max(line);
    const std::size_t least = largest < 0x100 ? 1 : largest < 0x10000 ? 2 : 4;
    return stored_
        .emplace_back(line, static_cast<Width>(below(8) == 0 ? std::min<std::size_t>(4, 2 * least) : least))
        .text();
  }

 private:
  static constexpr std::array<std::size_t, 14> lengths{0, 0, 1, 4, 9, 16, 30, 61, 77, 125, 190, 254, 510, 1100};
  static constexpr std::array<std::u32string_view, 9> alphabets{U"ab",
                                                                U"a.,-!(\"'",
                                                                U"abcdefghijklmnopqrstuvwxyz",
                                                                U"aéßÿ0123456789",
                                                                U"the cat sat on a mat, ",
                                                                U"абвгдежзий",
                                                                U"日本語中文字",
                                                                U"aж日\U0001F600\U00020000",
                                                                U"ab\u2019\u2013\u0161"};
  static constexpr std::u32string_view white = U" \t\u00A0\u2003\u3000\x1C\u0085   ";

  Random random_;
  std::deque<Stored> stored_;
};

}  // namespace parbleu::test
