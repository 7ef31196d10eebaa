// Random files that are XML, or nearly: pieces in an order that makes elements, and mistakes put in.
#pragma once

#include <string>
#include <string_view>

#include "reference/texts.hpp"

namespace parbleu::test {

inline constexpr std::string_view good_texts[] = {"word",
                                                  " ",
                                                  "  ",
                                                  "\n",
                                                  "\r\n",
                                                  "\t",
                                                  "two words",
                                                  "x",
                                                  "\xC3\xA9",
                                                  "\xC2\xA0",
                                                  "\xC2\x85",
                                                  "\xE3\x80\x80",
                                                  "\xE2\x80\xA8",
                                                  "\xE2\x80\x9C",
                                                  "\xE2\x81\x9F",
                                                  "\xE1\x9A\x80",
                                                  "\xE3\x80\x82",
                                                  "\xE6\x96\x87\xE5\xAD\x97",
                                                  "\xF0\x9F\x98\x80",
                                                  "\xD0\x96\xD0\x96\xD0\x96",
                                                  "]",
                                                  "]]",
                                                  "&amp;",
                                                  "&lt;",
                                                  "&#xA0;",
                                                  "&#9;",
                                                  "&#x1F600;",
                                                  "<![CDATA[ <x> ]]>",
                                                  "<![CDATA[]]>",
                                                  "<!-- a -->",
                                                  "<?x y?>",
                                                  "<b>",
                                                  "</b>",
                                                  "<b/>"};
inline constexpr std::string_view mistakes[] = {"<",     "&",     "]]>",    "\x01",      "\xFF", "\xC3",
                                                "</b>",  "<b>",   "&nbsp;", "&#0;",      "--",   "<!",
                                                "<seg>", "<doc>", "</doc>", "<!DOCTYPE", "\"",   "="};

template <std::size_t n>
std::string_view any_of(const std::string_view (&choices)[n], Random& random) {
  return choices[random.below(static_cast<std::uint32_t>(n))];
}

inline void add_segment(std::string& file, Random& random) {
  file += "<seg id='" + std::to_string(random.below(9)) + "'>";
  bool bold = false;
  for (std::uint32_t pieces = random.below(7); pieces > 0; --pieces) {
    const std::string_view piece = any_of(good_texts, random);
    if ((piece == "<b>") != bold && (piece == "<b>" || piece == "</b>")) {
      file += piece;
      bold = !bold;
    } else if (piece != "<b>" && piece != "</b>") {
      file += piece;
    }
  }
  file += bold ? "</b></seg>" : "</seg>";
}

inline std::string xml_file(Random& random) {
  std::string file(random.one_in(2) ? "<?xml version='1.0'?>\n<set>"
                                    : "<!DOCTYPE set [<!ELEMENT b ANY>]>\n<set a='&lt;\n'>");
  for (std::uint32_t documents = random.below(3); documents > 0; --documents) {
    file += "<doc id=\"d\"\n origlang = 'x'>";
    for (std::uint32_t groups = random.below(4); groups > 0; --groups) {
      const std::string name(random.one_in(2) ? "src" : "ref");
      file += "<" + name + "><p>";
      for (std::uint32_t segments = random.below(4); segments > 0; --segments) add_segment(file, random);
      file += "</p></" + name + ">\n";
    }
    file += "</doc>";
  }
  file += "</set>";
  for (std::uint32_t count = random.one_in(3) ? 1 + random.below(2) : 0; count > 0; --count) {
    const auto at = random.below(static_cast<std::uint32_t>(file.size() + 1));
    if (random.one_in(2)) {
      file.insert(at, any_of(mistakes, random));
    } else {
      file.erase(at, 1 + random.below(5));
    }
  }
  return file;
}

// Feeds a file in pieces of random sizes, the largest of which has `most` bytes.
template <class Feed>
void feed_pieces(std::string_view file, std::uint32_t most, Random& random, Feed feed) {
  while (!file.empty()) {
    const std::string_view piece = file.substr(0, 1 + random.below(most));
    feed(piece);
    file.remove_prefix(piece.size());
  }
}

}  // namespace parbleu::test
