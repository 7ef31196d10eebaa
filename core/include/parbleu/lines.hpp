// Blocks of bytes in, lines of text out: how files larger than memory are scored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "parbleu/arena.hpp"
#include "parbleu/text.hpp"

namespace parbleu {

// Thrown for a line that is not valid UTF-8.
struct BadLine {
  std::size_t line;    // counted from 1
  std::size_t column;  // bytes before the bad one in its line
  std::uint8_t byte;
};

// Splits UTF-8 into lines at LF, and with `universal` at CR LF and lone CR too. Every line loses its trailing
// white space. Not at U+0085 or U+2028: they are white space inside a line.
class LineSplitter {
 public:
  explicit LineSplitter(bool universal) : universal_(universal) {}

  void feed(std::span<const std::uint8_t> block);
  // No more will be fed: what has no line end is the last line.
  void finish();

  // Complete lines that wait.
  [[nodiscard]] std::size_t available() const { return ends_.size() - taken_; }

  // Appends the next lines, at most `count`, to `lines`; their code points live in `arena`. Returns how many.
  std::size_t take(std::size_t count, std::vector<Text>& lines, Arena& arena);

 private:
  void scan(std::size_t from);
  void forget();

  bool universal_;
  bool finished_ = false;
  bool skip_line_feed_ = false;
  std::vector<std::uint8_t> pending_;  // bytes not taken yet
  std::vector<std::size_t> ends_;      // one past the last byte of each complete line, line end excluded
  std::vector<std::size_t> starts_;
  std::size_t taken_ = 0;
  std::size_t line_start_ = 0;
  std::size_t lines_before_ = 0;
};

}  // namespace parbleu
