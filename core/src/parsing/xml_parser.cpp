// Runs the loop over pieces of text and markup, and handles text.
#include "parbleu/parsing/xml_parser.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "parsing/xml_characters.hpp"

namespace parbleu {
namespace {

constexpr std::size_t nowhere = std::string_view::npos;
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

}  // namespace parbleu
