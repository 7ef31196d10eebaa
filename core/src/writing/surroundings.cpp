// Normalizes what surrounds a translation: what language models write besides it, numbers, tags and quotation marks.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "parbleu/unicode/unicode.hpp"
#include "writing/lines.hpp"
#include "writing/normalizing.hpp"
#include "writing/places.hpp"

namespace parbleu::normalizing {
namespace {

// --- blocks of reasoning

constexpr View of_reasoning[] = {U"think",     U"thinking",   U"thought",    U"thoughts",
                                 U"reasoning", U"reflection", U"scratchpad", U"analysis"};
constexpr View other_marks[] = {U"[think]", U"[/think]", U"◁think▷", U"◁/think▷"};

struct Mark {
  std::size_t begin, end;  // of the text
  bool is_end;             // of a block
};

std::optional<Mark> mark_at(View text, std::size_t at) {
  if (text[at] == U'<') {
    const bool is_end = has_at(text, at + 1, U"/");
    std::size_t word = at + 1 + is_end;
    if (has_at(text, word, U"seed:")) word += 5;
    std::size_t end = end_of_one(text, word, of_reasoning, U">");
    if (end != nowhere) return Mark{at, end, is_end};
    for (const View name : {View(U"<|begin_"), View(U"<|start_"), View(U"<|end_")}) {
      if (!has_at(text, at, name)) continue;
      end = end_of_one(text, at + name.size(), std::array<View, 2>{U"of_thought", U"thinking"}, U"|>");
      if (end != nowhere) return Mark{at, end, name == U"<|end_"};
    }
    return {};
  }
  for (const View mark : other_marks) {
    if (has_at(text, at, mark)) return Mark{at, at + mark.size(), contains(mark, U'/')};
  }
  return {};
}

std::vector<Mark> marks_of(View text) {
  std::vector<Mark> marks;
  for (std::size_t at = 0; at < text.size();) {
    const bool may_begin = text[at] == U'<' || text[at] == U'[' || text[at] == U'◁';
    const auto mark = may_begin ? mark_at(text, at) : std::nullopt;
    if (mark) marks.push_back(*mark);
    at = mark ? mark->end : at + 1;
  }
  return marks;
}

// --- reasoning in channels, and the same without special tokens

constexpr View channel = U"<|channel|>", final_channel = U"<|channel|>final<|message|>",
               final_word = U"assistantfinal", first_word = U"analysis", done_thinking = U"...done thinking.";

std::size_t begin_of_channel(View text) {
  for (std::size_t at = text.find(channel); at != nowhere; at = text.find(channel, at + 1)) {
    for (const View name : {first_word, View(U"commentary")}) {
      const std::size_t end = at + channel.size() + name.size();
      if (text.substr(at + channel.size()).starts_with(name) && !(end < text.size() && is_of_word(text[end])))
        return at;
    }
  }
  return nowhere;
}

// What a text may have that tells of reasoning, as few others do. Compiles to vector instructions.
struct Signs {
  bool marks, channels, final_word, done;
};

Signs signs_in(View text) {
  std::uint32_t marks = 0, channels = 0, word = 0, done = 0;
  for (const std::uint32_t point : text) marks |= (point == U'<') | (point == U'[') | (point == U'◁');
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    const std::uint32_t one = text[at], two = text[at + 1];
    channels |= (one == U'<') & (two == U'|');
    word |= (one == U't') & (two == U'f');
    done |= (one == U'.') & (two == U'd');
  }
  return {marks != 0, channels != 0, word != 0, done != 0};
}

View behind_last(View text, View part) {
  const std::size_t at = text.rfind(part);
  return at == nowhere ? text : stripped(text.substr(at + part.size()));
}

// --- words in front of a translation, which end in a colon and have one of these

constexpr View leads[] = {
    U"translat",  U"traduc",  U"traduz",   U"traduç",   U"traduit",   U"übersetz", U"uebersetz", U"vertal",
    U"översätt",  U"oversæt", U"oversett", U"käänn",    U"tõlg",      U"tulkoj",   U"vertim",    U"tłumacz",
    U"překlad",   U"preklad", U"prijevod", U"prevod",   U"fordít",    U"μετάφρα",  U"перевод",   U"переклад",
    U"превод",    U"çevir",   U"tərcüm",   U"bản dịch", U"terjemah",  U"salin",    U"tafsiri",   U"翻译",
    U"翻譯",      U"译文",    U"譯文",     U"翻訳",     U"訳文",      U"번역",     U"ترجم",      U"תרגום",
    U"अनुवाद",     U"অনুবাদ",   U"คำแปล",    U"sure",     U"certainly", U"target",   U"output",    U"answer",
    U"assistant", U"english", U"german",   U"french",   U"spanish",   U"chinese",  U"japanese",  U"deutsch"};
constexpr std::size_t longest_lead = 80;

constexpr std::size_t pair_of(char32_t one, char32_t two) { return (one * 37 + two) % 2048; }

// Has the pairs of letters that leads begin with; most texts have few.
constexpr auto begins_of_leads = [] {
  std::array<bool, 2048> there{};
  for (const View lead : leads) there[pair_of(lead[0], lead[1])] = true;
  return there;
}();

bool has_lead(View text) {
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    if (!begins_of_leads[pair_of(text[at], text[at + 1])]) continue;
    if (std::ranges::any_of(leads, [&](View lead) { return text.substr(at).starts_with(lead); })) return true;
  }
  return false;
}

// What str.isdigit of Python takes for digits besides decimal ones.
constexpr std::pair<char32_t, char32_t> other_digits[] = {
    {0xB2, 0xB3},     {0xB9, 0xB9},       {0x1369, 0x1371},   {0x19DA, 0x19DA},   {0x2070, 0x2070},
    {0x2074, 0x2079}, {0x2080, 0x2089},   {0x2460, 0x2468},   {0x2474, 0x247C},   {0x2488, 0x2490},
    {0x24EA, 0x24EA}, {0x24F5, 0x24FD},   {0x24FF, 0x24FF},   {0x2776, 0x277E},   {0x2780, 0x2788},
    {0x278A, 0x2792}, {0x10A40, 0x10A43}, {0x10E60, 0x10E68}, {0x11052, 0x1105A}, {0x1F100, 0x1F10A}};

// --- numbers in brackets or at the beginning

// Where digits end that are so many at most; `nowhere` if there are none, or more.
std::size_t end_of_number(View text, std::size_t at, std::size_t most) {
  const std::size_t end = end_of_run(text, at, is_decimal);
  return end == at || end - at > most ? nowhere : end;
}

std::size_t end_of_citation(View text, std::size_t at) {
  at = end_of_number(text, at + 1, 3);
  while (at != nowhere && stands(text, at, U",–-"))
    at = end_of_number(text, at + 1 + stands(text, at + 1, U" "), 3);
  return at != nowhere && stands(text, at, U"]") ? at + 1 : nowhere;
}

}  // namespace

std::u32string reasoning(std::u32string given) {
  View text = given;
  const Signs signs = signs_in(text);
  if (signs.channels) {
    text = behind_last(text, final_channel);
    if (const std::size_t at = begin_of_channel(text); at != nowhere) text = stripped(text.substr(0, at));
  }
  if (signs.final_word) text = behind_last(text, final_word);
  if (text.starts_with(first_word) && text.size() > first_word.size() && is_capital(text[first_word.size()]))
    text = {};
  if (signs.done) text = behind_last(text, done_thinking);
  if (!signs.marks) return text.size() == given.size() ? given : own(text);
  const std::vector<Mark> marks = marks_of(text);
  if (marks.empty()) return own(text);
  std::u32string front = marks.front().is_end ? std::u32string() : own(text.substr(0, marks.front().begin));
  const auto last = std::find_if(marks.rbegin(), marks.rend(), [](const Mark& mark) { return mark.is_end; });
  if (last == marks.rend()) return own(stripped(front));
  const std::size_t behind = last == marks.rbegin() ? text.size() : std::prev(last)->begin;
  return own(stripped(front.append(text.substr(last->end, behind - last->end))));
}

std::u32string fences(std::u32string text) {
  constexpr View fence = U"```";
  if (!contains(text, fence)) return text;
  const std::u32string bare = rewritten_from(text, U"`", [&](std::size_t at, std::u32string&) {
    if (!View(text).substr(at).starts_with(fence)) return nowhere;
    const std::size_t begin = at + fence.size();
    std::size_t end = begin;
    while (end < text.size() && end - begin < 20 && is_small(text[end])) ++end;
    const View word = View(text).substr(begin, end - begin), rest = View(text).substr(end);
    if (rest.starts_with(U"\n")) return end + 1;
    if (rest.starts_with(U"\\n")) return end + 2;
    const bool is_format =
        word == U"text" || word == U"txt" || word == U"plaintext" || word == U"markdown" || word == U"md";
    return is_format && stands(text, end, U" \t") ? end + 1 : begin;
  });
  return own(stripped(replaced(bare, fence, U"")));  // a fence whose parts stood around another one
}

std::u32string preambles(std::u32string text) {
  const std::size_t colon = View(text).substr(0, longest_lead).find_first_of(U":：");
  if (colon == nowhere) return text;
  const View lead = View(text).substr(0, colon);
  if (!has_lead(small_letters(own(lead)))) return text;
  View end = lead;
  while (!end.empty() && is_space(end.back())) end.remove_suffix(1);
  if (!end.empty() && (is_decimal(end.back()) || is_within(end.back(), other_digits))) return text;
  View rest = stripped(View(text).substr(colon + 1));
  if (rest.starts_with(U"**")) rest = rest.substr(2);
  rest = stripped(rest);
  return rest.empty() ? text : own(rest);
}

std::u32string citations(std::u32string text) {
  if (!contains(text, U'[')) return text;
  return rewritten_from(text, U"[", [&](std::size_t at, std::u32string& bare) {
    const std::size_t end = end_of_citation(text, at);
    if (end != nowhere && at > 0 && text[at - 1] == U' ') bare.pop_back();
    return end;
  });
}

std::u32string markdown(std::u32string text) {
  return own(stripped(rewritten_from(text, U"`*_#", [&](std::size_t at, std::u32string&) {
    const char32_t point = text[at];
    if (point == U'`') return at + 1;
    if (point != U'#') return stands(text, at + 1, View(&point, 1)) ? at + 2 : nowhere;
    if (at > 0 && text[at - 1] != U'\n') return nowhere;
    const std::size_t end = end_of_run(text, at, [](char32_t sign) { return sign == U'#'; });
    return end - at <= 6 && stands(text, end, U" ") ? end + 1 : nowhere;
  })));
}

std::u32string numbering(std::u32string text) {
  const View line = text;
  std::size_t at = end_of_blanks(line, 0);
  if (at > 8) return text;
  if (stands(line, at, U"[")) {
    at = end_of_number(line, at + 1, 6);
    if (at == nowhere || !stands(line, at, U"]")) return text;
  } else if (!stands(line, at, U"-*•")) {
    at = end_of_number(line, at + stands(line, at, U"("), 6);
    if (at == nowhere || !stands(line, at, U".):")) return text;
  }
  const std::size_t end = end_of_blanks(line, ++at);
  return end == at ? text : own(line.substr(std::min(end, at + 8)));
}

std::u32string tags(std::u32string text) {
  if (!contains(text, U'<')) return text;
  return own(stripped(rewritten_from(text, U"<", [&](std::size_t at, std::u32string&) {
    const std::size_t name = at + 1 + stands(text, at + 1, U"/");
    const std::size_t end = end_of_run(text, name, [](char32_t point) { return point != U'<' && point != U'>'; });
    const bool is_tag =
        name < text.size() && is_letter(text[name]) && stands(text, end, U">") && end - name <= 201;
    return is_tag ? end + 1 : nowhere;
  })));
}

std::u32string enclosing_quotes(std::u32string text) {
  constexpr View around[] = {U"\"\"", U"“”", U"„“", U"„”", U"«»", U"»«", U"「」", U"『』", U"''", U"‘’"};
  const View bare = stripped(text);
  if (bare.size() < 3) return text;
  const View inside = bare.substr(1, bare.size() - 2);
  const char32_t both[] = {bare.front(), bare.back()};
  const bool is_pair = std::ranges::find(around, View(both, 2)) != std::end(around);
  if (is_pair && inside.find_first_of(View(both, 2)) == nowhere) return own(stripped(inside));
  if (bare.front() != U'"' || bare.back() != U'"') return text;
  std::u32string once;  // as in CSV
  for (std::size_t at = 0; at < inside.size(); ++at) {
    if (inside[at] == U'"' && (at + 1 == inside.size() || inside[++at] != U'"')) return text;
    once += inside[at];
  }
  return own(stripped(once));
}

}  // namespace parbleu::normalizing
