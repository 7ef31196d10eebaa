// The slow, obvious twin of the native TER: the definition written down step by step, with no cache, no bit trick
// and no pruning. It works on words that are already numbers.
#pragma once

#include <cstdint>
#include <vector>

namespace parbleu::reference {

using Words = std::vector<std::uint32_t>;

struct TerTrace {
  long cost = 0;
  std::vector<char> operations;  // from the start: ' ' same word, 's' substitution, 'i' insertion, 'd' deletion
};

// The edit distance inside the beam, with the operations that turn the hypothesis into the reference.
TerTrace beam_edit_distance(const Words& hypothesis, const Words& reference);

// Shifts and edits that turn the hypothesis into the reference.
long ter_edits(const Words& hypothesis, const Words& reference);

}  // namespace parbleu::reference
