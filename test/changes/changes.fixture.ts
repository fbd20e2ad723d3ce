import type { Step } from "../../generator/src/versions/verdict/verdict.js";
import { additions } from "./additions.fixture.js";
import type { Calls } from "./calls.fixture.js";
import { enumChanges } from "./enums.fixture.js";
import { fieldChanges } from "./fields.fixture.js";
import { serviceChanges } from "./services.fixture.js";
import { typeChanges } from "./types.fixture.js";

/** A change of the protos, what it is judged as, and what shows that it is. */
export interface ChangeCase {
  readonly name: string;
  /** Parts of `disk.proto` as they were and as they are. */
  readonly edits: Edits;
  /** Parts that are other in the version before already; none by default. */
  readonly from?: Edits;
  /** Undefined where users notice nothing. */
  readonly step: Step | undefined;
  /** What the report says, a text for each change. */
  readonly words: readonly string[];
  /** A program that compiles before, and no longer after. `acme` is the package `acme.v1`. */
  readonly breaks?: string;
  /** What compiles and fails as it runs. */
  readonly fails?: Failure;
  /** Options of the generator, before and after. */
  readonly options?: readonly [before: string, after: string];
}

/** Parts of the base and what stands in their place. */
export type Edits = readonly (readonly [base: string, text: string])[];

/** What goes wrong at run time. */
export type Failure =
  /** A message that the old SDK wrote, in bytes or as JSON, is not the same to the new one. */
  | { readonly kind: "bytes" | "json"; readonly type: string; readonly value: object }
  /** A call of the old client at a server of the new version does not do what it did. */
  | { readonly kind: "call"; readonly call: keyof Calls };

/** Every change of the table. */
export const changes: readonly ChangeCase[] = [
  ...fieldChanges,
  ...additions,
  ...enumChanges,
  ...typeChanges,
  ...serviceChanges,
];
