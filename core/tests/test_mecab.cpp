#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "check.hpp"
#include "parbleu/tokenizers/mecab.hpp"
#include "reference/texts.hpp"

namespace parbleu {
namespace {

using test::Random;

struct Entry {
  std::uint16_t left;
  std::uint16_t right;
  std::int16_t cost;
};

struct Category {
  std::string name;
  std::uint32_t longest;
  bool groups;
  bool always;
};

using Words = std::map<std::string, std::vector<Entry>>;

const std::vector<Category> categories{
    {"DEFAULT", 0, true, false}, {"SPACE", 0, true, false}, {"LETTER", 2, true, true}, {"SIGN", 1, false, false}};

// The bit of each category that a character is of, the first of them first.
std::vector<std::uint32_t> categories_of(char32_t c) {
  if (c == ' ' || c == 0xD0) return {1};
  if (c == 0x3042) return {2, 3};
  if ((c >= 'a' && c <= 'd') || (c >= 0x3041 && c <= 0x3050)) return {2};
  if (c < '@' && c > ' ') return {3};
  return {0};
}

template <class T>
void append(std::vector<std::uint8_t>& bytes, T value) {
  const auto* from = reinterpret_cast<const std::uint8_t*>(&value);
  bytes.insert(bytes.end(), from, from + sizeof value);
}

// A double array over the keys, made by trying one base after the other.
class Trie {
 public:
  explicit Trie(const std::vector<std::pair<std::string, std::int32_t>>& keys) {
    place(0, keys, 0);
    units_.resize(units_.size() + 300);
  }
  std::vector<std::uint8_t> bytes() const {
    std::vector<std::uint8_t> result;
    for (const auto& [base, check] : units_) {
      append(result, base);
      append(result, check);
    }
    return result;
  }

 private:
  using Keys = std::vector<std::pair<std::string, std::int32_t>>;

  void place(std::size_t at, const Keys& keys, std::size_t depth) {
    std::map<std::uint32_t, Keys> children;
    for (const auto& key : keys) {
      const bool ends = key.first.size() == depth;
      children[ends ? 0 : static_cast<unsigned char>(key.first[depth]) + 1U].push_back(key);
    }
    std::uint32_t base = 1;
    const auto taken = [&](const auto& child) {
      const std::size_t to = base + child.first;
      if (to >= units_.size()) units_.resize(to + 1);
      return used(to);
    };
    while (std::ranges::any_of(children, taken) || bases_.contains(base)) ++base;
    bases_[base] = true;
    if (at >= units_.size()) units_.resize(at + 1);
    units_[at].first = static_cast<std::int32_t>(base);
    for (const auto& child : children) units_[base + child.first].second = base;
    for (const auto& [label, rest] : children) {
      if (label == 0) {
        units_[base].first = -rest.front().second - 1;
      } else {
        place(base + label, rest, depth + 1);
      }
    }
  }
  bool used(std::size_t at) const { return at == 0 || units_[at].second != 0; }

  std::vector<std::pair<std::int32_t, std::uint32_t>> units_;
  std::map<std::uint32_t, bool> bases_;
};

std::vector<std::uint8_t> lexicon(const Words& words, std::uint16_t contexts) {
  std::vector<std::pair<std::string, std::int32_t>> keys;
  std::vector<std::uint8_t> readings;
  std::int32_t first = 0;
  for (const auto& [key, entries] : words) {
    const auto count = static_cast<std::int32_t>(entries.size());
    keys.emplace_back(key, first * 256 + count);
    first += count;
    for (const Entry& entry : entries) {
      append(readings, entry.left);
      append(readings, entry.right);
      append(readings, std::uint16_t{7});
      append(readings, entry.cost);
      append(readings, std::uint64_t{0});
    }
  }
  const std::vector<std::uint8_t> trie = Trie(keys).bytes();
  const auto size = static_cast<std::uint32_t>(72 + trie.size() + readings.size());
  std::vector<std::uint8_t> file;
  for (const std::uint32_t number :
       {size ^ 0xEF718F77U, 102U, 0U, static_cast<std::uint32_t>(first), std::uint32_t{contexts},
        std::uint32_t{contexts}, static_cast<std::uint32_t>(trie.size()),
        static_cast<std::uint32_t>(readings.size()), 0U, 0U}) {
    append(file, number);
  }
  file.resize(72);
  std::memcpy(file.data() + 40, "UTF-8", 5);
  file.insert(file.end(), trie.begin(), trie.end());
  file.insert(file.end(), readings.begin(), readings.end());
  return file;
}

std::string utf8(const std::u32string& text) {
  std::string result;
  for (const char32_t c : text) {
    const auto byte = [&](std::uint32_t value) { result += static_cast<char>(value); };
    if (c < 0x80) {
      byte(c);
    } else if (c < 0x800) {
      byte(0xC0 | (c >> 6));
      byte(0x80 | (c & 63));
    } else if (c < 0x10000) {
      byte(0xE0 | (c >> 12));
      byte(0x80 | ((c >> 6) & 63));
      byte(0x80 | (c & 63));
    } else {
      byte(0xF0 | (c >> 18));
      byte(0x80 | ((c >> 12) & 63));
      byte(0x80 | ((c >> 6) & 63));
      byte(0x80 | (c & 63));
    }
  }
  return result;
}

const std::u32string letters = U"abcde ,.\u00D0\u3042\u3043\u3052\u6F22\U0001F600";

// A dictionary of random words, few contexts and few costs, so that many paths cost the same; or of more contexts than those
// that stand in columns; or of costs whose sums need more than 16 bits.
struct Dictionary {
  std::uint16_t contexts;
  int factor;  // of the costs of connections
  std::map<std::u32string, std::vector<Entry>> words;
  std::vector<std::vector<Entry>> unknown;
  std::vector<std::int16_t> matrix;
  std::vector<SpacePenalty> penalties;
  std::vector<std::uint8_t> files[4];

  explicit Dictionary(Random& random, std::uint16_t contexts = 5, int factor = 1)
      : contexts(contexts), factor(factor) {
    const auto small = [&] { return static_cast<std::int16_t>(static_cast<int>(random.below(7)) - 2); };
    const auto entries = [&](std::uint32_t most) {
      std::vector<Entry> result(1 + random.below(most));
      for (Entry& entry : result) {
        entry = {static_cast<std::uint16_t>(random.below(contexts)),
                 static_cast<std::uint16_t>(random.below(contexts)), small()};
      }
      return result;
    };
    for (int k = 0; k < 40; ++k) {
      std::u32string word;
      for (std::size_t size = 1 + random.below(4); size > 0; --size)
        word += letters[random.below(static_cast<std::uint32_t>(letters.size()))];
      words[word] = entries(3);
    }
    for (std::size_t k = 0; k < categories.size(); ++k) unknown.push_back(entries(3));
    for (int k = 0; k < contexts * contexts; ++k) matrix.push_back(static_cast<std::int16_t>(factor * small()));
    if (random.below(2) == 0) penalties.push_back({7, 3});
    Words known;
    Words by_category;
    for (const auto& [word, readings] : words) known[utf8(word)] = readings;
    for (std::size_t k = 0; k < categories.size(); ++k) by_category[categories[k].name] = unknown[k];
    files[0] = lexicon(known, contexts);
    files[1] = lexicon(by_category, contexts);
    append(files[2], contexts);
    append(files[2], contexts);
    for (const std::int16_t cost : matrix) append(files[2], cost);
    append(files[3], static_cast<std::uint32_t>(categories.size()));
    for (const Category& category : categories) {
      std::string name = category.name;
      name.resize(32);
      files[3].insert(files[3].end(), name.begin(), name.end());
    }
    for (char32_t c = 0; c < 0xFFFF; ++c) {
      std::uint32_t bits = 0;
      for (const std::uint32_t category : categories_of(c)) bits |= 1U << category;
      const std::uint32_t first = categories_of(c).front();
      const Category& of = categories[first];
      append(files[3],
             bits | (first << 18) | (of.longest << 26) | (of.groups ? 1U << 30 : 0) | (of.always ? 1U << 31 : 0));
    }
  }

  [[nodiscard]] MecabFiles bytes() const { return {files[0], files[1], files[2], files[3], penalties}; }

  [[nodiscard]] static bool alike(char32_t one, char32_t other) {
    for (const std::uint32_t category : categories_of(one)) {
      for (const std::uint32_t also : categories_of(other)) {
        if (category == also) return true;
      }
    }
    return false;
  }

  // The words that may begin at a place, in the order in which MeCab considers them.
  [[nodiscard]] std::vector<std::pair<Entry, std::size_t>> at(const std::u32string& text,
                                                              std::size_t begin) const {
    std::vector<std::pair<Entry, std::size_t>> found;
    const auto add = [&](const std::vector<Entry>& entries, std::size_t end) {
      for (const Entry& entry : entries) found.emplace_back(entry, end);
    };
    for (std::size_t size = 1; size <= 4 && begin + size <= text.size(); ++size) {
      const auto word = words.find(text.substr(begin, size));
      if (word != words.end()) add(word->second, begin + size);
    }
    const std::uint32_t first = categories_of(text[begin]).front();
    const Category& category = categories[first];
    if (found.empty() || category.always) {
      std::size_t group = begin + 1;
      while (group < text.size() && alike(text[group - 1], text[group])) ++group;
      if (category.groups && group - begin <= 25) add(unknown[first], group);
      for (std::size_t size = 1; size <= category.longest; ++size) {
        if (category.groups && begin + size == group) break;
        add(unknown[first], begin + size);
        if (begin + size == text.size() || !alike(text[begin], text[begin + size])) break;
      }
      if (found.empty()) add(unknown[first], begin + 1);
    }
    std::ranges::reverse(found);
    return found;
  }

  // Every path's cost, place after place, with all nodes kept.
  [[nodiscard]] std::vector<std::u32string> segment(const std::u32string& text) const {
    struct Node {
      long cost;
      std::size_t begin;
      std::size_t end;
      std::uint16_t right;
      const Node* before;
    };
    std::vector<std::vector<const Node*>> ends(text.size() + 1);
    std::vector<std::unique_ptr<Node>> all;
    all.push_back(std::make_unique<Node>(Node{0, 0, 0, 0, nullptr}));
    ends[0].push_back(all.back().get());
    const auto cheapest = [&](std::size_t place, std::uint16_t left) {
      std::pair<long, const Node*> best{0, nullptr};
      for (auto node = ends[place].rbegin(); node != ends[place].rend(); ++node) {
        const long cost = (*node)->cost + matrix[(*node)->right + std::size_t{contexts} * left];
        if (best.second == nullptr || cost < best.first) best = {cost, *node};
      }
      return best;
    };
    for (std::size_t place = 0; place < text.size(); ++place) {
      if (ends[place].empty()) continue;
      std::size_t begin = place;
      if (alike(text[place], ' ')) {
        ++begin;
        while (begin < text.size() && alike(text[begin - 1], text[begin])) ++begin;
      }
      if (begin == text.size()) continue;
      for (const auto& [entry, end] : at(text, begin)) {
        const auto [cost, before] = cheapest(place, entry.left);
        const long penalty = begin != place && !penalties.empty() ? penalties.front().cost : 0;
        all.push_back(std::make_unique<Node>(Node{cost + entry.cost + penalty, begin, end, entry.right, before}));
        ends[end].push_back(all.back().get());
      }
    }
    std::size_t last = text.size();
    while (ends[last].empty()) --last;
    std::vector<std::u32string> result;
    for (const Node* node = cheapest(last, 0).second; node->before != nullptr; node = node->before) {
      result.insert(result.begin(), text.substr(node->begin, node->end - node->begin));
    }
    return result;
  }
};

std::u32string random_text(Random& random, std::uint32_t longest) {
  std::u32string text;
  for (std::size_t size = random.below(longest + 1); size > 0; --size) {
    const char32_t c = letters[random.below(static_cast<std::uint32_t>(letters.size()))];
    text.append(random.below(20) == 0 ? 1 + random.below(40) : 1, c);
  }
  return text;
}

std::u32string stripped(std::u32string text) {
  while (!text.empty() && text.back() == ' ') text.pop_back();
  while (!text.empty() && text.front() == ' ') text.erase(0, 1);
  return text;
}

void random_texts() {
  Random random(1);
  Arena arena;
  for (int round = 0; round < 10; ++round) {
    const Dictionary dictionary(random, round % 3 == 1 ? 600 : 5, round % 3 == 2 ? 6000 : 1);
    const auto tokenizer = make_mecab("test", dictionary.bytes());
    for (int line = 0; line < 40; ++line) {
      std::u32string text = stripped(random_text(random, line < 2 ? 2500 : 30));
      if (line == 1 && text.size() > 1024) text[1023] = ' ';  // where the lattice is cut
      std::u32string expected;
      for (const std::u32string& word : dictionary.segment(text))
        expected += (expected.empty() ? U"" : U" ") + word;
      std::u32string split;  // the tokens of words with blanks within them
      for (const char32_t c : expected)
        split.append(c == ' ' && (split.empty() || split.back() == ' ') ? 0 : 1, c);
      split = stripped(split);
      expected = stripped(expected);
      const Simd simd = available_simd()[random.below(static_cast<std::uint32_t>(available_simd().size()))];
      test::for_each_width(text, [&](const Text& units) {
        arena.clear();
        CHECK(points_of(tokenizer->join(units, arena, simd)) == expected);
        std::u32string tokens;
        const Tokens found = tokenizer->tokenize(units, arena, simd);
        const std::u32string all = points_of(found.text);
        for (const Span& span : found.spans) {
          tokens += (tokens.empty() ? U"" : U" ") + all.substr(span.begin, span.size);
        }
        CHECK(tokens == split);
        std::unique_ptr<TokenizerMemory> memory;
        const Tokens numbered = tokenizer->number(units, arena, simd, memory);
        const std::u32string text_of_numbered = points_of(numbered.text);
        std::map<std::u32string, std::uint64_t> numbers;
        tokens.clear();
        for (std::size_t k = 0; k < numbered.spans.size(); ++k) {
          const std::u32string word = text_of_numbered.substr(numbered.spans[k].begin, numbered.spans[k].size);
          tokens += (tokens.empty() ? U"" : U" ") + word;
          CHECK(numbers.try_emplace(word, numbered.numbers[k]).first->second == numbered.numbers[k]);
          CHECK((numbered.numbers[k] != 0) == dictionary.words.contains(word));
        }
        CHECK(tokens == split);
        std::map<std::uint64_t, std::u32string> words;
        for (const auto& [word, number] : numbers) CHECK(number == 0 || words.try_emplace(number, word).second);
      });
    }
  }
}

// Files that are cut off or changed are refused, or give words of some kind.
void damaged_files() {
  Random random(2);
  const Dictionary dictionary(random);
  Arena arena;
  int refused = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<std::uint8_t> files[4];
    for (int k = 0; k < 4; ++k) files[k] = dictionary.files[k];
    std::vector<std::uint8_t>& file = files[random.below(4)];
    const auto size = static_cast<std::uint32_t>(file.size());
    if (random.below(4) == 0) file.resize(random.below(size));
    for (std::uint32_t changes = random.below(30); changes > 0 && !file.empty(); --changes) {
      const std::uint32_t most = random.below(2) == 0 ? size : std::min(size, 500U);
      file[random.below(most) % file.size()] = static_cast<std::uint8_t>(random.below(256));
    }
    try {
      const auto tokenizer = make_mecab("damaged", {files[0], files[1], files[2], files[3], {}});
      const std::u32string text = random_text(random, 60);
      test::for_each_width(text, [&](const Text& units) {
        arena.clear();
        static_cast<void>(tokenizer->tokenize(units, arena, best_simd()));
      });
    } catch (const BadDictionary&) {
      ++refused;
    } catch (const std::length_error&) {
      ++refused;
    }
  }
  CHECK(refused > 20);
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::random_texts();
  parbleu::damaged_files();
  return parbleu::test::failed();
}
