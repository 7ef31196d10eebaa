// Finds the reference that a hypothesis is closest to, and the script between them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "parbleu/alignment/edit_script.hpp"
#include "parbleu/alignment/symbols.hpp"

namespace parbleu {

struct ClosestScript {
  Symbols symbols;
  EditAligner aligner;
  std::vector<std::uint32_t> hypothesis;
  std::vector<std::uint32_t> reference;  // the chosen one
  std::vector<EditRun> runs;
  std::int64_t edits = 0;
  std::int32_t chosen = -1;
  bool exact = true;

  // Of one segment. Without a hypothesis or a reference nothing is chosen.
  void find(std::span<const Stream> references, Stream hypotheses, std::size_t segment, Unit unit);

 private:
  std::vector<std::uint32_t> next_reference_;
  std::vector<EditRun> next_runs_;
};

}  // namespace parbleu
