import type { Draft } from "../update/api-pool.fixture.js";

/** Messages that nobody can read without some of their fields, and a group. */
export const whole = {
  cpu: 4,
  strict: { name: "s", deep: { mode: 1, size: 2, count: 0 }, size: 3, loose: { mode: 2, count: 5 } },
  stricts: [{ name: "t", deep: { mode: 2, count: 1 } }],
  bundle: { name: "b", size: 6, tag: "new" },
};

export type Spec = Draft & {
  strict: Draft & { deep: Draft; loose?: Draft };
  stricts: Draft[];
  bundle: Draft;
};

/** A change by `modify`, and what is sent for it. */
interface Program {
  readonly title: string;
  readonly change: (spec: Spec) => unknown;
  readonly sent: object;
  readonly want: object;
}

export const programs: readonly Program[] = [
  {
    title: "beside a field that changed, at every level, and nothing else",
    change: ({ strict }) => (strict["size"] = 9),
    sent: { strict: { name: "s", deep: { mode: 1, count: 0 }, size: 9 } },
    want: { ...whole, strict: { ...whole.strict, size: 9 } },
  },
  {
    title: "beside what is cleared",
    change: ({ strict }) => delete strict.loose,
    sent: { strict: { name: "s", deep: { mode: 1, count: 0 } } },
    want: { ...whole, strict: { name: "s", deep: whole.strict.deep, size: 3 } },
  },
  {
    title: "beside a change further down",
    change: ({ strict }) => (strict.deep["size"] = 0),
    sent: { strict: { name: "s", deep: { mode: 1, size: 0, count: 0 } } },
    want: { ...whole, strict: { ...whole.strict, deep: { ...whole.strict.deep, size: 0 } } },
  },
  {
    title: "in a structure that may be absent",
    change: ({ strict }) => Object.assign(strict.loose ?? {}, { size: 1 }),
    sent: {
      strict: { name: "s", deep: { mode: 1, count: 0 }, loose: { mode: 2, size: 1, count: 5 } },
    },
    want: { ...whole, strict: { ...whole.strict, loose: { mode: 2, size: 1, count: 5 } } },
  },
  {
    title: "not beside structures that are left alone",
    change: (spec) => (spec["cpu"] = 8),
    sent: { cpu: 8 },
    want: { ...whole, cpu: 8 },
  },
  {
    title: "with all else in elements of lists",
    change: ({ stricts }) => (stricts[0]!["size"] = 1),
    sent: { stricts: [{ name: "t", deep: { mode: 2, count: 1 }, size: 1 }] },
    want: { ...whole, stricts: [{ name: "t", deep: { mode: 2, count: 1 }, size: 1 }] },
  },
  {
    title: "with all else in a group, also what the client does not know",
    change: ({ bundle }) => (bundle["size"] = 7),
    sent: { bundle: { name: "b", size: 7, tag: "new" } },
    want: { ...whole, bundle: { name: "b", size: 7, tag: "new" } },
  },
];
