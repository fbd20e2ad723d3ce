import type { Shape } from "../../../rest-runtime/shape.js";
import type { Code, Imports } from "../../code/code.js";
import type { GuardWriter } from "./guards.js";
import type { TypePrinter } from "./types.js";

/** What a file's operations are printed with. */
export interface OperationPrinters {
  readonly types: TypePrinter;
  readonly imports: Imports;
  readonly guards: GuardWriter;
  /** The shape of a name. */
  readonly resolve: (name: string) => Shape;
  /** Gives a free name for a guard. */
  readonly take: (name: string) => string;
  /** The guard of a shape as this file names it. */
  readonly guardOf: (shape: Shape, hint: string) => Code;
}
