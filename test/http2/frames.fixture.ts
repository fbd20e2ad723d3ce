import {
  frame,
  frameFlags as flags,
  frameTypes as types,
  literals,
  words,
} from "../../runtime/src/fixture/byte-server.fixture.js";
import type { BlockKind, ModelFrame } from "./server-model.fixture.js";

/** Numbers by chance, the same for the same seed: a multiplication and a few shifts of 32 bits. */
export function chances(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Chance = ReturnType<typeof chances>;

const blocks: Readonly<Record<BlockKind, Buffer>> = {
  answer: literals({ ":status": "200" }),
  sized: literals({ ":status": "200", "content-length": "5" }),
  interim: literals({ ":status": "103" }),
  trailers: literals({ "grpc-status": "0" }),
  unreadable: Buffer.of(0xff),
};
const kinds = [
  "answer",
  "answer",
  "sized",
  "interim",
  "trailers",
  "trailers",
  "trailers",
  "unreadable",
] as const;
const settings: readonly (readonly [id: number, value: number])[] = [
  [1, 0],
  [2, 0],
  [3, 1],
  [4, 10],
  [4, 100_000],
  [4, 2 ** 31 - 1],
  [5, 20_000],
  [6, 9],
  [99, 1],
  [2, 1],
  [4, 2 ** 31],
  [5, 1],
];

const pick = <T>(chance: Chance, list: readonly T[]): T => list[chance(list.length)] as T;
const often = (chance: Chance, one: number, other: number): number => (chance(16) === 0 ? other : one);

/** A frame, or those of a block of headers: most of them allowed. */
const makers: readonly ((chance: Chance) => ModelFrame[])[] = [
  headers,
  headers,
  headers,
  data,
  data,
  (chance) => {
    const [id, value] = pick(chance, settings);
    const one = Buffer.concat([Buffer.of(0, id), words(value)]);
    return [control(chance, types.settings, 0, 0, often(chance, 1, 0) === 1 ? one : one.subarray(1))];
  },
  (chance) => [control(chance, types.settings, flags.ack, 0, Buffer.alloc(often(chance, 0, 6)))],
  (chance) => [control(chance, types.ping, chance(2), 0, Buffer.alloc(often(chance, 8, 7)))],
  (chance) => {
    const more = pick(chance, [0, 1, 1, 1, 70_000, 2 ** 31 - 1 - 65_535, 2 ** 31 - 1]);
    const content = words(more).subarray(0, often(chance, 4, 3));
    return [control(chance, types.windowUpdate, 0, pick(chance, [0, 1, 3, 5, 1, 3, 5, 7, 2]), content)];
  },
  (chance) => [
    control(
      chance,
      types.reset,
      0,
      pick(chance, [1, 3, 5, 3, 7, 0]),
      words(8).subarray(0, often(chance, 4, 3)),
    ),
  ],
  (chance) => {
    const content = words(pick(chance, [0, 1, 3, 2 ** 31 - 1]), often(chance, 0, 2));
    return [control(chance, types.goaway, 0, 0, content.subarray(0, often(chance, 8, 4)))];
  },
  (chance) => [
    control(chance, types.priority, 0, pick(chance, [1, 7, 9]), Buffer.alloc(often(chance, 5, 4))),
  ],
  (chance) => [control(chance, 99, chance(256), chance(9), Buffer.alloc(chance(9)))],
  (chance) => [
    control(chance, pick(chance, [types.pushPromise, types.continuation, 99, 99]), 0, 1, Buffer.alloc(4)),
  ],
];

function control(chance: Chance, type: number, bits: number, stream: number, content: Buffer): ModelFrame {
  return { type, flags: bits, stream: often(chance, stream, 1), content };
}

function data(chance: Chance): ModelFrame[] {
  const isPadded = chance(4) === 0;
  const bytes = Buffer.alloc(pick(chance, [0, 5, 5, 9_000, 16_000, often(chance, 16_384, 16_385)]));
  if (isPadded) bytes[0] = often(chance, Math.min(9, Math.max(0, bytes.byteLength - 1)), 200);
  return [
    {
      type: types.data,
      flags: (isPadded ? flags.padded : 0) | (chance(4) === 0 ? flags.endStream : 0),
      stream: pick(chance, [1, 1, 3, 3, 5, often(chance, 5, 7), often(chance, 1, 0)]),
      content: bytes,
    },
  ];
}

/** The frames of one block; now and then its end does not come, or comes on another stream. */
function headers(chance: Chance): ModelFrame[] {
  const kind = pick(chance, kinds);
  const stream = pick(chance, [1, 1, 1, 3, 3, 3, often(chance, 5, 7), often(chance, 1, 0)]);
  const bits = (chance(2) === 0 ? flags.endStream : 0) | (chance(4) === 0 ? flags.priority : 0);
  const lead = Buffer.alloc(bits & flags.priority ? 5 : 0);
  const block = blocks[kind];
  const type = types.headers;
  if (chance(3) > 0) {
    const content = Buffer.concat([lead, block]);
    return [{ type, flags: bits | flags.endHeaders, stream, content, block: kind }];
  }
  const cut = Math.min(4, block.byteLength);
  const rest = { type: types.continuation, stream: often(chance, stream, 9) };
  const parts: ModelFrame[] = [
    { type, flags: bits, stream, content: Buffer.concat([lead, block.subarray(0, cut)]) },
    { ...rest, flags: 0, content: Buffer.alloc(0) },
    { ...rest, flags: flags.endHeaders, content: block.subarray(cut), block: kind },
  ];
  return chance(8) === 0 ? parts.slice(0, 2) : parts.filter((_, at) => at !== 1 || chance(2) === 0);
}

/** Frames of a server by chance, after its SETTINGS if it sends them. */
export function someFrames(chance: Chance): ModelFrame[] {
  const first =
    chance(50) === 0 ? [] : [{ type: types.settings, flags: 0, stream: 0, content: Buffer.alloc(0) }];
  return [...first, ...Array.from({ length: 1 + chance(12) }, () => pick(chance, makers)(chance)).flat()];
}

/** Their bytes. */
export function bytesOf(frames: readonly ModelFrame[]): Buffer {
  return Buffer.concat(frames.map((one) => frame(one.type, one.flags, one.stream, one.content)));
}
