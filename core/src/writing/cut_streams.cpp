#include "parbleu/writing/cut_streams.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

#include "parbleu/unicode/unicode.hpp"
#include "parbleu/writing/limits.hpp"
#include "writing/lines.hpp"

namespace parbleu {
namespace {

constexpr std::size_t few_cut = 4;
constexpr double most_are = 0.8, some_are = 0.5, hardly_any_are = 0.2;
constexpr View inner_stops = U"。、，",
               stops = U".,।،。、，";  // full stops and commas, and those that no blank follows

bool has_others(View token, char32_t mark) { return token.find_first_not_of(mark) != View::npos; }

// How a token tells by a mark that it is a piece of a word, and the share of segments that have one at least in text that
// is cut so. SentencePiece and GPT-2 mark all words, others only what is rare enough to be cut.
struct PieceMark {
  char32_t point;  // without which no token is such a piece
  bool (*is_piece)(View);
  double least;
};
constexpr char32_t of_bert = U'#';
constexpr PieceMark piece_marks[] = {
    {U'@', [](View token) { return token.ends_with(U"@@") && has_others(token, U'@'); }, 0.1},
    {U'▁', [](View token) { return contains(token, U'▁'); }, 0.5},
    {of_bert, [](View token) { return token.starts_with(U"##") && has_others(token, U'#'); }, 0.1},
    {U'￭', [](View token) { return contains(token, U'￭') && token.size() > 1; }, 0.1},
    {U'Ġ', [](View token) { return token.front() == U'Ġ' && token.size() > 1; }, 0.5},
};

using Tokens = std::vector<View>;
using Examples = std::vector<std::u32string>;

std::u32string with_blanks(const Tokens& tokens, std::size_t begin, std::size_t end) {
  return joined(std::span(tokens).subspan(begin, std::min(end, tokens.size()) - begin), U" ");
}

// What stands between blanks in the lines of a stream.
class CutText {
 public:
  explicit CutText(const std::vector<Text>& stream) {
    for (const Text& line : stream) {
      if (line.size != 0) texts_.push_back(points_of(line));
    }
    for (const std::u32string& text : texts_) {
      there_.add(text);
      Tokens tokens;
      tokens.reserve(text.size() / 4);
      const auto is_blank = [](char32_t point) { return (point <= U' ' || point > 0x7F) && is_space(point); };
      for (auto at = std::ranges::find_if_not(text, is_blank); at != text.end();) {
        const auto end = std::find_if(at, text.end(), is_blank);
        tokens.push_back(
            View(text).substr(static_cast<std::size_t>(at - text.begin()), static_cast<std::size_t>(end - at)));
        at = std::find_if_not(end, text.end(), is_blank);
      }
      if (tokens.empty()) continue;
      n_tokens_ += tokens.size();
      lines_.push_back(std::move(tokens));
    }
  }

  CutText(const CutText&) = delete;
  CutText& operator=(const CutText&) = delete;
  ~CutText() = default;

  [[nodiscard]] const std::vector<Tokens>& lines() const { return lines_; }

  // The share of tokens that have so many characters at most; a half of few tokens.
  [[nodiscard]] double shorter(std::size_t most) const {
    if (n_tokens_ <= 5 * few_cut) return some_are;
    std::size_t times = 0;
    for (const Tokens& tokens : lines_)
      times += static_cast<std::size_t>(
          std::ranges::count_if(tokens, [&](View token) { return token.size() <= most; }));
    return static_cast<double>(times) / static_cast<double>(n_tokens_);
  }

  // How many blanks between characters beyond ASCII there are for each character.
  [[nodiscard]] double blank() const {
    std::size_t inside = 0, length = n_tokens_ - lines_.size();
    for (const Tokens& tokens : lines_) {
      for (std::size_t at = 0; at < tokens.size(); ++at) {
        length += tokens[at].size();
        inside += at > 0 && tokens[at - 1].back() > 0x7F && tokens[at].front() > 0x7F;
      }
    }
    return static_cast<double>(inside) / static_cast<double>(std::max<std::size_t>(1, length));
  }

  // How many tokens are a full stop or comma, and how many have it where words end.
  struct Stopped {
    std::size_t alone = 0, all = 0;
  };
  [[nodiscard]] Stopped stopped(char32_t stop) const {
    Stopped times;
    if (!there_.hold(stop)) return times;
    const bool is_inner = contains(inner_stops, stop);
    for (const Tokens& tokens : lines_) {
      for (const View token : tokens) {
        if (token.back() != stop && !(is_inner && contains(token, stop))) continue;
        ++times.all;
        times.alone += token.size() == 1;
      }
    }
    return times;
  }

  // The first piece with this mark of each line that has one.
  [[nodiscard]] Examples pieces(const PieceMark& mark) const {
    Examples found;
    if (!there_.hold(mark.point)) return found;
    for (const Tokens& tokens : lines_) {
      const auto piece = std::ranges::find_if(tokens, mark.is_piece);
      if (piece != tokens.end()) found.emplace_back(*piece);
    }
    return found;
  }

 private:
  std::vector<std::u32string> texts_;
  std::vector<Tokens> lines_;
  std::size_t n_tokens_ = 0;
  Residues there_;  // the characters
};

double share_of_lines(double share, const CutText& text) {
  return share * static_cast<double>(text.lines().size());
}

// Whether punctuation stands alone: it does where BERT's pieces are, and not where people tag things.
bool is_punctuated(const CutText& text) {
  CutText::Stopped times;
  for (const char32_t stop : stops) {
    const auto [alone, all] = text.stopped(stop);
    times.alone += alone;
    times.all += all;
  }
  return times.alone > few_cut && static_cast<double>(times.alone) > some_are * static_cast<double>(times.all);
}

Examples characters(const CutText& text, const CutText& other) {
  if (text.shorter(1) < most_are || other.shorter(2) > some_are)
    return {};  // punctuation may stand by a short word
  Examples examples;
  for (const Tokens& tokens : text.lines()) {
    if (tokens.size() > 1) examples.push_back(with_blanks(tokens, 0, 6));
  }
  return examples;
}

Examples subwords(const CutText& text, const CutText& other) {
  for (const PieceMark& mark : piece_marks) {
    Examples pieces = text.pieces(mark);
    if (pieces.size() < few_cut) continue;
    const double share = static_cast<double>(pieces.size()) / share_of_lines(1, text);
    const auto known = static_cast<double>(other.pieces(mark).size());
    if (share >= mark.least && known <= share_of_lines(hardly_any_are * share, other) &&
        (mark.point != of_bert || is_punctuated(text))) {
      return pieces;
    }
  }
  return {};
}

// The words of a language that is written without blanks between them.
Examples words(const CutText& text, const CutText& other) {
  if (text.blank() < writing_limits::written || other.blank() > writing_limits::unwritten) return {};
  std::set<char32_t> known;
  for (const Tokens& tokens : other.lines()) {
    for (const View token : tokens) known.insert(token.begin(), token.end());
  }
  std::size_t own = 0, known_ones = 0;
  Examples examples;
  for (const Tokens& tokens : text.lines()) {
    for (const View token : tokens) {
      for (const char32_t point : token) {
        own += point > 0x7F;
        known_ones += point > 0x7F && known.contains(point);
      }
    }
    if (tokens.size() > 2) examples.push_back(with_blanks(tokens, 0, 3));
  }
  if (static_cast<double>(known_ones) <= most_are * static_cast<double>(own)) return {};  // of another language
  const double most = std::max(static_cast<double>(few_cut), share_of_lines(some_are, text));
  return static_cast<double>(examples.size()) > most ? examples : Examples();
}

Examples tokens(const CutText& text, const CutText& other) {
  std::u32string parted;
  for (const char32_t stop : stops) {
    const auto [alone, all] = text.stopped(stop);
    if (alone <= few_cut || static_cast<double>(alone) < some_are * static_cast<double>(all)) continue;
    const auto others = other.stopped(stop);
    if (others.all > few_cut &&
        static_cast<double>(others.alone) <= hardly_any_are * static_cast<double>(others.all)) {
      parted += stop;
    }
  }
  Examples examples;
  for (const Tokens& line : text.lines()) {
    const auto is_parted = [&](View token) { return token.size() == 1 && contains(parted, token.front()); };
    const auto place = static_cast<std::size_t>(std::ranges::find_if(line, is_parted) - line.begin());
    if (place < line.size()) examples.push_back(with_blanks(line, place - (place > 0), place + 1));
  }
  const bool are_many = static_cast<double>(examples.size()) > share_of_lines(hardly_any_are, text);
  return are_many ? examples : words(text, other);
}

struct Kind {
  CutKind words;
  Examples (*examples)(const CutText&, const CutText&);
};
constexpr Kind kinds[] = {
    {{"split into characters", "Characters match no words, and scores are far too bad"}, characters},
    {{"split into subwords", "Pieces match no words, and scores are far too bad"}, subwords},
    {{"tokenized", "What a metric cuts otherwise does not match: BLEU may be too low, and TER is far too high"},
     tokens},
};

std::optional<CutStream> how_cut(const CutText& text, const std::vector<CutText>& others, bool heeds_blanks) {
  for (const Kind& kind : kinds) {
    if (!heeds_blanks && kind.examples != subwords) continue;
    CutStream found{kind.words, 0, {}, {}};
    for (std::size_t other = 0; other < others.size(); ++other) {
      const Examples examples = kind.examples(text, others[other]);
      if (examples.empty()) continue;
      if (found.others.empty()) {
        found.share = static_cast<double>(examples.size()) / share_of_lines(1, text);
        found.example = examples.front();
      }
      found.others.push_back(other);
    }
    if (!found.others.empty()) return found;
  }
  return {};
}

}  // namespace

std::vector<std::optional<CutStream>> cut_streams(std::span<const std::vector<Text>> systems,
                                                  std::span<const std::vector<Text>> references,
                                                  bool heeds_blanks) {
  const std::vector<CutText> ours(systems.begin(), systems.end()), theirs(references.begin(), references.end());
  std::vector<std::optional<CutStream>> found;
  for (const CutText& text : ours) found.push_back(how_cut(text, theirs, heeds_blanks));
  for (const CutText& text : theirs) found.push_back(how_cut(text, ours, heeds_blanks));
  return found;
}

}  // namespace parbleu
