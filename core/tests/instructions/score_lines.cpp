// Counts a metric's statistics of two files, line by line, with one level of vector instructions, `rounds` times:
//   score_lines bleu|chrf|chrf++|ter portable|neon|avx2|avx512 rounds HYPOTHESES REFERENCES
// Prints a digest of them, which all levels have in common.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "parbleu/metrics/bleu.hpp"
#include "parbleu/metrics/chrf.hpp"
#include "parbleu/metrics/corpus.hpp"
#include "parbleu/metrics/ter.hpp"
#include "parbleu/tokenizers/tokenizer.hpp"
#include "parbleu/unicode/unicode.hpp"

namespace parbleu {
namespace {

struct Lines {
  Arena arena;
  std::string bytes;
  std::vector<Text> texts;

  explicit Lines(const char* path) {
    std::ifstream file(path, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(file), {});
    for (std::size_t at = 0; at < bytes.size();) {
      const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
      texts.push_back(
          decode_utf8({reinterpret_cast<const std::uint8_t*>(bytes.data()) + at, end - at}, arena).text);
      at = end + 1;
    }
  }
};

template <Metric M>
int run(const M& metric, const Lines& hypotheses, const Lines& references, int rounds) {
  std::vector<typename M::Number> table(hypotheses.texts.size() * metric.width());
  const Stream streams[] = {references.texts};
  for (int round = 0; round < rounds; ++round) {
    statistics(metric, hypotheses.texts, references_from<M>(streams), table.data(), {});
  }
  std::uint64_t digest = 0;
  for (const auto number : table) digest = digest * 0x9E3779B97F4A7C15ULL + static_cast<std::uint64_t>(number);
  std::printf("%zu %016llx\n", hypotheses.texts.size(), static_cast<unsigned long long>(digest));
  return 0;
}

int run(std::string_view metric, Simd simd, int rounds, const Lines& hypotheses, const Lines& references) {
  if (hypotheses.texts.size() != references.texts.size()) return 1;
  if (metric == "bleu") {
    BleuOptions options;
    options.tokenizer = find_tokenizer("13a");
    return run(Bleu(options, simd), hypotheses, references, rounds);
  }
  if (metric == "ter") return run(Ter({}, simd), hypotheses, references, rounds);
  ChrfOptions options;
  if (metric == "chrf++") options.word_order = 2;
  return run(Chrf(options, simd), hypotheses, references, rounds);
}

}  // namespace
}  // namespace parbleu

int main(int count, char** words) {
  using namespace parbleu;
  if (count != 6) return 1;
  for (const Simd simd : available_simd()) {
    if (std::string_view(words[2]) != name(simd)) continue;
    return run(words[1], simd, std::atoi(words[3]), Lines(words[4]), Lines(words[5]));
  }
  return 1;
}
