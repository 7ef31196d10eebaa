// Tokenizers: from a line to tokens, one virtual call a line. BLEU's pre-processing (lower case, no trailing white
// space) is BLEU's, not theirs.
//
// To add one: a class in src/tokenizers/tokenizer.cpp, and its place in `tokenizers()` there.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "parbleu/base/arena.hpp"
#include "parbleu/base/cpu.hpp"
#include "parbleu/base/text.hpp"

namespace parbleu {

// One token: code points [begin, begin + size) of Tokens::text; never empty, never with white space in it.
struct Span {
  std::uint32_t begin;
  std::uint32_t size;
};

// The tokens of one line in their order. They do not overlap. `text` is the line itself or, where characters had
// to go or to change, a copy in the arena; so are the spans.
struct Tokens {
  Text text;
  std::span<const Span> spans;
  // From `number` alone: the number of each token, below 2^32, or 0 for one that only its text is known by. Of a tokenizer
  // with `only_numbers`, the others' spans have no meaning. Padded to a multiple of eight with 0.
  const std::uint64_t* numbers = nullptr;
};

namespace tokenizing {
struct Boundaries;  // src/tokenizers/split.hpp
}

class Tokenizer;

// Thrown by tokenizers that read UTF-8, for a text that has none.
struct LoneSurrogate {
  const Tokenizer* tokenizer;
  std::uint32_t code_point;
  std::u32string beginning;  // of the text: up to 40 code points
};

// What a tokenizer keeps of earlier lines, to be faster, for one thread. Tokens never depend on it.
class TokenizerMemory {
 public:
  virtual ~TokenizerMemory();
};

class Tokenizer {
 public:
  virtual ~Tokenizer();

  [[nodiscard]] virtual const char* name() const = 0;
  // How many times as long as 13a it takes, roughly: small texts may be worth another thread.
  [[nodiscard]] virtual std::size_t work() const { return 1; }
  // Whether tokens with numbers have no spans and text.
  [[nodiscard]] virtual bool only_numbers() const { return false; }

  // Throws std::length_error for a line of 2^32 - 1 code points or more, and Interrupted as check_interruption does.
  [[nodiscard]] Tokens tokenize(const Text& line, Arena& arena, Simd simd) const;

  // Where they begin and end. Throws the same.
  [[nodiscard]] tokenizing::Boundaries split(const Text& line, Arena& arena, Simd simd) const;

  // Whether `number` gives any numbers.
  [[nodiscard]] virtual bool has_numbers() const { return false; }
  // The same tokens, with numbers if the tokenizer has any. `memory` is null at first, and may have been that of another
  // tokenizer before.
  [[nodiscard]] virtual Tokens number(const Text& line, Arena& arena, Simd simd,
                                      std::unique_ptr<TokenizerMemory>& memory) const;

  // The line as sacreBLEU's tokenizer returns it, one string: the tokens with a blank between them, but for
  // tokenizers that keep or add other white space.
  [[nodiscard]] Text join(const Text& line, Arena& arena, Simd simd) const;

 private:
  [[nodiscard]] virtual tokenizing::Boundaries boundaries(const Text& line, Arena& arena, Simd simd) const = 0;
  [[nodiscard]] virtual Text joined(const Text& line, Arena& arena, Simd simd) const;
};

// The tokenizer of that name, null if there is none; and all of them, as sacreBLEU orders them.
const Tokenizer* find_tokenizer(std::string_view name);
std::span<const Tokenizer* const> tokenizers();

// What TER does to a text: hypotheses go through `tokenize`, references through `join` and then `tokenize`.
struct TerTokenizer {
  bool normalized = false;
  bool no_punct = false;
  bool asian_support = false;
  bool case_sensitive = false;

  // All throw std::length_error for 2^30 code points or more.
  [[nodiscard]] Tokens tokenize(const Text& line, Arena& arena, Simd simd) const;
  // Where tokens begin and end, without `no_punct`.
  [[nodiscard]] tokenizing::Boundaries split(const Text& line, Arena& arena, Simd simd) const;
  // The tokens with one blank between them.
  [[nodiscard]] Text join(const Text& line, Arena& arena, Simd simd) const;

  // Whether tokenising what was joined gives the same tokens again, so that once is enough.
  [[nodiscard]] bool idempotent() const { return !normalized; }
};

}  // namespace parbleu
