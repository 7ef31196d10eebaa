// What the files about tokens share.
#pragma once

#include "parbleu/ngrams/word_ngrams.hpp"

namespace parbleu {

inline Text cut(const Text& text, const Span& span) {
  const auto* const bytes = static_cast<const std::uint8_t*>(text.data);
  return {bytes + span.begin * static_cast<std::size_t>(text.width), span.size, text.width};
}

// The same for equal tokens, whatever their width.
std::uint64_t hash(const Text& token);

bool equal(const Text& a, const Text& b);

}  // namespace parbleu
