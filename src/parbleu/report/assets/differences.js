// Differences between two texts, for display: a shortest edit script over words or characters.

const MOST_CELLS = 4_000_000;  // of the table of edit distances; longer texts are shown without differences
const PIECE = /[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;

/** Returns a text in pieces: words, punctuation and blanks; characters of scripts without blanks. */
function pieces(text, unit) {
  if (unit === "characters") return Array.from(text);
  return (text.match(PIECE) ?? []).flatMap((piece) => (UNSPACED.test(piece) ? Array.from(piece) : [piece]));
}

/** Returns for each piece of `text` whether it is in a longest common subsequence with `other`; null if too long. */
function common(text, other) {
  let begin = 0;
  let end = 0;
  while (begin < text.length && begin < other.length && text[begin] === other[begin]) begin++;
  while (end < text.length - begin && end < other.length - begin &&
         text[text.length - 1 - end] === other[other.length - 1 - end]) end++;
  const found = new Array(text.length).fill(true);
  const rows = text.length - begin - end;
  const width = other.length - begin - end + 1;
  if (rows * width > MOST_CELLS) return null;
  const longest = new Uint32Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = width - 2; j >= 0; j--) {
      longest[i * width + j] = text[begin + i] === other[begin + j]
        ? longest[(i + 1) * width + j + 1] + 1
        : Math.max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
    }
  }
  for (let i = 0, j = 0; i < rows; ) {
    if (j < width - 1 && text[begin + i] === other[begin + j]) {
      i++;
      j++;
    } else if (j >= width - 1 || longest[(i + 1) * width + j] >= longest[i * width + j + 1]) {
      found[begin + i] = false;
      i++;
    } else {
      j++;
    }
  }
  return found;
}

/** Returns code-point intervals [start, end] of `text` that `other` has not. */
function differing(text, other, unit) {
  const own = pieces(text, unit);
  const same = common(own, pieces(other, unit));
  if (same === null) return null;
  const found = [];
  let place = 0;
  own.forEach((piece, number) => {
    const length = Array.from(piece).length;
    if (!same[number] && piece.trim()) {
      const last = found[found.length - 1];
      if (last && last[1] === place) last[1] += length;
      else found.push([place, place + length]);
    }
    place += length;
  });
  return found;
}
