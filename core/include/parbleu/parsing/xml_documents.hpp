// Reads documents of segments from XML in the layout of WMT's test sets.
//
//   <doc ...> <src ...> <seg id="1">text</seg> ... </src> <ref ...> ... </ref> ... </doc>
//
// A document is an element that holds groups of segments, at any depth and between any other elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "parbleu/parsing/xml_parser.hpp"

namespace parbleu {

// Which elements are which.
struct XmlNames {
  std::string document;
  std::vector<std::string> groups;
  std::string segment;
  std::string key;  // the attribute that tells the segments of a group apart
  // Whether all text of a group has to be in segments, and is theirs to their ends. Otherwise a segment's text
  // ends where another element, a comment or a processing instruction begins in it.
  bool whole = false;
};

using XmlAttributes = std::vector<std::pair<std::string, std::string>>;

struct XmlGroup {
  std::size_t name;  // which of XmlNames::groups
  std::size_t line;
  XmlAttributes attributes;
  // One key for each segment, each ended by NUL, which XML does not allow elsewhere.
  std::string keys;
  // One line for each segment, ended by LF: its text without white space at both ends, and with a blank for any
  // other white space.
  std::string lines;
  std::vector<std::uint32_t> empty;  // the segments without any text, not even white space
  std::size_t cut = 0;               // the line where a segment has text behind other markup in it; 0 if none
};

struct XmlDocument {
  std::size_t line;
  XmlAttributes attributes;
  std::vector<XmlGroup> groups;
};

class XmlDocuments final : private XmlHandler {
 public:
  // Bytes of one document: its text, and its attributes once for each segment, as its fields will have them.
  static constexpr std::size_t largest = std::size_t{1} << 26;

  explicit XmlDocuments(XmlNames names) : names_(std::move(names)) {}

  // Returns the documents that end in `block`, or BadXml is thrown.
  std::vector<XmlDocument> feed(std::string_view block);
  void finish() { parser_.finish(); }

 private:
  void start(std::string_view name, std::span<const XmlAttribute> attributes) override;
  void end(std::string_view name) override;
  void text(std::string_view piece) override;
  void aside() override { interrupt(); }

  void start_segment(std::span<const XmlAttribute> attributes);
  void interrupt();
  void end_text();
  void cut();
  void append(std::string_view words);
  void grow(std::size_t bytes);

  XmlNames names_;
  XmlParser parser_;
  std::vector<XmlDocument> done_;
  XmlDocument document_;
  bool in_document_ = false;
  bool in_group_ = false;
  std::size_t size_ = 0;           // of the document
  std::size_t about_ = 0;          // of its attributes
  std::size_t segments_ = 0;       // of the group
  std::size_t open_segments_ = 0;  // segments inside of each other
  bool in_text_ = false;           // of the latest segment
  bool behind_ = false;            // whether there has been other markup in it
  bool any_ = false;               // whether it has text, be it white space
  bool blank_ = false;             // whether white space waits for a word
};

}  // namespace parbleu
