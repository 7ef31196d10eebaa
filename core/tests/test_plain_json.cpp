// Tests which JSON is plain: by examples, and by objects of random keys.
#include <random>
#include <set>
#include <string>

#include "check.hpp"
#include "parbleu/parsing/plain_json.hpp"

using namespace parbleu;

namespace {

bool plain(std::string_view text) { return is_plain_json(text, 3, 4); }

void knows_keys() {
  CHECK(plain("") && plain("1") && plain(R"("a")") && plain("{}") && plain("[]"));
  CHECK(plain(R"({"a": 1, "b": "a", "c": ["a", "a", {"a": 1, "b": 2}], "": {"a": 1}})"));
  CHECK(plain(R"([{"a": 1}, {"a": 1}])"));
  CHECK(!plain(R"({"a": 1, "a": 2})"));
  CHECK(!plain(R"({"a": {"b": [1, 2]}, "a": 2})"));
  CHECK(!plain(R"([{"b": {"a": 1, "c": "{", "a": 1}}])"));
  CHECK(!plain("{\"\": 1,\n\t\"\"\n: 2}"));
  CHECK(!plain(R"({"\u0061": 1, "a": 2})") && !plain(R"({"\"": 1})"));
}

void reads_strings() {
  CHECK(plain(R"({"a": "\"a\": 1, \"a\"", "b": "\\", "c": "\\\"", "d": "}]{[,"})"));
  CHECK(!plain(R"({"a": "\\", "a": 1})") && !plain(R"({"a": "\\\"", "a": 1})"));
  for (const char* const open : {"\"", "\"a", "\"\\", "\"\\\"", "{\"a", "\"a\\\\\\"}) CHECK(!plain(open));
}

void counts_brackets_and_digits() {
  CHECK(plain("[[[1]]]") && !plain("[[[[1]]]]") && !plain(R"([{"a": [{}]}])") && plain("[[[]], [[]]]"));
  CHECK(!plain("]") && !plain("{}}"));
  CHECK(plain("[1234, -1234.1234e1234]") && !plain("[12345]") && !plain("12345") && plain(R"("12345")"));
}

void knows_random_keys() {
  std::mt19937 random(1);
  for (int trial = 0; trial < 3000; ++trial) {
    std::set<std::string> known;
    const std::size_t count = random() % (most_plain_keys + 3);
    std::string text = "{";
    for (std::size_t key = 0; key < count; ++key) {
      std::string name;
      for (std::size_t unit = random() % 9; unit > 0; --unit) name += static_cast<char>('a' + random() % 26);
      known.insert(name);
      text += (key > 0 ? ", \"" : "\"") + name + "\": {\"" + name + "\": 1}";
    }
    CHECK(plain(text + "}") == (known.size() == count && count <= most_plain_keys));
  }
}

}  // namespace

int main() {
  knows_keys();
  reads_strings();
  counts_brackets_and_digits();
  knows_random_keys();
  return test::failed();
}
