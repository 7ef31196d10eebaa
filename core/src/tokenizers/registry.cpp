#include "tokenizers/registry.hpp"

#include <array>
#include <cstring>

namespace parbleu {

std::span<const Tokenizer* const> tokenizers() {
  static const std::array all{
      &tokenizing::none(), &tokenizing::zh(),         &tokenizing::thirteen_a(),
      &tokenizing::intl(), &tokenizing::characters(),
  };
  return all;
}

const Tokenizer* find_tokenizer(std::string_view name) {
  for (const Tokenizer* tokenizer : tokenizers()) {
    if (tokenizer->name() == name) return tokenizer;
  }
  return nullptr;
}

}  // namespace parbleu
