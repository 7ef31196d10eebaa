#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "check.hpp"
#include "parbleu/parsing/xml_documents.hpp"
#include "parbleu/unicode/unicode.hpp"
#include "reference/slow_utf8.hpp"
#include "xml_files.hpp"

namespace parbleu {
namespace {

const XmlNames names{"doc", {"src", "ref"}, "seg", "id"};

using Texts = std::vector<std::optional<std::string>>;  // of all segments; none without any text

// The same as slowly as possible: every text as the parser gives it, and white space looked for by code point.
class SlowTexts final : public XmlHandler {
 public:
  void start(std::string_view name, std::span<const XmlAttribute>) override {
    open_ = name == names.segment;
    if (open_) texts_.emplace_back();
  }
  void end(std::string_view) override { open_ = false; }
  void aside() override { open_ = false; }
  void text(std::string_view piece) override {
    if (open_) texts_.back() = texts_.back().value_or("").append(piece);
  }

  Texts tidied() {
    for (std::optional<std::string>& text : texts_) {
      if (text) text = tidied(*text);
    }
    return texts_;
  }

 private:
  static std::string tidied(const std::string& text) {
    const std::vector<std::uint8_t> bytes(text.begin(), text.end());
    std::u32string result;
    bool blank = false;
    const test::SlowDecoded decoded = test::slow_decode_utf8(bytes);
    for (const char32_t point : decoded.points.value()) {
      if (!is_space(point)) {
        if (blank && !result.empty()) result += U' ';
        result += point;
      }
      blank = is_space(point);
    }
    const auto encoded = test::encode_utf8(result);
    return {encoded.begin(), encoded.end()};
  }

  Texts texts_;
  bool open_ = false;
};

Texts slow_texts(std::string_view file) {
  XmlParser parser;
  SlowTexts texts;
  parser.feed(file, texts);
  parser.finish();
  return texts.tidied();
}

void add(const XmlGroup& group, Texts& texts) {
  std::size_t begin = 0;
  const std::size_t first = texts.size();
  for (std::size_t end; (end = group.lines.find('\n', begin)) != std::string::npos; begin = end + 1) {
    texts.emplace_back(group.lines.substr(begin, end - begin));
  }
  CHECK(begin == group.lines.size());
  CHECK(static_cast<std::size_t>(std::count(group.keys.begin(), group.keys.end(), '\0')) == texts.size() - first);
  for (const std::uint32_t empty : group.empty) {
    CHECK(texts[first + empty]->empty());
    texts[first + empty].reset();
  }
}

std::optional<Texts> texts(std::string_view file, std::uint32_t most, test::Random& random) {
  XmlDocuments documents(names);
  Texts found;
  try {
    test::feed_pieces(file, most, random, [&](std::string_view piece) {
      for (const XmlDocument& document : documents.feed(piece)) {
        for (const XmlGroup& group : document.groups) add(group, found);
      }
    });
    documents.finish();
  } catch (const BadXml&) {
    return {};
  }
  return found;
}

void agree_with_slow_texts(test::Random& random) {
  int read = 0;
  for (int round = 0; round < 4000; ++round) {
    const std::string file = test::xml_file(random);
    const std::optional<Texts> found = texts(file, 1U << random.below(12), random);
    if (!found) continue;
    ++read;
    if (file.find("<set") != std::string::npos) CHECK(*found == slow_texts(file));
  }
  CHECK(read > 1500);
}

void places_and_attributes() {
  XmlDocuments documents(names);
  const auto found = documents.feed(
      "<x>\n<doc id='1' a='&amp;'>\n<seg id='0'>no group</seg><ref b='2'>\n<seg id='7'>a<i>b</i></seg>\n"
      "<seg id='8'/><seg id='9'>\xC2\xA0</seg></ref></doc></x>");
  documents.finish();
  CHECK(found.size() == 1 && found[0].line == 2 && found[0].groups.size() == 1);
  CHECK(found[0].attributes == XmlAttributes{{"id", "1"}, {"a", "&"}});
  const XmlGroup& group = found[0].groups[0];
  CHECK(group.name == 1 && group.line == 3 && group.cut == 4);
  CHECK(group.keys == std::string("7\0"
                                  "8\0"
                                  "9\0",
                                  6));
  CHECK(group.lines == "a\n\n\n");
  CHECK(group.empty == std::vector<std::uint32_t>{1});
}

std::string problem_of(XmlDocuments documents, std::string_view file) {
  try {
    documents.feed(file);
  } catch (const BadXml& bad) {
    return bad.problem;
  }
  return "";
}

void whole_segments() {
  XmlNames wholly = names;
  wholly.whole = true;
  XmlDocuments documents(wholly);
  const auto found = documents.feed(
      "<doc>no group <src>\n<seg id='1'> a<i> b</i><!-- c -->\nd </seg><seg id='2'>e<br/></seg></src></doc>");
  const XmlGroup& group = found.at(0).groups.at(0);
  CHECK(group.lines == "a b d\ne\n" && group.cut == 2);
  CHECK(problem_of(XmlDocuments(wholly), "<doc><src>x") == "text outside of a <seg>");
  CHECK(problem_of(XmlDocuments(wholly), "<doc><src><seg id='1'><seg id='2'>") == "a <seg> inside of another");
}

void limits() {
  XmlDocuments documents(names);
  bool refused = false;
  try {
    documents.feed("<doc>");
    for (int round = 0; round < 1000; ++round) {
      std::string block;
      for (int group = 0; group < 1000; ++group) block += "<src/>";
      documents.feed(block);
    }
  } catch (const BadXml& bad) {
    refused = bad.problem.starts_with("a <doc> of more than");
  }
  CHECK(refused);
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::test::Random random(11);
  parbleu::agree_with_slow_texts(random);
  parbleu::places_and_attributes();
  parbleu::whole_segments();
  parbleu::limits();
  return parbleu::test::failed();
}
