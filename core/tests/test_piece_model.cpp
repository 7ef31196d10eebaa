// Compares SentencePiece models with known pieces, their numbers with their text, and damages their files.
#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "check.hpp"
#include "parbleu/metrics/bleu.hpp"
#include "parbleu/tokenizers/piece_model.hpp"
#include "reference/texts.hpp"

namespace parbleu {
namespace {

using test::Random;

std::string field(char tag, const std::string& value) {
  return std::string{tag} + static_cast<char>(value.size()) + value;
}

// A message of one piece; `type` as the format counts them.
std::string piece(const std::string& text, float score, char type) {
  const auto bits = std::bit_cast<std::uint32_t>(score);
  std::string message = field('\x0A', text) + '\x15';
  for (unsigned shift = 0; shift < 32; shift += 8) message += static_cast<char>(bits >> shift & 0xFF);
  return field('\x0A', message + '\x18' + type);
}

std::string small_model() {
  std::string file = piece("<unk>", 0, 2) + piece("<s>", 0, 3);
  float score = -1;
  for (const char* text : {"\xE2\x96\x81",
                           "\xE2\x96\x81"
                           "a",
                           "a", "b", "ab", "ba", "aab", "\xC3\xA9", "a b", "."}) {
    file += piece(text, score *= 1.125F, 1);
  }
  return file + piece("bb", 0, 4) + piece("bab", 0, 5);
}

std::u32string joined(const PieceModel& model, const std::u32string& line) {
  Arena arena;
  return points_of(model.join(test::Stored(line, Width::four).text(), arena, Simd::portable));
}

void known_pieces() {
  const PieceModel model("small", small_model());
  CHECK(joined(model, U"ab  a") == U"\u2581a b \u2581a");
  CHECK(joined(model, U"bb xyb") == U"\u2581 bb \u2581 xy b");
  CHECK(joined(model, U" ").empty());
}

// Sums of such scores overflow, and no way through a text is the best.
void huge_scores() {
  const std::string file = piece("<unk>", 0, 2) + piece("a", -3e38F, 1) + piece("abc", 3e38F, 1);
  bool refused = false;
  try {
    const PieceModel model("huge", file);
  } catch (const OtherPieceModel&) {
    refused = true;
  }
  CHECK(refused);
}

// Whether the numbers of pieces, words from memory included, count as their text does.
bool numbers_are_tokens(const PieceModel& model, unsigned seed) {
  const Bleu numbered({.tokenizer = &model});
  const Bleu by_text({.tokenizer = find_tokenizer("none")});
  Random random(seed);
  Bleu::Scratch scratch;
  Bleu::Scratch other;
  for (int round = 0; round < 1000; ++round) {
    if (round % 5 == 0) scratch = {};  // a new call, for which words of earlier ones are kept
    std::u32string lines[2];
    for (std::u32string& line : lines) {
      line = test::hostile_text(random, 40);
      for (char32_t& unit : line) {
        if (random.below(2) == 0) unit = U"aab b\u00E9.\u2581x\u00A0"[random.below(10)];
        if (unit >= 0xD800 && unit < 0xE000) unit = U'b';
      }
      while (!line.empty() && is_space(line.back())) line.pop_back();
    }
    Arena arena;
    std::int64_t rows[2][10];
    const test::Stored stored[2] = {test::Stored(lines[0], Width::four), test::Stored(lines[1], Width::four)};
    const auto count = [&](const Bleu& bleu, const Text& hypothesis, const Text& reference, Bleu::Scratch& with,
                           std::int64_t* row) {
      const Bleu::Side sides[] = {bleu.prepare_reference(reference, arena, with)};
      bleu.load(sides, with);
      bleu.compare(bleu.prepare_hypothesis(hypothesis, arena, with), row, with);
    };
    count(numbered, stored[0].text(), stored[1].text(), scratch, rows[0]);
    count(by_text, model.join(stored[0].text(), arena, Simd::portable),
          model.join(stored[1].text(), arena, Simd::portable), other, rows[1]);
    if (!std::equal(rows[0], rows[0] + 10, rows[1])) return false;
  }
  return true;
}

void words_are_kept() {
  const PieceModel model("small", small_model());
  CHECK(numbers_are_tokens(model, 1));
  std::array<bool, 10> results{};  // of more threads than there are memories for
  std::vector<std::thread> threads;
  for (unsigned at = 0; at < results.size(); ++at) {
    threads.emplace_back([&model, &results, at] { results[at] = numbers_are_tokens(model, at); });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(std::ranges::all_of(results, std::identity()));
}

// Whatever bytes a file has, it is refused or works.
void damaged_files() {
  const std::string good = small_model();
  Random random(2);
  std::size_t loaded = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string file = good;
    for (std::size_t changes = 1 + random.below(3); changes > 0; --changes) {
      file[random.below(file.size())] = static_cast<char>(random.below(256));
    }
    if (random.below(10) == 0) file.resize(random.below(file.size()));
    try {
      const PieceModel model("damaged", file);
      ++loaded;
      joined(model, U"ab a\u00E9 x. bbab");
    } catch (const BadPieceModel&) {
    } catch (const OtherPieceModel&) {
    }
  }
  CHECK(loaded > 100);
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::known_pieces();
  parbleu::huge_scores();
  parbleu::words_are_kept();
  parbleu::damaged_files();
  return parbleu::test::failed();
}
