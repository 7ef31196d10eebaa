// Reads the protobuf of a SentencePiece model. Nothing outside of the given bytes is read, whatever they hold.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace parbleu::pieces {

enum class PieceType : std::uint8_t { normal = 1, unknown, control, user_defined, unused, byte };

struct PieceEntry {
  std::string_view text;
  float score = 0;
  PieceType type = PieceType::normal;
};

// What sentencepiece_model.proto calls pieces, trainer_spec, normalizer_spec and denormalizer_spec, with its defaults.
struct ModelFile {
  static constexpr std::uint64_t unigram = 1;

  std::vector<PieceEntry> pieces;
  std::uint64_t type = unigram;
  bool whitespace_as_suffix = false;
  bool byte_fallback = false;
  std::string_view unknown_surface = " \xE2\x81\x87 ";
  std::string_view rules;
  bool add_dummy_prefix = true;
  bool remove_extra_whitespaces = true;
  bool escape_whitespaces = true;
  std::string_view restoring_rules;
};

// Views into `bytes`. Throws BadPieceModel for bytes that are no such protobuf.
ModelFile read_model_file(std::string_view bytes);

}  // namespace parbleu::pieces
