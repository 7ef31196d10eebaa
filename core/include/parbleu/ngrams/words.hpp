// Tokens of a text, with keys that distinguish them, and numbers for distinct words.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "parbleu/base/arena.hpp"
#include "parbleu/base/hash_table.hpp"
#include "parbleu/tokenizers/tokenizer.hpp"
#include "parbleu/unicode/unicode.hpp"

namespace parbleu {

// What a token is known by, whatever the width of the text it is in. `low` alone tells apart tokens of at most
// seven code points that have all bits but the lowest eight in common, if that is a small number (as in Latin,
// Cyrillic, Hebrew, Arabic, ...), and tokens of a single code point; it never equals that of another token. Other
// tokens are "deep": up to 14 code points with all but the lowest eight bits in common have the rest in `high`, and
// for any other, both halves are hashes; where these are equal, the tokens have to be compared. Where the tokenizer has
// numbers for tokens, `low` is the number, and `high` is 0; all other tokens are hashed.
struct Keys {
  const std::uint64_t* low = nullptr;  // padded to a multiple of eight with 0, which no token has
  const std::uint64_t* high = nullptr;
};

inline constexpr std::uint64_t deep_keys = 0x81ULL << 56;    // the least `low` of a deep token
inline constexpr std::uint64_t hashed_keys = 0xFFULL << 56;  // the least `low` of a hashed one

// The words of a long text are only counted: it has neither spans nor keys, but white space between its words.
struct Words {
  Tokens tokens;
  Keys keys;
  std::span<const std::uint32_t> deep;  // which tokens are
  std::size_t count_of_long = 0;        // words of a long text; 0 of any other

  [[nodiscard]] std::size_t size() const { return tokens.spans.size() + count_of_long; }
  [[nodiscard]] bool is_long() const { return count_of_long > 0; }
};

Words make_words(const Tokens& tokens, Arena& arena);
Words make_words(const tokenizing::Boundaries& found, Arena& arena, Simd simd);
// The words between white space.
Words make_long_words(const Text& joined);

// Calls use(units) with the code points of each word.
template <class Use>
void for_each_word(const Words& words, Use&& use) {
  visit(words.tokens.text, [&](auto units) {
    for (const Span& span : words.tokens.spans) use(units.subspan(span.begin, span.size));
    if (!words.is_long()) return;
    for (auto at = units.begin(); at != units.end();) {
      at = std::find_if_not(at, units.end(), is_space);
      const auto end = std::find_if(at, units.end(), is_space);
      if (at != end)
        use(units.subspan(static_cast<std::size_t>(at - units.begin()), static_cast<std::size_t>(end - at)));
      at = end;
    }
  });
}

// Whether token i of one text and token j of another, with the same low key, are the same.
bool same_word(const Words& one, std::size_t i, const Words& other, std::size_t j);

namespace ngrams {
struct Kernels;
}

// Rows of bits, `stride` words apart: where in the reference each word of a text stands. Neither is long.
void match_words(const Words& words, const Words& reference, std::size_t stride, std::uint64_t* rows,
                 const ngrams::Kernels& kernels);

// --- numbers of the distinct words of texts, so that other code compares integers.

// Numbers words 1, 2, ... in the order in which they are added. Exact: keys that are only hashes are never trusted.
class WordNumbers {
 public:
  // Forgets everything; makes room for `count` words.
  void reset(std::size_t count);
  // Writes the number of each word. The words' code points and keys must stay while the numbers are in use.
  void add(const Words& words, std::uint32_t* numbers);
  // As add, but writes 0 for a word that was never added.
  void find(const Words& words, std::uint32_t* numbers) const;
  // How many distinct words there are.
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(words_.size() - 1); }

 private:
  // A place of the table, small, since for every text all are made free.
  struct Place {
    std::uint32_t number = 0;  // 0: free
    [[nodiscard]] bool empty() const { return number == 0; }
  };
  struct Word {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::uint32_t text = 0;
    std::uint32_t token = 0;  // of that text
  };
  [[nodiscard]] auto is_word(const Words& words, std::size_t token) const;

  std::vector<Words> texts_;
  std::vector<Word> words_ = std::vector<Word>(1);  // by number; none has the number 0
  HashTable<Place> table_;
};

}  // namespace parbleu
