#include "tokenizers/pieces/text_rules.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "parbleu/base/parallel.hpp"
#include "parbleu/tokenizers/piece_model.hpp"
#include "parbleu/unicode/unicode.hpp"

namespace parbleu::pieces {
namespace {

constexpr std::uint32_t value_bit = std::uint32_t{1} << 31;
constexpr std::size_t block = 256;   // units in which a node's children stand
constexpr int most_steps = 1 << 20;  // bytes of rules that are looked at
constexpr std::size_t places_unchecked = 1U << 16;
constexpr std::size_t longest_text = std::size_t{1} << 31;
constexpr std::size_t slack = 32;  // bytes behind a rewritten text that may be read

constexpr std::uint32_t plane_size = 0x10000;

// What is known of a character: its replacement in the three lowest bytes, and how many of them there are, in units of
// `one_byte`.
constexpr std::uint32_t one_byte = 1U << 24;
constexpr std::uint32_t known = 1U << 30;
constexpr std::uint32_t space_bit = 1U << 31;  // it becomes a space

constexpr std::array<std::uint8_t, 3> replacement_character{0xEF, 0xBF, 0xBD};
constexpr std::array<std::uint8_t, 1> one_space{' '};

// The parts of a unit, as Darts-clone lays them out.
bool has_value(std::uint32_t unit) { return ((unit >> 8) & 1) != 0; }
std::uint32_t value(std::uint32_t unit) { return unit & (value_bit - 1); }
std::uint32_t label(std::uint32_t unit) { return unit & (value_bit | 0xFF); }
std::uint32_t offset(std::uint32_t unit) { return (unit >> 10) << ((unit & (1U << 9)) >> 6); }

bool is_continuation(std::uint8_t byte) { return (byte & 0xC0) == 0x80; }
bool is_printable(std::uint8_t byte) { return byte >= 0x20 && byte < 0x7F; }

// The first `size` bytes, with marks behind them.
Bytes closed(std::span<std::uint8_t> room, std::size_t size) {
  std::memset(room.data() + size, mark, slack);
  return room.first(size);
}

// A text that grows in an arena.
class Output {
 public:
  Output(Arena& arena, std::size_t expected) : arena_(arena), room_(arena.make<std::uint8_t>(expected + slack)) {}

  void push(std::uint8_t byte) {
    if (size_ + slack == room_.size()) grow();
    room_[size_++] = byte;
  }
  [[nodiscard]] bool ends_with(std::uint8_t byte) const { return size_ > 0 && room_[size_ - 1] == byte; }
  void pop() { --size_; }
  [[nodiscard]] Bytes text() const { return closed(room_, size_); }

 private:
  void grow() {
    if (size_ >= longest_text)
      throw std::length_error("a segment has more than 2^31 bytes after its normalization");
    const std::span<std::uint8_t> more = arena_.make<std::uint8_t>(2 * room_.size());
    std::copy_n(room_.begin(), size_, more.begin());
    room_ = more;
  }

  Arena& arena_;
  std::span<std::uint8_t> room_;
  std::size_t size_ = 0;
};

}  // namespace

CompiledRules::CompiledRules(std::string_view blob) {
  if (blob.empty()) return;
  constexpr const char* broken = "its rules of normalization are damaged";
  std::uint32_t size = 0;
  if (blob.size() <= sizeof size) throw BadPieceModel(broken);
  const auto word = [&](std::size_t at) {
    std::uint32_t result = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      result |= std::uint32_t{static_cast<std::uint8_t>(blob[at + k])} << (8 * k);
    }
    return result;
  };
  size = word(0);
  if (size == 0 || size % (4 * block) != 0 || size > blob.size() - 4) throw BadPieceModel(broken);
  units_.resize(size / 4);
  for (std::size_t at = 0; at < units_.size(); ++at) units_[at] = word(4 + 4 * at);
  const std::string_view strings = blob.substr(4 + size);
  strings_.assign(strings.begin(), strings.end());
  strings_.push_back(0);
  Arena arena;
  if (decode_utf8(strings_, arena).bad_byte) throw OtherPieceModel("its rules write text that is not UTF-8");
  for (std::uint32_t at = 0; at < units_.size(); ++at) {
    const std::uint32_t unit = units_[at];
    if ((unit & value_bit) != 0) continue;
    const std::size_t children = at ^ offset(unit);
    if (children >= units_.size()) throw BadPieceModel(broken);
    if (!has_value(unit)) continue;
    const std::uint32_t place = value(units_[children]);
    if (place >= strings_.size()) throw BadPieceModel(broken);
    if (is_continuation(strings_[place])) throw OtherPieceModel("its rules write text that is not UTF-8");
  }
}

CompiledRules::Found CompiledRules::longest(Bytes text) const {
  if (units_.empty()) return {};
  Found found;
  std::size_t node = offset(units_[0]);
  for (std::size_t at = 0; at < text.size(); ++at) {
    node ^= text[at];
    const std::uint32_t unit = units_[node];
    if (label(unit) != text[at]) break;
    node ^= offset(unit);
    if (has_value(unit)) {
      const std::uint8_t* const string = strings_.data() + value(units_[node]);
      found = {at + 1, Bytes(string, std::strlen(reinterpret_cast<const char*>(string)))};
    }
  }
  return found;
}

// Goes over all rules, character by character.
class CompiledRules::Parts {
 public:
  Parts(const CompiledRules& rules, const std::function<void(const Part&)>& use)
      : rules_(rules), use_(use), child_(rules.units_.size(), 0), next_(rules.units_.size(), 0) {
    for (std::uint32_t at = 0; at < rules.units_.size(); ++at) {
      const std::uint32_t byte = label(rules.units_[at]);
      if (byte == 0 || byte >= block) continue;
      next_[at] = std::exchange(child_[at ^ byte], at + 1);
    }
  }

  // The characters behind a node, and all that follows them.
  bool follow(std::uint32_t node, std::size_t before) {
    if (child_[node] != 0 && before == most_characters) return false;
    return for_each_child(node, [&](std::uint32_t at, std::uint32_t byte) {
      const auto first = static_cast<std::uint8_t>(byte);
      if (is_continuation(first) || first == mark) return false;
      const std::size_t size = character_size(first);
      return finish(at, size - 1, size == 1 ? byte : byte & (0x7FU >> size), before);
    });
  }

 private:
  static constexpr std::size_t most_characters = 64;

  // Calls use(place, byte) for each child until it returns false.
  template <class Use>
  bool for_each_child(std::uint32_t node, Use&& use) {
    for (std::uint32_t at = child_[node]; at != 0; at = next_[at - 1]) {
      if (!use(at - 1, label(rules_.units_[at - 1]))) return false;
    }
    return true;
  }

  // Characters of which `more` bytes are missing.
  bool finish(std::uint32_t at, std::size_t more, std::uint32_t character, std::size_t before) {
    if (++steps_ > most_steps) return false;
    const std::uint32_t unit = rules_.units_[at];
    const std::uint32_t node = at ^ offset(unit);
    if (more == 0) {
      const std::uint8_t* const strings = rules_.strings_.data();
      use_({before, character, has_value(unit) ? strings + value(rules_.units_[node]) : nullptr});
      return follow(node, before + 1);
    }
    if (has_value(unit)) return false;
    return for_each_child(node, [&](std::uint32_t next, std::uint32_t byte) {
      // Nothing else follows in UTF-8.
      return !is_continuation(static_cast<std::uint8_t>(byte)) ||
             finish(next, more - 1, character << 6 | (byte & 0x3F), before);
    });
  }

  const CompiledRules& rules_;
  const std::function<void(const Part&)>& use_;
  // By node: the place of its first child; by place: that of the next child of the same node. Counted from 1, 0 if there
  // is none.
  std::vector<std::uint32_t> child_;
  std::vector<std::uint32_t> next_;
  int steps_ = 0;
};

bool CompiledRules::for_each_part(const std::function<void(const Part&)>& use) const {
  return units_.empty() || Parts(*this, use).follow(offset(units_[0]), 0);
}

TextRules::TextRules(const ModelFile& file, std::span<const SymbolTrie::Key> symbols)
    : rules_(file.rules),
      dummy_prefix_(file.add_dummy_prefix && !file.whitespace_as_suffix),
      dummy_suffix_(file.add_dummy_prefix && file.whitespace_as_suffix),
      remove_spaces_(file.remove_extra_whitespaces),
      escape_(file.escape_whitespaces) {
  read_known();
  if (symbols.empty()) return;
  symbols_ = SymbolTrie(symbols);
  known_.clear();
}

void TextRules::read_known() {
  known_.assign(plane_size, 0);
  for (std::uint32_t character = 0; character < plane_size; ++character) {
    if (is_surrogate(character)) continue;
    std::uint8_t bytes[4];
    know(character, Bytes(bytes, encode_utf8(character, bytes)));
  }
  std::vector<std::uint32_t> later;
  const bool complete = rules_.for_each_part([&](const CompiledRules::Part& part) {
    if (part.character >= plane_size) return;
    if (part.before > 0) {
      later.push_back(part.character);
    } else if (part.replacement != nullptr) {
      know(part.character, Bytes(part.replacement, std::strlen(reinterpret_cast<const char*>(part.replacement))));
    }
  });
  for (const std::uint32_t character : later) known_[character] = 0;
  plain_ = complete;
  for (std::uint32_t byte = 0x21; byte < 0x7F; ++byte)
    plain_ = plain_ && known_[byte] == (known | one_byte | byte);
  plain_ = plain_ && (known_[' '] & (known | space_bit)) == (known | space_bit);
  if (!complete) known_.clear();
}

void TextRules::know(std::uint32_t character, Bytes replacement) {
  std::uint32_t value = known;
  if (std::ranges::equal(replacement, one_space)) {
    value |= space_bit | one_byte | (escape_ ? mark : ' ');
  } else if (std::ranges::equal(replacement, mark_in_utf8, {}, {},
                                [](char byte) { return static_cast<std::uint8_t>(byte); })) {
    value |= one_byte | mark;
  } else if (replacement.size() > 3 || std::ranges::find(replacement, ' ') != replacement.end()) {
    value = 0;
  } else {
    value |= static_cast<std::uint32_t>(replacement.size()) * one_byte;
    for (std::size_t at = 0; at < replacement.size(); ++at) value |= std::uint32_t{replacement[at]} << (8 * at);
  }
  known_[character] = value;
}

// What the rules, or their absence, make of the beginning of a text. Bytes that a rule has cut off a character are
// malformed.
TextRules::Prefix TextRules::prefix(Bytes rest) const {
  if (!symbols_.empty()) {
    const std::size_t symbol = symbols_.longest_prefix(rest);
    if (symbol > 0) return {rest.first(symbol), symbol};
  }
  const CompiledRules::Found found = rules_.longest(rest);
  if (found.length > 0) return {found.replacement, found.length};
  if (is_continuation(rest.front())) return {replacement_character, 1};
  const std::size_t size = character_size(rest.front());
  return {rest.first(size), size};
}

std::size_t TextRules::leading_spaces(Bytes utf8) const {
  std::size_t at = 0;
  while (at < utf8.size()) {
    const Prefix next = prefix(utf8.subspan(at));
    if (!std::ranges::equal(next.text, one_space)) break;
    at += next.consumed;
  }
  return at;
}

Bytes TextRules::rewrite(Bytes utf8, Arena& arena) const {
  if (utf8.size() >= longest_text) throw std::length_error("a segment has more than 2^31 bytes in UTF-8");
  std::size_t at = remove_spaces_ ? leading_spaces(utf8) : 0;
  if (at == utf8.size()) return {};
  const std::uint8_t space = escape_ ? mark : ' ';
  Output output(arena, utf8.size() + utf8.size() / 2);
  if (dummy_prefix_) output.push(space);
  bool after_space = remove_spaces_;
  const bool quick = plain_ && symbols_.empty();
  for (std::size_t steps = 0; at < utf8.size(); ++steps) {
    if (steps % places_unchecked == places_unchecked - 1) check_interruption();
    const bool ascii_next = at + 1 == utf8.size() || utf8[at + 1] < 0x80;
    if (quick && ascii_next && is_printable(utf8[at]) && utf8[at] != ' ') {
      output.push(utf8[at++]);
      after_space = false;
      continue;
    }
    const Prefix next = prefix(utf8.subspan(at));
    at += next.consumed;
    Bytes text = next.text;
    while (after_space && !text.empty() && text.front() == ' ') text = text.subspan(1);
    for (std::size_t place = 0; place < text.size(); ++place) {
      if (text[place] == ' ') {
        output.push(space);
      } else if (text.size() - place >= 3 && std::memcmp(&text[place], mark_in_utf8.data(), 3) == 0) {
        output.push(mark);
        place += 2;
      } else {
        output.push(text[place]);
      }
    }
    if (!text.empty()) after_space = remove_spaces_ && text.back() == ' ';
  }
  while (remove_spaces_ && output.ends_with(space)) output.pop();
  if (dummy_suffix_) output.push(space);
  return output.text();
}

Bytes TextRules::rewrite_known(const Text& line, Arena& arena) const {
  if (line.size == 0 || line.size >= longest_text / 4) return {};
  return visit(line, [&]<class Unit>(std::span<const Unit> units) {
    if constexpr (sizeof(Unit) == 1) {
      const Bytes printable = rewrite_printable(units, arena);
      if (!printable.empty()) return printable;
    }
    return known_.empty() ? Bytes() : rewrite_units(units, arena);
  });
}

template <class Unit>
Bytes TextRules::rewrite_units(std::span<const Unit> units, Arena& arena) const {
  const std::span<std::uint8_t> room = arena.make<std::uint8_t>(3 * units.size() + 2 + slack);
  const std::uint8_t space = escape_ ? mark : ' ';
  std::uint8_t* to = room.data();
  if (dummy_prefix_) *to++ = space;
  const std::uint8_t* const begin = to;
  const std::uint32_t* const known_here = known_.data();
  const std::uint32_t removes = remove_spaces_ ? 1 : 0;
  std::uint32_t after_space = removes;
  std::uint32_t all = known;
  // Without a branch for what a character is.
  for (const Unit unit : units) {
    if (sizeof(Unit) == 4 && unit >= plane_size) return {};
    const std::uint32_t value = known_here[unit];
    all &= value;
    const std::uint32_t is_space = value / space_bit;
    const std::uint32_t size = value / one_byte & 3;
    for (std::size_t at = 0; at < 3; ++at) to[at] = static_cast<std::uint8_t>(value >> (8 * at));
    to += (is_space & after_space) != 0 ? 0 : size;
    after_space = size == 0 ? after_space : is_space & removes;
  }
  if (all == 0) return {};
  while (remove_spaces_ && to > begin && to[-1] == space) --to;
  if (to == begin) return {};
  if (dummy_suffix_) *to++ = space;
  return closed(room, static_cast<std::size_t>(to - room.data()));
}

Bytes TextRules::rewrite_printable(Bytes ascii, Arena& arena) const {
  if (!plain_ || !escape_ || ascii.front() == ' ' || ascii.back() == ' ') return {};
  const std::span<std::uint8_t> room = arena.make<std::uint8_t>(ascii.size() + 2 + slack);
  std::size_t size = 0;
  if (dummy_prefix_) room[size++] = mark;
  std::uint8_t* const to = room.data() + size;
  std::uint8_t strange = is_printable(ascii[0]) ? 0 : 1;
  to[0] = ascii[0];
  // Without a branch, so that compilers use vectors.
  for (std::size_t at = 1; at < ascii.size(); ++at) {
    const std::uint8_t byte = ascii[at];
    strange |= static_cast<std::uint8_t>(static_cast<std::uint8_t>(byte - 0x20) > 0x5E);
    strange |= static_cast<std::uint8_t>((byte == ' ') & (ascii[at - 1] == ' '));
    to[at] = byte == ' ' ? mark : byte;
  }
  if (strange != 0) return {};
  size += ascii.size();
  if (dummy_suffix_) room[size++] = mark;
  return closed(room, size);
}

}  // namespace parbleu::pieces
