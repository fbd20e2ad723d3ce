import { fromBinary, fromJson as fromJsonEs, toBinary, toJson as toJsonEs } from "@bufbuild/protobuf";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromJson, toJson, type JsonValue } from "../../runtime/src/messages/json/index.js";
import type { Draw } from "../oracle/random-message.fixture.js";
import { runs } from "../runs.js";
import { loadGeneratedTypes, type GeneratedTypes, type TypePair } from "./generated-types.fixture.js";
import { randomJsonMessage } from "./random-json-message.fixture.js";

describe("proto3 JSON of generated messages, beside protobuf-es", () => {
  let types: GeneratedTypes;
  beforeAll(async () => {
    types = await loadGeneratedTypes();
  });
  afterAll(async () => {
    await types?.[Symbol.asyncDispose]();
  });

  const anyTypes = () => types.pairs.map(({ type }) => type);
  const inAny = () =>
    types.pairs
      .map(({ desc }) => desc)
      .filter(({ typeName }) => /\.(Scalars|Maps|Choices|Timestamp|Duration|WellKnown)$/.test(typeName));
  const bytesOf = ({ desc }: TypePair, draw: Draw): Uint8Array =>
    toBinary(desc, randomJsonMessage(desc, draw, inAny()));
  const theirs = ({ desc }: TypePair, bytes: Uint8Array): JsonValue =>
    asText(toJsonEs(desc, fromBinary(desc, bytes), types) as JsonValue);
  const forEveryType = (law: (pair: TypePair, draw: Draw) => void): void => {
    for (const pair of types.pairs) {
      fc.assert(
        fc.property(fc.gen(), (draw) => law(pair, draw)),
        { numRuns: runs(10) },
      );
    }
  };

  it("has types of every shape", () => {
    const names = types.pairs.map(({ desc }) => desc.name);
    expect(names).toEqual(
      expect.arrayContaining([
        "Scalars",
        "Presence",
        "Lists",
        "Maps",
        "Choices",
        "WellKnown",
        "Two",
        "Edition",
      ]),
    );
    expect(names.length).toBeGreaterThan(15);
  });

  it("is written the same", () => {
    forEveryType((pair, draw) => {
      const bytes = bytesOf(pair, draw);
      const message = pair.type.decode(bytes);
      const json = toJson(pair.type, message, { anyTypes: anyTypes() });
      expect(asText(json), pair.desc.typeName).toEqual(theirs(pair, bytes));
    });
  });

  it("is read the same, from its text", () => {
    forEveryType((pair, draw) => {
      const json = theirs(pair, bytesOf(pair, draw));
      const message = fromJson(pair.type, json, { anyTypes: anyTypes() });
      const bytes = pair.type.encode(message);
      expect(theirs(pair, bytes), pair.desc.typeName).toEqual(json);
    });
  });

  it("gives back the message that it was written from, with an Any of a type that nobody gave", () => {
    forEveryType((pair, draw) => {
      const given = anyTypes().filter(({ typeName }) => typeName.startsWith("google."));
      const message = pair.type.decode(bytesOf(pair, draw));
      // Text would lose -0, which the bytes of an Any may contain.
      const json = structuredClone(toJson(pair.type, message, { anyTypes: given }));
      const again = fromJson(pair.type, json, { anyTypes: given });
      expect(again, pair.desc.typeName).toEqual(message);
    });
  });

  it("is read the same by both when it is damaged and both can still read it, and refused with the place", () => {
    forEveryType((pair, draw) => {
      const json = damaged(theirs(pair, bytesOf(pair, draw)), draw);
      const ours = attempt(() => pair.type.encode(fromJson(pair.type, json, { anyTypes: anyTypes() })));
      const read = attempt(() => toBinary(pair.desc, fromJsonEs(pair.desc, json, types)));
      const about = `${pair.desc.typeName} ${JSON.stringify(json)} ours: ${ours.error} theirs: ${read.error}`;
      if (ours.value && read.value) expect(theirs(pair, ours.value), about).toEqual(theirs(pair, read.value));
      if (ours.error !== undefined) expect(ours.error, about).toBeInstanceOf(TypeError);
      if (ours.value) expect(() => pair.type.decode(ours.value ?? new Uint8Array())).not.toThrow();
    });
  });
});

/** What is left of it in text: -0 is 0 there. */
function asText(json: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(json)) as JsonValue;
}

// oxfmt-ignore
const junk: readonly JsonValue[] = [
  null, true, "", " 1", "1e2", "1.0", "1.5", "-1", "00", "NaN", "Infinity", "1s", "-0.5s", "2024-02-30T00:00:00Z",
  "2024-02-29T23:59:59.5+05:30", "a,b.cD", "_", "AA==", "A-_", 1e300, -1, 0.5, 4_294_967_296, [], [null], {}, { a: 1 },
  { "@type": "type.googleapis.com/oracle.v1.Scalars" }, "COLOR_RED", "\ud800",
];

/** The JSON with one of its values, or a part of one, replaced. */
function damaged(json: JsonValue, draw: Draw): JsonValue {
  const replacement = junk[draw(fc.nat, { max: junk.length - 1 })] ?? null;
  if (typeof json !== "object" || json === null) return replacement;
  const names = Object.keys(json);
  const name = names[draw(fc.nat, { max: Math.max(0, names.length - 1) })];
  if (name === undefined) return draw(fc.boolean) ? replacement : json;
  const copy = (Array.isArray(json) ? [...json] : { ...json }) as Record<string, JsonValue>;
  Object.defineProperty(copy, name, { value: damaged(copy[name] ?? null, draw), enumerable: true });
  return copy as JsonValue;
}

function attempt<T>(work: () => T): { readonly value?: T; readonly error?: unknown } {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}
