// Parses XML strictly, block by block and in bounded memory.
//
// It checks what XML 1.0 calls well-formed, except that names may hold any character beyond ASCII. It refuses
// what could make a small file grow or reach for others: declarations of entities and of attributes. Namespaces
// mean nothing to it: a name is what stands there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parbleu {

// Thrown for XML that is not well-formed, or is refused.
struct BadXml {
  std::size_t line;    // counted from 1
  std::size_t column;  // in bytes, counted from 1
  std::string problem;
};

struct XmlAttribute {
  std::string_view name;
  std::string_view value;  // references resolved, every white space a blank
};

// Receives the contents of a file. All text is UTF-8, and valid during the call only.
class XmlHandler {
 public:
  virtual void start(std::string_view name, std::span<const XmlAttribute> attributes) = 0;
  virtual void end(std::string_view name) = 0;
  // A piece of the text inside of elements: whole characters, references resolved, line ends as in the file.
  virtual void text(std::string_view piece) = 0;
  // A comment or a processing instruction.
  virtual void aside() = 0;

 protected:
  ~XmlHandler() = default;
};

class XmlParser {
 public:
  static constexpr std::size_t deepest = 256;                          // elements inside of each other
  static constexpr std::size_t longest_markup = std::size_t{1} << 20;  // bytes of a tag, comment, ... or DTD
  static constexpr std::size_t most_attributes = 256;                  // of an element

  // `block` is UTF-8, cut anywhere.
  void feed(std::string_view block, XmlHandler& handler);
  // Nothing follows.
  void finish();

  // Where the parser stands: at the markup or text that the handler receives.
  [[nodiscard]] std::size_t line();
  [[noreturn]] void fail(std::string problem);

 private:
  enum class Phase : std::uint8_t { begin, prolog, content, epilog };

  void count();
  bool step(XmlHandler& handler);
  bool characters(XmlHandler& handler);
  bool cdata(XmlHandler& handler);
  bool markup(XmlHandler& handler);
  bool declaration(XmlHandler& handler);
  bool comment(XmlHandler& handler);
  bool instruction(XmlHandler& handler);
  bool document_type();
  std::size_t declared(std::size_t at);
  bool end_tag(XmlHandler& handler);
  bool start_tag(XmlHandler& handler);
  void blank(std::string_view piece);
  void emit(std::size_t end, XmlHandler& handler);
  bool reference(std::size_t end, bool complete, XmlHandler& handler);
  void attributes(std::string_view tag, std::size_t at);
  void attribute_value(std::string_view raw);
  std::string_view resolve(std::string_view name);
  void check(std::size_t begin, std::size_t end);
  bool wait(std::string_view what);
  [[noreturn]] void fail_at(std::size_t at, std::string problem);

  std::string buffer_;       // what has been fed and not been dealt with
  std::size_t at_ = 0;       // how much of it is done
  std::size_t counted_ = 0;  // up to where line ends are counted
  std::size_t line_ = 1;
  std::size_t column_ = 1;  // of counted_
  Phase phase_ = Phase::begin;
  bool in_cdata_ = false;
  std::string open_;                 // the names of the open elements, one after the other
  std::vector<std::size_t> starts_;  // where each begins
  std::vector<std::size_t> lines_;   // and the line of its tag
  std::vector<XmlAttribute> attributes_;
  std::string values_;  // of attributes that hold references or white space
  char character_[4];   // a reference's
};

}  // namespace parbleu
