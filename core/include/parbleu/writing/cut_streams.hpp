// Tells streams that look tokenized, or split into subwords or characters, where those of the other side do not.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parbleu/base/text.hpp"

namespace parbleu {

// A way to cut text.
struct CutKind {
  std::string_view look, effect;  // how text looks that is cut so, and the effect on scores, in words
};

// How a stream is cut: most of its lines are, and hardly any of the others'.
struct CutStream {
  CutKind kind;
  double share;                     // of the lines that are not empty
  std::u32string example;           // of such a line
  std::vector<std::size_t> others;  // of the other side, which are not cut so
};

// For each stream of one side, and then for each of the other, how it is cut; nothing if it is not. Texts and tokenizers
// vary: in between, and for short texts, nothing is told. Only subwords count where scores do not heed blanks.
std::vector<std::optional<CutStream>> cut_streams(std::span<const std::vector<Text>> systems,
                                                  std::span<const std::vector<Text>> references,
                                                  bool heeds_blanks);

}  // namespace parbleu
