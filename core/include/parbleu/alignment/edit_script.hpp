// Computes minimal edit scripts: which runs of one sequence are kept, replaced, left out or added in another.
//
// Two bits for each cell of the matrix of edit distances tell the way back. Of a large matrix only some rows are stored,
// and those between are computed again on the way back, so memory grows with the length times the root of the length.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "parbleu/alignment/edit_matrix.hpp"
#include "parbleu/base/arena.hpp"
#include "parbleu/base/hash_table.hpp"
#include "parbleu/base/text.hpp"
#include "parbleu/ngrams/words.hpp"

namespace parbleu {

enum class Edit : std::int32_t { equal = 0, substitute = 1, remove = 2, insert = 3 };

// [left_begin, left_end) of one sequence became [right_begin, right_end) of the other.
struct EditRun {
  Edit edit;
  std::int32_t left_begin;
  std::int32_t left_end;
  std::int32_t right_begin;
  std::int32_t right_end;
  bool operator==(const EditRun&) const = default;
};

class EditAligner {
 public:
  // Matrices of more cells are not searched: beyond what both sequences begin and end with, all of the left is
  // removed and all of the right inserted.
  static constexpr std::uint64_t most_cells = std::uint64_t{1} << 34;

  // Writes the runs, in order, that turn `left` into `right`, which hold numbers up to `distinct`. Of several minimal
  // scripts it is the one that, read from the end, prefers keeping and substituting to removing, and that to
  // inserting; with `goes_on`, behind an edit that removes or inserts, to do the same again comes before all, and what
  // both begin with is kept. Returns whether the script is known to be minimal.
  bool align(std::span<const std::uint32_t> left, std::span<const std::uint32_t> right, std::uint32_t distinct,
             std::vector<EditRun>& runs, bool goes_on = false);

 private:
  void compute(std::uint32_t symbol, EditCells* cells, std::uint64_t* plus = nullptr);
  void trace(std::span<const std::uint32_t> left, std::span<const std::uint32_t> right, bool goes_on);
  void push(Edit edit, std::size_t count = 1);

  std::size_t blocks_ = 0;
  SymbolMasks masks_;  // of the right
  std::vector<EditBlock> row_;
  std::vector<EditBlock> stored_rows_;
  std::vector<EditCells> cells_;
  std::vector<std::uint64_t> plus_;  // which of them are dearer than those before them in the row
  std::vector<std::pair<Edit, std::size_t>> backwards_;
};

// --- texts as sequences of numbers, one for each word or character, that are equal where the symbols are

enum class Unit { word, character };

class Symbols {
 public:
  // Forgets everything and prepares for texts of the unit; a word ends at white space.
  void reset(Unit unit);
  // The numbers of a text's symbols, 1, 2, ... in the order of their first occurrence since `reset`. Throws
  // std::length_error for a text of 2^31 - 1 code points or more.
  void add(const Text& text, std::vector<std::uint32_t>& numbers);
  // The largest number so far.
  [[nodiscard]] std::uint32_t distinct() const;

 private:
  struct Entry {
    std::uint32_t point = 0;
    std::uint32_t number = 0;
    [[nodiscard]] bool empty() const { return number == 0; }
  };
  void add_words(const Text& text, std::vector<std::uint32_t>& numbers);
  void add_part(const Text& part, std::vector<std::uint32_t>& numbers);
  void add_characters(const Text& text, std::vector<std::uint32_t>& numbers);

  Unit unit_ = Unit::word;
  Arena arena_;
  Arena scratch_;  // of a part of a text, when the arena has grown large
  WordNumbers words_;
  std::vector<std::uint32_t> low_;  // numbers of code points below 256
  HashTable<Entry> high_;
  std::size_t used_high_ = 0;
  std::uint32_t points_ = 0;
};

}  // namespace parbleu
