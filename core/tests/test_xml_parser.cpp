#include <optional>
#include <string>

#include "check.hpp"
#include "parbleu/parsing/xml_parser.hpp"
#include "xml_files.hpp"

namespace parbleu {
namespace {

// Records the parser's events; consecutive texts become one.
class Scribe final : public XmlHandler {
 public:
  void start(std::string_view name, std::span<const XmlAttribute> attributes) override {
    written += "<" + std::string(name);
    for (const XmlAttribute& each : attributes) {
      written += "|" + std::string(each.name) + "=" + std::string(each.value);
    }
    written += ">";
  }
  void end(std::string_view name) override { written += "</" + std::string(name) + ">"; }
  void text(std::string_view piece) override { written += piece; }
  void aside() override { written += "<!>"; }

  std::string written;
};

struct Outcome {
  std::string written;
  std::optional<BadXml> bad;
};

Outcome parse(std::string_view file, std::uint32_t most, test::Random& random) {
  XmlParser parser;
  Scribe scribe;
  try {
    test::feed_pieces(file, most, random, [&](std::string_view piece) { parser.feed(piece, scribe); });
    parser.finish();
  } catch (const BadXml& bad) {
    return {scribe.written, bad};
  }
  return {scribe.written, {}};
}

Outcome parse(std::string_view file) {
  test::Random random(1);
  return parse(file, 1U << 30, random);
}

void reads(std::string_view file, std::string_view expected) {
  const Outcome found = parse(file);
  CHECK(!found.bad);
  CHECK(found.written == expected);
}

void refuses(std::string_view file, std::size_t line, std::size_t column, std::string_view problem) {
  const Outcome found = parse(file);
  if (!CHECK(found.bad.has_value())) return;
  CHECK(found.bad->line == line);
  CHECK(found.bad->column == column);
  CHECK(found.bad->problem.starts_with(problem));
}

void cuts_change_nothing(test::Random& random) {
  int refused = 0;
  for (int round = 0; round < 4000; ++round) {
    const std::string file = test::xml_file(random);
    const Outcome whole = parse(file);
    refused += whole.bad ? 1 : 0;
    for (const std::uint32_t most : {1U, 3U, 40U}) {
      const Outcome cut = parse(file, most, random);
      CHECK(cut.bad.has_value() == whole.bad.has_value());
      if (!whole.bad) CHECK(cut.written == whole.written);
    }
  }
  CHECK(refused > 400 && refused < 3000);
}

}  // namespace
}  // namespace parbleu

int main() {
  using namespace parbleu;
  reads("<a/>", "<a></a>");
  reads("\xEF\xBB\xBF<?xml version='1.0'?><!-- - -->\n<a b = '1' c=\"'\"\n>x</a >\n<?y?>", "<a|b=1|c='>x</a>");
  reads("<a b='\r\n\t&#10;&lt;'>&#x41;&amp;<![CDATA[<&]]]]>\xC2\x85</a>", "<a|b=  \n<>A&<&]]\xC2\x85</a>");
  reads("<!DOCTYPE a PUBLIC '>' \"]\" [<!ELEMENT a ANY> <!-- <!ENTITY --> <?x ]>?> ] ><a><!----></a>",
        "<a><!></a>");
  refuses("", 1, 1, "the file ends before its first element");
  refuses("<a>\n<b>\n</a>", 3, 1, "</a> where <b> is open, which begins in line 2");
  refuses("<a>\n<b>\n", 3, 1, "the file ends inside of <b>, which begins in line 2");
  refuses("<a>\n  \xC3\xA9&x;</a>", 2, 5, "&x; is none of the entities");
  refuses("<a>\nab\x01</a>", 2, 3, "byte 0x01 begins no character");
  refuses("<a>&\xFF;</a>", 1, 5, "byte 0xff begins no character");
  refuses("<a>\xED\xA0\x80</a>", 1, 4, "byte 0xed begins no character");
  refuses("<a>\xF4\x90\x80\x80</a>", 1, 4, "byte 0xf4 begins no character");
  refuses("<a>\xEF\xBF\xBF</a>", 1, 4, "byte 0xef begins no character");
  refuses("<!DOCTYPE a [\n <!ENTITY x 'y'>]><a/>", 2, 2, "entities are declared here");
  refuses(" <?xml version='1.0'?><a/>", 1, 2, "an XML declaration that is not the beginning");
  test::Random random(7);
  cuts_change_nothing(random);
  return test::failed();
}
