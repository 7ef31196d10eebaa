#include "parbleu/alignment/resegmentation.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>

#include "parbleu/unicode/unicode.hpp"

namespace parbleu {
namespace {

constexpr std::size_t pieces_at_once = 16;
constexpr std::size_t unchecked_blocks = 256;
constexpr std::int64_t far = 128;  // two rows cannot come together within a block

// The first of the segments from `begin` to `end` that belong to a piece of so many.
std::size_t piece_begin(std::size_t begin, std::size_t end, std::size_t piece, std::size_t pieces) {
  return begin + (end - begin) * piece / pieces;
}

std::int64_t rise(std::uint64_t plus, std::uint64_t minus) {
  return static_cast<std::int64_t>(std::popcount(plus)) - static_cast<std::int64_t>(std::popcount(minus));
}

}  // namespace

// The next row, for one more symbol of a reference.
void Resegmenter::add(std::uint32_t symbol, Row& row) {
  if (row.blocks.size() > unchecked_blocks) check_interruption();
  const std::uint64_t* mask = masks_.set(symbol, row.first, row.behind());
  ++row.base;
  EditCarry carry;  // the first place is dearer by one
  for (EditBlock& block : row.blocks) next_row(block, *mask++, carry);
  masks_.clear();
}

// The row at the end of a segment, of that at its beginning: at each place that of the closest reference.
void Resegmenter::pass(std::size_t segment, Row& row) {
  const std::span<const ReferenceSegment> references = of(segment);
  if (streams_ == 1) {
    for (const std::uint32_t symbol : references[0].symbols) add(symbol, row);
    return;
  }
  bool is_first = true;
  for (const ReferenceSegment& reference : references) {
    if (reference.is_missing) continue;
    next_ = row;
    for (const std::uint32_t symbol : reference.symbols) add(symbol, next_);
    if (is_first) {
      best_ = next_;
      is_first = false;
      continue;
    }
    std::int64_t one = best_.base;
    std::int64_t other = next_.base;
    best_.base = std::min(one, other);
    for (std::size_t block = 0; block < row.blocks.size(); ++block) {
      EditBlock& to = best_.blocks[block];
      const EditBlock from = next_.blocks[block];
      const std::int64_t one_behind = one + rise(to.plus, to.minus);
      const std::int64_t other_behind = other + rise(from.plus, from.minus);
      if (one - other >= far) {
        to = from;
      } else if (other - one < far && (to.plus != from.plus || to.minus != from.minus || one != other)) {
        EditBlock merged{0, 0};
        std::int64_t least = std::min(one, other);
        for (unsigned bit = 0; bit < 64; ++bit) {
          one +=
              static_cast<std::int64_t>((to.plus >> bit) & 1) - static_cast<std::int64_t>((to.minus >> bit) & 1);
          other += static_cast<std::int64_t>((from.plus >> bit) & 1) -
                   static_cast<std::int64_t>((from.minus >> bit) & 1);
          const std::int64_t now = std::min(one, other);
          merged.plus |= std::uint64_t{now > least} << bit;
          merged.minus |= std::uint64_t{now < least} << bit;
          least = now;
        }
        to = merged;
      }
      one = one_behind;
      other = other_behind;
    }
  }
  row = best_;
}

std::int64_t Resegmenter::value(const Row& row, std::size_t place) const {
  std::int64_t sum = row.base;
  const std::size_t places = place - row.first * 64;
  for (std::size_t block = 0; block < places / 64; ++block)
    sum += rise(row.blocks[block].plus, row.blocks[block].minus);
  if (const std::size_t rest = places % 64; rest > 0) {
    const std::uint64_t mask = (std::uint64_t{1} << rest) - 1;
    sum += rise(row.blocks[places / 64].plus & mask, row.blocks[places / 64].minus & mask);
  }
  return sum;
}

// The blocks of a row up to `end`, without those at whose places no way can begin that reaches `end` with so many edits
// behind references of these lengths.
Resegmenter::Row Resegmenter::part(const Row& row, std::size_t end, std::int64_t edits, std::size_t shortest,
                                   std::size_t longest) const {
  const auto fewest = [&](std::size_t from, std::size_t to) {  // for a way from one of these places to the end
    const auto most = static_cast<std::int64_t>(end - from);
    const auto least = static_cast<std::int64_t>(end - std::min(to, end));
    return std::max(
        {std::int64_t{0}, least - static_cast<std::int64_t>(longest), static_cast<std::int64_t>(shortest) - most});
  };
  const std::size_t behind = end / 64 + 1;
  std::int64_t at = row.base;
  std::size_t block = row.first;
  for (; block + 1 < std::min(behind, row.behind()); ++block) {
    const EditBlock& cells = row.blocks[block - row.first];
    const std::int64_t lowest = at - static_cast<std::int64_t>(std::popcount(cells.minus));
    if (lowest + fewest(block * 64, block * 64 + 63) <= edits) break;
    at += rise(cells.plus, cells.minus);
  }
  Row result{.first = block, .base = at, .blocks = {}};
  const std::size_t known = std::min(row.behind(), behind);
  result.blocks.assign(row.blocks.begin() + static_cast<std::ptrdiff_t>(block - row.first),
                       row.blocks.begin() + static_cast<std::ptrdiff_t>(known - row.first));
  result.blocks.resize(behind - block, unreached);
  return result;
}

// Where the segment begins that ends at `place`, there with so many edits.
std::size_t Resegmenter::first_place(std::size_t segment, const Row& start, std::size_t place,
                                     std::int64_t edits) {
  const std::size_t lowest = start.first * 64;
  const std::size_t width = place - lowest + 1;
  std::size_t found = place;
  for (const ReferenceSegment& reference : of(segment)) {
    if (reference.is_missing) continue;
    // costs_[k]: of turning the last k symbols before `place` into the end of the reference.
    costs_.resize(width);
    for (std::size_t k = 0; k < width; ++k) costs_[k] = static_cast<std::int32_t>(k);
    for (std::size_t left = reference.symbols.size(); left-- > 0;) {
      if (width > unchecked_blocks * 64) check_interruption();
      const std::uint32_t symbol = reference.symbols[left];
      std::int32_t diagonal = costs_[0]++;
      for (std::size_t k = 1; k < width; ++k) {
        const std::int32_t above = costs_[k];
        const std::int32_t swapped = diagonal + (text_[place - k] == symbol ? 0 : 1);
        costs_[k] = std::min({swapped, above + 1, costs_[k - 1] + 1});
        diagonal = above;
      }
    }
    std::int64_t before = start.base;
    for (std::size_t at = lowest; at < found; ++at) {
      if (before + costs_[place - at] == edits) {
        found = at;
        break;
      }
      const EditBlock& cells = start.blocks[at / 64 - start.first];
      before += static_cast<std::int64_t>((cells.plus >> (at % 64)) & 1) -
                static_cast<std::int64_t>((cells.minus >> (at % 64)) & 1);
    }
  }
  return found;
}

// Writes where the segments from `begin` to `end` begin, of which the last one ends at `place`, there with so many
// edits; `start` is the row before the first one. Returns where the first one begins.
std::size_t Resegmenter::solve(std::size_t begin, std::size_t end, const Row& start, std::size_t place,
                               std::int64_t edits, std::span<std::size_t> begins) {
  if (end - begin == 1) {
    begins[begin] = begin == 0 ? 0 : first_place(begin, start, place, edits);
    return begins[begin];
  }
  const std::size_t pieces = std::min(pieces_at_once, end - begin);
  std::vector<Row> rows(pieces);
  Row row = start;
  for (std::size_t piece = 0; piece + 1 < pieces; ++piece) {
    rows[piece] = row;
    const std::size_t behind = piece_begin(begin, end, piece + 1, pieces);
    for (std::size_t segment = piece_begin(begin, end, piece, pieces); segment < behind; ++segment) {
      row.blocks.resize(place / 64 + 1 - row.first, unreached);
      leave_out(segment, end, place, edits, row);
      pass(segment, row);
    }
  }
  rows[pieces - 1] = std::move(row);
  return solve_pieces(begin, end, rows, place, edits, begins);
}

// The same from the rows at which equal shares of the segments begin, which it gives up one after the other.
std::size_t Resegmenter::solve_pieces(std::size_t begin, std::size_t end, std::span<Row> rows, std::size_t place,
                                      std::int64_t edits, std::span<std::size_t> begins) {
  for (std::size_t piece = rows.size(); piece-- > 0;) {
    const std::size_t from = piece_begin(begin, end, piece, rows.size());
    const std::size_t to = piece_begin(begin, end, piece + 1, rows.size());
    {
      const Row trimmed =
          part(rows[piece], place, edits, shortest_[to] - shortest_[from], longest_[to] - longest_[from]);
      place = solve(from, to, trimmed, place, edits, begins);
    }
    edits = value(rows[piece], place);
    rows[piece] = {};
  }
  return place;
}

// At least so many edits has a way through some place of the segments from `begin` to `end` that has `place` symbols of
// the text before it.
std::int64_t Resegmenter::edits_outside(std::size_t begin, std::size_t end, std::int64_t place) const {
  const auto signed_size = [](std::size_t value) { return static_cast<std::int64_t>(value); };
  const std::int64_t rest = signed_size(text_.size()) - place;
  const std::int64_t before =
      std::max({std::int64_t{0}, place - signed_size(longest_[end]), signed_size(shortest_[begin]) - place});
  const std::int64_t behind = std::max({std::int64_t{0}, rest - signed_size(longest_.back() - longest_[begin]),
                                        signed_size(shortest_.back() - shortest_[end]) - rest});
  return before + behind;
}

// Takes blocks from both ends of the row before a segment through which no way leads that has `edits` edits at `place`,
// where the segment before `end` ends. One such way there has to be.
void Resegmenter::leave_out(std::size_t segment, std::size_t end, std::size_t place, std::int64_t edits,
                            Row& row) const {
  const auto longest = static_cast<std::int64_t>(longest_[end] - longest_[segment]);
  const auto shortest = static_cast<std::int64_t>(shortest_[end] - shortest_[segment]);
  // For a way through one of the places of a block, with so many edits before the first of them.
  const auto leads_on = [&](std::size_t block, std::int64_t before) {
    const auto rest = static_cast<std::int64_t>(place) - static_cast<std::int64_t>((row.first + block) * 64);
    const auto cheaper = static_cast<std::int64_t>(std::popcount(row.blocks[block].minus));
    return before - cheaper + std::max({std::int64_t{0}, rest - 64 - longest, shortest - rest}) <= edits;
  };
  std::int64_t at = row.base;
  for (const EditBlock& cells : row.blocks) at += rise(cells.plus, cells.minus);
  std::size_t kept = row.blocks.size();
  for (; kept > 1; --kept) {
    at -= rise(row.blocks[kept - 1].plus, row.blocks[kept - 1].minus);
    if (leads_on(kept - 1, at)) break;
  }
  // A way may go on to further places within the segment.
  kept += (longest_[segment + 1] - longest_[segment]) / 64 + 1;
  row.blocks.resize(std::min(kept, row.blocks.size()));
  std::size_t dropped = 0;
  for (; dropped + 1 < row.blocks.size() && !leads_on(dropped, row.base); ++dropped)
    row.base += rise(row.blocks[dropped].plus, row.blocks[dropped].minus);
  row.blocks.erase(row.blocks.begin(), row.blocks.begin() + static_cast<std::ptrdiff_t>(dropped));
  row.first += dropped;
}

// Computes the matrix where ways of at most `most` edits can lead, of which there is one if `is_reached`; writes the
// rows at which pieces begin. Returns the fewest edits of the ways that were not left out.
std::int64_t Resegmenter::sweep(std::span<Row> rows, std::int64_t most, bool is_reached) {
  const std::size_t count = shortest_.size() - 1;
  Row row;
  std::size_t low = 0;
  std::size_t high = 0;
  std::size_t piece = 0;
  for (std::size_t segment = 0; segment < count; ++segment) {
    const auto leads_through = [&](std::size_t place) {
      return edits_outside(segment, segment + 1, static_cast<std::int64_t>(place)) <= most;
    };
    while (low < text_.size() && !leads_through(low)) ++low;
    high = std::max(high, low);
    while (high < text_.size() && leads_through(high + 1)) ++high;
    if (piece < rows.size() && segment == piece_begin(0, count, piece, rows.size())) rows[piece++] = row;
    const std::size_t first = std::max(low / 64, row.first);
    const std::size_t dropped = std::min(first - row.first, row.blocks.size());
    for (std::size_t block = 0; block < dropped; ++block)
      row.base += rise(row.blocks[block].plus, row.blocks[block].minus);
    row.blocks.erase(row.blocks.begin(), row.blocks.begin() + static_cast<std::ptrdiff_t>(dropped));
    row.first += dropped;
    row.base += static_cast<std::int64_t>(64 * (first - row.first));  // where nothing is left of the row
    row.first = first;
    row.blocks.resize(std::max(high / 64, first) + 1 - first, unreached);
    if (is_reached) leave_out(segment, count, text_.size(), most, row);
    pass(segment, row);
  }
  const std::size_t end = text_.size();
  row.blocks.resize(end / 64 + 1 - row.first, unreached);  // some way of these leads to the end
  return value(row, end);
}

std::int64_t Resegmenter::cut(std::span<const std::uint32_t> text, std::span<const ReferenceSegment> references,
                              std::size_t streams, std::uint32_t distinct, std::vector<std::size_t>& begins) {
  text_ = text;
  references_ = references;
  streams_ = streams;
  const std::size_t count = references.size() / streams;
  begins.assign(count + 1, 0);
  begins[count] = text.size();
  if (count == 0) return static_cast<std::int64_t>(text.size());
  masks_.reset(text, distinct, text.size() / 64 + 1);
  shortest_.assign(count + 1, 0);
  longest_.assign(count + 1, 0);
  for (std::size_t segment = 0; segment < count; ++segment) {
    std::size_t shortest = std::numeric_limits<std::size_t>::max();
    std::size_t longest = 0;
    for (const ReferenceSegment& reference : of(segment)) {
      if (reference.is_missing) continue;
      shortest = std::min(shortest, reference.symbols.size());
      longest = std::max(longest, reference.symbols.size());
    }
    shortest_[segment + 1] = shortest_[segment] + shortest;
    longest_[segment + 1] = longest_[segment] + longest;
  }

  std::vector<Row> rows(std::min(pieces_at_once, count));
  const auto size = static_cast<std::int64_t>(text.size());
  // If no way has so many edits, none of fewer was left out: the bound grows until then. Any way bounds the fewest.
  std::int64_t most = edits_outside(0, count, size) + size / 64 + 64;
  std::int64_t total = sweep(rows, most, false);
  while (total > most) {
    most = total <= 16 * most ? total : 4 * most;
    total = sweep(rows, most, most == total);
  }
  solve_pieces(0, count, rows, text.size(), total, begins);
  return total;
}

namespace {

// The numbers of the words of a text, or of its characters without white space.
void add_symbols(Symbols& symbols, const Text& text, Unit unit, std::vector<std::uint32_t>& numbers) {
  symbols.add(text, numbers);
  if (unit == Unit::word) return;
  visit(text, [&](auto units) {
    std::size_t used = 0;
    for (std::size_t at = 0; at < units.size(); ++at) {
      if (!is_space(units[at])) numbers[used++] = numbers[at];
    }
    numbers.resize(used);
  });
}

// Where segments lie whose first symbols are `begins`, of which the last one is behind all symbols. Returns how many
// symbols the text has.
std::size_t find_places(const Text& text, Unit unit, std::span<const std::size_t> begins, SegmentPlace* places) {
  return visit(text, [&](auto units) {
    std::size_t symbol = 0;
    std::size_t segment = 0;
    std::int64_t end = 0;  // of the last symbol
    const auto open = [&](std::size_t at) {
      while (segment + 1 < begins.size() && begins[segment] <= symbol) {
        if (segment > 0) places[segment - 1].end = std::max(end, places[segment - 1].begin);
        places[segment++] = {static_cast<std::int64_t>(at), static_cast<std::int64_t>(at)};
      }
    };
    for (std::size_t at = 0; at < units.size();) {
      if (is_space(units[at])) {
        ++at;
        continue;
      }
      open(at);
      ++at;
      if (unit == Unit::word) {
        while (at < units.size() && !is_space(units[at])) ++at;
      }
      end = static_cast<std::int64_t>(at);
      ++symbol;
    }
    open(static_cast<std::size_t>(end));
    if (segment > 0) places[segment - 1].end = std::max(end, places[segment - 1].begin);
    return symbol;
  });
}

// Cuts by the script that goes on with an edit as long as it can.
class ScriptCutter {
 public:
  std::int64_t cut(std::span<const std::uint32_t> text, std::span<const ReferenceSegment> segments,
                   std::uint32_t distinct, std::vector<std::size_t>& begins) {
    reference_.clear();
    owners_.clear();
    for (std::size_t segment = 0; segment < segments.size(); ++segment) {
      for (const std::uint32_t symbol : segments[segment].symbols) {
        reference_.push_back(symbol);
        owners_.push_back(segment);
      }
    }
    runs_.clear();
    if (!aligner_.align(text, reference_, distinct, runs_, true)) {
      throw std::length_error("the texts are too long to be cut in one piece: name documents");
    }
    begins.assign(segments.size() + 1, text.size());
    if (!begins.empty()) begins[0] = 0;
    std::size_t open = 1;  // the first segment whose beginning is not known
    std::int64_t edits = 0;
    for (const EditRun& run : runs_) {
      if (run.edit != Edit::equal)
        edits += std::max(run.left_end - run.left_begin, run.right_end - run.right_begin);
      for (std::int32_t i = run.left_begin; i < run.left_end; ++i) {
        const std::int32_t j =
            run.edit == Edit::remove ? run.right_begin - 1 : run.right_begin + i - run.left_begin;
        const std::size_t owner = j < 0 ? 0 : owners_[static_cast<std::size_t>(j)];
        while (open <= owner) begins[open++] = static_cast<std::size_t>(i);
      }
    }
    return edits;
  }

 private:
  EditAligner aligner_;
  std::vector<std::uint32_t> reference_;
  std::vector<std::size_t> owners_;  // the segment of each of its symbols
  std::vector<EditRun> runs_;
};

struct Cutter {
  Symbols symbols;
  ScriptCutter script_cutter;
  Resegmenter resegmenter;
  std::vector<std::uint32_t> text;
  std::vector<std::vector<std::uint32_t>> numbers;
  std::vector<ReferenceSegment> references;
  std::vector<ReferenceSegment> firsts;  // of the first reference
  std::vector<std::size_t> begins;
};

}  // namespace

Resegmentation resegment(Stream documents, Stream keys, std::span<const Stream> references,
                         std::span<const std::int64_t> starts, Unit unit, Ties ties, const Execution& execution) {
  Resegmentation result;
  const auto count = static_cast<std::size_t>(starts[documents.size()]);
  result.places = std::make_unique<SegmentPlace[]>(count);
  result.documents = std::make_unique<DocumentEdits[]>(documents.size());
  const auto cut = [&](std::size_t document, Cutter& cutter) {
    const auto begin = static_cast<std::size_t>(starts[document]);
    const auto end = static_cast<std::size_t>(starts[document + 1]);
    cutter.symbols.reset(unit);
    add_symbols(cutter.symbols, keys[document], unit, cutter.text);
    cutter.numbers.resize((end - begin) * references.size());
    cutter.references.resize(cutter.numbers.size());
    for (std::size_t segment = begin; segment < end; ++segment) {
      bool has_reference = false;
      for (std::size_t k = 0; k < references.size(); ++k) {
        const std::size_t at = (segment - begin) * references.size() + k;
        const Text& text = references[k][segment];
        cutter.numbers[at].clear();
        if (!text.missing()) add_symbols(cutter.symbols, text, unit, cutter.numbers[at]);
        cutter.references[at] = {cutter.numbers[at], text.missing()};
        has_reference = has_reference || !text.missing();
      }
      if (!has_reference) throw std::invalid_argument("a segment has no reference");
    }
    const std::uint32_t distinct = cutter.symbols.distinct();
    DocumentEdits& made = result.documents[document];
    made.units = static_cast<std::int64_t>(cutter.text.size());
    for (std::size_t k = 0; k < cutter.references.size(); k += references.size()) {
      made.reference_units += static_cast<std::int64_t>(cutter.references[k].symbols.size());
    }
    if (ties == Ties::goes_on) {
      cutter.firsts.clear();
      for (std::size_t k = 0; k < cutter.references.size(); k += references.size()) {
        cutter.firsts.push_back(cutter.references[k]);
      }
      made.edits = cutter.script_cutter.cut(cutter.text, cutter.firsts, distinct, cutter.begins);
    } else {
      made.edits =
          cutter.resegmenter.cut(cutter.text, cutter.references, references.size(), distinct, cutter.begins);
    }
    if (find_places(documents[document], unit, cutter.begins, result.places.get() + begin) != cutter.text.size()) {
      throw std::invalid_argument("the keys are not as many as the words");
    }
  };
  std::vector<Cutter> cutters(std::max(1U, execution.threads));
  parallel_for(documents.size(), 1, execution, [&](std::size_t from, std::size_t to, unsigned worker) {
    for (std::size_t document = from; document < to; ++document) cut(document, cutters[worker]);
  });
  return result;
}

}  // namespace parbleu
