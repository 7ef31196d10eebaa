#include <optional>
#include <string>
#include <vector>

#include "check.hpp"
#include "parbleu/parsing/line_splitter.hpp"
#include "parbleu/unicode/unicode.hpp"
#include "reference/slow_line_splitter.hpp"
#include "reference/slow_utf8.hpp"

namespace parbleu {
namespace {

using Bytes = std::vector<std::uint8_t>;

struct Outcome {
  std::vector<std::u32string> lines;  // before the bad one
  std::optional<BadLine> bad;
};

Outcome expected_outcome(const Bytes& bytes, bool universal) {
  Outcome outcome;
  for (const Bytes& line : test::slow_lines(bytes, universal)) {
    test::SlowDecoded decoded = test::slow_decode_utf8(line);
    if (!decoded.points) {
      outcome.bad = {outcome.lines.size() + 1, decoded.bad_byte, line[decoded.bad_byte]};
      break;
    }
    while (!decoded.points->empty() && is_space(decoded.points->back())) decoded.points->pop_back();
    outcome.lines.push_back(*decoded.points);
  }
  return outcome;
}

// Feeds blocks of random sizes and takes lines one by one, as many as `hunger` allows between two blocks.
Outcome split(const Bytes& bytes, bool universal, test::Random& random, std::uint32_t hunger) {
  LineSplitter splitter(universal);
  Outcome outcome;
  Arena arena;
  const auto take = [&](std::size_t count) {
    std::vector<Text> lines;
    try {
      const std::size_t available = splitter.available();
      CHECK(splitter.take(count, lines, arena) == std::min(count, available));
      CHECK(splitter.available() + lines.size() == available);
    } catch (const BadLine& bad) {
      outcome.bad = bad;
    }
    for (const Text& line : lines) outcome.lines.push_back(points_of(line));
  };
  std::size_t at = 0;
  while (at < bytes.size() && !outcome.bad) {
    const std::size_t size = std::min<std::size_t>(bytes.size() - at, random.below(hunger == 0 ? 7 : 40));
    splitter.feed({bytes.data() + at, size});
    at += size;
    for (std::uint32_t count = hunger; count > 0 && splitter.available() > 0 && !outcome.bad; --count) take(1);
  }
  splitter.finish();
  splitter.finish();  // once more changes nothing
  while (splitter.available() > 0 && !outcome.bad) take(hunger == 0 ? 1000 : 1);
  return outcome;
}

void agree(const Bytes& bytes, test::Random& random) {
  for (const bool universal : {false, true}) {
    const Outcome expected = expected_outcome(bytes, universal);
    for (const std::uint32_t hunger : {0U, 1U, 100U}) {
      const Outcome found = split(bytes, universal, random, hunger);
      CHECK(found.bad.has_value() == expected.bad.has_value());
      CHECK(found.lines == expected.lines);
      if (!found.bad || !expected.bad) continue;
      CHECK(found.bad->line == expected.bad->line);
      CHECK(found.bad->column == expected.bad->column);
      CHECK(found.bad->byte == expected.bad->byte);
    }
  }
}

Bytes bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

}  // namespace
}  // namespace parbleu

int main() {
  using namespace parbleu;
  test::Random random(5);
  for (const char* text : {"", "\n", "a", "a\n", "a\nb", "a \t\n\nb\r\nc\rd", "\r\n\r\n", "\r", "\r\r\n",
                           "a\xC2\x85 b\xE2\x80\xA8"
                           "c\n\xE3\x80\x80\n",
                           "ok\n\xFF\n", "ok\nok \xC3\n"}) {
    agree(bytes_of(text), random);
  }
  for (int round = 0; round < 3000; ++round) {
    Bytes bytes = round % 3 == 0 ? test::hostile_bytes(random) : test::encode_utf8(test::hostile_text(random));
    for (std::uint32_t ends = random.below(8); ends > 0; --ends) {
      const auto at = random.below(static_cast<std::uint32_t>(bytes.size() + 1));
      const std::string_view end = random.one_in(3) ? "\r\n" : random.one_in(2) ? "\n" : "\r";
      bytes.insert(bytes.begin() + at, end.begin(), end.end());
    }
    agree(bytes, random);
  }
  return test::failed();
}
