// Normalizes what programs write in, before or behind words: tokens of models, factors, pieces, times, escapes.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "parbleu/base/arena.hpp"
#include "parbleu/unicode/unicode.hpp"
#include "writing/lines.hpp"
#include "writing/normalizing.hpp"
#include "writing/places.hpp"

namespace parbleu::normalizing {
namespace {

constexpr bool is_folded_letter(char32_t point) { return is_letter(folded(point)); }

// --- times of subtitles

// Where 0:00:01,000 ends, whose hours may be missing.
std::size_t end_of_time(View text, std::size_t at) {
  const auto are_digits = [&](std::size_t begin, std::size_t count) {
    return begin + count <= text.size() && std::ranges::all_of(text.substr(begin, count), is_decimal);
  };
  for (std::size_t digits = 3; digits-- > 0;) {
    if (!are_digits(at, digits)) continue;
    for (const std::size_t colon : {std::size_t{1}, std::size_t{0}}) {
      const std::size_t begin = at + digits + colon;
      if (colon == 1 && !stands(text, begin - 1, U":")) continue;
      if (!are_digits(begin, 2) || !stands(text, begin + 2, U":") || !are_digits(begin + 3, 2) ||
          !stands(text, begin + 5, U".,") || !are_digits(begin + 6, 1)) {
        continue;
      }
      return begin + 6 + (are_digits(begin + 6, 3) ? 3 : are_digits(begin + 6, 2) ? 2 : 1);
    }
  }
  return nowhere;
}

// Where [0:01] or [0:00:01] ends.
std::size_t end_of_time_in_brackets(View text, std::size_t at) {
  std::size_t end = at + 1;
  for (int parts = 0; parts < 3; ++parts) {
    const std::size_t begin = end;
    while (end < text.size() && end - begin < 2 && is_decimal(text[end])) ++end;
    if (end == begin || (parts > 0 && end - begin < 2)) return nowhere;
    if (parts > 0 && stands(text, end, U"]")) return end + 1;
    if (!stands(text, end, U":")) return nowhere;
    ++end;
  }
  return nowhere;
}

bool may_begin_time(char32_t point) { return point == U'[' || point == U':' || is_decimal(point); }

std::size_t end_of_times(View text, std::size_t at) {
  if (text[at] == U'[') return end_of_time_in_brackets(text, at);
  const std::size_t end = end_of_time(text, at);
  if (end == nowhere) return nowhere;
  std::size_t next = end_of_blanks(text, end);
  if (next - end > 4) return end;
  const std::size_t arrow = text.substr(next).starts_with(U"-->") ? 3 : stands(text, next, U",") ? 1 : 0;
  next += arrow;
  const std::size_t second = end_of_blanks(text, next);
  if (arrow == 0 || second - next > 4) return end;
  const std::size_t end_of_second = end_of_time(text, second);
  return end_of_second == nowhere ? end : end_of_second;
}

bool is_only_number(View text) {
  const std::size_t begin = end_of_blanks(text, 0), end = end_of_run(text, begin, is_decimal);
  return begin <= 8 && end > begin && end - begin <= 6 && text.size() - end <= 8 &&
         end_of_blanks(text, end) == text.size();
}

// --- special tokens

constexpr View in_angles[] = {U"s",    U"pad", U"unk", U"bos",           U"eos",
                              U"mask", U"sep", U"cls", U"start_of_turn", U"end_of_turn"};
constexpr View in_brackets[] = {U"cls", U"sep", U"pad", U"unk", U"bos", U"eos", U"mask", U"inst", U"/inst"};

// Where a code of letters and some other characters ends, if it has a length within bounds, and its closing.
template <class Is>
std::size_t end_of_code(View text, std::size_t at, Is&& is, std::size_t least, std::size_t most, View closing) {
  const std::size_t end = end_of_run(text, at, is);
  const bool fits =
      end - at >= least && end - at <= most && text.substr(std::min(end, text.size())).starts_with(closing);
  return fits ? end + closing.size() : nowhere;
}

std::size_t end_of_token_in_angles(View text, std::size_t at) {
  const auto is_of_code = [](char32_t point) { return is_folded_letter(point) || contains(View(U"_-"), point); };
  if (stands(text, at + 1, U"|")) {
    return end_of_code(text, at + 2, [](char32_t point) { return !contains(View(U"<>|"), point); }, 1, 40, U"|>");
  }
  if (stands(text, at + 1, U"2")) return end_of_code(text, at + 2, is_of_code, 2, 12, U">");
  return end_of_one(text, at + 1 + stands(text, at + 1, U"/"), in_angles, U">");
}

// Where __de__ or __de_DE__ ends.
std::size_t end_of_language(View text, std::size_t at) {
  if (!has_at(text, at, U"__")) return nowhere;
  const std::size_t end = end_of_code(text, at + 2, is_folded_letter, 2, 3, U"_");
  if (end == nowhere) return nowhere;
  const std::size_t of_region = end_of_code(text, end, is_folded_letter, 2, 4, U"__");
  return of_region != nowhere ? of_region : stands(text, end, U"_") ? end + 1 : nowhere;
}

// Where de_DE, deu_Latn or de_XX ends.
std::size_t end_of_locale(View text, std::size_t at) {
  const std::size_t end = end_of_run(text, at, is_folded_letter);
  const std::size_t last =
      end < text.size() && text[end] == U'_' ? end_of_run(text, end + 1, is_folded_letter) : 0;
  if (at == 0 && last != 0 && last < text.size() && is_space(text[last]) &&
      ((end == 3 && last == 8) || (end == 2 && last == 5))) {
    return last + 1;
  }
  const bool is_begin = at == 0 || !is_of_word(text[at - 1]);
  const bool is_code = is_begin && end == at + 2 && has_at(text, end, U"_xx");
  return is_code && !(end + 3 < text.size() && is_of_word(text[end + 3])) ? end + 3 : nowhere;
}

std::size_t end_of_special_token(View text, std::size_t at) {
  const char32_t point = text[at];
  if (point == U'<') return end_of_token_in_angles(text, at);
  if (point == U'[') return end_of_one(text, at + 1, in_brackets, U"]");
  if (point == U'>' && has_at(text, at, U">>")) {
    return end_of_code(
        text, at + 2, [](char32_t letter) { return is_folded_letter(letter) || contains(View(U"_-"), letter); }, 2,
        12, U"<<");
  }
  if (point == U'_') return end_of_language(text, at);
  return is_folded_letter(point) && (at == 0 || !is_folded_letter(text[at - 1])) ? end_of_locale(text, at)
                                                                                 : nowhere;
}

// --- factors of words

// Where |NN|3 ends behind a word.
std::size_t end_of_factors(View text, std::size_t at) {
  std::size_t count = 0;
  while (stands(text, at, U"|")) {
    const std::size_t begin = ++at;
    at = end_of_run(text, at, [](char32_t point) { return point != U'|' && !is_space(point); });
    if (at == begin || at - begin > 40 || ++count > 5) return nowhere;
  }
  return ends_word(text, at) ? at : nowhere;
}

std::size_t end_of_factor(View text, std::size_t at) {
  const char32_t before = at == 0 ? U' ' : text[at - 1];
  if (is_space(before)) return nowhere;
  if (text[at] == U'|') return before == U'|' ? nowhere : end_of_factors(text, at);
  if ((text[at] != U'/' && text[at] != U'_') || is_capital(before)) return nowhere;
  const std::size_t end = end_of_run(text, at + 1, is_capital), last = end + stands(text, end, U"$");
  return end - at >= 3 && end - at <= 7 && ends_word(text, last) ? last : nowhere;
}

// --- marks of words

// Whether the star there begins a part that another one ends, as in Markdown.
bool begins_emphasis(View text, std::size_t at) {
  const std::size_t next = text.find(U'*', at + 1);
  return next != nowhere && next > at + 1 && next - at <= 201 && !is_space(text[next - 1]) &&
         !(next + 1 < text.size() && is_of_word(text[next + 1]));
}

bool marks_word(View text, std::size_t at) {
  if (at + 1 >= text.size() || !is_in_word(text[at + 1])) return false;
  if (at > 0 && (contains(View(U"*@#"), text[at - 1]) || is_of_word(text[at - 1]))) return false;
  return !stands(text, end_of_run(text, at + 1, is_of_word), U"*") &&
         !(text[at] == U'*' && begins_emphasis(text, at));
}

// --- escaped characters

std::u32string with_bytes(View text) {
  return rewritten_from(text, U"<", [&](std::size_t at, std::u32string& result) {
    constexpr View begin = U"<0x";
    constexpr std::size_t size = 6;
    std::vector<std::uint8_t> bytes;
    for (; text.substr(at).starts_with(begin) && stands(text, at + size - 1, U">"); at += size) {
      const View digits = text.substr(at + begin.size(), 2);
      const std::int32_t byte = number_at(digits, 0, 2);
      if (byte < 0 || std::ranges::any_of(digits, [](char32_t point) { return point >= U'a'; })) break;
      bytes.push_back(static_cast<std::uint8_t>(byte));
    }
    if (bytes.empty()) return nowhere;
    result += decoded_utf8(bytes, U"\ufffd");
    return at;
  });
}

constexpr bool is_surrogate(char32_t point) { return point >= 0xD800 && point <= 0xDFFF; }

// Pairs of surrogates as characters; others replaced.
std::u32string with_joined_surrogates(View text) {
  return rewritten(text, is_surrogate, [&](std::size_t at, std::u32string& result) {
    const auto joined = at + 1 < text.size() ? joined_halves(text[at], text[at + 1]) : std::nullopt;
    result += joined.value_or(U'\ufffd');
    return at + 1 + joined.has_value();
  });
}

}  // namespace

std::u32string subtitles(std::u32string text) {
  if (is_only_number(text)) return {};
  if (!contains(text, U':')) return text;
  const std::u32string bare =
      rewritten(text, may_begin_time, [&](std::size_t at, std::u32string&) { return end_of_times(text, at); });
  return own(stripped(replaced(replaced(bare, U"[]", U""), U"<>", U"")));
}

std::u32string special_tokens(std::u32string text) {
  std::uint32_t signs = 0, bars = 0;  // which most texts lack; compiles to vector instructions
  for (const std::uint32_t point : text) {
    signs |= (point == U'<') | (point == U'[') | (point == U'>');
    bars |= point == U'_';
  }
  if ((signs | bars) == 0) return own(stripped(text));
  const auto may_begin = [&](char32_t point) {
    return point == U'<' || point == U'[' || point == U'>' ||
           (bars != 0 && (point == U'_' || is_folded_letter(point)));
  };
  return own(stripped(rewritten(text, may_begin,
                                [&](std::size_t at, std::u32string&) { return end_of_special_token(text, at); })));
}

std::u32string factors(std::u32string text) {
  return rewritten_from(text, U"|/_", [&](std::size_t at, std::u32string&) { return end_of_factor(text, at); });
}

std::u32string unknown_words(std::u32string text) {
  return rewritten_from(text, U"*@#",
                        [&](std::size_t at, std::u32string&) { return marks_word(text, at) ? at + 1 : nowhere; });
}

std::u32string escapes(std::u32string text) {
  if (contains(text, View(U"<0x"))) text = with_bytes(text);
  if (!contains(text, U'\\')) return text;
  text = rewritten_from(text, U"\\", [&](std::size_t at, std::u32string& result) {
    if (!stands(text, at + 1, U"ux")) return nowhere;
    const std::size_t digits = text[at + 1] == U'u' ? 4 : 2;
    const std::int32_t point = number_at(text, at + 2, digits);
    if (point < 0) return nowhere;
    result += static_cast<char32_t>(point);
    return at + 2 + digits;
  });
  if (std::ranges::any_of(text, is_surrogate)) text = with_joined_surrogates(text);
  if (!contains(text, U'\\')) return text;
  return rewritten_from(text, U"\\", [&](std::size_t at, std::u32string& result) {
    if (!stands(text, at + 1, U"ntr\"'/\\")) return nowhere;
    result += contains(View(U"ntr"), text[at + 1]) ? U' ' : text[at + 1];
    return at + 2;
  });
}

std::u32string percent_encoding(std::u32string text) {
  const bool has_address = contains(text, View(U"://"));
  bool is_in_address = false;  // which has such characters by itself
  std::size_t seen = 0;
  std::vector<std::uint8_t> bytes;
  return rewritten_from(text, U"%", [&](std::size_t at, std::u32string& result) {
    for (; has_address && seen < at; ++seen)
      is_in_address = !is_space(text[seen]) && (is_in_address || View(text).substr(seen).starts_with(U"://"));
    if (is_in_address) return nowhere;
    if (const std::int32_t byte = number_at(text, at + 1, 2);  // mostly a single one of ASCII
        byte < 0 || (byte < 0x80 && !stands(text, at + 3, U"%"))) {
      if (byte < 0) return nowhere;
      result += byte < ' ' ? U' ' : static_cast<char32_t>(byte);
      return at + 3;
    }
    bytes.clear();
    std::size_t end = at;
    for (; end < text.size() && text[end] == U'%'; end += 3) {
      const std::int32_t byte = number_at(text, end + 1, 2);
      if (byte < 0) break;
      bytes.push_back(static_cast<std::uint8_t>(byte));
    }
    if (bytes.empty()) return nowhere;
    std::u32string meant(bytes.begin(), bytes.end());
    if (!is_ascii(meant)) {
      Arena arena;
      const Decoded decoded = decode_utf8(bytes, arena);
      meant = decoded.bad_byte ? text.substr(at, end - at) : points_of(decoded.text);
    }
    for (const char32_t point : meant) result += point < U' ' ? U' ' : point;
    return end;
  });
}

std::u32string pieces(std::u32string text) {
  for (const View mark : {View(U"▁"), View(U"Ġ"), View(U"</w>")}) {  // of SentencePiece and of GPT-2
    if (contains(text, mark)) return own(stripped(replaced(replaced(text, U" ", U""), mark, U" ")));
  }
  for (const View joiner : {View(U" ￭"), View(U"￭ "), View(U"￭"), View(U"@@ ")}) {
    text = replaced(text, joiner, U"");
  }
  if (text.ends_with(U"@@")) text.resize(text.size() - 2);
  return replaced(text, U" ##", U"");
}

std::u32string placeholders(std::u32string text) {
  constexpr std::pair<View, View> written[] = {
      {U"-LRB-", U"("}, {U"-RRB-", U")"}, {U"-LSB-", U"["}, {U"-RSB-", U"]"}, {U"-LCB-", U"{"},
      {U"-RCB-", U"}"}, {U" @-@ ", U"-"}, {U" @/@ ", U"/"}, {U" @,@ ", U","}, {U" @.@ ", U"."}};
  for (const auto& [mark, meant] : written) text = replaced(text, mark, meant);
  return text;
}

}  // namespace parbleu::normalizing
