// Scores a small corpus through the installed headers, and compares with sacreBLEU's score.
#include <cmath>
#include <cstdio>
#include <parbleu/metrics/bleu.hpp>
#include <parbleu/metrics/corpus.hpp>
#include <parbleu/resampling/resampling.hpp>
#include <parbleu/tokenizers/tokenizer.hpp>
#include <parbleu/unicode/unicode.hpp>
#include <string_view>
#include <vector>

namespace {

std::vector<parbleu::Text> read(std::span<const std::string_view> lines, parbleu::Arena& arena) {
  std::vector<parbleu::Text> texts;
  for (const std::string_view line : lines) {
    texts.push_back(
        parbleu::decode_utf8({reinterpret_cast<const std::uint8_t*>(line.data()), line.size()}, arena).text);
  }
  return texts;
}

}  // namespace

int main() {
  constexpr std::string_view system[] = {"The cat sat on the mat.", "Caf\u00e9s open at 8:30, don't they?"};
  constexpr std::string_view reference[] = {"The cat is sitting on the mat.",
                                            "The caf\u00e9s open at 8:30, don't they?"};
  parbleu::Arena arena;
  const std::vector<parbleu::Text> hypotheses = read(system, arena);
  const std::vector<parbleu::Text> references = read(reference, arena);
  const parbleu::Stream streams[] = {references};

  const parbleu::Bleu bleu({.tokenizer = parbleu::find_tokenizer("13a")});
  std::vector<parbleu::Bleu::Number> table(hypotheses.size() * bleu.width());
  parbleu::statistics(bleu, hypotheses, parbleu::references_from<parbleu::Bleu>(streams), table.data(),
                      {.threads = 2});
  const auto scorer = bleu.scorer();
  const double score = parbleu::corpus_score(*scorer, {.integers = table.data()}, hypotheses.size());

  constexpr double expected = 66.3881766170074;
  std::printf("BLEU = %.15g\n", score);
  return std::abs(score - expected) < 1e-12 ? 0 : 1;
}
