#include "parbleu/parsing/xml_parser.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string>
#include <utility>

#include "parsing/xml_characters.hpp"

namespace parbleu {
namespace {

using xml::nowhere;
constexpr std::size_t longest_reference = 64;

}  // namespace

void XmlParser::feed(std::string_view block, XmlHandler& handler) {
  count();
  buffer_.erase(0, at_);
  counted_ = at_ = 0;
  buffer_ += block;
  while (at_ < buffer_.size() && step(handler)) continue;
}

void XmlParser::finish() {
  if (!starts_.empty()) {
    const std::string name = "<" + open_.substr(starts_.back()) + ">";
    at_ = buffer_.size();
    fail("the file ends inside of " + name + ", which begins in line " + std::to_string(lines_.back()) +
         ": it is not complete");
  }
  if (phase_ != Phase::epilog) fail("the file ends before its first element");
  if (at_ < buffer_.size()) fail("the file ends inside of what begins here: it is not complete");
}

std::size_t XmlParser::line() {
  count();
  return line_;
}

void XmlParser::count() {
  for (;;) {
    const std::size_t end = std::string_view(buffer_).substr(0, at_).find('\n', counted_);
    if (end == nowhere) break;
    ++line_;
    column_ = 1;
    counted_ = end + 1;
  }
  column_ += at_ - counted_;
  counted_ = at_;
}

void XmlParser::fail(std::string problem) {
  count();
  throw BadXml{line_, column_, std::move(problem)};
}

void XmlParser::fail_at(std::size_t at, std::string problem) {
  at_ = at;
  fail(std::move(problem));
}

// One piece of text or of markup. False if it has not been fed to its end.
bool XmlParser::step(XmlHandler& handler) {
  if (phase_ == Phase::begin) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    if (buffer_.size() < mark.size() && mark.starts_with(buffer_)) return false;
    if (buffer_.starts_with(mark)) counted_ = at_ = mark.size();
    phase_ = Phase::prolog;
    return true;
  }
  if (in_cdata_) return cdata(handler);
  return buffer_[at_] == '<' ? markup(handler) : characters(handler);
}

// --- text

bool XmlParser::characters(XmlHandler& handler) {
  std::size_t end = buffer_.find('<', at_);
  const bool complete = end != nowhere;
  const std::string_view rest(buffer_);
  if (!complete) {
    end = buffer_.size() - xml::cut_off(rest.substr(at_));
    while (end > at_ && buffer_.size() - end < 2 && buffer_[end - 1] == ']') --end;  // perhaps of "]]>"
  }
  if (phase_ != Phase::content) {
    blank(rest.substr(at_, end - at_));
    at_ = end;
    return complete;
  }
  if (complete && xml::skip_blank(rest.substr(0, end), at_) == end) {  // as mostly between tags
    handler.text(rest.substr(at_, end - at_));
    at_ = end;
    return true;
  }
  while (at_ < end) {
    if (buffer_[at_] == '&') {
      if (!reference(end, complete, handler)) return false;
    } else {
      emit(at_ + std::min(rest.substr(at_, end - at_).find('&'), end - at_), handler);
    }
  }
  return complete;
}

// Outside of the root element.
void XmlParser::blank(std::string_view piece) {
  const std::size_t at = xml::skip_blank(piece, 0);
  if (at == piece.size()) return;
  fail_at(at_ + at,
          phase_ == Phase::epilog ? "text after the last element" : "text before the first element: no XML");
}

void XmlParser::emit(std::size_t end, XmlHandler& handler) {
  const std::string_view piece = std::string_view(buffer_).substr(at_, end - at_);
  check(at_, end);
  if (const std::size_t at = piece.find("]]>"); at != nowhere) fail_at(at_ + at, "\"]]>\" in text: write ]]&gt;");
  handler.text(piece);
  at_ = end;
}

// At an ampersand in text that is known up to `end`.
bool XmlParser::reference(std::size_t end, bool complete, XmlHandler& handler) {
  const std::string_view text = std::string_view(buffer_).substr(at_, std::min(end - at_, longest_reference));
  const std::size_t stop = text.find(';');
  if (stop == nowhere) {
    if (complete || text.size() == longest_reference) fail("\"&\" begins no reference here: write &amp;");
    return false;
  }
  check(at_, at_ + stop);
  handler.text(resolve(text.substr(1, stop - 1)));
  at_ += stop + 1;
  return true;
}

// What stands for `&name;`
std::string_view XmlParser::resolve(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> known[] = {
      {"amp", "&"}, {"lt", "<"}, {"gt", ">"}, {"quot", "\""}, {"apos", "'"}};
  for (const auto& [entity, value] : known) {
    if (name == entity) return value;
  }
  std::string shown("&");
  shown.append(name) += ';';
  if (!name.starts_with('#')) {
    if (name.empty() || xml::skip_name(name, 0) != name.size())
      fail("\"&\" begins no reference here: write &amp;");
    fail(shown + " is none of the entities amp, lt, gt, quot and apos, and no others are looked up");
  }
  const bool hex = name.starts_with("#x");
  const std::string_view digits = name.substr(hex ? 2 : 1);
  std::uint32_t point = 0;
  const char* const begin = digits.data();
  const char* const end = begin + digits.size();
  const auto [stop, error] = std::from_chars(begin, end, point, hex ? 16 : 10);
  if (error != std::errc() || stop != end || !xml::allowed(point))
    fail(shown + " is no character that XML allows");
  return {character_, xml::encode(point, character_)};
}

bool XmlParser::cdata(XmlHandler& handler) {
  const std::size_t close = buffer_.find("]]>", at_);
  const std::string_view rest = std::string_view(buffer_).substr(at_);
  const std::size_t held = std::min<std::size_t>(2, rest.size());
  std::string_view piece = close == nowhere ? rest.substr(0, rest.size() - held) : rest.substr(0, close - at_);
  if (close == nowhere) piece.remove_suffix(xml::cut_off(piece));
  check(at_, at_ + piece.size());
  if (!piece.empty()) handler.text(piece);
  at_ += piece.size();
  if (close == nowhere) return false;
  at_ += 3;
  in_cdata_ = false;
  return true;
}

// --- helpers

void XmlParser::check(std::size_t begin, std::size_t end) {
  const std::size_t bad = begin + xml::find_bad(std::string_view(buffer_).substr(begin, end - begin));
  if (bad == end) return;
  constexpr std::string_view digits = "0123456789abcdef";
  const auto byte = static_cast<std::uint8_t>(buffer_[bad]);
  const std::string shown = {'0', 'x', digits[byte >> 4], digits[byte & 15]};
  fail_at(bad, "byte " + shown + " begins no character that XML allows, in UTF-8");
}

// The current markup continues in the next block.
bool XmlParser::wait(std::string_view what) {
  if (buffer_.size() - at_ > longest_markup) {
    fail("a " + std::string(what) + " of more than " + std::to_string(longest_markup) + " bytes begins here");
  }
  return false;
}

// Parses tags, comments and other markup.
namespace {

using xml::is_blank;
using xml::nowhere;
using xml::skip_blank;
using xml::skip_name;

std::string quoted(std::string_view name) {
  std::string result("<");
  return result.append(name) += '>';
}

}  // namespace

bool XmlParser::markup(XmlHandler& handler) {
  const std::string_view rest = std::string_view(buffer_).substr(at_);
  if (rest.size() < 2) return false;
  switch (rest[1]) {
    case '/':
      return end_tag(handler);
    case '?':
      return instruction(handler);
    case '!':
      return declaration(handler);
    default:
      return start_tag(handler);
  }
}

bool XmlParser::declaration(XmlHandler& handler) {
  constexpr std::string_view cdata_begin = "<![CDATA[";
  constexpr std::string_view type_begin = "<!DOCTYPE";
  const std::string_view rest = std::string_view(buffer_).substr(at_);
  const auto begins = [&](std::string_view what) { return rest.substr(0, what.size()) == what; };
  if (begins("<!--")) return comment(handler);
  if (begins(type_begin)) return document_type();
  if (begins(cdata_begin)) {
    if (phase_ != Phase::content) fail("text outside of elements");
    at_ += cdata_begin.size();
    return in_cdata_ = true;
  }
  if (cdata_begin.starts_with(rest) || type_begin.starts_with(rest) || rest == "<!-") return false;
  fail("no comment, CDATA section or DOCTYPE begins like this");
}

bool XmlParser::comment(XmlHandler& handler) {
  const std::size_t close = buffer_.find("--", at_ + 4);
  if (close == nowhere || close + 2 == buffer_.size()) return wait("comment");
  if (buffer_[close + 2] != '>') fail_at(close, "\"--\" inside of a comment");
  check(at_, close);
  if (phase_ == Phase::content) handler.aside();
  at_ = close + 3;
  return true;
}

bool XmlParser::instruction(XmlHandler& handler) {
  const std::size_t close = buffer_.find("?>", at_ + 2);
  if (close == nowhere) return wait("processing instruction");
  check(at_, close);
  const std::string_view target = std::string_view(buffer_).substr(at_ + 2, close - at_ - 2);
  const std::size_t end = skip_name(target, 0);
  if (end == 0 || (end < target.size() && !is_blank(target[end]))) fail("a processing instruction without a name");
  if (target.substr(0, end) == "xml" && (line() != 1 || column_ != 1)) {
    fail("an XML declaration that is not the beginning of the file");
  }
  if (phase_ == Phase::content) handler.aside();
  at_ = close + 2;
  return true;
}

bool XmlParser::end_tag(XmlHandler& handler) {
  const std::size_t close = buffer_.find('>', at_);
  if (close == nowhere) return wait("tag");
  check(at_, close);
  const std::string_view tag = std::string_view(buffer_).substr(at_ + 2, close - at_ - 2);
  const std::size_t size = skip_name(tag, 0);
  if (size == 0 || skip_blank(tag, size) != tag.size()) fail("this is no end tag: </" + std::string(tag) + ">");
  const std::string_view name = tag.substr(0, size);
  if (starts_.empty()) fail("</" + std::string(name) + "> ends nothing");
  const std::string_view opened = std::string_view(open_).substr(starts_.back());
  if (name != opened) {
    fail("</" + std::string(name) + "> where " + quoted(opened) + " is open, which begins in line " +
         std::to_string(lines_.back()));
  }
  handler.end(name);
  at_ = close + 1;
  open_.resize(starts_.back());
  starts_.pop_back();
  lines_.pop_back();
  if (starts_.empty()) phase_ = Phase::epilog;
  return true;
}

bool XmlParser::start_tag(XmlHandler& handler) {
  std::size_t close = at_ + 1;
  for (; close < buffer_.size() && buffer_[close] != '>'; ++close) {
    if (buffer_[close] == '<') fail("\"<\" inside of a tag, or no tag at all: write &lt;");
    if (buffer_[close] == '"' || buffer_[close] == '\'') close = buffer_.find(buffer_[close], close + 1);
    if (close == nowhere) break;
  }
  if (close >= buffer_.size()) return wait("tag");
  if (phase_ == Phase::epilog) fail("a second element outside of the first");
  check(at_, close);
  const bool empty = buffer_[close - 1] == '/';
  const std::string_view tag = std::string_view(buffer_).substr(at_ + 1, close - at_ - 1 - (empty ? 1 : 0));
  const std::size_t size = skip_name(tag, 0);
  if (size == 0) fail("\"<\" begins no tag here: write &lt;");
  if (starts_.size() == deepest) fail("more than " + std::to_string(deepest) + " elements inside of each other");
  attributes(tag, size);
  phase_ = Phase::content;
  const std::string_view name = tag.substr(0, size);
  handler.start(name, attributes_);
  if (empty) {
    handler.end(name);
    if (starts_.empty()) phase_ = Phase::epilog;
  } else {
    lines_.push_back(line());
    starts_.push_back(open_.size());
    open_ += name;
  }
  at_ = close + 1;
  return true;
}

// --- attributes

void XmlParser::attributes(std::string_view tag, std::size_t at) {
  attributes_.clear();
  values_.clear();
  values_.reserve(tag.size());  // so that views into it stay: no value grows when its references are resolved
  for (;;) {
    const std::size_t begin = skip_blank(tag, at);
    if (begin == tag.size()) return;
    const std::size_t end = skip_name(tag, begin);
    if (end == begin) fail("this is no attribute: " + std::string(tag.substr(begin)));
    const std::string_view name = tag.substr(begin, end - begin);
    if (begin == at) fail("no blank before the attribute " + std::string(name));
    const std::size_t equals = skip_blank(tag, end);
    const std::size_t open = skip_blank(tag, equals + 1);
    if (equals == tag.size() || tag[equals] != '=' || open >= tag.size() ||
        (tag[open] != '"' && tag[open] != '\'')) {
      fail("the attribute " + std::string(name) + " has no value in quotes");
    }
    const std::size_t close = tag.find(tag[open], open + 1);
    if (attributes_.size() == most_attributes) {
      fail("more than " + std::to_string(most_attributes) + " attributes of one element");
    }
    for (const XmlAttribute& other : attributes_) {
      if (other.name == name) fail("the attribute " + std::string(name) + " is there twice");
    }
    attributes_.push_back({name, {}});
    attribute_value(tag.substr(open + 1, close - open - 1));
    at = close + 1;
  }
}

void XmlParser::attribute_value(std::string_view raw) {
  if (raw.find('<') != nowhere) fail("\"<\" in the value of an attribute: write &lt;");
  if (raw.find_first_of("&\t\n\r") == nowhere) {
    attributes_.back().value = raw;
    return;
  }
  const std::size_t begin = values_.size();
  for (std::size_t at = 0; at < raw.size(); ++at) {
    if (raw[at] == '&') {
      const std::size_t stop = raw.find(';', at);
      if (stop == nowhere) fail("\"&\" begins no reference here: write &amp;");
      values_ += resolve(raw.substr(at + 1, stop - at - 1));
      at = stop;
    } else if (!raw.substr(at).starts_with("\r\n")) {  // of which the second half becomes the blank
      values_ += is_blank(raw[at]) ? ' ' : raw[at];
    }
  }
  attributes_.back().value = std::string_view(values_).substr(begin);
}

// --- document type

// Declarations of what elements hold change nothing. Those of entities and of attributes would.
bool XmlParser::document_type() {
  if (phase_ != Phase::prolog) fail("a DOCTYPE that does not stand before the first element");
  bool subset = false;
  for (std::size_t at = at_ + 9; at < buffer_.size(); ++at) {
    const char found = buffer_[at];
    if (found == '>' && !subset) {
      check(at_, at);
      at_ = at + 1;
      return true;
    }
    if (found == '"' || found == '\'') at = buffer_.find(found, at + 1);
    if (found == '[' || found == ']') subset = found == '[';
    if (found == '<') {
      if (!subset) fail_at(at, "\"<\" inside of a DOCTYPE");
      at = declared(at);
    }
    if (at == nowhere) break;
  }
  return wait("DOCTYPE");
}

// At a "<" among declarations: where the comment or processing instruction ends, or else `at` itself.
std::size_t XmlParser::declared(std::size_t at) {
  const std::string_view rest = std::string_view(buffer_).substr(at);
  if (rest.starts_with("<!--")) return buffer_.find("-->", at + 4);
  if (rest.starts_with("<?")) return buffer_.find("?>", at + 2);
  if (rest.starts_with("<!ENTITY")) {
    fail_at(at,
            "entities are declared here, which is refused since they can grow without bounds: "
            "write out what they stand for");
  }
  if (rest.starts_with("<!ATTLIST")) {
    fail_at(at, "attributes are declared here, which is refused: write their values into the tags");
  }
  return at;
}

}  // namespace parbleu

namespace parbleu::xml {
namespace {

constexpr std::uint64_t every(std::uint8_t byte) { return 0x0101010101010101U * byte; }

// Whether eight bytes are ASCII and no control characters.
bool plain(const char* p) {
  std::uint64_t bytes;
  std::memcpy(&bytes, p, sizeof bytes);
  return ((bytes | (bytes - every(0x20))) & every(0x80)) == 0;
}

// The number of bytes of the character at `p`, or 0 if it is not allowed or cut off.
std::size_t size_of(const char* p, const char* end) {
  const auto byte = [&](std::ptrdiff_t k) { return static_cast<std::uint8_t>(p[k]); };
  const auto follows = [&](std::ptrdiff_t k) { return (byte(k) & 0xC0) == 0x80; };
  const std::uint8_t lead = byte(0);
  const std::ptrdiff_t size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (end - p < size) return 0;
  switch (size) {
    case 1:
      return lead >= 0x20 || is_blank(p[0]) ? 1 : 0;
    case 2:
      return lead >= 0xC2 && follows(1) ? 2 : 0;
    case 3: {
      if (!follows(1) || !follows(2)) return 0;
      if (lead != 0xE0 && lead != 0xED && lead != 0xEF) return 3;
      const std::uint32_t point = (lead & 0x0FU) << 12 | (byte(1) & 0x3FU) << 6 | (byte(2) & 0x3FU);
      return point >= 0x800 && allowed(point) ? 3 : 0;
    }
    default:
      if (lead > 0xF4 || !follows(1) || !follows(2) || !follows(3)) return 0;
      return (lead != 0xF0 || byte(1) >= 0x90) && (lead != 0xF4 || byte(1) < 0x90) ? 4 : 0;
  }
}

}  // namespace

std::size_t skip_blank(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

std::size_t skip_name(std::string_view text, std::size_t at) {
  if (at == text.size() || !begins_name(text[at])) return at;
  while (at < text.size() && continues_name(text[at])) ++at;
  return at;
}

std::size_t find_bad(std::string_view text) {
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p != end) {
    if (end - p >= 8 && plain(p)) {
      p += 8;
      continue;
    }
    for (const char* const stop = p + std::min<std::ptrdiff_t>(8, end - p); p < stop;) {
      const std::size_t size = size_of(p, end);
      if (size == 0) return static_cast<std::size_t>(p - text.data());
      p += size;
    }
  }
  return text.size();
}

std::size_t cut_off(std::string_view text) {
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, text.size()); ++back) {
    const auto byte = static_cast<std::uint8_t>(text[text.size() - back]);
    if (byte >= 0xC0) return back < (byte < 0xE0 ? 2U : byte < 0xF0 ? 3U : 4U) ? back : 0;
    if (byte < 0x80) break;
  }
  return 0;
}

bool allowed(std::uint32_t point) {
  if (point < 0x20) return point == 0x09 || point == 0x0A || point == 0x0D;
  return point < 0xD800 || (point >= 0xE000 && point < 0xFFFE) || (point >= 0x10000 && point <= 0x10FFFF);
}

std::size_t encode(std::uint32_t point, char* out) {
  const auto put = [&](std::size_t at, std::uint32_t byte) { out[at] = static_cast<char>(byte); };
  if (point < 0x80) {
    put(0, point);
    return 1;
  }
  const std::size_t size = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  constexpr std::uint32_t leads[] = {0, 0, 0xC0, 0xE0, 0xF0};
  put(0, leads[size] | point >> 6 * (size - 1));
  for (std::size_t at = 1; at < size; ++at) put(at, 0x80 | (point >> 6 * (size - 1 - at) & 0x3F));
  return size;
}

}  // namespace parbleu::xml
