#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "check.hpp"
#include "parbleu/writing/language_model.hpp"

namespace parbleu {
namespace {

// Tables of a model, which may be wrong.
struct Tables {
  std::vector<std::string> codes;
  std::vector<float> of_languages;
  std::vector<std::uint32_t> rows;
  std::vector<std::int32_t> features;
  std::vector<std::uint32_t> next;
  std::vector<std::int16_t> weights;
};

class File {
 public:
  explicit File(const Tables& tables) {
    const std::uint64_t n_languages = tables.codes.size();
    add(std::vector<std::uint64_t>{LanguageModel::sign, n_languages, tables.rows.size(), tables.next.size() / 256,
                                   tables.weights.size() / n_languages});
    std::vector<char> codes(8 * n_languages);
    for (std::size_t at = 0; at < tables.codes.size(); ++at)
      std::memcpy(codes.data() + 8 * at, tables.codes[at].data(), tables.codes[at].size());
    add(codes);
    add(tables.of_languages);
    add(tables.rows);
    add(tables.features);
    add(tables.next);
    add(tables.weights);
  }

  [[nodiscard]] std::span<const std::uint8_t> bytes(std::size_t left_out = 0) const {
    return {reinterpret_cast<const std::uint8_t*>(numbers_.data()), 8 * (numbers_.size() - left_out)};
  }

 private:
  template <class Item>
  void add(const std::vector<Item>& items) {
    const std::size_t begin = numbers_.size(), size = items.size() * sizeof(Item);
    numbers_.resize(begin + (size + 7) / 8);
    if (size > 0) std::memcpy(numbers_.data() + begin, items.data(), size);
  }

  std::vector<std::uint64_t> numbers_;  // which are aligned as tables are
};

// Of one state for all bytes but `a`, `b` and `c`, which are features.
Tables letters() {
  Tables tables{{"one", "two", "language"},      {0, -1, -2}, {0, 0, 0, 0}, {-1, 0, 1, 2},
                std::vector<std::uint32_t>(256), {}};
  for (const std::uint32_t letter : {'a', 'b', 'c'}) tables.next[letter] = letter - 'a' + 1;
  tables.weights = {-100, -2000, -3000, -2000, -100, -3000, -3000, -3000, -100};
  return tables;
}

template <class Function>
bool is_refused(Function function) {
  try {
    function();
  } catch (const std::invalid_argument&) {
    return true;
  }
  return false;
}

bool is_refused(const Tables& tables, std::string_view text) {
  const File file(tables);
  return is_refused([&] { LanguageModel(file.bytes()).language(text); });
}

void check_languages() {
  const File file(letters());
  const LanguageModel model(file.bytes());
  const std::pair<std::string_view, std::string_view> expected[] = {
      {"xaxa", "one"},
      {"bbab", "two"},
      {"abababab", "one"},
      {"cccc", "language"},
      {"xyz", "one"},
      {"", "one"},
      {std::string_view("\0\xff", 2), "one"},
  };
  for (const auto& [text, language] : expected) CHECK(model.language(text) == language);
}

void check_refusals() {
  const File file(letters());
  for (const std::size_t left_out : {1U, 5U, 100U})
    CHECK(is_refused([&] { LanguageModel(file.bytes(left_out)); }));
  CHECK(is_refused([&] { LanguageModel({file.bytes().data() + 1, file.bytes().size() - 8}); }));
  CHECK(is_refused([&] { LanguageModel({}); }));
  Tables tables = letters();
  tables.next['x'] = 4;
  CHECK(is_refused(tables, "ax"));
  CHECK(!is_refused(tables, "a"));
  tables = letters();
  tables.rows[1] = 1;
  CHECK(is_refused(tables, "aa"));
  tables = letters();
  tables.features[1] = 3;
  CHECK(is_refused(tables, "a"));
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::check_languages();
  parbleu::check_refusals();
  return parbleu::test::failed();
}
