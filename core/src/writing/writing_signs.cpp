#include "parbleu/writing/writing_signs.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "parbleu/unicode/unicode.hpp"
#include "writing/lines.hpp"
#include "writing/normalizing.hpp"

namespace parbleu {
namespace {

using Name = std::string_view;

constexpr std::size_t head = 50, tail = 30;   // of a line
constexpr std::size_t fewest = 4;             // lines
constexpr double some = 0.08, unequal = 0.3;  // of the lines; of the greater of two counts
constexpr double in_both = 0.5, lacking = 0.1;
constexpr std::int64_t words_per_tag = 10;  // of words with tags, one in so many at least is a noun

struct Characters {
  Name name;  // of the normalization that changes them
  View points;
};

constexpr Characters named_characters[] = {
    {"quotes", U"“”„‟«»″‶〝〞〟「」『』﹁﹂﹃﹄‘’‚‛‹›′‵´`ʹʻʼʽˈ׳״"},
    {"dashes", U"‐‑‒–—―⁃−⸺⸻﹘﹣"},
    {"ellipsis", U"…⋯"},
    {"punctuation", U"。｡।॥۔։።။᙮⸼、､،՝፣၊؛፤；：፥？؟⸮፧！，（）٪％〜～"},
    {"arabic", U"یىےيکڪكەۀہھهۃـ"},
    {"romanian", U"şţŞŢ"},
    {"russian", U"ёЁ"},
    {"german", U"ß"},
    {"alef", U"أإآٱةؤئ"},
    {"catalan", U"·ŀĿ"},
    {"digraphs", U"æœøåþðĳĉĝĥĵŝŭāēīōūÆŒØÅÞÐĲĈĜĤĴŜŬĀĒĪŌŪ"},
    {"amharic", U"ሠሡሢሣሤሥሦሐሑሒሓሔሕሖኀኁኂኃኄኅኆዐዑዒዓዔዕዖፀፁፂፃፄፅፆ፡"},
    {"hindi", U"\u0901\u0902ङञणनम"},
    {"visarga", U"\u0903\u0983\u0a03\u0a83\u0b03ஃ\u0c03\u0c83\u0d03"},
    {"diacritics", U"άέήίόύώϊϋΐΰΆΈΉΊΌΎΏɓɗƙƴəƁƊƘƳƏ"},
    {"mojibake", U"ÃÂâ"},
    {"spaces", U"\u00a0\u2009\u200a\u202f\u3000"},
    {"invisible",
     U"\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"},
    {"indic", U"ൺൻർൽൾൿৎ"},
    {"nfc", U";·\u0653\u0654\u0655\u093c\u09bc\u0a3c\u0b3c\u3099\u309aΩKÅ"},
};

struct Block {
  char32_t first, last;
  Name name;
};

constexpr Block blocks[] = {
    {0x00C0, 0x024F, "diacritics"},   {0x0300, 0x036F, "nfc"},          {0x0400, 0x04FF, "serbian"},
    {0x0591, 0x05C7, "vowel-points"}, {0x064B, 0x0652, "vowel-points"}, {0x1100, 0x11FF, "nfc"},
    {0x1E00, 0x1EFF, "diacritics"},   {0x1F00, 0x1FFF, "nfc"},          {0x2E80, 0x2FDF, "nfkc"},
    {0xF900, 0xFAFF, "nfc"},          {0xFB00, 0xFB06, "nfkc"},         {0xFB50, 0xFDFF, "arabic"},
    {0xFE00, 0xFE0F, "invisible"},    {0xFE70, 0xFEFC, "arabic"},       {0xFF01, 0xFFEE, "width"},
    {0x1D400, 0x1D7FF, "nfkc"},
};
constexpr Block plain = {0x309B, 0xD7FF, ""};  // letters of Chinese, Japanese and Korean, of which a text has many

// Zeros of decimal digits, behind each of which its other nine stand.
constexpr char32_t zeros[] = {
    0x660,   0x6F0,   0x7C0,   0x966,   0x9E6,   0xA66,   0xAE6,   0xB66,   0xBE6,   0xC66,   0xCE6,   0xD66,
    0xDE6,   0xE50,   0xED0,   0xF20,   0x1040,  0x1090,  0x17E0,  0x1810,  0x1946,  0x19D0,  0x1A80,  0x1A90,
    0x1B50,  0x1BB0,  0x1C40,  0x1C50,  0xA620,  0xA8D0,  0xA900,  0xA9D0,  0xA9F0,  0xAA50,  0xABF0,  0xFF10,
    0x104A0, 0x10D30, 0x11066, 0x110F0, 0x11136, 0x111D0, 0x112F0, 0x11450, 0x114D0, 0x11650, 0x116C0, 0x11730,
    0x118E0, 0x11950, 0x11C50, 0x11D50, 0x11DA0, 0x11F50, 0x16A60, 0x16AC0, 0x16B50, 0x1D7CE, 0x1D7D8, 0x1D7E2,
    0x1D7EC, 0x1D7F6, 0x1E140, 0x1E2F0, 0x1E4F0, 0x1E950, 0x1FBF0,
};

// Has the code points that may be one of `named_characters`; most letters are not.
constexpr auto may_be_named = [] {
  Residues residues;
  for (const auto& [name, points] : named_characters) residues.add(points);
  return residues;
}();

Name name_of(char32_t point) {
  if (point >= plain.first && point <= plain.last) return {};
  if (may_be_named.hold(point)) {
    for (const auto& [name, points] : named_characters) {
      if (contains(points, point)) return name;
    }
  }
  for (const Block& block : blocks) {
    if (point <= block.last) {
      if (point >= block.first) return block.name;
      break;
    }
  }
  return is_decimal(point) ? "digits" : Name{};
}

struct Mark {
  View rare;  // what most texts lack, and all that have one of the strings have
  Name name;  // of the normalization that changes these strings
  std::array<View, 21> strings;
};

constexpr Mark marks[] = {
    {U"<", "reasoning", {U"<think", U"<seed:think", U"<reasoning", U"<|channel"}},
    {U"<", "tags", {U"</", U"/>", U"<br", U"<p>", U"<BR"}},
    {U"<", "special-tokens", {U"<s>", U"</s>", U"<pad>", U"<unk>", U"<eos>", U"<end_of", U"<|", U"<2"}},
    {U"<", "escapes", {U"<0x"}},
    {U"<", "pieces", {U"</w>"}},
    {U"[", "reasoning", {U"[THINK"}},
    {U"[", "citations", {U"[1", U"[2", U"[3", U"[4", U"[5", U"[6", U"[7", U"[8", U"[9"}},
    {U"[", "special-tokens", {U"[CLS]", U"[SEP]", U"[PAD]"}},
    {U"◁", "reasoning", {U"◁think"}},
    {U"_", "reasoning", {U"_THINKING|>", U"_thought|>"}},
    {U"_", "special-tokens", {U"__", U"_Latn"}},
    {U"_", "factors", {U"_NN", U"_NOUN"}},
    {U"/N", "factors", {U"/NN", U"/NOUN"}},
    {U">>", "special-tokens", {U">>"}},
    {U"`", "fences", {U"```"}},
    {U"`", "markdown", {U"`"}},
    {U"`", "quotes", {U"``"}},
    {U"**", "markdown", {U"**"}},
    {U"''", "quotes", {U"''"}},
    {U"&", "entities", {U"&#", U"&a", U"&c", U"&d", U"&e", U"&g", U"&h", U"&i", U"&l", U"&m", U"&n",
                        U"&o", U"&p", U"&q", U"&r", U"&s", U"&u", U"&y", U"&A", U"&E", U"&I"}},
    {U"&", "entities", {U"&O", U"&U"}},
    {U"\\", "escapes", {U"\\n", U"\\u", U"\\\"", U"\\t", U"\\x"}},
    {U"@", "pieces", {U"@@ "}},
    {U"@", "placeholders", {U" @-@ "}},
    {U"#", "pieces", {U" ##"}},
    {U"▁", "pieces", {U"▁"}},
    {U"￭", "pieces", {U"￭"}},
    {U"Ġ", "pieces", {U"Ġ"}},
    {U"RB-", "placeholders", {U"-LRB-", U"-RRB-"}},
    {U"  ", "spaces", {U"  "}},
    {U"\t", "spaces", {U"\t"}},
    {U"\u0e40\u0e40", "thai", {U"\u0e40\u0e40"}},
    {U"\u0e4d", "thai", {U"\u0e4d"}},
    {U"\u0e48",
     "thai",
     {U"\u0e48\u0e31", U"\u0e48\u0e34", U"\u0e48\u0e35", U"\u0e48\u0e36", U"\u0e48\u0e37", U"\u0e48\u0e38",
      U"\u0e48\u0e39"}},
    {U"\u0e49",
     "thai",
     {U"\u0e49\u0e31", U"\u0e49\u0e34", U"\u0e49\u0e35", U"\u0e49\u0e36", U"\u0e49\u0e37", U"\u0e49\u0e38",
      U"\u0e49\u0e39"}},
};

// What is no text where both sides have it, too.
constexpr Name of_both[] = {"tags", "special-tokens", "subtitles", "json", "factors"};

// What stands between reasoning and the text, anywhere in a line: a template may write how it begins. Most lines lack
// the two characters that each begins with, or that "assistantfinal" has in its middle.
constexpr View reasoning_ends[] = {U"</think", U"</reasoning", U"</seed:think", U"assistantfinal", U"[/THINK]"};
constexpr View rare_in_reasoning[] = {U"</", U"tf", U"[/"};

constexpr View of_serbian =
    U"јљњђћџ";  // letters that other languages written in Cyrillic lack, but for Macedonian
constexpr View old_tones[] = {U"òa", U"óa", U"ỏa", U"õa", U"ọa", U"òe", U"óe", U"ỏe",
                              U"õe", U"ọe", U"ùy", U"úy", U"ủy", U"ũy", U"ụy"};
constexpr View new_tones[] = {U"oà", U"oá", U"oả", U"oã", U"oạ", U"oè", U"oé", U"oẻ",
                              U"oẽ", U"oẹ", U"uỳ", U"uý", U"uỷ", U"uỹ", U"uỵ"};

// Numbers with all digits as 0, other ASCII as blanks, and bytes beyond it as x.
constexpr Name shapes[] = {"0.0", "0,0", "0.000", "0,000", "0 000", "0xx000", "0xxx000", "0000"};

constexpr View quotes = U"\"'“”„«»「」『』", full_stops = U".!?。！？।؟۔።։\u104b";
constexpr View bullets[] = {U"- ", U"• ", U"* ", U"– ", U"· "};
constexpr View json[] = {U"{\"", U"[\"", U"['", U"b'", U"b\"", U"{'"};

template <class Marks>
std::int64_t count_all(View text, const Marks& of) {
  std::int64_t times = 0;
  for (const View mark : of) times += mark.empty() ? 0 : count(text, mark);
  return times;
}

// How often a text has strings, each without overlaps, in most of which something rare is.
std::int64_t count_around(View text, View rare, std::span<const View> strings) {
  std::vector<std::size_t> places;
  const std::size_t first = may_contain(text, rare) ? text.find(rare) : View::npos;
  for (std::size_t at = first; at != View::npos; at = text.find(rare, at + 1)) places.push_back(at);
  std::int64_t times = 0;
  for (const View string : strings) {
    if (string.empty()) continue;
    const std::size_t before = string.find(rare);
    if (before == View::npos) {
      times += count(text, string);
      continue;
    }
    std::size_t end = 0;
    for (const std::size_t place : places) {
      if (place < end + before || text.substr(place - before, string.size()) != string) continue;
      ++times;
      end = place - before + string.size();
    }
  }
  return times;
}

bool is_one_of(View text, std::span<const View> of) { return std::ranges::find(of, text) != of.end(); }

// Whether a line begins with de_DE, as of mBART.
bool is_of_language(View start) {
  if (slice(start, 2, 1) != U"_" || slice(start, 5, 1) != U" ") return false;
  const View region = slice(start, 3, 2);
  return std::ranges::any_of(region, is_capital) && std::ranges::none_of(region, is_small);
}

bool are_digits(const Text& line) {
  return visit(line, [](auto units) { return std::ranges::all_of(units, is_decimal); });
}

// Compiles to vector instructions; most lines have no such pair of characters.
bool ends_reasoning(const Text& line) {
  const bool is_possible = visit(line, []<class Unit>(std::span<const Unit> units) {
    Unit is_there = 0;
    for (std::size_t at = 0; at + 1 < units.size(); ++at) {
      const Unit one = units[at], next = units[at + 1];
      for (const View pair : rare_in_reasoning) {
        const auto first = static_cast<Unit>(pair[0]), second = static_cast<Unit>(pair[1]);
        is_there |= static_cast<Unit>((one == first) & (next == second));
      }
    }
    return is_there != 0;
  });
  if (!is_possible) return false;
  const std::u32string points = points_of(line);
  return std::ranges::any_of(reasoning_ends, [&](View end) { return contains(points, end); });
}

std::string shape_of(View text) {
  std::string shape(4 * text.size(), ' ');
  char* end = shape.data();
  for (const char32_t point : text) {
    if (point < 0x80) {
      *end++ = is_ascii_digit(point) ? '0' : point == '.' || point == ',' ? static_cast<char>(point) : ' ';
    } else {
      for (int bytes = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4; bytes > 0; --bytes) *end++ = 'x';
    }
  }
  shape.resize(static_cast<std::size_t>(end - shape.data()));
  return shape;
}

// What is counted in a text.
class Signs {
 public:
  explicit Signs(Stream lines) : lines_(lines) {
    for (const Text& line : lines) {
      if (&line != lines.data()) ends += U'\n';
      const std::size_t begin = line.size <= head + tail ? line.size : head;
      append(ends, line, 0, begin);
      append(ends, line, std::max(begin, line.size - (begin == line.size ? 0 : tail)), line.size);
    }
    count_characters();
    count_marks();
    count_places();
    count_numbers();
    counts["okina"] = number_of(U'\'') + number_of(U'’') + number_of(U'ʻ') + number_of(U'‘');
    counts["unknown-words"] = marked_words();
    counts["percent-encoding"] = percent_encoded();
    counts["joiners"] = kinds["invisible"][0x200C];
    counts["case"] = sum_from(U'A', U'Z');
  }

  std::u32string ends;                                     // of each line the begin and the end, joined
  std::map<Name, std::int64_t> counts;                     // how often what a normalization changes occurs
  std::map<Name, std::map<char32_t, std::int64_t>> kinds;  // the same for each character

  [[nodiscard]] std::size_t size() const { return lines_.size(); }

  [[nodiscard]] std::int64_t number_of(char32_t point) const {
    if (point < low_.size()) return low_[point];
    const auto at = std::ranges::lower_bound(others_, point, {}, &Number::first);
    return at != others_.end() && at->first == point ? at->second : 0;
  }

 private:
  [[nodiscard]] std::int64_t sum_from(char32_t first, char32_t last) const {
    return std::accumulate(low_.begin() + first, low_.begin() + last + 1, std::int64_t{0});
  }

  // How often a word has a star in front of it, as Apertium writes; two stars are of Markdown. Where few stand within
  // lines, and not at their beginnings, they are of footnotes.
  [[nodiscard]] std::int64_t marked_words() const {
    std::int64_t at_begin = 0, within = 0;
    if (number_of(U'*') == 0) return within;
    for (std::size_t at = ends.find(U'*'); at != View::npos; at = ends.find(U'*', at + 1)) {
      const char32_t next = at + 1 < ends.size() ? ends[at + 1] : U' ';
      const bool is_before_word = next > 0x7F || is_letter(next);
      const char32_t before = at == 0 ? U'\n' : ends[at - 1];
      if (is_before_word && !contains(View(U"*@#"), before)) ++(before == U'\n' ? at_begin : within);
    }
    return at_begin > 4 * within ? 0 : at_begin + within;
  }

  // How often characters are percent-encoded, as in addresses, which do not count.
  [[nodiscard]] std::int64_t percent_encoded() const {
    std::int64_t times = 0;
    if (number_of(U'%') == 0) return times;
    const bool has_address = contains(ends, View(U"://"));
    for (std::size_t at = ends.find(U'%'); at != View::npos; at = ends.find(U'%', at + 1)) {
      if (normalizing::number_at(ends, at + 1, 2) < 0) continue;
      const std::size_t begin = has_address ? ends.find_last_of(U" \n", at) + 1 : at;
      times += !contains(slice(ends, begin, at - begin), U"://");
    }
    return times;
  }

  void count_characters() {
    for (const auto& [name, points] : named_characters) counts[name] = 0;
    std::u32string points;  // which are few beside those of alphabets, but for `plain` ones
    char32_t last = 0;
    for (const char32_t point : ends) {
      if (point < low_.size()) {
        ++low_[point];
        last = std::max(last, point);
      } else if (point < plain.first || point > plain.last) {
        points += point;
      }
    }
    for (char32_t point = 0x80; point <= last; ++point) {
      if (low_[point] != 0) others_.emplace_back(point, low_[point]);
    }
    std::ranges::sort(points);
    for (const char32_t point : points) {
      if (others_.empty() || others_.back().first != point) others_.emplace_back(point, 0);
      ++others_.back().second;
    }
    for (const auto& [point, number] : others_) {
      const Name name = name_of(point);
      if (name.empty()) continue;
      counts[name] += number;
      kinds[name][point] = number;
    }
    if (counts["catalan"] != 0 && count_all(ends, std::array<View, 4>{U"l·l", U"L·L", U"ŀ", U"Ŀ"}) == 0) {
      counts["catalan"] = 0;  // Chinese has such points in names
      kinds["catalan"].clear();
    }
    if (number_of(U'ạ') != 0 || number_of(U'ệ') != 0) {
      counts["vietnamese"] = count_all(ends, old_tones) - count_all(ends, new_tones);
    }
  }

  void count_marks() {
    std::int64_t tags = 0;
    for (const auto& [rare, name, strings] : marks) {
      const char32_t first = rare.front();
      if (number_of(first) == 0) continue;
      const std::int64_t times = count_around(ends, rare, strings);
      if (times != 0) (name == "factors" ? tags : counts[name]) += times;
    }
    const std::int64_t pipes = number_of('|'), blanks = number_of(' ');
    if ((tags != 0 || pipes != 0) && (words_per_tag * tags > blanks || 2 * pipes > blanks)) {
      counts["factors"] = tags + pipes;  // other text has paths and columns
    }
    if (number_of('>') != 0) counts["subtitles"] += count(ends, U"-->");
  }

  // What stands in a certain place of a line.
  void count_places() {
    std::int64_t tokens = 0, reasoning = 0, of_json = 0, subtitles = 0, numbered = 0, preambles = 0, ended = 0,
                 enclosed = 0;
    for (const Text& line : lines_) {
      if (line.missing() || line.size == 0) continue;
      std::u32string start;
      append(start, line, 0, std::min(line.size, head));
      const View begin = View(start).substr(0, 2), three = slice(start, 1, 3);
      tokens += is_of_language(start);
      reasoning += ends_reasoning(line);
      of_json += is_one_of(begin, json);
      const bool is_numbered = is_decimal(start.front()), is_bullet = is_one_of(begin, bullets);
      subtitles +=
          (is_numbered && are_digits(line)) || (begin.size() == 2 && begin[0] == '[' && is_decimal(begin[1]));
      numbered += (is_numbered && (contains(three, U". ") || contains(three, U") "))) || is_bullet;
      preambles += contains(start, U':') || contains(start, U'：');
      const char32_t last = visit(line, [](auto units) { return static_cast<char32_t>(units.back()); });
      ended += contains(full_stops, last);
      enclosed += contains(quotes, start.front()) && contains(quotes, last);
    }
    counts["special-tokens"] += tokens;
    counts["reasoning"] += reasoning;
    counts["json"] += of_json;
    counts["subtitles"] += subtitles;
    counts["numbering"] += numbered;
    counts["preambles"] += preambles;
    counts["no-punct"] += ended;
    counts["enclosing-quotes"] += enclosed;
  }

  void count_numbers() {
    std::int64_t sum = 0;
    if (sum_from(U'0', U'9') != 0) {
      const std::string shape = shape_of(ends);
      for (std::size_t at = 0; at < std::size(shapes); ++at) {
        sum += kinds["numbers"][static_cast<char32_t>(at)] = count<char>(shape, shapes[at]);
      }
    }
    counts["numbers"] = sum;
  }

  using Number = std::pair<char32_t, std::int64_t>;

  Stream lines_;
  std::array<std::uint32_t, 0x1000> low_{};  // how often each code point occurs
  std::vector<Number> others_;               // the same of those beyond ASCII, ascending, but for `plain`
};

std::int64_t sum_of(const std::map<char32_t, std::int64_t>& of, char32_t point) {
  const auto at = of.find(point);
  return at == of.end() ? 0 : at->second;
}

// How often one side has other characters, of those that a normalization changes. Of letters, both sides have many
// alike: those count of which one side has far more.
std::int64_t in_other_characters(Name name, Signs& output, Signs& reference) {
  const auto is_named = [name](const Characters& characters) { return characters.name == name; };
  if (std::ranges::none_of(named_characters, is_named) && name != "digits" && name != "numbers") return 0;
  const auto &own = output.kinds[name], &others = reference.kinds[name];
  std::set<char32_t> points;
  for (const auto* side : {&own, &others}) {
    for (const auto& [point, number] : *side) points.insert(point);
  }
  std::int64_t sum = 0;
  for (const char32_t point : points) {
    const std::int64_t one = sum_of(own, point), other = sum_of(others, point);
    const std::int64_t difference = std::max(one, other) - std::min(one, other);
    if (static_cast<double>(difference) > unequal * static_cast<double>(std::max(one, other))) sum += difference;
  }
  return sum / 2;
}

// Whether a text has small letters, and capitals.
struct Cases {
  bool lower = false, upper = false;
  friend bool operator==(const Cases&, const Cases&) = default;
};

Cases cases_of(View text) {
  Cases cases;
  for (const char32_t point : text) {
    const Case letter = is_small(point) ? Case::lower : is_capital(point) ? Case::upper : case_of(point);
    cases.lower |= letter == Case::lower;
    cases.upper |= letter == Case::upper;
    if (cases.lower && cases.upper) break;
  }
  return cases;
}

// How often a side has what German umlauts are written as without them.
std::int64_t digraphs(const Signs& side) {
  std::u32string lower = side.ends;
  for (char32_t& point : lower) point |= is_capital(point) ? 0x20 : 0;
  return count_all(lower, std::array<View, 3>{U"ae", U"oe", U"ue"});
}

std::int64_t count_points(const Signs& side, View points) {
  return std::accumulate(points.begin(), points.end(), std::int64_t{0},
                         [&](std::int64_t sum, char32_t point) { return sum + side.number_of(point); });
}

bool differs(Name name, std::int64_t one, std::int64_t other, Signs& output, Signs& reference) {
  const auto lines = static_cast<double>(output.size()), few = static_cast<double>(fewest);
  const auto more = static_cast<double>(std::max(one, other)), fewer = static_cast<double>(std::min(one, other));
  const auto others = [&] { return static_cast<double>(in_other_characters(name, output, reference)); };
  // Of numbers few lines have any, and translations differ in them; quotation marks are in other places than glottal
  // stops; lower case makes most scores higher; pieces of one side alone are told elsewhere.
  if (name == "numbers") return others() > std::max(few, 2 * some * lines);
  if (name == "okina") return more > std::max(few, unequal * lines) && fewer <= lacking * more;
  if (name == "case") return more >= lines && fewer <= in_both * more;
  if (name == "no-punct") return more > std::max(few, in_both * lines) && fewer <= lacking * more;
  if (name == "pieces") return fewer >= in_both * lines;
  if (std::ranges::find(of_both, name) != std::end(of_both) && fewer >= in_both * lines) return true;
  const double least = std::max(few - 1, some * lines);
  return more - fewer > std::max(least, unequal * more) || others() > least;
}

std::vector<Name> suspects(Signs& output, Signs& reference) {
  const auto lines = static_cast<double>(output.size());
  const double few = std::max(static_cast<double>(fewest), some * lines);
  std::set<Name> found;
  std::map<Name, std::int64_t> names = output.counts;
  names.insert(reference.counts.begin(), reference.counts.end());
  for (const auto& [name, number] : names) {
    const std::int64_t one = output.counts[name], other = reference.counts[name];
    const std::int64_t more = std::max(one, other), fewer = std::min(one, other);
    if (more == 0) continue;
    if (name != "diacritics" && name != "serbian" && name != "digraphs") {
      if (differs(name, one, other, output, reference)) found.insert(name);
    } else if (static_cast<double>(more) > few &&
               static_cast<double>(fewer) <= (1 - unequal) * static_cast<double>(more)) {
      const Signs &without = one < other ? output : reference, &having = one < other ? reference : output;
      const bool is_german =
          static_cast<double>(digraphs(without) - digraphs(having)) > unequal * static_cast<double>(more - fewer);
      if (name != "serbian" || count_points(having, of_serbian) > 0) {
        found.insert(name == "diacritics" && is_german ? Name("german") : name);
      }
      if (name == "digraphs") found.insert("diacritics");
    }
  }
  if (output.counts["serbian"] != 0 && reference.counts["serbian"] != 0) {
    const auto [least, most] =
        std::minmax({count_points(output, U"aeopcxi"), count_points(reference, U"aeopcxi")});
    if (static_cast<double>(most - least) > few &&
        static_cast<double>(least) <= unequal * static_cast<double>(most)) {
      found.insert("lookalikes");
    }
  } else if (output.counts["serbian"] != reference.counts["serbian"]) {
    Signs& having = output.counts["serbian"] != 0 ? output : reference;
    if (static_cast<double>(count_points(having, U"аеорсхі")) > few) found.insert("lookalikes");
  }
  const auto has = [few](const Signs& side, char32_t letter, char32_t other) {
    return static_cast<double>(side.number_of(letter)) >= few && side.number_of(other) == 0;
  };
  for (const auto& [eth, stroke] : {std::pair{U'ð', U'đ'}, std::pair{U'Ð', U'Đ'}}) {
    if ((has(output, eth, stroke) && has(reference, stroke, eth)) ||
        (has(output, stroke, eth) && has(reference, eth, stroke))) {
      found.insert("eth");
    }
  }
  if (cases_of(output.ends) != cases_of(reference.ends)) found.insert("case");
  const std::int64_t escapes = std::max(output.counts["percent-encoding"], reference.counts["percent-encoding"]);
  if (static_cast<double>(escapes) >= lines && found.contains("percent-encoding"))
    found.erase("case");  // which escapes have, and not the text
  return {found.begin(), found.end()};
}

}  // namespace

std::optional<char32_t> digit_of(char32_t point) {
  if (point < 0x80) return is_ascii_digit(point) ? std::optional(point) : std::nullopt;
  const auto* const next = std::ranges::upper_bound(zeros, point);
  if (next == std::begin(zeros) || point - *(next - 1) >= 10) return {};
  return U'0' + (point - *(next - 1));
}

bool is_decimal(char32_t point) { return digit_of(point).has_value(); }

std::vector<std::vector<Name>> writing_suspects(std::span<const Stream> outputs, Stream reference) {
  std::vector<std::vector<Name>> found(outputs.size());
  Signs expected(reference);
  for (std::size_t at = 0; at < outputs.size(); ++at) {
    if (outputs[at].size() < fewest) continue;
    Signs output(outputs[at]);
    found[at] = suspects(output, expected);
  }
  return found;
}

}  // namespace parbleu
