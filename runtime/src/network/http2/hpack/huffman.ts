import { compressionError } from "../protocol-error.js";
import { endOfString, huffmanCodes } from "./huffman-code.js";

/** Returns the length in bytes of a Latin-1 text in the Huffman code. */
export function huffmanLength(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at++) bits += huffmanCodes[text.charCodeAt(at)]?.length ?? 0;
  return (bits + 7) >> 3;
}

/** Codes up to this length fit beside seven waiting bits into 32 bits. */
const maxWholeLength = 24;

/** Encodes a Latin-1 text at an offset. Returns the offset behind it. */
export function writeHuffman(text: string, into: Uint8Array, offset: number): number {
  let [bitBuffer, count] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const { bits, length } = huffmanCodes[text.charCodeAt(at)] ?? noCode;
    const rest = length > maxWholeLength ? length - maxWholeLength : 0;
    bitBuffer = (bitBuffer << (length - rest)) | (bits >>> rest);
    for (count += length - rest; count >= 8;) into[offset++] = bitBuffer >>> (count -= 8);
    if (rest === 0) continue;
    bitBuffer = (bitBuffer << rest) | (bits & ((1 << rest) - 1));
    for (count += rest; count >= 8;) into[offset++] = bitBuffer >>> (count -= 8);
  }
  // Padded with the beginning of EOS, which is all ones.
  if (count > 0) into[offset++] = (bitBuffer << (8 - count)) | (0xff >> count);
  return offset;
}

/** A decoder of four bits at a time: the next node of each node, and the symbol that ends on the way, or -1. */
interface Machine {
  readonly next: Int16Array;
  readonly symbol: Int16Array;
  /** Nodes at which a string may end: the padding is less than a byte of ones. */
  readonly isEnd: Uint8Array;
}

let machine: Machine | undefined;

/**
 * Decodes a Huffman-coded string as Latin-1.
 *
 * @throws A ProtocolError if the string contains EOS, or its padding is not less than a byte of ones (RFC 7541, section
 *   5.2).
 */
export function readHuffman(bytes: Uint8Array, from: number, to: number): string {
  const { next, symbol, isEnd } = (machine ??= makeMachine());
  // Every code has at least five bits.
  const read = Buffer.allocUnsafe((((to - from) * 8) / 5) | 0);
  let [count, node] = [0, 0];
  for (let offset = from; offset < to; offset++) {
    const byte = bytes[offset] ?? 0;
    for (const half of [byte >> 4, byte & 15]) {
      const step: number = node * 16 + half;
      node = next[step] ?? 0;
      if (node < 0) throw compressionError("a Huffman-coded string that contains EOS");
      const found = symbol[step] ?? -1;
      if (found >= 0) read[count++] = found;
    }
  }
  if (!isEnd[node]) throw compressionError("a Huffman-coded string that ends inside a code");
  return read.toString("latin1", 0, count);
}

/** A node of the tree of codes: the node after a 0 and after a 1. A symbol is stored as `-1 - symbol`. */
type Node = [zero: number, one: number];

function makeMachine(): Machine {
  const tree: Node[] = [[0, 0]];
  for (const [symbol, { bits, length }] of huffmanCodes.entries()) {
    let node = tree[0];
    for (let left = length - 1; left >= 0 && node; left--) {
      const bit = ((bits >>> left) & 1) as 0 | 1;
      if (left === 0) node[bit] = -1 - symbol;
      else if (node[bit] === 0) node[bit] = tree.push([0, 0]) - 1;
      node = tree[node[bit]];
    }
  }
  const made = {
    next: new Int16Array(tree.length * 16),
    symbol: new Int16Array(tree.length * 16).fill(-1),
    isEnd: new Uint8Array(tree.length),
  };
  for (let node = 0, depth = 0; depth < 8; depth++, node = tree[node]?.[1] ?? 0) made.isEnd[node] = 1;
  for (let step = 0; step < tree.length * 16; step++) fillStep(made, tree, step);
  return made;
}

function fillStep({ next, symbol }: Machine, tree: readonly Node[], step: number): void {
  let node = step >> 4;
  for (let left = 3; left >= 0; left--) {
    node = tree[node]?.[((step >> left) & 1) as 0 | 1] ?? 0;
    if (node >= 0) continue;
    const found = -1 - node;
    if (found === endOfString) return void (next[step] = -1);
    symbol[step] = found;
    node = 0;
  }
  next[step] = node;
}

const noCode = { bits: 0, length: 0 };
