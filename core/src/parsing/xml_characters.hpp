// Classifies the characters of XML in UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parbleu::xml {

inline constexpr std::size_t nowhere = std::string_view::npos;

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

constexpr bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' || (c & 0x80) != 0;
}

constexpr bool continues_name(char c) { return begins_name(c) || (c >= '0' && c <= '9') || c == '-' || c == '.'; }

// Where the white space ends that begins at `at`.
std::size_t skip_blank(std::string_view text, std::size_t at);

// Where the name ends that begins at `at`; `at` itself if none does.
std::size_t skip_name(std::string_view text, std::size_t at);

// Where the first byte stands that is no part of a character that XML allows; the end if there is none.
std::size_t find_bad(std::string_view text);

// How many bytes at the end are the beginning of a character that is cut off.
std::size_t cut_off(std::string_view text);

// Whether XML allows the code point.
bool allowed(std::uint32_t point);

// Writes a code point that XML allows; returns the number of bytes.
std::size_t encode(std::uint32_t point, char* out);

}  // namespace parbleu::xml
