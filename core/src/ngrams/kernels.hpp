// The inner loops of n-gram counting; see base/kernel_levels.hpp.
//
// N-grams are counted without hash tables. For each unit i of the hypothesis a row of bits M[i] says at which
// positions of the reference the same unit stands. Then
//     E_n(i) = (E_{n-1}(i - 1) << 1) & M[i]          E_0 = all ones
// is the set of reference positions at which the hypothesis n-gram ending at i ends too. Clipped counting takes one
// bit of E_n(i) that no earlier n-gram has taken, if there is one: an n-gram that the reference has k times can be
// taken k times. Nothing is approximated, and all orders go through the lanes of one register together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/kernel_levels.hpp"
#include "parbleu/base/text.hpp"
#include "parbleu/tokenizers/tokenizer.hpp"
#include "tokenizers/kernels.hpp"

namespace parbleu::ngrams {

inline constexpr std::size_t word_bits = 64;

constexpr std::uint64_t first_bits(std::size_t count) {
  return count < word_bits ? ~(~std::uint64_t{0} << count) : ~std::uint64_t{0};
}

// Orders that `count` can count together.
inline constexpr std::size_t most_orders = 8;
inline constexpr std::size_t room_per_word = 2 * most_orders;

// How many bitmaps count_bits adds up at most, and of what number of bits a multiple they have.
inline constexpr std::size_t most_bitmaps = 248;
inline constexpr std::size_t row_bits = 512;

inline constexpr std::size_t most_columns = 128;

// Where the keys of a text's words go (see parbleu/ngrams/words.hpp). Sixteen more of each, and of the spans, may be
// overwritten: `words_behind` that are made with them, and as many in what the arena leaves free behind.
struct KeyRoom {
  std::uint64_t* low;
  std::uint64_t* high;
  std::uint32_t* deep;  // which words have deep keys
};

inline constexpr std::size_t words_behind = 8;

struct WordCounts {
  std::size_t words;
  std::size_t deep;
  bool hashed;  // whether any word has to be hashed
};

// Tokens of more code points have hashes as keys.
inline constexpr std::size_t longest_in_key = 14;

struct Kernels {
  // References of more words are faster counted by hashing.
  std::size_t most_words;

  // References of at least so many words are faster counted by lists of trigrams, if their characters fit into bytes.
  std::size_t least_listed_words;

  // One bit for each code point, size / 64 + 1 words: white space (set behind the end, too), ASCII punctuation,
  // which is left out if `marks` is null.
  void (*classify)(const Text& text, std::uint64_t* spaces, std::uint64_t* marks);

  // Copies what is no white space; may write 64 bytes too much. Returns how many code points it copied.
  std::size_t (*squeeze)(const Text& text, const std::uint64_t* spaces, void* out);

  // The words of a text of bytes, or of 16-bit units, from where they begin and end: spans and keys. A word that has to be
  // hashed, which is left to the caller, is deep, and all bits of its low key are set. Null where spans come first.
  WordCounts (*byte_words)(const std::uint8_t* units, std::size_t size, std::span<const tokenizing::Edges> edges,
                           Span* spans, const KeyRoom& room);
  WordCounts (*pair_words)(const std::uint16_t* units, std::size_t size, std::span<const tokenizing::Edges> edges,
                           Span* spans, const KeyRoom& room);

  // Rows of as many words as the reference needs, for code points. The reference is readable to its last full
  // word. Null where a table is faster.
  void (*match_units)(const std::uint16_t* hypothesis, std::size_t size, const std::uint16_t* reference,
                      std::size_t reference_size, std::uint64_t* rows);

  // Rows for tokens, `stride` words apart, from the low halves of their keys.
  void (*match_keys)(const std::uint64_t* hypothesis, std::size_t size, const std::uint64_t* reference,
                     std::size_t reference_size, std::size_t stride, std::uint64_t* rows);

  // shared[n-1], n = 1 .. orders: how many n-grams are shared. Row i is number index[i] of `rows`, or i without an
  // index; `words` words each. `room` is working memory for `size` numbers.
  void (*count)(const std::uint64_t* rows, const std::uint16_t* index, std::size_t size, std::size_t words,
                std::size_t orders, std::uint16_t* room, std::int64_t* shared);

  // As count, for several references with `words` words each, side by side in each row. A bit is taken from every
  // reference that has a free one, so that what the largest of them has can be taken in all. `room` is for
  // room_per_word numbers for each word of a row.
  void (*count_many)(const std::uint64_t* rows, std::size_t size, std::size_t references, std::size_t words,
                     std::size_t orders, std::uint64_t* room, std::int64_t* shared);

  // Adds to each of `count` sums how many bits its word of `words` has in common with `bits`.
  void (*add_common_bits)(std::uint32_t bits, const std::uint32_t* words, std::size_t count, std::uint32_t* sums);

  // Adds to count b how many of the bitmaps have bit b. `count` is a multiple of 8, and at most most_bitmaps; `words` a
  // multiple of row_bits / 64; there are 64 counts for each word.
  void (*count_bits)(const std::uint64_t* const* bitmaps, std::size_t count, std::size_t words,
                     std::uint32_t* counts);

  // Scores of chrF of one hypothesis with up to most_columns references, from the n-grams they share, those that each of
  // them has, and whether it has any (see add_chrf_order). What belongs to order n of the references begins n * stride
  // numbers behind what belongs to the first.
  void (*chrf_scores)(const std::uint32_t* shared, std::span<const double> hypothesis, const double* references,
                      const double* any, std::size_t stride, std::size_t count, double beta_squared,
                      double* scores);
};

PARBLEU_KERNEL_TABLES(avx512, neon)

}  // namespace parbleu::ngrams
