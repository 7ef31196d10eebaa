#include "parbleu/parsing/xml_documents.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "parbleu/unicode/unicode.hpp"
#include "parsing/xml_characters.hpp"

namespace parbleu {
namespace {

XmlAttributes copy(std::span<const XmlAttribute> attributes) {
  XmlAttributes result;
  result.reserve(attributes.size());
  for (const XmlAttribute& attribute : attributes) result.emplace_back(attribute.name, attribute.value);
  return result;
}

std::size_t size_of(const XmlAttributes& attributes) {
  std::size_t size = 0;
  for (const auto& [name, value] : attributes) size += name.size() + value.size();
  return size;
}

// The first bytes of white space: ASCII, U+0085 and U+00A0, U+1680, U+2000 to U+205F, U+3000.
constexpr std::array<bool, 256> may_be_space = [] {
  std::array<bool, 256> table{};
  for (const unsigned byte : {0x09U, 0x0AU, 0x0DU, 0x20U, 0xC2U, 0xE1U, 0xE2U, 0xE3U}) table[byte] = true;
  return table;
}();

bool may_begin_space(char c) { return may_be_space[static_cast<std::uint8_t>(c)]; }

// The number of bytes of the white space at the beginning of valid UTF-8; 0 if there is none.
std::size_t space_size(std::string_view text) {
  const auto byte = [&](std::size_t at) {
    return static_cast<std::uint32_t>(static_cast<std::uint8_t>(text[at]));
  };
  if (!may_begin_space(text[0])) return 0;
  if (byte(0) < 0x80) return 1;
  if (byte(0) == 0xC2) return is_space(byte(1)) ? 2 : 0;
  return is_space((byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F)) ? 3 : 0;
}

// Where the white space ends that begins at `at`.
std::size_t spaces(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const std::size_t size = space_size(text.substr(at));
    if (size == 0) break;
    at += size;
  }
  return at;
}

// The number of bytes from `at` on without white space.
std::size_t word(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && space_size(text.substr(end)) == 0) ++end;
  return end - at;
}

// Whether all white space in valid UTF-8 are single blanks between other characters. Most segments are like
// that, so this loop has no early exit: compilers make vector code of it.
bool is_tidy(std::string_view text) {
  if (text.front() == ' ' || text.back() == ' ') return false;
  if (text.size() < 3) return word(text, 0) == text.size();
  const auto* const p = reinterpret_cast<const std::uint8_t*>(text.data());
  std::uint8_t space = p[text.size() - 1] < 0x20 || p[text.size() - 2] < 0x20 || p[text.size() - 2] == 0xC2;
  for (std::size_t at = 0; at < text.size() - 2; ++at) {
    const std::uint8_t a = p[at], b = p[at + 1], c = p[at + 2];
    const std::uint8_t here =
        (a < 0x20) | ((a == ' ') & (b == ' ')) | ((a == 0xC2) & ((b == 0x85) | (b == 0xA0))) |
        ((a == 0xE1) & (b == 0x9A) & (c == 0x80)) | ((a == 0xE3) & (b == 0x80) & (c == 0x80)) |
        ((a == 0xE2) & (b == 0x81) & (c == 0x9F)) |
        ((a == 0xE2) & (b == 0x80) & ((c <= 0x8A) | (c == 0xA8) | (c == 0xA9) | (c == 0xAF)));
    space |= here;
  }
  return space == 0;
}

}  // namespace

std::vector<XmlDocument> XmlDocuments::feed(std::string_view block) {
  parser_.feed(block, *this);
  return std::exchange(done_, {});
}

void XmlDocuments::start(std::string_view name, std::span<const XmlAttribute> attributes) {
  interrupt();
  if (name == names_.segment) {
    if (in_group_) start_segment(attributes);
    return;
  }
  if (name == names_.document) {
    if (in_document_) parser_.fail("a <" + names_.document + "> inside of another");
    in_document_ = true;
    size_ = 0;
    document_ = {parser_.line(), copy(attributes), {}};
    about_ = size_of(document_.attributes);
    return;
  }
  const auto group = std::ranges::find(names_.groups, name);
  if (!in_document_ || group == names_.groups.end()) return;
  if (in_group_) parser_.fail("a <" + *group + "> inside of another group of segments");
  in_group_ = true;
  segments_ = 0;
  document_.groups.emplace_back();
  XmlGroup& now = document_.groups.back();
  now.name = static_cast<std::size_t>(group - names_.groups.begin());
  now.line = parser_.line();
  now.attributes = copy(attributes);
  grow(sizeof now + size_of(now.attributes));
}

void XmlDocuments::start_segment(std::span<const XmlAttribute> attributes) {
  const auto key = std::ranges::find(attributes, names_.key, &XmlAttribute::name);
  if (key == attributes.end()) parser_.fail("a <" + names_.segment + "> without the attribute " + names_.key);
  if (names_.whole && open_segments_ > 0) parser_.fail("a <" + names_.segment + "> inside of another");
  XmlGroup& group = document_.groups.back();
  grow(key->value.size() + 2 + about_);
  group.keys += key->value;
  group.keys += '\0';
  ++segments_;
  ++open_segments_;
  in_text_ = true;
  any_ = blank_ = behind_ = false;
}

void XmlDocuments::end(std::string_view name) {
  interrupt();
  if (name == names_.segment) {
    end_text();
    if (in_group_) --open_segments_;
  } else if (name == names_.document) {
    done_.push_back(std::move(document_));
    in_document_ = false;
  } else if (in_group_ && name == names_.groups[document_.groups.back().name]) {
    in_group_ = false;
  }
}

// Other markup than that of segments, or the end of one.
void XmlDocuments::interrupt() {
  behind_ = true;
  if (!names_.whole) end_text();
}

void XmlDocuments::end_text() {
  if (!in_text_) return;
  XmlGroup& group = document_.groups.back();
  group.lines += '\n';
  if (!any_) group.empty.push_back(static_cast<std::uint32_t>(segments_ - 1));
  in_text_ = false;
}

void XmlDocuments::text(std::string_view piece) {
  if (!in_text_) {
    if (!in_group_ || spaces(piece, 0) == piece.size()) return;
    if (open_segments_ > 0) return cut();
    if (names_.whole) parser_.fail("text outside of a <" + names_.segment + ">");
    return;
  }
  if (behind_ && spaces(piece, 0) < piece.size()) cut();
  any_ = true;
  grow(piece.size());
  if (is_tidy(piece)) return append(piece);
  for (std::size_t at = 0; at < piece.size();) {
    const std::size_t begin = spaces(piece, at);
    blank_ = blank_ || begin > at;
    at = begin + word(piece, begin);
    if (at > begin) append(piece.substr(begin, at - begin));
  }
}

void XmlDocuments::cut() {
  std::size_t& line = document_.groups.back().cut;
  line = line == 0 ? parser_.line() : line;
}

// Text without white space at its ends.
void XmlDocuments::append(std::string_view words) {
  std::string& lines = document_.groups.back().lines;
  if (blank_ && !lines.empty() && lines.back() != '\n') lines += ' ';
  lines += words;
  blank_ = false;
}

void XmlDocuments::grow(std::size_t bytes) {
  size_ += bytes;
  if (size_ > largest) {
    parser_.fail("a <" + names_.document + "> of more than " + std::to_string(largest) + " bytes");
  }
}

}  // namespace parbleu
