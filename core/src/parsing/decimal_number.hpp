// Reads decimal numbers as std::from_chars does. Apple's C++ library reads integers only before macOS 26, and programs
// for earlier systems cannot use what is new there: they take strtod, in the locale "C", which rounds in the same way.
#pragma once

#include <charconv>
#ifndef _WIN32
#include <locale.h>
#include <stdlib.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

#include <cmath>
#include <string>
#endif

namespace parbleu {

#ifndef _WIN32

// The end of the number that a text begins with: digits, a point among them perhaps, and an exponent if it has digits.
// Null if there is no digit.
inline const char* decimal_end(const char* at, const char* end) {
  const auto skip_digits = [end](const char* from) {
    while (from != end && *from >= '0' && *from <= '9') ++from;
    return from;
  };
  if (at != end && *at == '-') ++at;
  const char* stop = skip_digits(at);
  auto digits = stop - at;
  if (stop != end && *stop == '.') {
    const char* const point = stop++;
    stop = skip_digits(stop);
    digits += stop - point - 1;
  }
  if (digits == 0) return nullptr;
  if (stop != end && (*stop == 'e' || *stop == 'E')) {
    const char* exponent = stop + 1;
    if (exponent != end && (*exponent == '-' || *exponent == '+')) ++exponent;
    const char* const last = skip_digits(exponent);
    if (last != exponent) stop = last;
  }
  return stop;
}

// The end of the number that a text begins with, or null if there is none, or none that a double can hold.
inline const char* read_decimal_with_strtod(const char* begin, const char* end, double& value) {
  static const locale_t plain = newlocale(LC_ALL_MASK, "C", nullptr);
  const char* const stop = decimal_end(begin, end);
  if (stop == nullptr) return nullptr;
  const std::string digits(begin, stop);
  const double found = strtod_l(digits.c_str(), nullptr, plain);
  const bool lost = found == 0 && digits.find_first_of("123456789") < digits.find_first_of("eE");
  if (lost || std::isinf(found)) return nullptr;
  value = found;
  return stop;
}

#endif

// The same, and perhaps the end of an infinity or of what is no number.
inline const char* read_decimal(const char* begin, const char* end, double& value) {
#ifdef __APPLE__
  return read_decimal_with_strtod(begin, end, value);
#else
  const auto [stop, problem] = std::from_chars(begin, end, value);
  return problem == std::errc() ? stop : nullptr;
#endif
}

}  // namespace parbleu
