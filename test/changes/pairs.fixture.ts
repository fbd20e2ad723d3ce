import type { ChangeCase, Edits } from "./changes.fixture.js";

/** A change that is judged in both directions. */
export interface Pair {
  readonly name: string;
  /** What the first version has in the place of parts of the base. */
  readonly first?: Edits;
  readonly second: Edits;
  readonly there: Outcome;
  readonly back: Outcome;
  readonly options?: readonly [first: string, second: string];
}

type Outcome = Pick<ChangeCase, "step" | "breaks" | "fails">;

/** Users notice nothing. */
export const same: Outcome = { step: undefined };
/** Programs compile and run as before. */
export const minor: Outcome = { step: "minor" };
/** A program that compiles before, and no longer after. */
export const breaks = (text: string): Outcome => ({ step: "major", breaks: `export const f = ${text};` });
/** A program that reads a field, as before. */
export const reads = (name: string, type: string): Outcome =>
  breaks(`(spec: acme.DiskSpec): ${type} => spec.${name}`);
/** Bytes that are read otherwise. */
export const bytes = (value: object, type = "DiskSpec"): Outcome => ({
  step: "major",
  fails: { kind: "bytes", type, value },
});
/** JSON that is read otherwise. */
export const json = (value: object, type = "DiskSpec"): Outcome => ({
  step: "major",
  fails: { kind: "json", type, value },
});

/** The start of the field `size`. */
export const size = "int32 size = 1;\n  string label";
/** The placement is another message. */
export const place = (name: string, fields: string): Edits => [
  ["Placement placement", `${name} placement`],
  ["message Snapshot {", `message ${name} { ${fields} }\nmessage Snapshot {`],
];
/** Declarations before a message of the base. */
export const beforeSnapshot = (text: string): Edits[number] => [
  "message Snapshot {",
  `${text}\nmessage Snapshot {`,
];
/** Tariffs may be listed. */
export const tariffs = (request: string, response: string): Edits => [
  [
    "rpc Get(GetTariffRequest)",
    "rpc List(ListTariffsRequest) returns (ListTariffsResponse);\n  rpc Get(GetTariffRequest)",
  ],
  beforeSnapshot(
    `message ListTariffsRequest { ${request} }\nmessage ListTariffsResponse { repeated Tariff items = 1; ${response} }`,
  ),
];
/** The fields of `Placement`. */
export const alike = 'string rack = 1; string host = 2 [json_name = "hostName"]; Placement.Level level = 3;';
