#include "parbleu/lines.hpp"

#include <algorithm>
#include <cstring>

#include "parbleu/unicode.hpp"
#include "parbleu/utf8.hpp"

namespace parbleu {

void LineSplitter::scan(std::size_t from) {
  const std::uint8_t* const data = pending_.data();
  const std::size_t size = pending_.size();
  const auto close = [&](std::size_t end, std::size_t next) {
    starts_.push_back(line_start_);
    ends_.push_back(end);
    line_start_ = next;
  };
  if (!universal_) {
    while (from < size) {
      const void* found = std::memchr(data + from, '\n', size - from);
      if (found == nullptr) return;
      const auto at = static_cast<std::size_t>(static_cast<const std::uint8_t*>(found) - data);
      close(at, at + 1);
      from = at + 1;
    }
    return;
  }
  for (std::size_t at = from; at < size; ++at) {
    if (data[at] == '\n' && skip_line_feed_) {  // the second half of CR LF
      line_start_ = at + 1;
    } else if (data[at] == '\n' || data[at] == '\r') {
      close(at, at + 1);
    }
    skip_line_feed_ = data[at] == '\r';
  }
}

void LineSplitter::feed(std::span<const std::uint8_t> block) {
  if (taken_ > 0) forget();
  const std::size_t from = pending_.size();
  pending_.insert(pending_.end(), block.begin(), block.end());
  scan(from);
}

void LineSplitter::finish() {
  if (finished_) return;
  finished_ = true;
  if (line_start_ < pending_.size()) {
    starts_.push_back(line_start_);
    ends_.push_back(pending_.size());
    line_start_ = pending_.size();
  }
}

void LineSplitter::forget() {
  const std::size_t keep = taken_ < starts_.size() ? starts_[taken_] : line_start_;
  pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(keep));
  const auto drop = static_cast<std::ptrdiff_t>(taken_);
  starts_.erase(starts_.begin(), starts_.begin() + drop);
  ends_.erase(ends_.begin(), ends_.begin() + drop);
  for (std::size_t& start : starts_) start -= keep;
  for (std::size_t& end : ends_) end -= keep;
  line_start_ -= keep;
  taken_ = 0;
}

std::size_t LineSplitter::take(std::size_t count, std::vector<Text>& lines, Arena& arena) {
  count = std::min(count, available());
  if (count == 0) return 0;
  const std::size_t begin = starts_[taken_];
  const std::size_t end = ends_[taken_ + count - 1];
  const auto copy = arena.make<std::uint8_t>(end - begin);
  std::copy_n(pending_.begin() + static_cast<std::ptrdiff_t>(begin), end - begin, copy.begin());
  for (std::size_t line = taken_; line < taken_ + count; ++line) {
    const std::span<const std::uint8_t> bytes = copy.subspan(starts_[line] - begin, ends_[line] - starts_[line]);
    const Decoded decoded = decode_utf8(bytes, arena);
    if (decoded.bad_byte) {
      throw BadLine{lines_before_ + (line - taken_) + 1, *decoded.bad_byte, bytes[*decoded.bad_byte]};
    }
    lines.push_back(strip_right(decoded.text));
  }
  taken_ += count;
  lines_before_ += count;
  return count;
}

}  // namespace parbleu
