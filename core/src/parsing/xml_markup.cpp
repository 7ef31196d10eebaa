// Parses tags, comments and other markup.
#include <string>

#include "parbleu/parsing/xml_parser.hpp"
#include "parsing/xml_characters.hpp"

namespace parbleu {
namespace {

using xml::is_blank;
using xml::skip_blank;
using xml::skip_name;

constexpr std::size_t nowhere = std::string_view::npos;

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
