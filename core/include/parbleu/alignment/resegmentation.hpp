// Cuts a text into the segments of references: where the fewest edits turn it into them.
//
// For every segment and every place of the text, the matrix has the fewest edits that turn the text up to that place
// into the closest references up to that segment. It is computed 64 places at a time, as in edit_script.hpp. Of its
// rows at ends of segments only a few are stored; the segments between two of them are computed again on the way back,
// for those places only that can belong to them. So memory is linear in the length, and the way back takes a fraction
// of the way there.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "parbleu/alignment/edit_matrix.hpp"
#include "parbleu/alignment/edit_script.hpp"
#include "parbleu/base/parallel.hpp"
#include "parbleu/base/text.hpp"

namespace parbleu {

// A segment of one of several references: its symbols, or that it is missing.
struct ReferenceSegment {
  std::span<const std::uint32_t> symbols;
  bool is_missing = false;
};

class Resegmenter {
 public:
  // Writes where each segment begins in the text, and where the last one ends: one place more than there are segments.
  // `references` has the segments of all references, those of a segment beside each other; each segment has a
  // reference that is not missing. Symbols are numbers up to `distinct`. Of several ways with as few edits it is the
  // one whose last segment begins earliest, then the last but one, and so on. Returns the number of edits.
  std::int64_t cut(std::span<const std::uint32_t> text, std::span<const ReferenceSegment> references,
                   std::size_t streams, std::uint32_t distinct, std::vector<std::size_t>& begins);

 private:
  // Places that no way was looked for at, which insertions reach.
  static constexpr EditBlock unreached{~std::uint64_t{0}, 0};
  // The fewest edits at the places from 64 x `first` on, of which that of the first one is `base`.
  struct Row {
    std::size_t first = 0;
    std::int64_t base = 0;
    std::vector<EditBlock> blocks;
    [[nodiscard]] std::size_t behind() const { return first + blocks.size(); }
  };

  void add(std::uint32_t symbol, Row& row);
  void pass(std::size_t segment, Row& row);
  [[nodiscard]] std::int64_t value(const Row& row, std::size_t place) const;
  [[nodiscard]] Row part(const Row& row, std::size_t end, std::int64_t edits, std::size_t shortest,
                         std::size_t longest) const;
  [[nodiscard]] std::int64_t edits_outside(std::size_t begin, std::size_t end, std::int64_t place) const;
  void leave_out(std::size_t segment, std::size_t end, std::size_t place, std::int64_t edits, Row& row) const;
  std::int64_t sweep(std::span<Row> rows, std::int64_t most, bool is_reached);
  std::size_t solve(std::size_t begin, std::size_t end, const Row& start, std::size_t place, std::int64_t edits,
                    std::span<std::size_t> begins);
  std::size_t solve_pieces(std::size_t begin, std::size_t end, std::span<Row> rows, std::size_t place,
                           std::int64_t edits, std::span<std::size_t> begins);
  std::size_t first_place(std::size_t segment, const Row& start, std::size_t place, std::int64_t edits);
  [[nodiscard]] std::span<const ReferenceSegment> of(std::size_t segment) const {
    return references_.subspan(segment * streams_, streams_);
  }

  std::span<const std::uint32_t> text_;
  std::span<const ReferenceSegment> references_;
  std::size_t streams_ = 0;
  SymbolMasks masks_;                  // of the text
  std::vector<std::size_t> shortest_;  // symbols of the shortest references of all segments before
  std::vector<std::size_t> longest_;
  std::vector<std::int32_t> costs_;
  Row next_;
  Row best_;
};

// Where a segment's text lies in the text that was cut, in code points.
struct SegmentPlace {
  std::int64_t begin;
  std::int64_t end;
};

// A document: the fewest edits, and how many words or characters it and its first reference have.
struct DocumentEdits {
  std::int64_t edits;
  std::int64_t units;
  std::int64_t reference_units;
};

struct Resegmentation {
  std::unique_ptr<SegmentPlace[]> places;      // one for each segment of the references
  std::unique_ptr<DocumentEdits[]> documents;  // one for each document
};

// Which of several ways with as few edits is taken: that of `Resegmenter`; or the script of `EditAligner` that goes on
// with an edit as long as it can, in which a word that was added belongs to the segment of the word before it.
enum class Ties { earliest, goes_on };

// Cuts documents, whose segments of the references lie from `starts[document]` to the next. What is compared are the
// words or the characters, white space aside, of `keys`, which has as many in each document as `documents`. Throws
// std::invalid_argument if it has not, or a segment has no reference. `Ties::goes_on` takes the first reference alone, and
// throws std::length_error for documents too long for it.
Resegmentation resegment(Stream documents, Stream keys, std::span<const Stream> references,
                         std::span<const std::int64_t> starts, Unit unit, Ties ties, const Execution& execution);

}  // namespace parbleu
