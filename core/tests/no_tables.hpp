// Tables of texts for tests, which know ASCII alone.
#pragma once

#include <string>
#include <string_view>

#include "parbleu/writing/normalizations.hpp"

namespace parbleu::test {

// Marks each text that needs a table.
class NoTables : public TextTables {
 public:
  [[nodiscard]] std::u32string in_form(std::string_view, std::u32string text) const override {
    return text + U"?";
  }
  [[nodiscard]] std::u32string bare(std::u32string text) const override { return text + U"?"; }
  [[nodiscard]] std::u32string unescaped(std::u32string text) const override { return text + U"?"; }
  [[nodiscard]] bool is_letter(char32_t point) const override { return point > 0x7F || is_small(point | 0x20); }
  [[nodiscard]] bool is_small(char32_t point) const override { return point >= U'a' && point <= U'z'; }
  [[nodiscard]] std::u32string code_page(std::string_view) const override {
    std::u32string page(256, no_character);
    for (char32_t byte = 0; byte < 0x80; ++byte) page[byte] = byte;
    return page;
  }
  [[nodiscard]] std::string in_utf_8(std::u32string_view text) const override {
    return {text.begin(), text.end()};
  }
  [[nodiscard]] std::string quoted(std::u32string_view text) const override { return "'" + in_utf_8(text) + "'"; }
  [[nodiscard]] std::string rounded(double number) const override {
    const auto tenths = static_cast<int>(10 * number + 0.5);
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
  }
};

}  // namespace parbleu::test
