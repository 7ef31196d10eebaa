#include "parbleu/writing/language_model.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <stdexcept>

namespace parbleu {
namespace {

constexpr std::size_t size_of_code = 8, row_size = 256;
constexpr double unit = 512;                    // of weights
constexpr std::size_t most_summed = 1U << 15U;  // whose sum is a number of 32 bits
constexpr std::uint64_t most = 1U << 30U;       // languages, states, rows or features

[[noreturn]] void refuse() { throw std::invalid_argument("this is no model of languages"); }

// Reads tables one behind the other.
class Tables {
 public:
  explicit Tables(std::span<const std::uint8_t> file) : left_(file) {
    if (std::bit_cast<std::uintptr_t>(file.data()) % alignment != 0) refuse();
  }

  template <class Item>
  std::span<const Item> next(std::uint64_t count) {
    const std::uint64_t size = count * sizeof(Item), padded = (size + alignment - 1) / alignment * alignment;
    if (padded > left_.size()) refuse();
    const auto* const begin = reinterpret_cast<const Item*>(left_.data());
    left_ = left_.subspan(padded);
    return {begin, static_cast<std::size_t>(count)};
  }

  [[nodiscard]] bool is_at_end() const { return left_.empty(); }

 private:
  static constexpr std::uint64_t alignment = 8;
  std::span<const std::uint8_t> left_;
};

// Adds the weights of features to sums, one for each language. Compiles to vector instructions.
void add_weights(const std::int16_t* weights, std::span<const std::uint32_t> features,
                 std::span<std::int32_t> sums) {
  const std::size_t n_languages = sums.size();
  std::size_t at = 0;
  for (; at + 2 <= features.size(); at += 2) {
    const std::int16_t *one = weights + features[at] * n_languages,
                       *other = weights + features[at + 1] * n_languages;
    for (std::size_t to = 0; to < n_languages; ++to) sums[to] += one[to] + other[to];
  }
  if (at == features.size()) return;
  const std::int16_t* one = weights + features[at] * n_languages;
  for (std::size_t to = 0; to < n_languages; ++to) sums[to] += one[to];
}

}  // namespace

LanguageModel::LanguageModel(std::span<const std::uint8_t> file) {
  Tables tables(file);
  const auto head = tables.next<std::uint64_t>(5);
  if (head[0] != sign || head[1] == 0 || head[2] == 0) refuse();
  if (std::ranges::any_of(head.subspan(1), [](std::uint64_t count) { return count > most; })) refuse();
  codes_ = tables.next<std::uint8_t>(size_of_code * head[1]);
  of_languages_ = tables.next<float>(head[1]);
  rows_ = tables.next<std::uint32_t>(head[2]);
  features_ = tables.next<std::int32_t>(head[2]);
  next_ = tables.next<std::uint32_t>(row_size * head[3]);
  weights_ = tables.next<std::int16_t>(head[4] * head[1]);
  if (!tables.is_at_end()) refuse();
}

// In ascending order, each as often as it is found.
std::vector<std::uint32_t> LanguageModel::features_of(std::string_view text) const {
  std::vector<std::uint32_t> found;
  std::size_t state = 0;
  const std::size_t n_rows = next_.size() / row_size, n_features = weights_.size() / of_languages_.size();
  for (const char unit : text) {
    const std::size_t row = rows_[state];
    if (row >= n_rows) refuse();
    state = next_[row_size * row + static_cast<unsigned char>(unit)];
    if (state >= features_.size()) refuse();
    const std::int32_t feature = features_[state];
    if (feature < 0) continue;
    if (static_cast<std::size_t>(feature) >= n_features) refuse();
    found.push_back(static_cast<std::uint32_t>(feature));
  }
  std::ranges::sort(found);
  return found;
}

std::string_view LanguageModel::language(std::string_view text) const {
  const std::vector<std::uint32_t> found = features_of(text);
  std::vector<std::vector<std::uint32_t>> by_count;  // features that are found once, twice, ...
  for (std::size_t begin = 0, end = 0; begin < found.size(); begin = end) {
    while (end < found.size() && found[end] == found[begin]) ++end;
    by_count.resize(std::max(by_count.size(), end - begin));
    by_count[end - begin - 1].push_back(found[begin]);
  }
  std::vector<double> scores(of_languages_.size());
  if (!found.empty()) std::ranges::copy(of_languages_, scores.begin());
  std::vector<std::int32_t> sums(of_languages_.size());
  for (std::size_t count = 1; count <= by_count.size(); ++count) {
    const double factor = std::log1p(static_cast<double>(count)) / unit;
    for (std::span<const std::uint32_t> left = by_count[count - 1]; !left.empty();) {
      const auto some = left.first(std::min(left.size(), most_summed));
      std::ranges::fill(sums, 0);
      add_weights(weights_.data(), some, sums);
      for (std::size_t at = 0; at < sums.size(); ++at) scores[at] += factor * sums[at];
      left = left.subspan(some.size());
    }
  }
  const auto best = static_cast<std::size_t>(std::ranges::max_element(scores) - scores.begin());
  const auto* const code = reinterpret_cast<const char*>(codes_.data() + size_of_code * best);
  return {code, static_cast<std::size_t>(std::find(code, code + size_of_code, '\0') - code)};
}

}  // namespace parbleu
