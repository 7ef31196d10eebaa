// Compares lines from blocks that are cut anywhere with lines of the whole.
#include <algorithm>
#include <cstdlib>
#include <vector>

#include "parbleu/parsing/line_splitter.hpp"
#include "parbleu/unicode/unicode.hpp"
#include "reference/slow_line_splitter.hpp"
#include "reference/slow_utf8.hpp"

namespace {

using namespace parbleu;

void require(bool holds) {
  if (!holds) std::abort();
}

// Takes what waits; false after a line that is not UTF-8.
bool take(LineSplitter& splitter, std::size_t count, std::vector<std::u32string>& lines) {
  Arena arena;
  std::vector<Text> texts;
  bool good = true;
  try {
    splitter.take(count, texts, arena);
  } catch (const BadLine& bad) {
    require(bad.line == lines.size() + texts.size() + 1);
    good = false;
  }
  for (const Text& text : texts) lines.push_back(points_of(text));
  return good;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::size_t choices = std::min<std::size_t>(size, 3);
  const auto choice = [&](std::size_t k) { return k < choices ? data[k] : std::uint8_t{0}; };
  const bool universal = (choice(0) & 1) != 0;
  const std::size_t block = 1 + choice(1) % 17;
  const std::size_t hunger = choice(2) % 4;  // lines taken between two blocks
  const std::span<const std::uint8_t> bytes(data + choices, size - choices);

  std::vector<std::u32string> found;
  LineSplitter splitter(universal);
  bool good = true;
  for (std::size_t at = 0; at < bytes.size() && good; at += block) {
    splitter.feed(bytes.subspan(at, std::min(block, bytes.size() - at)));
    if (hunger > 0) good = take(splitter, hunger, found);
  }
  if (good) splitter.finish();
  while (good && splitter.available() > 0) good = take(splitter, 1 + hunger, found);

  std::size_t at = 0;
  for (const std::vector<std::uint8_t>& line : test::slow_lines(bytes, universal)) {
    test::SlowDecoded decoded = test::slow_decode_utf8(line);
    if (!decoded.points) {
      require(!good && at == found.size());
      return 0;
    }
    while (!decoded.points->empty() && is_space(decoded.points->back())) decoded.points->pop_back();
    require(at < found.size() && found[at++] == *decoded.points);
  }
  require(good && at == found.size());
  return 0;
}
