// Splits blocks of bytes into lines of text, so that files larger than memory can be scored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "parbleu/base/arena.hpp"
#include "parbleu/base/text.hpp"

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

  // Blocks are not copied, save for the pieces of lines at their ends: a block must stay as it is until the next
  // call of `feed` has returned, and as long as texts are used that were taken before that call.
  void feed(std::span<const std::uint8_t> block);
  // No more will be fed: what has no line end is the last line.
  void finish();

  // Complete lines that wait.
  [[nodiscard]] std::size_t available() const { return lines_.size() - taken_; }

  // Appends the next lines, at most `count`, to `lines`; their code points live in the latest block or in `arena`.
  // Returns how many.
  std::size_t take(std::size_t count, std::vector<Text>& lines, Arena& arena);

 private:
  using Bytes = std::span<const std::uint8_t>;

  void forget();
  void keep();
  void scan(Bytes block);
  void close(Bytes piece);
  Bytes copy(Bytes head, Bytes tail);

  bool universal_;
  bool skip_line_feed_ = false;
  std::vector<Bytes> lines_;  // complete lines, line ends excluded; the first `kept_lines_` lie in kept_
  std::size_t taken_ = 0;     // how many of them are gone
  std::size_t kept_lines_ = 0;
  Arena kept_;
  std::vector<std::uint8_t> open_;  // the beginning of a line whose end has not been fed
  std::size_t lines_before_ = 0;
};

}  // namespace parbleu
