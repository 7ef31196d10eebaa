// Defines the tokenizer of a MeCab dictionary.
#include "parbleu/tokenizers/mecab.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "parbleu/unicode/unicode.hpp"
#include "tokenizers/mecab/dictionary.hpp"
#include "tokenizers/mecab/lattice.hpp"
#include "tokenizers/rewrite.hpp"
#include "tokenizers/split.hpp"

namespace parbleu {
namespace {

using tokenizing::Boundaries;
using tokenizing::Planes;

// Without white space at both ends, as str.strip.
template <class Unit>
std::span<const Unit> stripped(std::span<const Unit> units) {
  while (!units.empty() && is_space(units.back())) units = units.first(units.size() - 1);
  while (!units.empty() && is_space(units.front())) units = units.subspan(1);
  return units;
}

class Mecab final : public Tokenizer {
 public:
  Mecab(std::string name, const MecabFiles& files) : name_(std::move(name)), dictionary_(files) {}

  [[nodiscard]] const char* name() const override { return name_.c_str(); }
  [[nodiscard]] std::size_t work() const override { return 16; }

  [[nodiscard]] bool has_numbers() const override { return true; }
  [[nodiscard]] Tokens number(const Text& line, Arena& arena, Simd simd,
                              std::unique_ptr<TokenizerMemory>&) const override {
    tokenizing::check_size(line, std::numeric_limits<std::uint32_t>::max());
    return visit(line, [&](auto units) { return numbered(stripped(units), arena, simd); });
  }

 private:
  template <class Unit>
  [[nodiscard]] Tokens numbered(std::span<const Unit> text, Arena& arena, Simd simd) const {
    const mecab::Path path = words(text, arena, simd);
    const std::span<Span> spans = arena.make<Span>(text.size());
    const std::span<std::uint64_t> numbers = arena.make<std::uint64_t>((text.size() + 7) / 8 * 8);
    std::size_t count = 0;
    for (std::size_t k = 0; k < path.spans.size(); ++k) {
      const Span span = path.spans[k];
      const auto word = text.subspan(span.begin, span.size);
      if (path.numbers[k] != 0 && std::ranges::none_of(word, [](Unit unit) { return is_space(unit); })) {
        spans[count] = span;
        numbers[count++] = path.numbers[k];
        continue;
      }
      // A word that is unknown here may be one of the dictionary elsewhere, and so may be the parts of one with white space.
      for (auto at = word.begin(); at != word.end();) {
        at = std::find_if_not(at, word.end(), is_space);
        const auto end = std::find_if(at, word.end(), is_space);
        if (at == end) break;
        spans[count] = {span.begin + static_cast<std::uint32_t>(at - word.begin()),
                        static_cast<std::uint32_t>(end - at)};
        numbers[count++] = dictionary_.number(std::span<const Unit>(at, end));
        at = end;
      }
    }
    std::fill(numbers.begin() + static_cast<std::ptrdiff_t>(count),
              numbers.begin() + static_cast<std::ptrdiff_t>((count + 7) / 8 * 8), 0);
    return {as_text(text), spans.first(count), numbers.data()};
  }

  template <class Unit>
  [[nodiscard]] mecab::Path words(std::span<const Unit> units, Arena& arena, Simd simd) const {
    if constexpr (sizeof(Unit) > 1) {
      const auto lone = std::ranges::find_if(units, [](Unit unit) { return unit >= 0xD800 && unit <= 0xDFFF; });
      if (lone != units.end()) {
        throw LoneSurrogate{
            this, *lone, {units.begin(), units.begin() + std::min<std::ptrdiff_t>(40, std::ssize(units))}};
      }
    }
    return mecab::cheapest_words(
        dictionary_, units.first(static_cast<std::size_t>(std::ranges::find(units, 0) - units.begin())), arena,
        simd);
  }

  [[nodiscard]] Boundaries boundaries(const Text& line, Arena& arena, Simd simd) const override {
    static const tokenizing::ClassTable table = tokenizing::white_space();
    const std::span<Planes> planes = tokenizing::classify(line, table, arena, simd);
    const std::span<std::uint64_t> inside = arena.make<std::uint64_t>(planes.size());
    std::ranges::fill(inside, 0);
    visit(line, [&]<class Unit>(std::span<const Unit> units) {
      const std::span<const Unit> text = stripped(units);
      const auto offset = static_cast<std::size_t>(text.data() - units.data());
      for (const Span& span : words(text, arena, simd).spans) {
        const std::size_t begin = offset + span.begin;
        planes[begin / 64].cut |= std::uint64_t{1} << (begin % 64);
        for (std::size_t at = begin; at < begin + span.size; ++at)
          inside[at / 64] |= std::uint64_t{1} << (at % 64);
      }
    });
    for (std::size_t word = 0; word < planes.size(); ++word) planes[word].space |= ~inside[word];
    return tokenizing::find_boundaries(line, planes, tokenizing::Ends::open, arena);
  }

  // The surfaces with a blank between them, white space within them included.
  [[nodiscard]] Text joined(const Text& line, Arena& arena, Simd simd) const override {
    return visit(line, [&]<class Unit>(std::span<const Unit> units) {
      const std::span<const Unit> text = stripped(units);
      const Text all = tokenizing::join_tokens({as_text(text), words(text, arena, simd).spans}, arena);
      return as_text(stripped(std::span(static_cast<const Unit*>(all.data), all.size)));
    });
  }

  std::string name_;
  mecab::Dictionary dictionary_;
};

}  // namespace

std::unique_ptr<const Tokenizer> make_mecab(std::string name, const MecabFiles& files) {
  return std::make_unique<const Mecab>(std::move(name), files);
}

}  // namespace parbleu
