// The thresholds of the looks at how texts are written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parbleu::writing_limits {

// Of a corpus of so many lines fewer are searched for signs, since its sample has no short part.
inline constexpr std::uint64_t long_corpus = 10'000;
inline constexpr std::size_t looked_at = 72, few_looked_at = 36;

// Lines, and shares of them, that are at most usual.
inline constexpr std::size_t few_lines = 3;
inline constexpr double rare = 0.05, tenth = 0.1;

// What is odd about a long line is so in its first or last characters, too.
inline constexpr std::size_t begin_of_line = 80, end_of_line = 80;

// Shares of blanks: of text with blanks between words, of other text, and of text that was robbed of them.
inline constexpr double written = 0.1, unwritten = 0.05, no_blanks = 0.01;

// Of a line without an end: characters of its last words, of the line, and how often the former occur.
inline constexpr std::size_t last_words = 24, long_line = 120, fewest_repeats = 4;

// How output begins that is the reasoning of a language model.
inline constexpr std::u32string_view reasoning_begins[] = {U"<think",
                                                           U"<Think",
                                                           U"<THINK",
                                                           U"<seed:think",
                                                           U"<reasoning",
                                                           U"<thought",
                                                           U"<scratchpad",
                                                           U"<|channel|>analysis",
                                                           U"<|START_THINKING|>",
                                                           U"<|begin_of_thought|>",
                                                           U"[THINK]",
                                                           U"◁think▷",
                                                           U"analysis"};

// Lines that tell the language of a text; the share of them, or of their characters, that is most of them.
inline constexpr std::size_t language_lines = 32;
inline constexpr double mostly = 0.5;

// Letters that tell a script, and as how many of them a sign of syllables or words counts. Shares of letters: of a script
// that a text is wholly in, and of one that it has hardly any of. Shares of kana: at most in Chinese, at least in Japanese.
inline constexpr std::size_t fewest_letters = 60, letters_of_sign = 3;
inline constexpr double wholly = 0.8, hardly_any = 0.1, most_in_chinese = 0.01, least_in_japanese = 0.1;

// What scripts are called of which there are rules of their own.
inline constexpr std::string_view latin_letters = "Latin letters", greek_letters = "Greek letters",
                                  chinese_signs = "Chinese characters", kana_signs = "kana",
                                  korean_signs = "Hangul";
// A language of several scripts, one of which is that of the region with the same code: Sindhi, Sudan (SD).
inline constexpr std::string_view in_script_of_region = "sd";

// Words that tell a language, in about as many lines; shares of its frequent words: in a text of another language, at most,
// and in one of its own, at least.
inline constexpr std::size_t enough_words = 150, lines_of_words = 150;
inline constexpr double lacking_words = 0.02, having_words = 0.06;
// The same in a text that has all of the frequent words of its language.
inline constexpr double evident_words = 0.03;

// Lines of another language: how many there are, the words of one, and the share of these that references have.
inline constexpr std::size_t fewest_foreign = 4, fewest_words = 4;
inline constexpr double known_words = 0.25;

// The share of characters of an output for each one of the references, and the reverse; the share of lines of half the
// length of long ones, which some translations are; that of lines that begin or end alike.
inline constexpr double shortest = 0.6, many_cut = 0.2, affixed = 0.12;
inline constexpr std::size_t short_line = 10, copied_line = 20, long_text = 40, begin_affix = 2, end_affix = 6;

// Bytes of a character in UTF-8, on average: of lines that are mostly ASCII, and of those that hardly are.
inline constexpr double mostly_ascii = 1.25, hardly_ascii = 1.5;

// Lines one after another that may have nothing to do with their references, and the share of words that they have in
// common with them, on average and at most.
inline constexpr std::size_t fewest_unmatched = 8;
inline constexpr double rarely_shared = 0.12;

// Lines of the sample that match their neighbours, and shares of words of lines that do not belong together, and do.
inline constexpr std::size_t run = 3;
inline constexpr double unlike = 0.15, alike = 0.25;

// Letters that are lacking, or words that are turned round: how many, and how many for each line. How often references
// have a letter that is lacking, and the share of it that is there.
inline constexpr std::size_t fewest_damaged = 20, frequent_letter = 4;
inline constexpr double damaged_in_line = 0.5, hardly = 0.1;

// Lines that are scored again once they are normalized, and by how many points of a score what is told differs.
inline constexpr std::size_t scored_again = 64;
inline constexpr double jump = 2.0;

}  // namespace parbleu::writing_limits
