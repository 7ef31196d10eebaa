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

# Vectors of a list cross to Python together, as one vector and the numbers of items, since each crossing takes as long
# as a sentence's score. Messages name the first item that is wrong.

is_missing <- function(items) {
  if (!anyNA(items, recursive = TRUE)) return(logical(length(items)))
  vapply(items, function(item) length(item) == 1L && is.na(item), NA, USE.NAMES = FALSE)
}

check_list <- function(items, what) {
  if (!is.list(items) && !is.character(items)) {
    stop(what, " must be a list, not ", class(items)[1], call. = FALSE)
  }
}

# Whole numbers cross as bytes: Debian's reticulate makes no arrays of NumPy 2, and lists of numbers take long.
numbers <- function(vector) r_to_py(writeBin(as.integer(vector), raw()))

ids <- function(items, named) {
  at <- which(!vapply(items, is.numeric, NA))
  if (length(at)) {
    stop(named(at[1]), " must be a vector of numbers, not ", class(items[[at[1]]])[1], call. = FALSE)
  }
  values <- unlist(items, use.names = FALSE)
  if (!length(values)) values <- integer()
  sizes <- lengths(items, use.names = FALSE)
  holder <- function(place) named(which(cumsum(sizes) >= place)[1])
  if (anyNA(values)) stop(holder(which(is.na(values))[1]), " has a missing value, which is no id", call. = FALSE)
  whole <- suppressWarnings(as.integer(values))
  if (anyNA(whole)) {
    at <- which(is.na(whole))[1]
    stop(holder(at), " holds ", format(values[at], digits = 15), ", which does not fit 32 bits", call. = FALSE)
  }
  face()[["_sequences"]](numbers(whole), numbers(sizes))
}

strings <- function(items, named, missing = logical(length(items))) {
  if (is.list(items)) {
    items[missing] <- NA_character_
    at <- which(!(vapply(items, is.character, NA) & lengths(items) == 1L))
    if (length(at)) stop(named(at[1]), " must be one string", call. = FALSE)
    items <- unlist(items, use.names = FALSE)
  }
  if (!is.character(items)) items <- character()
  if (any(is.na(items) & !missing)) {
    stop(named(which(is.na(items) & !missing)[1]), " must be one string", call. = FALSE)
  }
  items[missing] <- ""
  text <- r_to_py(if (length(items) == 1) as.list(enc2utf8(items)) else enc2utf8(items))
  face()[["_texts"]](text, numbers(which(missing) - 1L))
}

item_of <- function(what) function(place) sprintf("%s[[%d]]", what, place)

# Sequences or texts of a list.
stream <- function(items, what, convert) {
  check_list(items, what)
  convert(items, item_of(what))
}

# The references of all segments, without those that are NA, by segment.
by_segment <- function(references, convert) {
  check_list(references, "references")
  at <- which(!vapply(references, function(items) is.list(items) || is.character(items), NA))
  if (length(at)) stop(item_of("references")(at[1]), " must be a list", call. = FALSE)
  counts <- lengths(references, use.names = FALSE)
  all <- unlist(lapply(references, as.list), recursive = FALSE, use.names = FALSE)
  places <- cbind(rep(seq_along(counts), counts), sequence(counts))
  kept <- !is_missing(all)
  if (!all(kept)) {
    counts <- tabulate(places[kept, 1], length(counts))
    all <- all[kept]
    places <- places[kept, , drop = FALSE]
  }
  named <- function(place) sprintf("references[[%d]][[%d]]", places[place, 1], places[place, 2])
  face()[["_grouped"]](convert(all, named), numbers(counts))
}

# The references of one segment, without those that are NA.
of_sentence <- function(references, convert) {
  check_list(references, "references")
  stream(as.list(references)[!is_missing(references)], "references", convert)
}

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
#'   integer vectors. NA in the place of a vector is a reference that the segment lacks
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
  arguments <- list(by_segment(references, ids), stream(candidates, "candidates", ids))
  number(do.call(face()$bleu_corpus_ids, c(arguments, options_of(n, weights, smoothing, epsilon, k))))
}

#' @rdname bleu_corpus_ids
#' @export
bleu_sentence_ids <- function(references, candidate, n = 4, weights = NULL, smoothing = NULL, epsilon = 0.1, k = 1) {
  whole <- ids(list(candidate), function(place) "candidate")
  arguments <- list(r_to_py(list(of_sentence(references, ids))), whole)
  number(do.call(face()$bleu_corpus_ids, c(arguments, options_of(n, weights, smoothing, epsilon, k))))
}

#' BLEU of text
#'
#' Encodes text by a tokenizer of Hugging Face and returns the BLEU of the ids, as [bleu_corpus_ids()] does. The Python
#' package tokenizers has to be installed.
#'
#' @param references for a corpus, a list with a list of strings for each segment; for a sentence, a list of strings. NA
#'   is a reference that the segment lacks
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
  arguments <- list(by_segment(references, strings), stream(candidates, "candidates", strings), tokenizer)
  given <- options_of(n, weights, smoothing, epsilon, k)
  number(do.call(face()$bleu_corpus, c(arguments, given, add_special_tokens = add_special_tokens)))
}

#' @rdname bleu_corpus
#' @export
bleu_sentence <- function(references, candidate, tokenizer = "bert-base-cased", n = 4, weights = NULL,
                          smoothing = NULL, epsilon = 0.1, k = 1, add_special_tokens = TRUE) {
  whole <- strings(list(candidate), function(place) "candidate")
  arguments <- list(r_to_py(list(of_sentence(references, strings))), whole, tokenizer)
  given <- options_of(n, weights, smoothing, epsilon, k)
  number(do.call(face()$bleu_corpus, c(arguments, given, add_special_tokens = add_special_tokens)))
}

#' BLEU, chrF or TER of a corpus, as sacreBLEU computes them
#'
#' Computes the score of a corpus of detokenized text with the options that sacreBLEU has by default.
#'
#' @param hypotheses a character vector, one string for each segment
#' @param references a list of character vectors: the first references of all segments, the second ones, and so on; or
#'   one such vector. NA is a reference that a segment lacks
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
  sides <- lapply(seq_along(streams), function(place) {
    side <- streams[[place]]
    check_list(side, item_of("references")(place))
    strings(side, function(at) sprintf("references[[%d]][%d]", place, at), is_missing(side))
  })
  result <- scorer$corpus_score(stream(hypotheses, "hypotheses", strings), r_to_py(sides))
  list(score = number(result$score), signature = py_to_r(result$signature$format()))
}
