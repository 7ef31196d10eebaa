#include "parbleu/tokenizers/piece_model.hpp"

#include <algorithm>
#include <utility>

#include "parbleu/unicode/unicode.hpp"
#include "tokenizers/pieces/unigram.hpp"
#include "tokenizers/split.hpp"

namespace parbleu {
namespace {

using pieces::Bytes;
using pieces::SymbolTrie;

template <class Unit>
Bytes to_utf8(std::span<const Unit> units, Arena& arena, const Tokenizer& tokenizer) {
  constexpr std::size_t most = sizeof(Unit) == 1 ? 2 : sizeof(Unit) == 2 ? 3 : 4;
  const std::span<std::uint8_t> room = arena.make<std::uint8_t>(most * units.size());
  std::uint8_t* to = room.data();
  for (std::size_t at = 0; at < units.size(); ++at) {
    if (sizeof(Unit) > 1 && pieces::is_surrogate(units[at])) {
      throw LoneSurrogate{&tokenizer, units[at],
                          std::u32string(units.begin(), units.begin() + static_cast<std::ptrdiff_t>(at) + 1)};
    }
    to += pieces::encode_utf8(units[at], to);
  }
  return arena.shrink(room, static_cast<std::size_t>(to - room.data()));
}

Bytes rewritten(const Text& line, const pieces::TextRules& rules, Arena& arena, const Tokenizer& tokenizer) {
  const Bytes known = rules.rewrite_known(line, arena);
  if (!known.empty()) return known;
  return visit(line, [&](auto units) { return rules.rewrite(to_utf8(units, arena, tokenizer), arena); });
}

// Writes the code points of a text; returns where they end.
std::uint32_t* decode_marked(Bytes text, std::uint32_t* to) {
  pieces::for_each_character(text, [&](std::uint32_t character) { *to++ = character; });
  return to;
}

// Collects tokens: numbers where there are some, else their code points.
class Numbered {
 public:
  Numbered(const pieces::Unigram& model, std::size_t bytes, Arena& arena)
      : model_(model),
        units_(arena.make<std::uint32_t>(bytes)),
        spans_(arena.make<Span>(bytes)),
        numbers_(arena.make<std::uint64_t>((bytes + 7) / 8 * 8)) {}

  void add(std::uint32_t id) { numbers_[count_++] = std::uint64_t{id} + 1; }

  // The words of a text that is no piece, or one with white space.
  void add_words(Bytes text) {
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = at;
      std::size_t size = 0;
      std::uint32_t* const begin = units_.data() + used_;
      std::uint32_t* to = begin;
      for (; end < text.size(); end += size) {
        size = pieces::character_size(text[end]);
        std::uint32_t* const next = decode_marked(text.subspan(end, size), to);
        if (is_space(*to)) break;
        to = next;
      }
      if (end > at) add_word(text.subspan(at, end - at), static_cast<std::size_t>(to - begin));
      at = end + (end < text.size() ? size : 0);
    }
  }

  [[nodiscard]] Tokens tokens() {
    std::fill(numbers_.begin() + static_cast<std::ptrdiff_t>(count_),
              numbers_.begin() + static_cast<std::ptrdiff_t>((count_ + 7) / 8 * 8), 0);
    return {as_text<std::uint32_t>(units_.first(used_)), spans_.first(count_), numbers_.data()};
  }

 private:
  void add_word(Bytes text, std::size_t units) {
    const std::uint32_t id = model_.token_of(text);
    if (id != SymbolTrie::none) return add(id);
    spans_[count_] = {static_cast<std::uint32_t>(used_), static_cast<std::uint32_t>(units)};
    used_ += units;
    numbers_[count_++] = 0;
  }

  const pieces::Unigram& model_;
  std::span<std::uint32_t> units_;
  std::span<Span> spans_;
  std::span<std::uint64_t> numbers_;
  std::size_t used_ = 0;
  std::size_t count_ = 0;
};

Tokens plain_tokens(std::span<const std::uint32_t> ids, Arena& arena) {
  const std::size_t padded = (ids.size() + 7) / 8 * 8;
  const std::span<std::uint64_t> numbers = arena.make<std::uint64_t>(padded);
  std::ranges::transform(ids, numbers.begin(), [](std::uint32_t id) { return std::uint64_t{id} + 1; });
  std::ranges::fill(numbers.subspan(ids.size()), 0);
  return {as_text<std::uint8_t>({}), arena.make<Span>(ids.size()), numbers.data()};
}

}  // namespace

PieceModel::PieceModel(std::string name, std::string_view file)
    : name_(std::move(name)), model_(std::make_unique<pieces::Unigram>(pieces::read_model_file(file))) {}

PieceModel::~PieceModel() = default;

Tokens PieceModel::number(const Text& line, Arena& arena, Simd, std::unique_ptr<TokenizerMemory>& memory) const {
  const Bytes text = rewritten(line, model_->rules(), arena, *this);
  const pieces::Segmented found = model_->segment(text, arena, &memory);
  if (found.plain) return plain_tokens(found.ids, arena);
  Numbered numbered(*model_, 3 * text.size(), arena);  // a mark may be three bytes, each a token
  model_->for_each_token(
      text, found.ids, [&](std::uint32_t id, Bytes) { numbered.add(id); },
      [&](Bytes other) { numbered.add_words(other); });
  return numbered.tokens();
}

Text PieceModel::joined(const Text& line, Arena& arena, Simd) const {
  const Bytes text = rewritten(line, model_->rules(), arena, *this);
  const pieces::Segmented found = model_->segment(text, arena, nullptr);
  std::size_t bytes = 0;
  const auto measure = [&](Bytes token) { bytes += token.size() + 1; };
  model_->for_each_token(text, found.ids, [&](std::uint32_t, Bytes token) { measure(token); }, measure);
  const std::span<std::uint32_t> units = arena.make<std::uint32_t>(bytes);
  std::uint32_t* to = units.data();
  const auto write = [&](Bytes token) {
    to = decode_marked(token, to);
    *to++ = ' ';
  };
  model_->for_each_token(text, found.ids, [&](std::uint32_t, Bytes token) { write(token); }, write);
  if (to != units.data()) --to;
  return as_text<std::uint32_t>(units.first(static_cast<std::size_t>(to - units.data())));
}

tokenizing::Boundaries PieceModel::boundaries(const Text& line, Arena& arena, Simd simd) const {
  static const tokenizing::ClassTable table = tokenizing::white_space();
  const Text pieces = joined(line, arena, simd);
  return tokenizing::find_boundaries(pieces, tokenizing::classify(pieces, table, arena, simd),
                                     tokenizing::Ends::open, arena);
}

std::string PieceModel::decode(std::span<const std::string> tokens) const { return model_->decode(tokens); }

}  // namespace parbleu
