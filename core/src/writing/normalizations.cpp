#include "parbleu/writing/normalizations.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "parbleu/unicode/unicode.hpp"
#include "writing/lines.hpp"
#include "writing/normalizing.hpp"
#include "writing/places.hpp"

namespace parbleu {
namespace {

constexpr View double_quotes = U"“”„‟«»″‶〝〞〟＂״「」『』﹁﹂﹃﹄", single_quotes = U"‘’‚‛‹›′‵´`ʹʻʼʽˈ׳＇";
constexpr View blanks = U" \u00a0\u202f", dashes = U"‐‑‒–—―⁃−⸺⸻﹘﹣－";

// Characters, and what is written for each.
constexpr std::pair<View, char32_t> punctuation[] = {
    {U"。｡।॥۔։።။᙮⸼", U'.'}, {U"、､،՝፣၊", U','}, {U"؛፤；", U';'}, {U"：፥", U':'}, {U"？؟⸮፧", U'?'}, {U"！", U'!'},
    {U"，", U','},          {U"（", U'('},      {U"）", U')'},   {U"٪％", U'%'}, {U"•‧", U'·'},    {U"〜～", U'~'},
};

// Soft hyphens, zero-width characters, marks of direction, variation selectors, control characters, tags.
constexpr std::pair<char32_t, char32_t> invisible[] = {
    {0x00, 0x08},     {0x0B, 0x1F},     {0x7F, 0x84},     {0x86, 0x9F},     {0xAD, 0xAD},     {0x34F, 0x34F},
    {0x61C, 0x61C},   {0x115F, 0x1160}, {0x17B4, 0x17B5}, {0x180E, 0x180E}, {0x200B, 0x200F}, {0x202A, 0x202E},
    {0x2060, 0x206F}, {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}};

// Of ASCII, only a grave accent may be among the characters.
void replace(std::u32string& text, View characters, const Residues& residues, char32_t other) {
  for (char32_t& point : text) {
    if ((point > U'~' || point == U'`') && residues.hold(point) && contains(characters, point)) point = other;
  }
}

constexpr Residues in_double_quotes(double_quotes), in_single_quotes(single_quotes), in_dashes(dashes);

// Compiles to vector instructions.
bool has_beyond_ascii(View text) {
  std::uint32_t bits = 0;
  for (const std::uint32_t point : text) bits |= point;
  return bits > 0x7F;
}

// Ranges of letters among which no normalization changes anything: Latin, Cyrillic, Hebrew, Chinese, Korean.
constexpr std::pair<std::uint32_t, std::uint32_t> letters_alone[] = {
    {0xC0, 0x2B8}, {0x400, 0x52F}, {0x5D0, 0x5EA}, {0x4E00, 0x9FFF}, {0xAC00, 0xD7A3}};

constexpr bool is_from(std::uint32_t point, std::uint32_t first, std::uint32_t last) {
  return point - first <= last - first;
}

std::u32string with_straight_quotes(std::u32string text) {
  // Most texts have none of these. Compiles to vector instructions.
  std::uint32_t guillemets = 0, others = 0, pairs = 0;
  if (!has_beyond_ascii(text)) {
    others = contains(text, U'`') ? 1 : 0;
  } else {
    for (const std::uint32_t point : text) {
      guillemets |= (point == U'«') | (point == U'‹');
      const bool in_latin = is_from(point, 0xAB, 0xBB), is_modifier = is_from(point, 0x2B0, 0x2FF),
                 is_hebrew = is_from(point, 0x5F3, 0x5F4);
      others |= in_latin | is_modifier | is_hebrew | (point >= 0x2018) | (point == U'`');
    }
  }
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    const char32_t one = text[at], two = text[at + 1];
    pairs |= (one == U'\'') & (two == U'\'');
  }
  if ((others | pairs) == 0) return text;
  // French has blanks inside of guillemets, German turns these round.
  for (const View pair : {View(U"«»"), View(U"‹›")}) {
    if (guillemets == 0 || !contains(text, pair[0])) continue;
    for (const char32_t blank : blanks) {
      const std::u32string opening{pair[0], blank}, closing{blank, pair[1]};
      const std::size_t first = text.find(opening), last = text.find(closing);
      if (first >= last || last == View::npos) continue;
      text = replaced(replaced(text, opening, pair.substr(0, 1)), closing, pair.substr(1));
    }
  }
  if (others != 0) {
    if (has_beyond_ascii(text)) replace(text, double_quotes, in_double_quotes, U'"');
    replace(text, single_quotes, in_single_quotes, U'\'');
  }
  return contains(text, View(U"''")) ? replaced(text, U"''", U"\"") : text;
}

std::u32string with_hyphens(std::u32string text) {
  if (has_beyond_ascii(text)) replace(text, dashes, in_dashes, U'-');
  const auto are_dashes = [](char32_t one, char32_t other) { return one == U'-' && other == U'-'; };
  text.erase(std::unique(text.begin(), text.end(), are_dashes), text.end());
  return text;
}

std::u32string with_three_points(std::u32string text) {
  std::ranges::replace(text, U'⋯', U'…');
  return replaced(replaced(replaced(text, U". . .", U"..."), U"……", U"…"), U"…", U"...");
}

std::u32string with_punctuation_of_latin(std::u32string text) {
  static constexpr Residues residues = [] {
    Residues made;
    for (const auto& [characters, _] : punctuation) made.add(characters);
    return made;
  }();
  for (char32_t& point : text) {
    if (point <= U'~' || !residues.hold(point)) continue;
    const auto has_point = [&](const auto& pair) { return contains(pair.first, point); };
    const auto* const written = std::ranges::find_if(punctuation, has_point);
    if (written != std::end(punctuation)) point = written->second;
  }
  return text;
}

std::u32string without_invisible(std::u32string text) {
  std::erase_if(text,
                [](char32_t point) { return (point < U' ' || point > U'~') && is_within(point, invisible); });
  return text;
}

constexpr std::string_view normalize_both = "normalize both sides";
constexpr std::string_view take_out = "take them out of the output";
constexpr Normalization table[] = {
    {"reasoning", "reasoning of language models (<think>)", "take it out of the output before it is saved",
     normalizing::reasoning, false},
    {"json", "texts inside of JSON or of Python's brackets", "write the bare texts", normalizing::json, false},
    {"fences", "code fences of language models (```)", take_out, normalizing::fences, false},
    {"preambles", "words of language models before the translation", take_out, normalizing::preambles, false},
    {"citations", "numbers of sources in brackets, such as [1]", take_out, normalizing::citations, false},
    {"numbering", "numbers or bullets at the beginning", "take them out", normalizing::numbering, false},
    {"subtitles", "numbers and times of subtitles", "score the texts alone, a line for each subtitle",
     normalizing::subtitles, false},
    {"special-tokens", "special tokens of models, such as </s> and <2de>",
     "decode without special tokens (skip_special_tokens=True)", normalizing::special_tokens, false},
    {"tags", "tags of XML", normalize_both, normalizing::tags, false},
    {"mojibake", "UTF-8 that was read as Latin-1 (Ã¼ for ü)", "read the file as UTF-8 where it was made",
     normalizing::mojibake, false},
    {"escapes", "escaped characters and bytes, such as \\u00fc, \\n and <0xC3>",
     "read the JSON that they come from as JSON", normalizing::escapes, false},
    {"percent-encoding", "percent-encoded characters, such as %20 and %C3%BC",
     "decode both sides, as with urllib.parse.unquote", normalizing::percent_encoding, false},
    {"entities", "entities of HTML, such as &amp; and &#39;", "unescape both sides", normalizing::entities, false},
    {"pieces", "pieces of a subword model",
     "join the pieces first (the model's decode, or for @@ sed -E 's/(@@ )|(@@ ?$)//g')", normalizing::pieces,
     false},
    {"factors", "factors or tags of words, such as house/NN", "write the words alone", normalizing::factors,
     false},
    {"unknown-words", "marks of words that Apertium does not know or inflect (*word, @word, #word)",
     "translate with apertium -u, or take them out of the output", normalizing::unknown_words, false},
    {"placeholders", "brackets and hyphens as tokenizers write them (-LRB-, @-@)", "detokenize",
     normalizing::placeholders, false},
    {"markdown", "marks of Markdown, such as **", take_out, normalizing::markdown, false},
    {"enclosing-quotes", "quotation marks around whole segments", take_out, normalizing::enclosing_quotes, false},
    {"nfc", "composition of characters (Unicode's NFC)", normalize_both, normalizing::nfc, true},
    {"nfkc", "compatibility forms, such as ligatures (Unicode's NFKC)", normalize_both, normalizing::nfkc, false},
    {"width", "full-width and half-width forms", normalize_both, normalizing::width, true},
    {"indic", "older spellings of Malayalam's chillu letters and Bengali's khanda ta", normalize_both,
     normalizing::indic, true},
    {"thai", "characters of Thai that look alike (ท่ี and ที่, เเ and แ, ํา and ำ)", normalize_both, normalizing::thai,
     true},
    {"hindi", "nasals of Devanagari (हिन्दी and हिंदी, चाँद and चांद)", normalize_both, normalizing::hindi, true},
    {"visarga", "colons that Indic NLP Library makes a visarga (कहा: and कहाः), a letter of Indic scripts",
     normalize_both, normalizing::visarga, true},
    {"amharic", "letters of Amharic that sound alike (ሰ and ሠ), and ፡፡ for ።", normalize_both,
     normalizing::amharic, true},
    {"joiners", "zero-width non-joiners and blanks, as in Persian", normalize_both, normalizing::joiners, true},
    {"invisible", "invisible characters, such as zero-width spaces and soft hyphens", "remove them",
     without_invisible, true},
    {"arabic", "letters of Arabic and Persian keyboards (ي and ی), presentation forms, and tatweel",
     normalize_both, normalizing::arabic, true},
    {"alef", "Arabic letters with and without hamza (أ and ا), and ة and ه", normalize_both, normalizing::alef,
     false},
    {"vowel-points", "vowel points of Arabic and Hebrew", "remove them", normalizing::vowel_points, true},
    {"digits", "digits of another script", normalize_both, normalizing::digits, true},
    {"numbers", "points, commas and blanks in numbers (1,000 and 1.000)", normalize_both, normalizing::numbers,
     false},
    {"ellipsis", "ellipses (… and ...)", normalize_both, with_three_points, true},
    {"quotes", "typographic and straight quotes and apostrophes", normalize_both, with_straight_quotes, true},
    {"dashes", "dashes and hyphens", normalize_both, with_hyphens, true},
    {"punctuation", "punctuation of another script or width", normalize_both, with_punctuation_of_latin, true},
    {"romanian", "cedilla and comma below (ş and ș)", normalize_both, normalizing::romanian, false},
    {"russian", "the letters ё and е", normalize_both, normalizing::russian, false},
    {"serbian", "Cyrillic and Latin letters of Serbian", "write both sides in one script", normalizing::serbian,
     false},
    {"vietnamese", "places of tones in Vietnamese (hòa and hoà)", normalize_both, normalizing::vietnamese, false},
    {"eth", "the letters đ and ð (Đ and Ð look alike)", normalize_both, normalizing::eth, false},
    {"german", "ß and ss, umlauts and ae, oe, ue", normalize_both, normalizing::german, false},
    {"catalan", "the point of Catalan (l·l and l.l)", normalize_both, normalizing::catalan, false},
    {"digraphs", "letters and the pairs that stand for them (œ and oe, å and aa, ŝ and sx, ā and aa)",
     normalize_both, normalizing::digraphs, false},
    {"lookalikes", "Latin and Cyrillic letters in one word, which look alike", "write such words in one script",
     normalizing::lookalikes, false},
    {"diacritics", "letters with and without their accents", "look for what removes accents, and keep them",
     normalizing::diacritics, false},
    {"okina", "glottal stops and apostrophes at letters, which one side lacks (Hawaiʻi and Hawaii)",
     "look for what removes them, and keep them", normalizing::okina, false},
    {"case", "upper and lower case", "restore the case", normalizing::small_letters, false},
    {"no-punct", "punctuation, which transcripts of speech may lack", "restore the punctuation",
     normalizing::no_punctuation, false},
    {"spaces", "no-break, double and other spaces", "write single blanks", normalizing::single_blanks, true},
};

}  // namespace

std::u32string normalizing::single_blanks(std::u32string text) {
  return with_single_blanks(std::move(text), [](char32_t point) { return is_space(point); });
}

// Compiles to vector instructions.
bool is_plainly_spelled(const Text& text) {
  return text.size == 0 || visit(text, []<class Unit>(std::span<const Unit> units) {
           Unit is_other = 0;
           for (const Unit unit : units) {
             const std::uint32_t point = unit;
             bool is_usual = is_from(point, ' ', '~') & (point != '`');
             for (const auto& [first, last] : letters_alone) is_usual |= is_from(point, first, last);
             is_other |= static_cast<Unit>(!is_usual);
           }
           for (std::size_t at = 0; at + 1 < units.size(); ++at) {
             const Unit one = units[at], two = units[at + 1];
             is_other |= static_cast<Unit>((one == two) & ((one == ' ') | (one == '-') | (one == '\'')));
           }
           for (std::size_t at = 0; at + 2 < units.size(); ++at) {
             const Unit one = units[at], two = units[at + 1], three = units[at + 2];
             is_other |= static_cast<Unit>((one == '.') & (two == ' ') & (three == '.'));
           }
           return is_other == 0 && units.front() != ' ' && units.back() != ' ';
         });
}

std::span<const Normalization> normalizations() { return table; }

const Normalization* normalization(std::string_view name) {
  const auto* const at = std::ranges::find(table, name, &Normalization::name);
  return at == std::end(table) ? nullptr : at;
}

std::u32string normalized_text(std::u32string text, std::string_view name, const TextTables& tables) {
  const Normalization* const how = normalization(name);
  if (how == nullptr) throw std::invalid_argument("unknown normalization: " + std::string(name));
  return how->apply(std::move(text), tables);
}

}  // namespace parbleu
