import type { Emulator, FaultStep } from "@stratus/emulator";

/** The spec of the API, as far as programs write it. Numbers of enums are any. */
export interface KeptSpec {
  cpu: number;
  note: string;
  tone: number | undefined;
  tones: number[];
  toneByName: Record<string, number>;
  pick: unknown;
  inner: { name: string };
  inners: { name: string }[];
  part: { size: number; part: { size: number } };
  slot: { size: number; name?: string }[];
  rack: { size: number };
  diskByName: Record<string, { size?: number | undefined; name?: string }>;
  address: string;
}
export interface KeptBox {
  metadata: { id: string };
  spec: KeptSpec;
}

/** A program at an emulator, and what must become of the spec. */
export interface KeptProgram {
  /** What a user may rely on. */
  readonly promise: string;
  readonly before: object;
  /** Faults of the Updates. */
  readonly faults?: readonly FaultStep[];
  readonly run: (client: KeptClient, emulator: Emulator) => PromiseLike<unknown>;
  /** The spec afterwards; the words of the refusal if the call must not go out. */
  readonly want: object | RegExp;
  /** The Updates that reach the server, if that matters, and the bytes of a mask at most. */
  readonly updates?: number;
  readonly maskBytes?: number;
}

/** A client that takes what programs in plain JavaScript may write. */
export interface KeptClient {
  create(request: object): PromiseLike<unknown>;
  get(request: { id: string }): PromiseLike<unknown>;
  update(request: object, options?: object): PromiseLike<unknown>;
  modify(request: { id: string }, change: (box: KeptBox) => unknown, options?: object): PromiseLike<unknown>;
}

/** The request of a Get; the test gives the client its id. */
export const id = { id: "box" };
const metadata = { id: "box" };

const modify =
  (change: (spec: KeptSpec) => unknown, options?: object) =>
  (client: KeptClient): PromiseLike<unknown> =>
    client.modify(id, ({ spec }) => void change(spec), options);
const [low, high, strange] = [1, 2, 3];
const everywhere = {
  tone: strange,
  tones: [low, strange, high],
  toneByName: { a: strange, b: low },
  pick: { $case: "best", value: strange },
  inner: { pick: { $case: "tone", value: strange }, tones: [strange], name: "i" },
  inners: [{ pick: { $case: "tone", value: strange }, tones: [strange, low], name: "a" }],
};
const part = { id: "p", tone: high, size: 1 };
const slots = [
  { size: 1, name: "a" },
  { size: 2, name: "b" },
];
const disks = Object.fromEntries(
  Array.from({ length: 1_500 }, (_, index) => [`disk-${index}`, { size: 1, name: `n${index}` }]),
);
const bare = Object.fromEntries(Object.entries(disks).map(([key, { name }]) => [key, { name }]));
const wait = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** One program or more for each way in which an update could lose, double or invent something. */
export const keptPrograms: readonly KeptProgram[] = [
  {
    promise: "update() of what get() gave keeps the numbers of closed enums that the client does not know",
    before: { ...everywhere, cpu: 1 },
    run: async (client) => {
      const box = (await client.get(id)) as KeptBox;
      await client.update({ metadata: box.metadata, spec: { ...box.spec, cpu: 8 } });
    },
    want: { ...everywhere, cpu: 8 },
  },
  {
    promise: "modify() of a list, a map, a oneof's message and an element keeps such numbers in their places",
    before: everywhere,
    run: modify((spec) => {
      spec.tones.push(low);
      spec.toneByName["c"] = high;
      spec.inner.name = "j";
      Object.assign(spec.inners[0] ?? {}, { name: "b" });
    }),
    want: {
      ...everywhere,
      tones: [low, strange, high, low],
      toneByName: { a: strange, b: low, c: high },
      inner: { ...everywhere.inner, name: "j" },
      inners: [{ ...everywhere.inners[0], name: "b" }],
    },
  },
  {
    promise: "a list of which nobody knows where such a number belongs is refused, with a way out",
    before: everywhere,
    run: modify((spec) => (spec.tones = spec.tones.toReversed())),
    want: /spec\.tones contains enum numbers that this SDK does not know.*resetMask/,
  },
  {
    promise: "such a number goes if the program sets the field, or writes undefined",
    before: everywhere,
    run: modify((spec) => Object.assign(spec, { tone: undefined, pick: { $case: "other", value: "o" } })),
    want: { ...everywhere, tone: undefined, pick: { $case: "other", value: "o" } },
  },
  {
    promise: "such a number of a oneof goes too if the program sets another member and then writes undefined",
    before: { ...everywhere, cpu: 1 },
    run: modify((spec) => {
      spec.pick = { $case: "other", value: "o" };
      spec.pick = undefined;
    }),
    want: { ...everywhere, cpu: 1, pick: undefined },
  },
  {
    promise: "and stays if the property that was set is deleted again",
    before: { ...everywhere, cpu: 1 },
    run: modify((spec) => {
      spec.pick = { $case: "other", value: "o" };
      Reflect.deleteProperty(spec, "pick");
    }),
    want: { ...everywhere, cpu: 1 },
  },
  {
    promise: "elements that were written anew without such numbers are refused",
    before: { inners: [{ tones: [strange, low], name: "a" }], cpu: 1 },
    run: (client) =>
      client.modify(id, (box) => {
        const inners = box.spec.inners.map((inner) => ({ ...inner, _unknownFields: undefined }));
        return { ...box, spec: { ...box.spec, inners } };
      }),
    want: /new spec\.inners\.0 without the fields that this SDK does not know/,
  },
  {
    promise: "the siblings without which no message is whole go along with what was changed",
    before: { part: { ...part, part }, cpu: 1 },
    run: modify((spec) => (spec.part.part.size = 2)),
    want: { part: { ...part, part: { ...part, size: 2 } }, cpu: 1 },
  },
  {
    promise:
      "a server that needs them refuses a part that is written by hand without them, and nothing changes",
    before: { part },
    run: (client) => client.update({ metadata, spec: { part: { size: 2 } } }, { resetMask: "" }),
    want: /required/,
  },
  {
    promise: "groups that were changed are sent whole, whichever way a server reads them",
    before: { slot: slots, rack: { size: 1, name: "r" } },
    run: modify((spec) => {
      Object.assign(spec.slot[1] ?? {}, { size: 5 });
      spec.rack.size = 7;
    }),
    want: { slot: [slots[0], { size: 5, name: "b" }], rack: { size: 7, name: "r" } },
  },
  {
    promise: "a change of 1,500 values of a map has a mask that any proxy lets pass",
    before: { diskByName: disks },
    run: modify((spec) => {
      for (const disk of Object.values(spec.diskByName)) disk.size = undefined;
    }),
    want: { diskByName: bare },
    updates: 1,
    maskBytes: 100,
  },
  {
    promise: "a callback may return a new resource",
    before: { cpu: 1, note: "n" },
    run: (client) => client.modify(id, (box) => ({ ...box, spec: { ...box.spec, cpu: 9 } })),
    want: { cpu: 9, note: "n" },
  },
  {
    promise: "what a callback returns in passing does not count",
    before: { cpu: 1, slot: slots },
    run: (client) => client.modify(id, ({ spec }) => spec.slot.push({ size: 3 })),
    want: { cpu: 1, slot: [...slots, { size: 3 }] },
  },
  {
    promise: "a resource that lacks what was read is refused by name",
    before: { cpu: 1, note: "n" },
    run: (client) => client.modify(id, (box) => ({ ...box, spec: { cpu: 9 } })),
    want: /lacks spec\.note, which was read: spread the object that you were given, or write note: undefined/,
  },
  {
    promise: "a modify that changes nothing sends nothing",
    before: everywhere,
    run: (client) => client.modify(id, (box) => structuredClone(box)),
    want: everywhere,
    updates: 0,
  },
  {
    promise: "when the time of a modify is over, nothing is sent any more, and the error says so",
    before: { cpu: 1 },
    run: (client) =>
      client.modify(
        id,
        async ({ spec }) => {
          spec.cpu = 9;
          await wait(400);
        },
        { timeoutMs: 200 },
      ),
    want: /timeoutMs.*not sent|not sent.*timeoutMs|200 ms/s,
    updates: 0,
  },
  {
    promise: "a change whose answer was lost, and that then met a conflict, is made once",
    before: { cpu: 4 },
    faults: [{ dropResponse: true }, { code: "ABORTED" }],
    run: modify((spec) => (spec.cpu += 1)),
    want: { cpu: 5 },
  },
  {
    promise: "twenty who count at once all get through",
    before: { cpu: 1 },
    run: (client) => Promise.all(Array.from({ length: 20 }, () => modify((spec) => (spec.cpu += 1))(client))),
    want: { cpu: 21 },
  },
  {
    promise: "a mask that is given as a header is checked like any other",
    before: { cpu: 1, note: "n", rack: { size: 1, name: "r" } },
    run: (client) => client.update({ metadata, spec: {} }, { metadata: { "x-resetmask": "spec.note" } }),
    want: { cpu: 1, rack: { size: 1, name: "r" } },
  },
  {
    promise: "a mask beside a mask in a header is refused",
    before: { cpu: 1 },
    run: (client) =>
      client.update({ metadata, spec: {} }, { resetMask: "", metadata: { "x-resetmask": "spec.note" } }),
    want: /x-resetmask/i,
  },
  {
    promise: "a builder in plain JavaScript names what was misspelt, and the nearest",
    before: { note: "n" },
    run: (client) =>
      client.update({ metadata }, { resetMask: (m: { spec: { noet?: unknown } }) => [m.spec.noet] }),
    want: /noet.*note/,
  },
  {
    promise: "a text that names an unknown field is refused if it is to be strict, with the nearest",
    before: { note: "n" },
    run: (client) => client.update({ metadata }, { resetMask: "spec.noet", strict: true }),
    want: /noet.*note/,
  },
  {
    promise: "server-managed fields cannot be set by accident",
    before: { cpu: 1 },
    run: modify((spec) => (spec.address = "10.0.0.1")),
    want: /spec\.address is managed by the server/,
  },
  {
    promise: "nor can the id",
    before: { cpu: 1 },
    run: (client) => client.modify(id, (box) => void (box.metadata.id = "other")),
    want: /metadata\.id/,
  },
];
