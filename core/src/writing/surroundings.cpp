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

// Where a word ends that has a sign behind it; `nowhere` if none of them is there.
template <class Words>
std::size_t end_of_one(View text, std::size_t at, const Words& words, View sign) {
  for (const View word : words) {
    if (has_at(text, at, word) && has_at(text, at + word.size(), sign)) return at + word.size() + sign.size();
  }
  return nowhere;
}

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

std::size_t end_of_digits(View text, std::size_t at) {
  while (at < text.size() && is_decimal(text[at])) ++at;
  return at;
}

// Where digits end that are so many at most; `nowhere` if there are none, or more.
std::size_t end_of_number(View text, std::size_t at, std::size_t most) {
  const std::size_t end = end_of_digits(text, at);
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
  if (text.starts_with(first_word) && text.size() > first_word.size() && text[first_word.size()] >= U'A' &&
      text[first_word.size()] <= U'Z') {
    text = {};
  }
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
  const View rest = text;
  std::u32string bare;
  std::size_t begin = 0;
  for (std::size_t at = rest.find(fence); at != nowhere; at = rest.find(fence, begin)) {
    bare.append(rest.substr(begin, at - begin));
    begin = at + fence.size();
    std::size_t end = begin;
    while (end < rest.size() && end - begin < 20 && rest[end] >= U'a' && rest[end] <= U'z') ++end;
    const View word = rest.substr(begin, end - begin);
    if (rest.substr(end).starts_with(U"\n")) {
      begin = end + 1;
    } else if (rest.substr(end).starts_with(U"\\n")) {
      begin = end + 2;
    } else if (stands(rest, end, U" \t") && (word == U"text" || word == U"txt" || word == U"plaintext" ||
                                             word == U"markdown" || word == U"md")) {
      begin = end + 1;
    }
  }
  bare.append(rest.substr(begin));
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
  std::u32string bare;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text[at] == U'[' ? end_of_citation(text, at) : nowhere;
    if (end == nowhere) {
      bare += text[at++];
      continue;
    }
    if (at > 0 && text[at - 1] == U' ' && !bare.empty() && bare.back() == U' ') bare.pop_back();
    at = end;
  }
  return bare;
}

std::u32string markdown(std::u32string text) {
  const View line = text;
  std::u32string bare;
  std::size_t begin = 0, at = 0;
  const auto leave_out = [&](std::size_t count) {
    bare.append(line.substr(begin, at - begin));
    begin = at += count;
  };
  while (at < line.size()) {
    const char32_t point = line[at];
    if (point == U'`') {
      leave_out(1);
    } else if ((point == U'*' || point == U'_') && at + 1 < line.size() && line[at + 1] == point) {
      leave_out(2);
    } else if (point == U'#' && (at == 0 || line[at - 1] == U'\n')) {
      const std::size_t end = std::min(line.find_first_not_of(U'#', at), line.size());
      end - at <= 6 && stands(line, end, U" ") ? leave_out(end + 1 - at) : void(++at);
    } else {
      ++at;
    }
  }
  return begin == 0 ? own(stripped(line)) : own(stripped(bare.append(line.substr(begin))));
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
