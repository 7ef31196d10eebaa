# Measures the R package parbleu beside sacRebleu: Rscript benchmarks/sacrebleu_r.R
# Both have to be installed in R (R CMD INSTALL r), and RETICULATE_PYTHON names a Python with parbleu. Without
# sacRebleu only parbleu is measured. CPU time of the fastest of interleaved rounds, after one to warm up; one thread.
Sys.setenv(PARBLEU_THREADS = "1")
rounds <- 7
set.seed(1)
sequence_of <- function() sample.int(9L, 25L, replace = TRUE)
candidates <- lapply(1:1000, function(place) sequence_of())
references <- lapply(1:1000, function(place) list(sequence_of(), sequence_of()))
words <- c("the", "a", "cat", "dog", "sat", "on", "mat", "gr\u00f6\u00dfer", ",", ".")
lines_of <- function() replicate(10000, paste(sample(words, 12, TRUE), collapse = " "))
hypotheses <- lines_of()
texts <- lines_of()

calls <- list(
  "parbleu bleu_corpus_ids" = function() parbleu::bleu_corpus_ids(references, candidates),
  "sacRebleu bleu_corpus_ids" = function() sacRebleu::bleu_corpus_ids(references, candidates),
  "parbleu corpus_score bleu" = function() parbleu::corpus_score(hypotheses, texts, "bleu")$score,
  "parbleu corpus_score chrf" = function() parbleu::corpus_score(hypotheses, texts, "chrf")$score
)
if (!requireNamespace("sacRebleu", quietly = TRUE)) calls[["sacRebleu bleu_corpus_ids"]] <- NULL
best <- rep(Inf, length(calls))
for (round in 0:rounds) {
  for (place in seq_along(calls)) {
    begun <- proc.time()
    calls[[place]]()
    spent <- sum((proc.time() - begun)[c("user.self", "sys.self", "user.child", "sys.child")])
    if (round > 0) best[place] <- min(best[place], spent)
  }
}
cat(sprintf("%-28s %.3f s of CPU, %.10g\n", names(calls), best, vapply(calls, function(call) call(), 0)), sep = "")
if (length(calls) == 4) cat(sprintf("bleu_corpus_ids: %.2f times sacRebleu %s\n", best[1] / best[2], packageVersion("sacRebleu")))
