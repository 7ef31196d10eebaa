#include "parbleu/writing/expected_language.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <span>
#include <tuple>
#include <vector>

#include "parbleu/base/arena.hpp"
#include "parbleu/base/cpu.hpp"
#include "parbleu/ngrams/shared_words.hpp"
#include "parbleu/unicode/unicode.hpp"
#include "parbleu/writing/limits.hpp"
#include "parbleu/writing/scripts.hpp"
#include "writing/lines.hpp"

namespace parbleu {
namespace {

using namespace writing_limits;

constexpr std::string_view often_in_latin[] = {"nan", "hak", "cdo"};  // Southern Min, Hakka, Eastern Min

// What `letters_by_script` calls a script, its codes of ISO 15924, and languages always written in it.
struct Alphabet {
  std::string_view name, codes, languages;
};

constexpr Alphabet alphabets[] = {
    {latin_letters, "Latn",
     "af br ca ch cs cy da de ee en es et eu fi fil fo fr fy ga gd gl gn hr ht hu id ig is it kl la "
     "lb lg ln lt lv mg mi mt nl nn no ny oc om pl pt qu rm rn ro rw se sk sl sm sn so sq ss st sv sw "
     "tl tn to tr ts tw vi xh yo zu"},
    {greek_letters, "Grek", "el"},
    {"Cyrillic letters", "Cyrl", "be bg ky mk ru tg uk"},
    {"Armenian letters", "Armn", "hy"},
    {"Hebrew letters", "Hebr", "he yi"},
    {"Arabic letters", "Arab", "ar fa ps ur"},
    {"Devanagari", "Deva", "hi mr ne"},
    {"Bengali letters", "Beng", "as bn"},
    {"Gurmukhi", "Guru", ""},
    {"Gujarati letters", "Gujr", "gu"},
    {"Odia letters", "Orya", "or"},
    {"Tamil letters", "Taml", "ta"},
    {"Telugu letters", "Telu", "te"},
    {"Kannada letters", "Knda", "kn"},
    {"Malayalam letters", "Mlym", "ml"},
    {"Sinhala letters", "Sinh", "si"},
    {"Thai letters", "Thai", "th"},
    {"Lao letters", "Laoo", "lo"},
    {"Tibetan letters", "Tibt", "bo dz"},
    {"Burmese letters", "Mymr", "my"},
    {"Georgian letters", "Geor", "ka"},
    {"Ethiopic letters", "Ethi", "am ti"},
    {"Khmer letters", "Khmr", "km"},
    {korean_signs, "Hang Kore", "ko"},
    {kana_signs, "Hira Kana Hrkt", ""},
    {chinese_signs, "Hans Hant Hani Jpan", "ja"},
};

struct FrequentWords {
  std::string_view code;
  View words;
};

constexpr FrequentWords words_of[] = {
    {"bg", U"на да се че от са"},
    {"ca", U"els les amb dels és una"},
    {"cs", U"se jsou byl jako když které pro"},
    {"de", U"der die und den das mit ist nicht zu auf"},
    {"el", U"και το να του της τα με για την"},
    {"en", U"the of and to is that was for with"},
    {"es", U"el y los las del una con"},
    {"fi", U"ja on ei että oli hän mutta ovat"},
    {"fr", U"le et les des du une est dans pour pas"},
    {"hr", U"i je da za su od koji kao"},
    {"hu", U"a az és hogy nem egy meg van"},
    {"id", U"yang dan di untuk dari dengan ini itu"},
    {"it", U"di il che per della è sono gli nel non"},
    {"nl", U"het een van en dat op te zijn met"},
    {"pl", U"się że jest w z oraz nie"},
    {"pt", U"do em um os não uma ao dos das"},
    {"ro", U"și în cu din pe că la pentru"},
    {"ru", U"что это как его из был или не"},
    {"sk", U"sa sú bol ako keď ktoré pre"},
    {"sv", U"och att är för ett inte om"},
    {"tr", U"ve bir bu için ile çok olarak daha"},
    {"uk", U"і що та як це від його"},
    {"vi", U"là và của có không được cho trong"},
};

constexpr std::string_view as_in_others[] = {"hr", "id"};  // Serbian, Bosnian; Malay

bool holds_code(std::string_view codes, std::string_view code) {
  for (std::size_t at = codes.find(code); at != std::string_view::npos && !code.empty();
       at = codes.find(code, at + 1)) {
    const std::size_t end = at + code.size();
    if ((at == 0 || codes[at - 1] == ' ') && (end == codes.size() || codes[end] == ' ')) return true;
  }
  return false;
}

using Counts = std::vector<std::pair<std::string_view, std::size_t>>;

std::size_t count_of(const Counts& counts, std::string_view script) {
  const auto at = std::ranges::find(counts, script, &Counts::value_type::first);
  return at == counts.end() ? 0 : at->second;
}

std::size_t sum_of(const Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::size_t{0},
                         [](std::size_t sum, const auto& item) { return sum + item.second; });
}

bool are_few(const Counts& counts) {
  std::size_t letters = 0;
  for (const auto& [name, count] : counts)
    letters += count * (name == korean_signs || name == kana_signs || name == chinese_signs ? letters_of_sign : 1);
  return letters < fewest_letters;
}

Counts letters_of(Stream lines) { return letters_by_script(lines.first(std::min(lines.size(), language_lines))); }

bool is_more(std::size_t count, double share, std::size_t of) {
  return static_cast<double>(count) > share * static_cast<double>(of);
}

bool is_in_script(const Counts& counts, std::string_view wanted, std::string_view code) {
  if (wanted.empty() || are_few(counts)) return true;
  const std::size_t total = sum_of(counts), signs = count_of(counts, chinese_signs),
                    of_kana = count_of(counts, kana_signs);
  if (wanted == chinese_signs && is_more(signs + of_kana, wholly, total)) {
    return code == "ja" ? !(static_cast<double>(of_kana) < most_in_chinese * static_cast<double>(signs))
                        : !is_more(of_kana, least_in_japanese, signs + of_kana);
  }
  if (is_more(count_of(counts, wanted), hardly_any, total)) return true;
  return !std::ranges::any_of(counts, [&](const auto& item) {
    return is_more(item.second, wholly, total) || is_more(signs + of_kana, wholly, total);
  });
}

// How many words a line has, or fewer. Compiles to vector instructions.
std::size_t most_words(const Text& line) {
  return visit(line, [](auto units) {
    std::uint32_t blanks = 1;
    for (const std::uint32_t unit : units)
      blanks += (unit <= ' ') | (unit == 0x85) | (unit == 0xA0) | (unit - 0x1680 <= 0x3000 - 0x1680);
    return std::size_t{blanks};
  });
}

// Whether more than a share, `least`, of the words of some lines are frequent ones of a language; `otherwise` if these are
// not known, or words are few.
bool has_words(Stream lines, std::string_view code, double least, bool otherwise) {
  const View known = frequent_words(code);
  if (known.empty()) return otherwise;
  std::vector<std::uint64_t> frequent;
  each_word(known, [&](std::uint64_t word) { frequent.push_back(word); });
  const std::size_t step = 1 + lines.size() / lines_of_words;
  std::size_t most = 0, words = 0, found = 0;
  for (std::size_t at = 0; at < lines.size(); at += step) most += most_words(lines[at]);
  for (std::size_t at = 0; at < lines.size(); at += step) {
    visit(lines[at], [&](auto line) {
      each_word(line, [&](std::uint64_t word) {
        ++words;
        found += static_cast<std::size_t>(std::ranges::count(frequent, word));
      });
    });
    if (words >= enough_words && is_more(found, least, most))
      return true;  // whatever is in the lines that are left
  }
  return words < enough_words ? otherwise : is_more(found, least, words);
}

// The same of a text that may be in capitals.
bool has_words_in_any_case(Stream lines, std::string_view code, double least, bool otherwise) {
  Arena arena;
  std::vector<Text> lowered;
  for (const Text& line : lines) lowered.push_back(lower(line, arena, best_simd()));
  return has_words(lowered, code, least, otherwise);
}

// Whether a text may be in the language of a region, of whose code another language was made.
bool may_be_of_region(const SampledLines& sample, const Counts& counts, std::string_view wanted,
                      const ExpectedLanguage& language) {
  if (language.of_region.empty()) return false;
  const std::string_view script = script_of({language.of_region, "", language.of_region, ""});
  if (script.empty() || script == latin_letters) {  // half of what is told is doubtful
    return has_words_in_any_case(sample.references.front(), language.of_region, having_words / 2, false);
  }
  std::size_t own = count_of(counts, script);
  if (language.of_region == "ja") own += count_of(counts, kana_signs);
  const bool is_own = script == wanted || language.code == in_script_of_region;
  return !is_own && !are_few(counts) && is_more(own, mostly, sum_of(counts));
}

}  // namespace

std::string_view script_of(const ExpectedLanguage& language) {
  for (const auto& [name, codes, languages] : alphabets) {
    if (language.script.empty() ? holds_code(languages, language.code) : holds_code(codes, language.script))
      return name;
  }
  const bool is_chinese = language.macrolanguage == "zh" &&
                          std::ranges::find(often_in_latin, language.code) == std::end(often_in_latin);
  return is_chinese && language.script.empty() ? chinese_signs : std::string_view();
}

std::u32string_view frequent_words(std::string_view code) {
  const auto* const at = std::ranges::find(words_of, code, &FrequentWords::code);
  return at == std::end(words_of) ? View() : at->words;
}

std::string_view evident_language(Stream lines) {
  struct Evidence {
    std::size_t hits = 0;
    std::vector<std::size_t> times;  // of each word
  };
  using Known = std::tuple<std::uint64_t, std::size_t, std::size_t>;
  std::vector<Known> known;  // the number of a word, its language, and its place there
  std::vector<Evidence> found(std::size(words_of));
  for (std::size_t at = 0; at < found.size(); ++at) {
    each_word(words_of[at].words, [&](std::uint64_t word) {
      known.emplace_back(word, at, found[at].times.size());
      found[at].times.push_back(0);
    });
  }
  std::ranges::sort(known);
  std::size_t n_words = 0;
  Arena arena;
  const auto parts_words = [](std::uint32_t point) { return point < 0x80 ? !is_small(point) : is_space(point); };
  const std::size_t step = 1 + lines.size() / lines_of_words;
  for (std::size_t line = 0; line < lines.size(); line += step) {
    const auto count = [&](std::uint64_t word) {
      ++n_words;
      for (auto at = std::ranges::lower_bound(known, Known(word, 0, 0));
           at != known.end() && std::get<0>(*at) == word; ++at) {
        const auto [_, language, place] = *at;
        ++found[language].hits;
        ++found[language].times[place];
      }
    };
    visit(lower(lines[line], arena, best_simd()), [&](auto units) { each_word(units, count, parts_words); });
  }
  const auto most = std::ranges::max_element(found, {}, &Evidence::hits);
  const bool is_evident =
      n_words >= enough_words && is_more(most->hits, evident_words, n_words) &&
      std::ranges::count(most->times, 0U) == 0 && std::ranges::none_of(found, [&](const Evidence& other) {
        const auto lacking = static_cast<std::size_t>(std::ranges::count(other.times, 0U));
        return &other != &*most && 2 * lacking <= other.times.size() && 2 * other.hits > most->hits;
      });
  const std::string_view code = words_of[most - found.begin()].code;
  return is_evident && std::ranges::find(as_in_others, code) == std::end(as_in_others) ? code : "";
}

namespace {

// Whether nothing but frequent words may speak against a language.
bool is_in_script_of(const SampledLines& sample, const ExpectedLanguage& language) {
  const std::string_view wanted = script_of(language);
  const Counts counts = letters_of(sample.references.front());
  return !may_be_of_region(sample, counts, wanted, language) && is_in_script(counts, wanted, language.code) &&
         std::ranges::all_of(sample.systems, [&](const auto& lines) {
           return is_in_script(letters_of(lines), wanted, language.code);
         });
}

}  // namespace

std::string_view evident_other_language(const SampledLines& sample, const ExpectedLanguage& language) {
  const Stream references = sample.references.front();
  if (!is_in_script_of(sample, language) || has_words_in_any_case(references, language.code, lacking_words, true))
    return "";
  const std::string_view other = evident_language(references);
  return other == language.code || other == language.macrolanguage ? "" : other;
}

bool is_expected(const SampledLines& sample, const ExpectedLanguage& language) {
  return is_in_script_of(sample, language) &&
         has_words(sample.references.front(), language.code, lacking_words, true);
}

}  // namespace parbleu
