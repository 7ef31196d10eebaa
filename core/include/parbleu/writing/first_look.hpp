// Tells of a sample of texts at once that nothing is odd about them, which is so of most.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "parbleu/base/text.hpp"
#include "parbleu/writing/line_sampler.hpp"

namespace parbleu {

// Where lines are in the sample behind which stand those that follow them in the corpus.
std::vector<std::size_t> neighbours(const SampledLines& sample);

// Whether streams look tokenized, cut into pieces or characters, so that they need a closer look.
bool looks_cut(std::span<const std::vector<Text>> streams);

// Whether an output may be unlike the first stream of references, which a closer look tells for certain.
bool seems_unlike(const SampledLines& sample, std::size_t system);

// Whether nothing is odd about a sample: no closer look would find anything to tell of it. Where it is false, one may.
bool is_ordinary(const SampledLines& sample);

}  // namespace parbleu
