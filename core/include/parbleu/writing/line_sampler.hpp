// Draws a sample of the lines of a corpus, which may be added in pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "parbleu/base/arena.hpp"
#include "parbleu/base/text.hpp"

namespace parbleu {

// Lines of all streams of a corpus; those that a stream lacks are empty.
struct SampledLines {
  std::vector<std::vector<Text>> systems, references, sources;  // each has a line for each place
  std::vector<std::uint64_t> places;                            // numbers of the lines, from 0, ascending
  std::uint64_t n_lines = 0;                                    // of the corpus
  std::vector<std::vector<bool>> cut = {};  // what `cut_reasoning` said of it before it was normalized, if it was
};

// Draws one of each so many pairs of neighbours by random numbers of a fixed seed, so that every part of a text has
// the share of the sample that it has of the text, and nothing that returns periodically is missed. The first two lines
// are always among them. Copies what it keeps.
class LineSampler {
 public:
  static constexpr std::size_t usual = 320, most = 512;  // lines in the sample

  // So many lines are kept of the first piece, or of as many as are expected; at least one.
  explicit LineSampler(std::size_t first = usual);

  // Adds a piece of all streams; later pieces may have more references. About `expected` lines come in all; 0 if that is
  // not known: then up to twice as many lines are kept. Throws std::invalid_argument if other streams are lacking.
  void add(std::span<const Stream> systems, std::span<const Stream> references, std::span<const Stream> sources,
           std::uint64_t expected);
  // Adds the lines of a whole source that was read after the other sides.
  void add_source(Stream source);

  // The sample with other lines of systems and references in place of its own, which are these normalized. Throws
  // std::invalid_argument unless they are as many, in as many streams.
  [[nodiscard]] LineSampler with_lines(std::span<const Stream> systems, std::span<const Stream> references) const;

  [[nodiscard]] const SampledLines& lines() const { return lines_; }

 private:
  [[nodiscard]] std::vector<std::uint64_t> places_to(std::uint64_t end);
  void thin();
  void keep(Stream stream, std::uint64_t begin, std::span<const std::uint64_t> places, std::vector<Text>& lines);

  std::size_t first_;
  std::uint64_t stratum_ = 0;         // lines of which one pair is drawn
  std::vector<std::uint64_t> drawn_;  // places that later pieces have, from the last to the next
  std::uint64_t drawn_to_ = 0;
  SampledLines lines_;
  Arena arena_;
};

}  // namespace parbleu
