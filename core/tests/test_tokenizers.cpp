#include <stdexcept>
#include <string>
#include <vector>

#include "check.hpp"
#include "parbleu/tokenizers/tokenizer.hpp"
#include "reference/slow_tokenizers.hpp"
#include "reference/texts.hpp"

namespace parbleu {
namespace {

using test::Random;

std::vector<std::u32string> words(const Tokens& tokens) {
  const std::u32string text = points_of(tokens.text);
  std::vector<std::u32string> result;
  for (const Span& span : tokens.spans) result.push_back(text.substr(span.begin, span.size));
  return result;
}

// Every tokenizer, kernel and width against the twin.
void agree(const std::u32string& line) {
  Arena arena;
  for (const Tokenizer* tokenizer : tokenizers()) {
    const std::u32string expected = test::slow_tokenize(tokenizer->name(), line);
    const std::vector<std::u32string> expected_words = test::slow_split(expected);
    test::for_each_width(line, [&](const Text& text) {
      for (const Simd simd : available_simd()) {
        arena.clear();
        CHECK(points_of(tokenizer->join(text, arena, simd)) == expected);
        CHECK(words(tokenizer->tokenize(text, arena, simd)) == expected_words);
      }
    });
  }
}

void agree_ter(const std::u32string& line) {
  Arena arena;
  for (unsigned bits = 0; bits < 16; ++bits) {
    const TerTokenizer tokenizer{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0};
    const std::u32string expected = test::slow_tokenize_ter(tokenizer, line);
    const std::vector<std::u32string> expected_words = test::slow_split(expected);
    test::for_each_width(line, [&](const Text& text) {
      for (const Simd simd : available_simd()) {
        arena.clear();
        const Text joined = tokenizer.join(text, arena, simd);
        CHECK(points_of(joined) == expected);
        CHECK(words(tokenizer.tokenize(text, arena, simd)) == expected_words);
        if (tokenizer.idempotent()) CHECK(words(tokenizer.tokenize(joined, arena, simd)) == expected_words);
      }
    });
  }
}

void random_lines() {
  Random random(1);
  for (int round = 0; round < 1500; ++round) {
    const std::u32string line = test::hostile_text(random, round % 50 == 0 ? 400 : 40);
    agree(line);
    agree_ter(line);
  }
}

// All short strings over the characters whose rules interact.
void short_lines() {
  constexpr std::u32string_view alphabet = U"a1., -";
  for (std::size_t size = 0; size <= 5; ++size) {
    std::size_t count = 1;
    for (std::size_t k = 0; k < size; ++k) count *= alphabet.size();
    for (std::size_t number = 0; number < count; ++number) {
      std::u32string line;
      for (std::size_t rest = number, k = 0; k < size; ++k, rest /= alphabet.size()) {
        line += alphabet[rest % alphabet.size()];
      }
      agree(line);
    }
  }
}

// What spans two or more words of 64 code points, or what a kernel loads at once.
void word_borders() {
  for (const std::size_t before :
       {0, 1, 2, 13, 14, 15, 16, 17, 29, 30, 31, 32, 33, 47, 48, 60, 61, 62, 63, 64, 65}) {
    for (const std::u32string_view middle : {U"..5", U",", U"1-2", U"1.,2", U"'s x", U"...", U"", U" .", U"1"}) {
      for (const char32_t fill : {U'a', U'1', U'.', U' '}) {
        const std::u32string line = std::u32string(before, fill) + std::u32string(middle);
        agree(line);
        agree(line + std::u32string(128 - before, fill) + U"9");
        agree_ter(line);
      }
    }
  }
}

void long_lines() {
  Random random(2);
  std::u32string line;
  while (line.size() < 100'000) line += test::hostile_text(random);
  agree(line);
  agree(std::u32string(100'000, U'.') + U"5");
}

template <class Call>
bool refuses(Call&& call) {
  try {
    call();
  } catch (const std::length_error&) {
    return true;
  }
  return false;
}

// Spans have 32 bits. Nothing is read before the size is checked, so the text need not be there.
void huge_lines() {
  static constexpr std::uint8_t unit = 'a';
  const Text huge{&unit, std::size_t{1} << 32, Width::one};
  Arena arena;
  for (const Tokenizer* tokenizer : tokenizers()) {
    CHECK(refuses([&] { (void)tokenizer->tokenize(huge, arena, best_simd()); }));
    CHECK(refuses([&] { (void)tokenizer->join(huge, arena, best_simd()); }));
  }
  CHECK(refuses([&] { (void)TerTokenizer{}.tokenize(huge, arena, best_simd()); }));
  CHECK(refuses([&] { (void)TerTokenizer{}.join(huge, arena, best_simd()); }));
}

void names() {
  for (const Tokenizer* tokenizer : tokenizers()) CHECK(find_tokenizer(tokenizer->name()) == tokenizer);
  CHECK(find_tokenizer("13a") != nullptr);
  CHECK(find_tokenizer("13A") == nullptr);
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::names();
  parbleu::short_lines();
  parbleu::word_borders();
  parbleu::random_lines();
  parbleu::long_lines();
  parbleu::huge_lines();
  return parbleu::test::failed();
}
