# The recorded runs of sacRebleu, every number to 1e-12. They are in PARBLEU_ORACLES.
library(parbleu)

close_to <- function(found, wanted) stopifnot(abs(found - wanted) < 1e-12)
fails <- function(expression) stopifnot(inherits(try(expression, silent = TRUE), "try-error"))

found <- corpus_score(c("The cat sat on the mat.", "Yes!"), c("The cat sat on a mat.", "Yes!"), "bleu")
stopifnot(found$score > 50, found$score < 100, grepl("^nrefs:1\\|case:mixed\\|eff:no\\|tok:13a", found$signature))
close_to(corpus_score("Yes, indeed it is!", list("Yes, indeed it is!", "No."), "chrf")$score, 100)
close_to(corpus_score("a b c d", "a b c e", "ter")$score, 25)
# NA is a missing reference, in vectors and in lists, and one string is no character of a longer one.
second <- list(c("The cat sat on a mat.", "No."), c("A cat sat on the mat.", NA))
alone <- corpus_score(c("The cat sat on the mat.", "No."), second, "chrf")$score
stopifnot(alone > corpus_score(c("The cat sat on the mat.", "No."), second[[1]], "chrf")$score)
close_to(corpus_score(c("The cat sat on the mat.", "No."), lapply(second, as.list), "chrf")$score, alone)
close_to(corpus_score("gr\u00f6\u00dfer \U1F600", "gr\u00f6\u00dfer \U1F600", "chrf")$score, 100)
close_to(corpus_score(iconv("gr\u00f6\u00dfer", "UTF-8", "latin1"), "gr\u00f6\u00dfer", "chrf")$score, 100)
two <- list(list(c(1, 2, 3, 4, 5), NA), list(NA, c(7, 8, 9, 10, 11)))
close_to(bleu_corpus_ids(two, list(c(1, 2, 3, 4, 5), c(7, 8, 9, 10, 11))), 1)
close_to(bleu_sentence_ids(list(NA, 1:5), c(1.9, 2, 3, 4, 5)), 1)
close_to(bleu_corpus_ids(list(), list()), 0)
stopifnot(bleu_corpus_ids(list(list(numeric(), 1:4), list(1:4)), list(1:4, integer())) < 1)

says <- function(expression, words) {
  stopifnot(grepl(words, tryCatch(expression, error = conditionMessage), fixed = TRUE))
}
says(corpus_score(c("a", NA), c("a", "b")), "hypotheses[[2]] must be one string")
says(corpus_score(c("a", "b"), list(c("a", "b"), list("a", 3))), "references[[2]][2] must be one string")
says(corpus_score(c("a", "b"), c("a", NA)), "segment 1")
says(bleu_corpus_ids(list(list(1:3), list(2:3, "a")), list(1:3, 2:3)), "references[[2]][[2]] must be a vector")
says(bleu_corpus_ids(list(list(1:3), list(2:3, c(1, NA))), list(1:3, 2:3)), "references[[2]][[2]] has a missing")
says(bleu_corpus_ids(list(list(1:3)), list(c(1, 3e9))), "candidates[[1]] holds 3e+09, which does not fit 32 bits")
says(bleu_corpus_ids(list(list(1:3), list(NA)), list(1:3, 2:3)), "segment 1")
says(bleu_corpus_ids(list(list(1:3), 2:3), list(1:3, 2:3)), "references[[2]] must be a list")
fails(corpus_score(c("a", NA), c("a", "b")))
fails(corpus_score(c("a", "b"), "a"))
fails(bleu_sentence_ids(list(c(1, 2)), c("1", "2")))
fails(bleu_sentence_ids(list(c(1, 2)), factor(1:2)))
fails(bleu_sentence_ids(list(c(1, 2)), c(1, NA)))

file <- file.path(Sys.getenv("PARBLEU_ORACLES"), "golden", "sacrebleu-r", "goldens.json")
if (!requireNamespace("jsonlite", quietly = TRUE) || !file.exists(file)) {
  message("no recorded runs, or no jsonlite: only the rest was tested")
  quit(status = 0)
}
golden <- jsonlite::fromJSON(file, simplifyVector = FALSE)
# R's NaN for an add-k that makes logarithms of negative numbers, and ids beyond 32 bits, are refused.
refused <- c("vignette_addk_k-1", "ids_above_int32")

vectors <- function(items) lapply(items, function(item) as.numeric(unlist(item)))

compared <- 0
for (case in golden$ids_cases) {
  sentence <- case$fn == "bleu_sentence_ids"
  references <- if (sentence) vectors(case$references) else lapply(case$references, vectors)
  candidates <- if (sentence) as.numeric(unlist(case$candidate)) else vectors(case$candidates)
  options <- lapply(case$args, unlist)
  score <- try(do.call(case$fn, c(list(references, candidates), options)), silent = TRUE)
  if (!is.null(case$error) || case$name %in% refused) {
    stopifnot(inherits(score, "try-error"))
    next
  }
  if (isTRUE(case$is_nan)) stopifnot(is.nan(score)) else close_to(score, case$value)
  compared <- compared + 1
}
stopifnot(compared > 75)

# A tokenizer that knows only the recorded texts, in Python, as a user could pass one of the package tokenizers.
reticulate::py_run_string("
from types import SimpleNamespace

class Recorded:
    def __init__(self, texts):
        self.texts = {row['text']: row for row in texts}

    def encode_batch(self, texts, add_special_tokens):
        key = 'ids' if add_special_tokens else 'ids_without_special'
        return [SimpleNamespace(ids=self.texts[text][key]) for text in texts]
")
tokenizer <- reticulate::py$Recorded(lapply(golden$text_ids, function(row) {
  whole <- function(numbers) lapply(numbers, as.integer)
  list(text = row$text, ids = whole(row$ids), ids_without_special = whole(row$ids_without_special))
}))
for (case in golden$text_cases) {
  candidates <- if (case$fn == "bleu_sentence") case$candidate else case$candidates
  options <- lapply(case$args, unlist)
  close_to(do.call(case$fn, c(list(case$references, candidates, tokenizer), options)), case$value)
  compared <- compared + 1
}
cat(compared, "recorded numbers are equal\n")
