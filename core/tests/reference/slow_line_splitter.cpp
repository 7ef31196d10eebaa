#include "reference/slow_line_splitter.hpp"

namespace parbleu::test {

std::vector<std::vector<std::uint8_t>> slow_lines(std::span<const std::uint8_t> bytes, bool universal) {
  std::vector<std::vector<std::uint8_t>> lines;
  bool open = false;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    if (!open) lines.emplace_back();
    open = true;
    if (bytes[at] == '\n' || (universal && bytes[at] == '\r')) {
      if (universal && bytes[at] == '\r' && at + 1 < bytes.size() && bytes[at + 1] == '\n') ++at;
      open = false;
    } else {
      lines.back().push_back(bytes[at]);
    }
  }
  return lines;
}

}  // namespace parbleu::test
