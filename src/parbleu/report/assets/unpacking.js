// The data of the page: JSON, packed by gzip, in base64; texts in blocks, which are unpacked when they are needed.

function packedBytes(element) {
  const text = atob(element.textContent);
  const bytes = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place++) bytes[place] = text.charCodeAt(place);
  return bytes;
}

/** Returns the value in an element; where the browser can unpack it, without holding up the page. */
async function unpacked(element) {
  if (typeof DecompressionStream === "undefined") return unpackedNow(element);
  return new Response(new Blob([packedBytes(element)]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

function unpackedNow(element) {
  return JSON.parse(new TextDecoder().decode(inflated(packedBytes(element))));
}

/** Returns the texts of a segment: [sources, references, hypotheses], lists of strings and nulls. */
function textsOf(data, segment) {
  const block = Math.floor(segment / data.blockSize);
  if (!Array.isArray(data.blocks[block])) data.blocks[block] = unpackedNow(data.blocks[block]);
  return data.blocks[block][segment % data.blockSize];
}

/** Makes sure that the texts of segments are unpacked; the page may react meanwhile. */
async function unpackTexts(data, segments) {
  for (const block of new Set(segments.map((segment) => Math.floor(segment / data.blockSize)))) {
    if (Array.isArray(data.blocks[block])) continue;
    data.blocks[block] = await unpacked(data.blocks[block]);
    await pause();
  }
}

/** Returns what gzip packed (RFC 1951), where the file has no name and one part. */
function inflated(packed) {
  const found = new Uint8Array(new DataView(packed.buffer).getUint32(packed.length - 4, true));
  let [from, to, bits, held] = [10, 0, 0, 0];
  const fill = (count) => {
    for (; held < count; held += 8) bits |= packed[from++] << held;
  };
  const drop = (count, value) => {
    bits >>>= count;
    held -= count;
    return value;
  };
  const take = (count) => {
    fill(count);
    return drop(count, bits & ((1 << count) - 1));
  };
  const symbol = (table) => {
    fill(15);
    const entry = table[bits & 0x7fff];
    return drop(entry & 15, entry >> 4);
  };
  /** Returns the value of a symbol of lengths (shift 2) or distances (shift 1), with the bits that follow it. */
  const stretch = (number, shift) => {
    const extra = Math.max(0, (number >> shift) - 1);
    return (extra ? ((1 << shift) | (number & ((1 << shift) - 1))) << extra : number) + take(extra);
  };
  for (let last = 0; !last && from < packed.length; ) {
    last = take(1);
    const kind = take(2);
    if (kind === 0) {
      from -= held >> 3;
      [bits, held] = [0, 0];
      const size = packed[from] | (packed[from + 1] << 8);
      found.set(packed.subarray(from + 4, from + 4 + size), to);
      from += 4 + size;
      to += size;
      continue;
    }
    const [literals, distances] = kind === 1
      ? [Array.from({ length: 288 }, (_, each) => (each < 144 || each > 279 ? 8 : each < 256 ? 9 : 7)), new Array(30).fill(5)]
      : codeLengths(take, symbol);
    const [ends, backs] = [codeTable(literals), codeTable(distances)];
    while (from < packed.length && to <= found.length) {
      const next = symbol(ends);
      if (next === 256) break;
      if (next < 256) {
        found[to++] = next;
        continue;
      }
      let length = next === 285 ? 258 : 3 + stretch(next - 257, 2);
      const back = 1 + stretch(symbol(backs), 1);
      for (; length; length--, to++) found[to] = found[to - back];
    }
  }
  return found;
}

function codeLengths(take, symbol) {
  const [literals, distances, count] = [257 + take(5), 1 + take(5), 4 + take(4)];
  const own = new Array(19).fill(0);
  for (const each of [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15].slice(0, count)) own[each] = take(3);
  const table = codeTable(own);
  const lengths = [];
  while (lengths.length < literals + distances) {
    const next = symbol(table);
    if (next < 16) lengths.push(next);
    else {
      const value = next === 16 ? lengths.at(-1) : 0;
      for (let times = next === 16 ? 3 + take(2) : next === 17 ? 3 + take(3) : 11 + take(7); times; times--) lengths.push(value);
    }
  }
  return [lengths.slice(0, literals), lengths.slice(literals)];
}

/** Returns for each next 15 bits the symbol that they begin with, times 16, and the length of its code. */
function codeTable(lengths) {
  const table = new Uint16Array(1 << 15);
  let code = 0;
  for (let length = 1; length < 16; length++, code <<= 1) {
    lengths.forEach((each, number) => {
      if (each !== length) return;
      let first = 0;
      for (let bit = 0; bit < length; bit++) first |= ((code >> bit) & 1) << (length - 1 - bit);
      for (; first < table.length; first += 1 << length) table[first] = (number << 4) | length;
      code++;
    });
  }
  return table;
}
