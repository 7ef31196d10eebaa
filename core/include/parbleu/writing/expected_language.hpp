// Tells that nothing speaks against the language that texts are expected to be in.
#pragma once

#include <string_view>

#include "parbleu/base/text.hpp"
#include "parbleu/writing/line_sampler.hpp"

namespace parbleu {

// A language as BCP 47 has it; what is not known is empty.
struct ExpectedLanguage {
  std::string_view code, script, macrolanguage;
  std::string_view of_region;  // another language, the usual one of the region that has the same code
};

// What `letters_by_script` calls the script of a language; "" if it is not known.
std::string_view script_of(const ExpectedLanguage& language);

// Words, parted by blanks, of which texts in a language have many, and texts in related ones few; none of most.
std::u32string_view frequent_words(std::string_view code);

// The language that lines are beyond doubt in, since they have all of its frequent words, and often; "" of others. Croatian
// and Indonesian share theirs with other languages, and are never told.
std::string_view evident_language(Stream lines);

// The language that the first stream of references is evidently in, by its frequent words, and not in the one that is
// expected, though it is in its script; "" if that is not evident.
std::string_view evident_other_language(const SampledLines& sample, const ExpectedLanguage& language);

// Whether the first stream of references and the outputs are in a language for certain, as far as scripts and frequent
// words tell. They may be so if not.
bool is_expected(const SampledLines& sample, const ExpectedLanguage& language);

}  // namespace parbleu
