// Differences between two texts, for display: a shortest edit script over words or characters.

const MOST_CELLS = 4_000_000;  // of the table of edit distances; longer texts are shown without differences
const PIECE = /[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;

/** Returns a text in pieces: words, punctuation and blanks; characters of scripts without blanks. */
function pieces(text, unit) {
  if (unit === "characters") return Array.from(text);
  return (text.match(PIECE) ?? []).flatMap((piece) => (UNSPACED.test(piece) ? Array.from(piece) : [piece]));
}

/**
 * Returns for each piece of `text` whether it is in a longest common subsequence with `other`, and for each place
 * the pieces of `other` that are missing there; null if the texts are too long.
 */
function aligned(text, other) {
  let begin = 0;
  let end = 0;
  while (begin < text.length && begin < other.length && text[begin] === other[begin]) begin++;
  while (end < text.length - begin && end < other.length - begin &&
         text[text.length - 1 - end] === other[other.length - 1 - end]) end++;
  const same = new Array(text.length).fill(true);
  const absent = new Map();
  const rows = text.length - begin - end;
  const columns = other.length - begin - end;
  const width = columns + 1;
  if ((rows + 1) * width > MOST_CELLS) return null;
  const longest = new Uint32Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      longest[i * width + j] = text[begin + i] === other[begin + j]
        ? longest[(i + 1) * width + j + 1] + 1
        : Math.max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
    }
  }
  for (let i = 0, j = 0; i < rows || j < columns; ) {
    if (i < rows && j < columns && text[begin + i] === other[begin + j]) {
      i++;
      j++;
    } else if (j >= columns || (i < rows && longest[(i + 1) * width + j] >= longest[i * width + j + 1])) {
      same[begin + i++] = false;
    } else {
      absent.set(begin + i, (absent.get(begin + i) ?? "") + other[begin + j++]);
    }
  }
  return { same, absent };
}

/**
 * Returns marks of `text`: what `other` has not, and the places where it lacks something of `other`; null if the
 * texts are too long.
 */
function differences(text, other, unit) {
  const own = pieces(text, unit);
  const found = aligned(own, pieces(other, unit));
  if (found === null) return null;
  const marks = [];
  let place = 0;
  for (let number = 0; number <= own.length; number++) {
    const piece = own[number] ?? "";
    const length = Array.from(piece).length;
    const last = marks[marks.length - 1];
    if (number < own.length && !found.same[number] && piece.trim()) {
      if (last && last.kind === "differs" && last.end === place) last.end += length;
      else marks.push({ start: place, end: place + length, kind: "differs", title: "" });
    } else if (found.absent.get(number)?.trim() && !differsBeside(own, found.same, number)) {
      marks.push({ start: place, end: place, kind: "gap", title: `not here: ${found.absent.get(number).trim()}` });
    }
    place += length;
  }
  return marks;
}

/** Whether a word beside a place differs, so that it replaced what is missing. */
function differsBeside(own, same, number) {
  let before = number - 1;
  while (before >= 0 && !own[before].trim()) before--;
  let after = number;
  while (after < own.length && !own[after].trim()) after++;
  return same[before] === false || same[after] === false;
}

/** Returns how many code points of a text its marks cover, and how many gaps it has. */
function distance(marks) {
  return marks === null ? Infinity : marks.reduce((sum, mark) => sum + Math.max(1, mark.end - mark.start), 0);
}
