// Declares the single instance of every tokenizer; each is defined in a file of its own.
#pragma once

#include "parbleu/tokenizers/tokenizer.hpp"

namespace parbleu::tokenizing {

const Tokenizer& none();
const Tokenizer& zh();
const Tokenizer& thirteen_a();
const Tokenizer& intl();
const Tokenizer& characters();

}  // namespace parbleu::tokenizing
