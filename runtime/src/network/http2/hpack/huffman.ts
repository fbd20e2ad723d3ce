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
  readonly tree: readonly Node[];
  /** A node, or `unknown` until a string first takes this step: one string takes few of them. */
  readonly next: Int16Array;
  readonly symbol: Int16Array;
  /** Nodes at which a string may end: the padding is less than a byte of ones. */
  readonly isEnd: Uint8Array;
}

const unknown = -1;

let machine: Machine | undefined;

/**
 * Decodes a Huffman-coded string as Latin-1.
 *
 * @throws A ProtocolError if the string contains EOS, or its padding is not less than a byte of ones (RFC 7541, section
 *   5.2).
 */
export function readHuffman(bytes: Uint8Array, from: number, to: number): string {
  machine ??= makeMachine();
  const { next, symbol, isEnd } = machine;
  // Every code has at least five bits.
  const read = Buffer.allocUnsafe((((to - from) * 8) / 5) | 0);
  let [count, node] = [0, 0];
  for (let offset = from; offset < to; offset++) {
    const byte = bytes[offset] ?? 0;
    for (const half of [byte >> 4, byte & 15]) {
      const step: number = node * 16 + half;
      node = next[step] ?? 0;
      if (node < 0) node = fillStep(machine, step);
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
    tree,
    next: new Int16Array(tree.length * 16).fill(unknown),
    symbol: new Int16Array(tree.length * 16).fill(-1),
    isEnd: new Uint8Array(tree.length),
  };
  for (let node = 0, depth = 0; depth < 8; depth++, node = tree[node]?.[1] ?? 0) made.isEnd[node] = 1;
  return made;
}

function fillStep({ tree, next, symbol }: Machine, step: number): number {
  let node = step >> 4;
  for (let left = 3; left >= 0; left--) {
    node = tree[node]?.[((step >> left) & 1) as 0 | 1] ?? 0;
    if (node >= 0) continue;
    const found = -1 - node;
    if (found === endOfString) throw compressionError("a Huffman-coded string that contains EOS");
    symbol[step] = found;
    node = 0;
  }
  return (next[step] = node);
}

const noCode = { bits: 0, length: 0 };
