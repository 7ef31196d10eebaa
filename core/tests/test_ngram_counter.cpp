#include <algorithm>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "parbleu/ngrams/ngram_counter.hpp"
#include "reference/texts.hpp"

namespace parbleu {
namespace {

using Symbols = std::vector<Symbol>;
using Shared = std::vector<std::int64_t>;

Shared count(NgramCounter& counter, const Symbols& hypothesis, const std::vector<Symbols>& references) {
  counter.begin(references.size());
  for (std::size_t k = 0; k < references.size(); ++k) counter.reference(k) = references[k];
  counter.hypothesis() = hypothesis;
  Shared shared(6, -1);
  counter.count(shared);
  return shared;
}

Symbols symbols(test::Random& random, std::uint32_t longest, std::uint32_t distinct) {
  Symbols made(random.below(longest));
  for (Symbol& symbol : made) symbol = random.one_in(50) ? unmatched : random.below(distinct);
  return made;
}

// The n-grams of long sequences are counted in parts, which changes nothing.
void parts_add_up() {
  test::Random random(3);
  NgramCounter whole;
  NgramCounter parts(10);
  for (int round = 0; round < 400; ++round) {
    const std::uint32_t distinct = 1 + random.below(6);
    std::vector<Symbols> references(1 + random.below(3));
    for (Symbols& reference : references) reference = symbols(random, 200, distinct);
    const Symbols hypothesis = symbols(random, 200, distinct);
    CHECK(count(parts, hypothesis, references) == count(whole, hypothesis, references));
  }
}

// So many distinct n-grams that the table of a part has to grow.
void tables_of_parts_grow() {
  test::Random random(4);
  Symbols reference(40'000);
  for (Symbol& symbol : reference) symbol = random.below(1000);
  Symbols hypothesis(reference.begin() + 1000, reference.end());
  std::reverse(hypothesis.begin(), hypothesis.begin() + 500);
  NgramCounter whole;
  NgramCounter parts(20'000);
  CHECK(count(parts, hypothesis, {reference}) == count(whole, hypothesis, {reference}));
}

// A text of code points of any width is a sequence as it is.
void views_equal_copies() {
  const std::vector<std::uint8_t> narrow{1, 2, 3, 1, 2, 3, 200};
  const std::vector<std::uint16_t> wide{2, 3, 1, 2, 9000};
  NgramCounter counter;
  const Shared copied = count(counter, {2, 3, 1, 2, 9000}, {{1, 2, 3, 1, 2, 3, 200}});
  for (const std::size_t units_of_a_part : {1, 100}) {
    NgramCounter views(units_of_a_part);
    views.begin(1);
    views.view_reference(0, as_text<std::uint8_t>(narrow));
    views.view_hypothesis(as_text<std::uint16_t>(wide));
    Shared shared(6);
    views.count(shared);
    CHECK(shared == copied);
    CHECK((shared == Shared{4, 3, 2, 1, 0, 0}));
  }
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::parts_add_up();
  parbleu::tables_of_parts_grow();
  parbleu::views_equal_copies();
  return parbleu::test::failed();
}
