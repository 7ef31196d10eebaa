#' parbleu: BLEU, chrF and TER with the numbers of sacRebleu and sacreBLEU
#'
#' The functions of the package sacRebleu 0.1.2, and scores of corpora as sacreBLEU 2.6.0 computes them. The Python
#' package parbleu answers: reticulate finds it in the Python that `RETICULATE_PYTHON` names.
#'
#' @keywords internal
#' @importFrom reticulate import py_to_r r_to_py
"_PACKAGE"

python <- function(module) {
  tryCatch(
    import(module, convert = FALSE),
    error = function(problem) {
      stop("the Python that reticulate found has no package parbleu: install it there, ",
           "or name another one in RETICULATE_PYTHON\n", conditionMessage(problem), call. = FALSE)
    }
  )
}

face <- function() python("parbleu.compat.sacrebleu_r")

ids <- function(sequence, what) {
  if (!is.numeric(sequence)) {
    stop(what, " must be a vector of numbers, not ", class(sequence)[1], call. = FALSE)
  }
  if (anyNA(sequence)) {
    stop(what, " has a missing value, which is no id", call. = FALSE)
  }
  r_to_py(as.list(as.double(sequence)))
}

each <- function(items, what, convert) {
  if (!is.list(items) && !is.character(items)) {
    stop(what, " must be a list, not ", class(items)[1], call. = FALSE)
  }
  r_to_py(lapply(seq_along(items), function(at) convert(items[[at]], sprintf("%s[[%d]]", what, at))))
}

sequences <- function(items, what) each(items, what, ids)

text <- function(item, what) {
  if (!is.character(item) || length(item) != 1 || is.na(item)) {
    stop(what, " must be one string", call. = FALSE)
  }
  r_to_py(enc2utf8(item))
}

texts <- function(items, what) each(items, what, text)

options_of <- function(n, weights, smoothing, epsilon, k) {
  list(n = n, weights = if (is.null(weights)) NULL else as.list(weights), smoothing = smoothing,
       epsilon = epsilon, k = k)
}

number <- function(result) as.double(py_to_r(result))

#' BLEU of sequences of token ids
#'
#' Returns the numbers of the package sacRebleu 0.1.2: references come first, and are grouped by segment. Fractions of
#' ids are cut off. Ids that do not fit 32 bits, missing values and a segment without a reference are errors.
#'
#' @param references for a corpus, a list with a list of integer vectors for each segment; for a sentence, a list of
#'   integer vectors
#' @param candidates a list of integer vectors, one for each segment
#' @param candidate an integer vector
#' @param n the longest n-grams that count, unless there are weights
#' @param weights one number for each order of n-grams; by default 1/n each
#' @param smoothing NULL, "floor" or "add-k"
#' @param epsilon what floor counts for a segment without a match
#' @param k what add-k adds at every order
#' @return BLEU, a number from 0 to 1
#' @examplesIf reticulate::py_module_available("parbleu")
#' bleu_sentence_ids(list(c(1, 2, 3, 4), c(1, 2, 4)), c(1, 2, 3, 5), n = 2)
#' @export
bleu_corpus_ids <- function(references, candidates, n = 4, weights = NULL, smoothing = NULL, epsilon = 0.1, k = 1) {
  arguments <- list(each(references, "references", sequences), sequences(candidates, "candidates"))
  number(do.call(face()$bleu_corpus_ids, c(arguments, options_of(n, weights, smoothing, epsilon, k))))
}

#' @rdname bleu_corpus_ids
#' @export
bleu_sentence_ids <- function(references, candidate, n = 4, weights = NULL, smoothing = NULL, epsilon = 0.1, k = 1) {
  arguments <- list(sequences(references, "references"), ids(candidate, "candidate"))
  number(do.call(face()$bleu_sentence_ids, c(arguments, options_of(n, weights, smoothing, epsilon, k))))
}

#' BLEU of text
#'
#' Encodes text by a tokenizer of Hugging Face and returns the BLEU of the ids, as [bleu_corpus_ids()] does. The Python
#' package tokenizers has to be installed.
#'
#' @param references for a corpus, a list with a list of strings for each segment; for a sentence, a list of strings
#' @param candidates a list of strings, one for each segment
#' @param candidate a string
#' @param tokenizer the path of a tokenizer.json, the name of a model on Hugging Face's hub, or a tokenizer of the
#'   Python package tokenizers
#' @inheritParams bleu_corpus_ids
#' @param add_special_tokens whether tokens such as \[CLS\] and \[SEP\] count, as they do in sacRebleu
#' @return BLEU, a number from 0 to 1
#' @examples
#' \dontrun{
#' bleu_corpus(list(list("The cat sat on the mat.")), list("The cat sat on a mat."), "tokenizer.json")
#' }
#' @export
bleu_corpus <- function(references, candidates, tokenizer = "bert-base-cased", n = 4, weights = NULL,
                        smoothing = NULL, epsilon = 0.1, k = 1, add_special_tokens = TRUE) {
  arguments <- list(each(references, "references", texts), texts(candidates, "candidates"), tokenizer)
  given <- options_of(n, weights, smoothing, epsilon, k)
  number(do.call(face()$bleu_corpus, c(arguments, given, add_special_tokens = add_special_tokens)))
}

#' @rdname bleu_corpus
#' @export
bleu_sentence <- function(references, candidate, tokenizer = "bert-base-cased", n = 4, weights = NULL,
                          smoothing = NULL, epsilon = 0.1, k = 1, add_special_tokens = TRUE) {
  arguments <- list(texts(references, "references"), text(candidate, "candidate"), tokenizer)
  given <- options_of(n, weights, smoothing, epsilon, k)
  number(do.call(face()$bleu_sentence, c(arguments, given, add_special_tokens = add_special_tokens)))
}

#' BLEU, chrF or TER of a corpus, as sacreBLEU computes them
#'
#' Computes the score of a corpus of detokenized text with the options that sacreBLEU has by default.
#'
#' @param hypotheses a character vector, one string for each segment
#' @param references a list of character vectors: the first references of all segments, the second ones, and so on; or
#'   one such vector
#' @param metric "bleu", "chrf" or "ter"
#' @return a list: score, a number from 0 to 100, for TER from 0; signature, the string that tells how it was computed
#' @examplesIf reticulate::py_module_available("parbleu")
#' corpus_score("The cat sat on a mat.", "The cat sat on the mat.", "chrf")
#' @export
corpus_score <- function(hypotheses, references, metric = c("bleu", "chrf", "ter")) {
  metric <- match.arg(metric)
  streams <- if (is.list(references)) references else list(references)
  parbleu <- python("parbleu")
  scorer <- parbleu[[c(bleu = "BLEU", chrf = "CHRF", ter = "TER")[[metric]]]]()
  result <- scorer$corpus_score(texts(hypotheses, "hypotheses"), each(streams, "references", texts))
  list(score = number(result$score), signature = py_to_r(result$signature$format()))
}
