#include "parbleu/unicode.hpp"

namespace parbleu {

Text strip_right(const Text& text) {
  Text result = text;
  visit(text, [&](auto units) {
    while (result.size > 0 && is_space(units[result.size - 1])) --result.size;
  });
  return result;
}

}  // namespace parbleu
