import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadGeneratedTypes, type GeneratedTypes } from "../json/generated-types.fixture.js";

/**
 * What Google's conformance suite asks of the binary format and is easy to lose, on generated code. Rows have the
 * suite's names for its cases; bytes are hexadecimal.
 */
const refused: readonly (readonly [name: string, bytes: string, reason: string])[] = [
  // The tag of field 1 with a bit above the 32nd, which would be lost.
  ["BadTag_FieldNumberSlightlyTooHigh", "8880808040d209", "longer than 32 bits"],
  ["BadTag_FieldNumberTooHigh", "8880808080800fd209", "longer than 32 bits"],
  ["BadTag_OverlongVarint", "8880808080808000d209", "longer than 32 bits"],
  ["BadTag_VarintMoreThanTenBytes", "888080808080808080808000d209", "longer than 32 bits"],
  ["IllegalZeroFieldNum_Case_0", "0000", "field number 0"],
  ["UnmatchedEndGroup", "0c", "wire type 4"],
  ["PrematureEofInDelimitedData", "720561", "end"],
];

const kept: readonly (readonly [name: string, type: string, bytes: string, again: string])[] = [
  // Field 900 as text, number, text and number: as they came, not by number or by wire type.
  [
    "UnknownOrdering",
    "Scalars",
    "a23803616263a0387ba23803646566a038c803",
    "a23803616263a0387ba23803646566a038c803",
  ],
  ["UnknownOrdering, of several fields", "Scalars", "a83801a03802a83803", "a83801a03802a83803"],
  ["UnknownOrdering, below a known field", "Tree", "1206a83801a03802", "1206a83801a03802"],
];

const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "hex"));

describe("bytes as the conformance suite has them", { timeout: 60_000 }, () => {
  let types: GeneratedTypes;
  beforeAll(async () => {
    types = await loadGeneratedTypes();
  }, 60_000);
  afterAll(async () => {
    await types?.[Symbol.asyncDispose]();
  });

  const typeOf = (name: string): GeneratedTypes["pairs"][number]["type"] => {
    const pair = types.pairs.find(({ desc }) => desc.typeName === `oracle.v1.${name}`);
    if (pair) return pair.type;
    throw new Error(`there is no oracle.v1.${name}`);
  };

  it.each(refused)("refuses %s", (_, bytes, reason) => {
    expect(() => typeOf("Scalars").decode(bytesOf(bytes))).toThrow(reason);
  });

  it.each(kept)("keeps %s", (_, name, bytes, again) => {
    const type = typeOf(name);
    expect(Buffer.from(type.encode(type.decode(bytesOf(bytes)))).toString("hex")).toBe(again);
  });
});
