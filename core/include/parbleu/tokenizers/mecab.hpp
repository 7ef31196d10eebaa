// Makes the tokenizer of a compiled dictionary of MeCab.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "parbleu/tokenizers/tokenizer.hpp"

namespace parbleu {

// What words of a part of speech cost more where white space stands before them; MeCab-ko alone has such costs.
struct SpacePenalty {
  std::uint16_t part_of_speech;
  std::int32_t cost;
};

// The files of a dictionary as `mecab-dict-index` writes them. The tokenizer reads these bytes as long as it lives.
struct MecabFiles {
  std::span<const std::uint8_t> words;       // sys.dic
  std::span<const std::uint8_t> unknown;     // unk.dic
  std::span<const std::uint8_t> matrix;      // matrix.bin
  std::span<const std::uint8_t> characters;  // char.bin
  std::vector<SpacePenalty> space_penalties;
};

// Thrown for files that are cut off, contradict each other, or are of another version or charset than 102 and UTF-8.
struct BadDictionary : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The tokenizer `name`: MeCab's surfaces with these files, the cheapest path with the same ties. White space at both
// ends goes, and so does what follows a NUL, as in sacreBLEU. Throws BadDictionary, which tokenizing may do as well, for
// a word is read when a text has it.
std::unique_ptr<const Tokenizer> make_mecab(std::string name, const MecabFiles& files);

}  // namespace parbleu
