#include "parbleu/parsing/line_splitter.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "parbleu/unicode/unicode.hpp"

namespace parbleu {
namespace {

// Where `byte` comes next, at or after `from`; the size of the block if nowhere.
std::size_t find(std::span<const std::uint8_t> block, std::size_t from, char byte) {
  if (from >= block.size()) return block.size();
  const void* found = std::memchr(block.data() + from, byte, block.size() - from);
  return found == nullptr ? block.size()
                          : static_cast<std::size_t>(static_cast<const std::uint8_t*>(found) - block.data());
}

}  // namespace

void LineSplitter::feed(Bytes block) {
  keep();
  scan(block);
}

// Forgets the lines if all were taken.
void LineSplitter::forget() {
  if (available() > 0) return;
  lines_.clear();
  kept_ = Arena();
  kept_lines_ = taken_ = 0;
}

// Forgets the lines that were taken. Copies those that wait and lie in the block before, which may go away.
void LineSplitter::keep() {
  if (taken_ > 0) {
    lines_.erase(lines_.begin(), lines_.begin() + static_cast<std::ptrdiff_t>(taken_));
    kept_lines_ -= std::min(kept_lines_, taken_);
    taken_ = 0;
    const Arena old = std::exchange(kept_, Arena());
    for (std::size_t line = 0; line < kept_lines_; ++line) lines_[line] = copy(lines_[line], {});
  }
  if (kept_lines_ == lines_.size()) return;
  const std::uint8_t* const begin = lines_[kept_lines_].data();
  const Bytes moved = copy({begin, lines_.back().data() + lines_.back().size()}, {});
  for (; kept_lines_ < lines_.size(); ++kept_lines_) {
    Bytes& line = lines_[kept_lines_];
    line = moved.subspan(static_cast<std::size_t>(line.data() - begin), line.size());
  }
}

void LineSplitter::scan(Bytes block) {
  std::size_t start = skip_line_feed_ && !block.empty() && block[0] == '\n' ? 1 : 0;
  if (!block.empty()) skip_line_feed_ = universal_ && block.back() == '\r';
  std::size_t line_feed = find(block, start, '\n');
  std::size_t carriage_return = universal_ ? find(block, start, '\r') : block.size();
  for (;;) {
    const std::size_t end = std::min(line_feed, carriage_return);
    if (end == block.size()) break;
    close(block.subspan(start, end - start));
    start = end + 1;
    if (end == carriage_return) {
      if (start < block.size() && line_feed == start) ++start;  // the second half of CR LF
      carriage_return = find(block, start, '\r');
    }
    if (line_feed < start) line_feed = find(block, start, '\n');
  }
  open_.insert(open_.end(), block.begin() + static_cast<std::ptrdiff_t>(start), block.end());
}

// A line ends with `piece`; it began in open_ or with it.
void LineSplitter::close(Bytes piece) {
  if (!open_.empty()) {  // as for the first line of a block, behind lines that are kept
    piece = copy(open_, piece);
    open_ = std::vector<std::uint8_t>();  // gives back what a long line took
    ++kept_lines_;
  }
  lines_.push_back(piece);
}

LineSplitter::Bytes LineSplitter::copy(Bytes head, Bytes tail) {
  const auto both = kept_.make<std::uint8_t>(head.size() + tail.size());
  std::ranges::copy(tail, std::ranges::copy(head, both.begin()).out);
  return both;
}

void LineSplitter::finish() {
  if (open_.empty()) return;
  keep();  // so that the last line stands behind lines that are kept
  close({});
}

std::size_t LineSplitter::take(std::size_t count, std::vector<Text>& lines, Arena& arena) {
  count = std::min(count, available());
  if (lines.empty()) lines.reserve(count);
  for (std::size_t done = 0; done < count; ++done) {
    Bytes bytes = lines_[taken_ + done];
    if (taken_ + done < kept_lines_) {  // the caller's arena outlives ours
      const auto copied = arena.make<std::uint8_t>(bytes.size());
      std::ranges::copy(bytes, copied.begin());
      bytes = copied;
    }
    const Decoded decoded = decode_utf8(bytes, arena);
    if (decoded.bad_byte) {
      throw BadLine{lines_before_ + done + 1, *decoded.bad_byte, bytes[*decoded.bad_byte]};
    }
    lines.push_back(strip_right(decoded.text));
  }
  taken_ += count;
  lines_before_ += count;
  forget();
  return count;
}

}  // namespace parbleu
