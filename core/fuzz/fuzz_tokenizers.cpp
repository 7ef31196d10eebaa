// Compares every tokenizer, and lower-casing, with the slow versions.
#include <cstdlib>
#include <vector>

#include "parbleu/tokenizers/tokenizer.hpp"
#include "parbleu/unicode/unicode.hpp"
#include "points.hpp"
#include "reference/slow_tokenizers.hpp"
#include "reference/texts.hpp"

namespace {

using namespace parbleu;

void require(bool holds) {
  if (!holds) std::abort();
}

void require_spans(const Tokens& tokens, const std::u32string& expected) {
  const auto words = test::slow_split(expected);
  const std::u32string text = points_of(tokens.text);
  require(tokens.spans.size() == words.size());
  for (std::size_t k = 0; k < words.size(); ++k) {
    require(text.substr(tokens.spans[k].begin, tokens.spans[k].size) == words[k]);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::u32string line = fuzz::points({data + 1, size - 1});
  const TerTokenizer ter{(*data & 1) != 0, (*data & 2) != 0, (*data & 4) != 0, (*data & 8) != 0};
  const std::u32string expected_ter = test::slow_tokenize_ter(ter, line);
  const std::u32string expected_lower = test::slow_lower(line);
  std::vector<std::u32string> expected;
  for (const Tokenizer* tokenizer : tokenizers()) expected.push_back(test::slow_tokenize(tokenizer->name(), line));
  Arena arena;
  test::for_each_width(line, [&](const Text& text) {
    for (const Simd simd : available_simd()) {
      arena.clear();
      for (std::size_t k = 0; k < expected.size(); ++k) {
        require(points_of(tokenizers()[k]->join(text, arena, simd)) == expected[k]);
        require_spans(tokenizers()[k]->tokenize(text, arena, simd), expected[k]);
      }
      require_spans(ter.tokenize(text, arena, simd), expected_ter);
      require(points_of(ter.join(text, arena, simd)) == expected_ter);
      require(points_of(lower(text, arena, simd)) == expected_lower);
    }
  });
  return 0;
}
