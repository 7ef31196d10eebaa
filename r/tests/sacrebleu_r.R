# The recorded runs of sacRebleu, every number to 1e-12. They are in PARBLEU_ORACLES.
library(parbleu)

close_to <- function(found, wanted) stopifnot(abs(found - wanted) < 1e-12)
fails <- function(expression) stopifnot(inherits(try(expression, silent = TRUE), "try-error"))

found <- corpus_score(c("The cat sat on the mat.", "Yes!"), c("The cat sat on a mat.", "Yes!"), "bleu")
stopifnot(found$score > 50, found$score < 100, grepl("^nrefs:1\\|case:mixed\\|eff:no\\|tok:13a", found$signature))
close_to(corpus_score("Yes, indeed it is!", list("Yes, indeed it is!", "No."), "chrf")$score, 100)
close_to(corpus_score("a b c d", "a b c e", "ter")$score, 25)
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
