// The whole test framework: CHECK reports a condition that does not hold, `return parbleu::test::failed()` ends
// main.
#pragma once

#include <cstdio>

namespace parbleu::test {

inline int& failures() {
  static int count = 0;
  return count;
}

inline bool check(bool holds, const char* what, const char* file, int line) {
  if (!holds) {
    ++failures();
    std::fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
  }
  return holds;
}

inline int failed() { return failures() == 0 ? 0 : 1; }

}  // namespace parbleu::test

#define CHECK(...) ::parbleu::test::check(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
