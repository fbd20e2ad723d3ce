import type { Draft } from "../update/api-pool.fixture.js";

/** Nine and minus nine are numbers that the client does not know. */
export const whole = {
  cpu: 4,
  mode: 9,
  modes: [1, 9, 2, -9],
  by_name: { a: 1, b: 9 },
  by_number: { "1": 2, "-7": -9 },
  picked: 9,
  part: { name: "p", mode: 9, modes: [9, 9], by_name: { x: 9 }, inner: { mode: -9 } },
  parts: [{ name: "q", mode: 9, modes: [2, 9] }, { inner: { mode: 9, name: "r" } }],
  part_by_name: { k: { mode: 9, name: "s", by_name: { y: -9, z: 1 } } },
};

/** A spec as the client knows it. */
export type Spec = Draft & {
  part: Draft;
  parts: Draft[];
  partByName: Record<string, Draft>;
  modes: number[];
};

export interface Program {
  readonly title: string;
  readonly before?: object;
  /** Changes the spec; what it returns takes its place. */
  readonly change: (spec: Spec) => Spec | void;
  /** The spec afterwards. */
  readonly want: object | "refused";
}

/** What `update` and `modify` are to do alike. */
export const programs: readonly Program[] = [
  { title: "nothing", change: () => undefined, want: whole },
  { title: "a field beside them", change: (spec) => void (spec["cpu"] = 8), want: { ...whole, cpu: 8 } },
  {
    title: "a field of each message that holds some",
    change: ({ part, parts, partByName }) => {
      for (const one of [part, parts[0], partByName["k"]]) Object.assign(one as Draft, { name: "new" });
    },
    want: {
      ...whole,
      part: { ...whole.part, name: "new" },
      parts: [{ ...whole.parts[0], name: "new" }, whole.parts[1]],
      part_by_name: { k: { ...whole.part_by_name.k, name: "new" } },
    },
  },
  {
    title: "the fields themselves",
    change: (spec) =>
      void Object.assign(spec, { mode: 2, pick: { $case: "picked", value: 1 }, byName: { b: 2 } }),
    want: { ...whole, mode: 2, picked: 1, by_name: { b: 2 } },
  },
  {
    title: "another member of the oneof",
    change: (spec) => void (spec["pick"] = { $case: "other", value: "o" }),
    want: { ...without("picked"), other: "o" },
  },
  {
    title: "fields to undefined, which clears them",
    change: (spec) =>
      void Object.assign(spec, { mode: undefined, pick: undefined, modes: undefined, byName: undefined }),
    want: without("mode", "picked", "modes", "by_name"),
  },
  {
    title: "a field of an element to undefined",
    change: ({ parts }) => void (parts[0]!["mode"] = undefined),
    want: { ...whole, parts: [{ name: "q", modes: [2, 9] }, whole.parts[1]] },
  },
  {
    title: "a list at its end",
    change: ({ modes }) => void modes.push(2),
    want: { ...whole, modes: [1, 9, 2, -9, 2] },
  },
  {
    title: "a list by taking its last value away",
    change: ({ modes }) => void modes.pop(),
    want: { ...whole, modes: [1, 9, -9] },
  },
  {
    title: "a list that seems empty",
    before: { modes: [9] },
    change: ({ modes }) => void modes.push(1, 2),
    want: { modes: [9, 1, 2] },
  },
  { title: "a list at its start", change: ({ modes }) => void modes.unshift(2), want: "refused" },
  { title: "a list in the middle", change: ({ modes }) => void (modes[0] = 2), want: "refused" },
  {
    title: "a map",
    change: (spec) => void Object.assign(spec, { byName: { c: 2 }, byNumber: new Map([[5n, 1]]) }),
    want: { ...whole, by_name: { b: 9, c: 2 }, by_number: { "5": 1, "-7": -9 } },
  },
  {
    title: "elements, which move with what they hold",
    change: (spec) => void (spec.parts = spec.parts.toReversed()),
    want: { ...whole, parts: whole.parts.toReversed() },
  },
  {
    title: "nothing, in an object that was spread",
    change: (spec) => ({ ...spec, parts: spec.parts.map((part) => ({ ...part })), part: { ...spec.part } }),
    want: whole,
  },
  { title: "nothing, in a deep copy", change: (spec) => structuredClone(spec), want: whole },
  {
    title: "a value to undefined in an object that was spread",
    change: (spec) => ({ ...spec, mode: undefined, part: { ...spec.part, mode: undefined } }),
    want: { ...without("mode"), part: { ...whole.part, mode: undefined } },
  },
];

/** Updates of all that was read, under masks of the caller's. */
export const masks: readonly { mask: string; spec: object; want: object }[] = [
  { mask: "spec.note", spec: {}, want: whole },
  { mask: "spec.*", spec: {}, want: whole },
  { mask: "spec.(mode,picked)", spec: {}, want: without("mode", "picked") },
  { mask: "spec.pick", spec: { cpu: 5 }, want: { ...without("picked"), cpu: 5 } },
  {
    mask: "spec.(modes,by_name)",
    spec: { modes: [2, 1] },
    want: { ...whole, modes: [2, 1], by_name: { a: 1 } },
  },
  {
    mask: "spec.parts.*.mode",
    spec: {},
    want: { ...whole, parts: [{ name: "q", modes: [2, 9] }, { inner: { mode: 9, name: "r" } }] },
  },
];

function without(...names: string[]): object {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)));
}
