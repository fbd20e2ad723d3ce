import { disk, type UpdateCase } from "./update-case.fixture.js";

/** Eight rules for lists, maps and structures, by number, and the two conditions under which a field changes. */
export const updateRules: readonly UpdateCase[] = [
  {
    title: "condition 1: a field changes when the request carries a non-default value",
    before: { a: 1, b: { c: "x" } },
    request: { a: 2 },
    mask: "",
    want: { a: 2, b: { c: "x" } },
  },
  {
    title: "condition 2: a field changes when the mask names it",
    before: { a: 1, b: { c: "x" } },
    request: {},
    mask: "a",
    want: { b: { c: "x" } },
  },
  {
    title: "neither: a field that is not sent and not named stays",
    before: { a: 1, spec: { cpu: 4, hostnames: ["h"], weights: { w: 1 } } },
    request: { spec: { cpu: 8 } },
    mask: "",
    want: { a: 1, spec: { cpu: 8, hostnames: ["h"], weights: { w: 1 } } },
  },
  {
    title: "rule 1: elements up to the shorter length are updated one by one, each subject to the mask",
    before: {
      d: {
        e: [
          { m: "one", n: 1 },
          { m: "two", n: 2 },
        ],
      },
    },
    request: { d: { e: [{ m: "eins" }, { m: "zwei" }] } },
    mask: "d.e.1.n",
    want: { d: { e: [{ m: "eins", n: 1 }, { m: "zwei" }] } },
  },
  {
    title: "rule 1: elements beyond the incoming length are removed",
    before: { d: { e: [{ m: "one", n: 1 }, { m: "two" }, { m: "three" }] } },
    request: { d: { e: [{ m: "eins" }] } },
    mask: "",
    want: { d: { e: [{ m: "eins", n: 1 }] } },
  },
  {
    title: "rule 1: elements beyond the previous length are added",
    before: { d: { e: [{ m: "one", n: 1 }] } },
    request: { d: { e: [{ m: "eins" }, { n: 2 }] } },
    mask: "d.e.*.(m,n)",
    want: { d: { e: [{ m: "eins" }, { n: 2 }] } },
  },
  {
    title: "rule 2: keys in the request are updated, missing keys removed, new keys added",
    before: { l: { stays: { m: "a", n: 1 }, goes: { m: "b" } } },
    request: { l: { stays: { m: "A" }, comes: { n: 3 } } },
    mask: "",
    want: { l: { stays: { m: "A", n: 1 }, comes: { n: 3 } } },
  },
  {
    title: "rule 3: a list named in the mask is cleared",
    before: { spec: { cpu: 1, secondary_disks: [disk("d", 1)], hostnames: ["h"] } },
    request: { spec: {} },
    mask: "spec.(secondary_disks,hostnames)",
    want: { spec: { cpu: 1 } },
  },
  {
    title: "rule 3: a map named in the mask is cleared",
    before: { spec: { cpu: 1, by_name: { x: disk("d", 1) }, weights: { w: 1 } } },
    request: { spec: {} },
    mask: "spec.by_name,spec.weights",
    want: { spec: { cpu: 1 } },
  },
  {
    title: "rule 4: a list that is sent and not named is changed; so is a map",
    before: { spec: { hostnames: ["a", "b"], weights: { x: 1, y: 2 } } },
    request: { spec: { hostnames: ["c"], weights: { z: 3 } } },
    mask: "",
    want: { spec: { hostnames: ["c"], weights: { z: 3 } } },
  },
  {
    title: "rule 5: values are removed from an object of a list by its index, and of a map by its key",
    before: { d: { e: [{ m: "x", n: 1 }] }, l: { k: { m: "y", n: 2 } } },
    request: { d: { e: [{ m: "x" }] }, l: { k: { m: "y" } } },
    mask: "d.e.0.n,l.k.n",
    want: { d: { e: [{ m: "x" }] }, l: { k: { m: "y" } } },
  },
  {
    title: "rule 6: naming a structure does not clear what is in it",
    before: { b: { c: "x" } },
    request: { b: {} },
    mask: "b",
    want: { b: { c: "x" } },
  },
  {
    title: "rule 7: naming a field resets the whole structure when the request does not carry it",
    before: { box: { a: { b: "1", c: "2" } } },
    request: { box: {} },
    mask: "box.a.b",
    want: { box: {} },
  },
  {
    title: "rule 7: with the structure carried, only the named field is reset",
    before: { box: { a: { b: "1", c: "2" } } },
    request: { box: { a: {} } },
    mask: "box.a.b",
    want: { box: { a: { c: "2" } } },
  },
  {
    title: "rule 8: spec.secondary_disks detaches all secondary disks",
    before: { metadata: { id: "i", name: "n" }, spec: { cpu: 4, secondary_disks: [disk("d", 1)] } },
    request: { metadata: { id: "i" }, spec: {} },
    mask: "spec.secondary_disks",
    want: { metadata: { id: "i", name: "n" }, spec: { cpu: 4 } },
  },
  {
    title: "rule 8 without the structure, where the server never drops spec",
    before: { metadata: { id: "i", name: "n" }, spec: { cpu: 4, secondary_disks: [disk("d", 1)] } },
    request: { metadata: { id: "i" } },
    mask: "spec.secondary_disks",
    want: { metadata: { id: "i", name: "n" }, spec: { cpu: 4 } },
    neverNull: ["metadata", "spec"],
  },
];

/** The five forms of an element of a mask. */
export const elementForms: readonly UpdateCase[] = [
  { title: "form a: a field", before: { a: 1 }, request: {}, mask: "a", want: {} },
  {
    title: "form b.c: a field inside a structure",
    before: { b: { c: "x" } },
    request: { b: {} },
    mask: "b.c",
    want: { b: {} },
  },
  {
    title: "form d.e.12: the element at index 12",
    before: { d: { e: Array.from({ length: 14 }, (_, n) => ({ m: `m${n}`, n: 1 })) } },
    request: { d: { e: Array.from({ length: 14 }, () => ({ m: "M" })) } },
    mask: "d.e.12.n",
    want: { d: { e: Array.from({ length: 14 }, (_, n) => (n === 12 ? { m: "M" } : { m: "M", n: 1 })) } },
  },
  {
    title: "form f.(j.h,i.j).k: a field under two paths that share their beginning",
    before: {
      f: {
        j: { h: { k: "1", other: "2" }, j: { j: { k: "3" } } },
        i: { j: { k: "4", other: "5" }, h: { k: "6" } },
      },
    },
    request: { f: { j: { h: {} }, i: { j: {} } } },
    mask: "f.(j.h,i.j).k",
    want: { f: { j: { h: { other: "2" }, j: { j: { k: "3" } } }, i: { j: { other: "5" }, h: { k: "6" } } } },
  },
  {
    title: "form l.*.m: a field of every direct child",
    before: { l: { x: { m: "1", n: 1 }, y: { m: "2", n: 2 } } },
    request: { l: { x: {}, y: {} } },
    mask: "l.*.m",
    want: { l: { x: { n: 1 }, y: { n: 2 } } },
  },
];
