// Reads SentencePiece models of any bytes, and compares the pieces of lines that are looked up in memory with others.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>

#include "parbleu/tokenizers/piece_model.hpp"
#include "points.hpp"
#include "reference/texts.hpp"

namespace {

using namespace parbleu;

// The text of the pieces, and behind it the number of each, or the text of those without.
std::u32string split(const PieceModel& model, const Text& line, std::unique_ptr<TokenizerMemory>& memory) {
  Arena arena;
  std::u32string result = points_of(model.join(line, arena, Simd::portable));
  const Tokens tokens = model.number(line, arena, Simd::portable, memory);
  const std::u32string text = points_of(tokens.text);
  for (std::size_t k = 0; k < tokens.spans.size(); ++k) {
    const std::uint64_t number = tokens.numbers[k];
    result += static_cast<char32_t>(number);
    if (number == 0) result += text.substr(tokens.spans[k].begin, tokens.spans[k].size);
  }
  return result;
}

}  // namespace

// A byte that counts those of a line, the line, and the model.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::size_t most = std::min<std::size_t>(*data, size - 1);
  const std::u32string line = fuzz::points({data + 1, most});
  const std::string_view file(reinterpret_cast<const char*>(data) + 1 + most, size - 1 - most);
  try {
    const PieceModel model("fuzzed", file);
    std::unique_ptr<TokenizerMemory> memory;
    test::for_each_width(line, [&](const Text& text) {
      std::unique_ptr<TokenizerMemory> fresh;
      if (split(model, text, fresh) != split(model, text, memory)) std::abort();
    });
  } catch (const BadPieceModel&) {
  } catch (const OtherPieceModel&) {
  } catch (const LoneSurrogate&) {
  }
  return 0;
}
