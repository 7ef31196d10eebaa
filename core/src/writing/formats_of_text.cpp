// Normalizes texts that are in JSON, or in HTML's entities.
#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "writing/lines.hpp"
#include "writing/normalizing.hpp"
#include "writing/places.hpp"

namespace parbleu::normalizing {
namespace {

// --- JSON

struct Value {
  enum class Kind : std::uint8_t { text, list, object, other } kind = Kind::other;
  std::u32string text{};
  std::vector<Value> items{};          // of a list, or the values of an object
  std::vector<std::u32string> keys{};  // of these
};

// Reads what json.loads of Python reads, but for numbers, of which it is only told that they are some.
class JsonReader {
 public:
  explicit JsonReader(View text) : text_(text) {}

  std::optional<Value> read() {
    Value value;
    if (!read_value(value, 0) || skip_blanks() != text_.size()) return {};
    return value;
  }

 private:
  static constexpr int deepest = 500;

  std::size_t skip_blanks() {
    at_ = end_of_run(text_, at_, [](char32_t point) { return contains(View(U" \t\n\r"), point); });
    return at_;
  }
  bool skip(View part) {
    const bool is_there = text_.substr(std::min(at_, text_.size())).starts_with(part);
    if (is_there) at_ += part.size();
    return is_there;
  }
  std::size_t skip_digits() {
    const std::size_t begin = at_;
    at_ = end_of_run(text_, at_, is_ascii_digit);
    return at_ - begin;
  }

  bool read_value(Value& value, int depth) {
    skip_blanks();
    if (depth > deepest) return false;
    if (skip(U"\"")) {
      value.kind = Value::Kind::text;
      return read_text(value.text);
    }
    if (skip(U"{")) return read_items(value, Value::Kind::object, U"}", depth);
    if (skip(U"[")) return read_items(value, Value::Kind::list, U"]", depth);
    for (const View word :
         {View(U"true"), View(U"false"), View(U"null"), View(U"NaN"), View(U"Infinity"), View(U"-Infinity")}) {
      if (skip(word)) return true;
    }
    return read_number();
  }

  bool read_number() {
    skip(U"-");
    if (!skip(U"0") && skip_digits() == 0) return false;
    std::size_t end = at_;
    if (skip(U".")) end = skip_digits() > 0 ? at_ : end;
    at_ = end;
    if (skip(U"e") || skip(U"E")) {
      if (!skip(U"+")) skip(U"-");
      end = skip_digits() > 0 ? at_ : end;
    }
    at_ = end;
    return true;
  }

  bool read_items(Value& value, Value::Kind kind, View closing, int depth) {
    value.kind = kind;
    skip_blanks();
    if (skip(closing)) return true;
    std::map<std::u32string, std::size_t> places;  // of the keys
    for (;;) {
      std::u32string key;
      if (kind == Value::Kind::object) {
        skip_blanks();
        if (!skip(U"\"") || !read_text(key)) return false;
        skip_blanks();
        if (!skip(U":")) return false;
      }
      Value item;
      if (!read_value(item, depth + 1)) return false;
      const bool is_object = kind == Value::Kind::object;
      if (const auto same = places.find(key); is_object && same != places.end()) {
        value.items[same->second] = std::move(item);
      } else {
        if (is_object) places[key] = value.keys.size();
        value.keys.push_back(std::move(key));
        value.items.push_back(std::move(item));
      }
      skip_blanks();
      if (skip(closing)) return true;
      if (!skip(U",")) return false;
    }
  }

  // The four hexadecimal digits of an escape.
  std::optional<char32_t> read_code() {
    const std::int32_t number = number_at(text_, at_, 4);
    if (number < 0) return {};
    at_ += 4;
    return static_cast<char32_t>(number);
  }

  bool read_escape(std::u32string& text) {
    constexpr View names = U"\"\\/bfnrt", meant = U"\"\\/\b\f\n\r\t";
    if (at_ == text_.size()) return false;
    const char32_t name = text_[at_++];
    if (const std::size_t place = names.find(name); place != nowhere) {
      text += meant[place];
      return true;
    }
    const auto code = name == U'u' ? read_code() : std::nullopt;
    if (!code) return false;
    text += *code;
    const std::size_t behind = at_;
    const auto second = skip(U"\\u") ? read_code() : std::nullopt;
    const auto joined = second ? joined_halves(*code, *second) : std::nullopt;
    joined ? void(text.back() = *joined) : void(at_ = behind);
    return true;
  }

  bool read_text(std::u32string& text) {
    while (at_ < text_.size()) {
      const char32_t point = text_[at_++];
      if (point == U'"') return true;
      if (point < U' ') return false;
      if (point != U'\\') {
        text += point;
      } else if (!read_escape(text)) {
        return false;
      }
    }
    return false;
  }

  View text_;
  std::size_t at_ = 0;
};

constexpr View fields[] = {U"translation", U"translated_text", U"output", U"text",
                           U"target",      U"hypothesis",      U"result", U"answer"};

bool is_text(const Value& value) { return value.kind == Value::Kind::text; }

// The text of an object: that of one of the usual fields, or its only one.
std::optional<std::u32string> text_of_object(const Value& value) {
  for (const View field : fields) {
    const auto key = std::ranges::find(value.keys, field, [](const std::u32string& name) { return View(name); });
    if (key == value.keys.end()) continue;
    const Value& item = value.items[static_cast<std::size_t>(key - value.keys.begin())];
    if (is_text(item)) return item.text;
  }
  if (std::ranges::count_if(value.items, is_text) != 1) return {};
  return std::ranges::find_if(value.items, is_text)->text;
}

std::optional<std::u32string> text_of(const Value& value) {
  if (is_text(value)) return value.text;
  if (value.kind == Value::Kind::object) return text_of_object(value);
  if (value.kind != Value::Kind::list || value.items.empty()) return {};
  if (!std::ranges::all_of(value.items, is_text)) {
    const Value& only = value.items.front();
    return value.items.size() > 1 || only.kind == Value::Kind::list ? std::nullopt : text_of(only);
  }
  return joined(value.items, U" ", &Value::text);
}

// --- entities of HTML

// Those that need no semicolon: of markup, and of Latin-1 in its order from the no-break space on.
constexpr std::pair<View, char32_t> of_markup[] = {{U"amp", U'&'},  {U"lt", U'<'}, {U"gt", U'>'}, {U"quot", U'"'},
                                                   {U"AMP", U'&'},  {U"LT", U'<'}, {U"GT", U'>'}, {U"QUOT", U'"'},
                                                   {U"COPY", U'©'}, {U"REG", U'®'}};
constexpr View of_latin[] = {
    U"nbsp",   U"iexcl",  U"cent",   U"pound",  U"curren", U"yen",    U"brvbar", U"sect",   U"uml",    U"copy",
    U"ordf",   U"laquo",  U"not",    U"shy",    U"reg",    U"macr",   U"deg",    U"plusmn", U"sup2",   U"sup3",
    U"acute",  U"micro",  U"para",   U"middot", U"cedil",  U"sup1",   U"ordm",   U"raquo",  U"frac14", U"frac12",
    U"frac34", U"iquest", U"Agrave", U"Aacute", U"Acirc",  U"Atilde", U"Auml",   U"Aring",  U"AElig",  U"Ccedil",
    U"Egrave", U"Eacute", U"Ecirc",  U"Euml",   U"Igrave", U"Iacute", U"Icirc",  U"Iuml",   U"ETH",    U"Ntilde",
    U"Ograve", U"Oacute", U"Ocirc",  U"Otilde", U"Ouml",   U"times",  U"Oslash", U"Ugrave", U"Uacute", U"Ucirc",
    U"Uuml",   U"Yacute", U"THORN",  U"szlig",  U"agrave", U"aacute", U"acirc",  U"atilde", U"auml",   U"aring",
    U"aelig",  U"ccedil", U"egrave", U"eacute", U"ecirc",  U"euml",   U"igrave", U"iacute", U"icirc",  U"iuml",
    U"eth",    U"ntilde", U"ograve", U"oacute", U"ocirc",  U"otilde", U"ouml",   U"divide", U"oslash", U"ugrave",
    U"uacute", U"ucirc",  U"uuml",   U"yacute", U"thorn",  U"yuml"};
// Others that texts have.
constexpr std::pair<View, char32_t> of_texts[] = {
    {U"apos", U'\''},       {U"ndash", U'–'},     {U"mdash", U'—'},    {U"hellip", U'…'},    {U"lsquo", U'‘'},
    {U"rsquo", U'’'},       {U"sbquo", U'‚'},     {U"ldquo", U'“'},    {U"rdquo", U'”'},     {U"bdquo", U'„'},
    {U"lsaquo", U'‹'},      {U"rsaquo", U'›'},    {U"bull", U'•'},     {U"euro", U'€'},      {U"trade", U'™'},
    {U"minus", U'−'},       {U"prime", U'′'},     {U"Prime", U'″'},    {U"oelig", U'œ'},     {U"OElig", U'Œ'},
    {U"scaron", U'š'},      {U"Scaron", U'Š'},    {U"Yuml", U'Ÿ'},     {U"lsqb", U'['},      {U"rsqb", U']'},
    {U"lbrack", U'['},      {U"rbrack", U']'},    {U"num", U'#'},      {U"ensp", U'\u2002'}, {U"emsp", U'\u2003'},
    {U"thinsp", U'\u2009'}, {U"zwnj", U'\u200c'}, {U"zwj", U'\u200d'}, {U"lrm", U'\u200e'},  {U"rlm", U'\u200f'}};

char32_t entity_without_semicolon(View name) {
  const auto* const of_name = std::ranges::find(of_markup, name, &std::pair<View, char32_t>::first);
  if (of_name != std::end(of_markup)) return of_name->second;
  const auto* const latin = std::ranges::find(of_latin, name);
  return latin == std::end(of_latin) ? 0 : 0xA0 + static_cast<char32_t>(latin - of_latin);
}

char32_t entity(View name) {
  const auto* const of_name = std::ranges::find(of_texts, name, &std::pair<View, char32_t>::first);
  return of_name != std::end(of_texts) ? of_name->second : entity_without_semicolon(name);
}

// What a reference means; nothing if only HTML's whole list tells.
struct Reference {
  std::size_t end;
  std::optional<std::u32string> meaning;
};

Reference numeric_reference(View text, std::size_t begin) {
  const bool is_hexadecimal = stands(text, begin + 2, U"xX");
  const std::size_t digits = begin + 2 + is_hexadecimal;
  const auto is_digit = [&](char32_t point) {
    return is_hexadecimal ? number_at(View(&point, 1), 0, 1) >= 0 : is_ascii_digit(point);
  };
  const std::size_t end = end_of_run(text, digits, is_digit), next = end + stands(text, end, U";");
  if (end == digits) return {begin + 1, U"&"};
  std::uint32_t number = 0;
  for (const char32_t point : text.substr(digits, end - digits))
    number = std::min<std::uint32_t>(
        (is_hexadecimal ? 16 : 10) * number + static_cast<std::uint32_t>(number_at(View(&point, 1), 0, 1)),
        0x110000);
  if (number == 0 || number > 0x10FFFF || (number >= 0xD800 && number <= 0xDFFF)) return {next, U"\ufffd"};
  const bool is_usual = (number >= U' ' && number < 0x7F) || number == U'\t' || number == U'\n' ||
                        (number > 0x9F && (number & 0xFFFE) != 0xFFFE && !(number >= 0xFDD0 && number <= 0xFDEF));
  if (!is_usual) return {next, {}};
  return {next, std::u32string(1, static_cast<char32_t>(number))};
}

Reference named_reference(View text, std::size_t begin) {
  std::size_t end =
      end_of_run(text, begin + 1, [](char32_t point) { return !contains(View(U"\t\n\f <&#;"), point); });
  end = std::min(end, begin + 33);
  const View name = text.substr(begin + 1, end - begin - 1);
  const bool is_ended = !name.empty() && stands(text, end, U";");
  if (const char32_t point = is_ended ? entity(name) : entity_without_semicolon(name))
    return {end + is_ended, std::u32string(1, point)};
  if (is_ended) return {end, {}};
  for (std::size_t size = name.size(); size-- > 2;) {
    if (const char32_t point = entity_without_semicolon(name.substr(0, size)))
      return {begin + 1 + size, std::u32string(1, point)};
  }
  return {begin + 1, U"&"};
}

}  // namespace

std::int32_t number_at(View text, std::size_t at, std::size_t count) {
  std::int32_t number = 0;
  for (const char32_t point : slice(text, at, count)) {
    const char32_t small = point | 0x20;
    if (!is_ascii_digit(point) && (small < U'a' || small > U'f')) return -1;
    number = 16 * number + static_cast<std::int32_t>(is_ascii_digit(point) ? point - U'0' : small - U'a' + 10);
  }
  return at + count <= text.size() ? number : -1;
}

std::u32string json(std::u32string text) {
  const View bare = stripped(text);
  if (bare.size() > 2 && (bare.starts_with(U"b'") || bare.starts_with(U"b\"")) && bare.back() == bare[1])
    return own(bare.substr(2, bare.size() - 3));  // how Python shows bytes
  if (bare.empty() || !contains(View(U"{["), bare.front()) || !contains(View(U"}]"), bare.back())) return text;
  if (const auto value = JsonReader(bare).read()) return text_of(*value).value_or(text);
  const bool are_texts = (bare.starts_with(U"['") || bare.starts_with(U"[\"")) &&
                         (bare.ends_with(U"']") || bare.ends_with(U"\"]")) && bare.size() > 4;
  if (!are_texts) return text;
  const View inside = bare.substr(2, bare.size() - 4);  // how Python shows a list of strings
  return rewritten_from(inside, U"'\"", [&](std::size_t at, std::u32string& result) {
    const bool is_between = inside.substr(at + 1).starts_with(U", ") && stands(inside, at + 3, U"'\"");
    if (!is_between) return nowhere;
    result += U' ';
    return at + 4;
  });
}

std::u32string entities(std::u32string text, const TextTables& tables) {
  if (!contains(text, U'&')) return text;
  text = replaced(text, U"&bar;", U"|");
  std::u32string result;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] != U'&') {
      result += text[at++];
      continue;
    }
    const Reference found = stands(text, at + 1, U"#") ? numeric_reference(text, at) : named_reference(text, at);
    if (!found.meaning) return tables.unescaped(std::move(text));
    result += *found.meaning;
    at = found.end;
  }
  return result;
}

}  // namespace parbleu::normalizing
