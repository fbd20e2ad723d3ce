import type { RestApi } from "../model/rest-api.js";
import type { Shape } from "../runtime/shape.js";
import type { Code } from "../../kit/code/code.js";
import type { GuardWriter } from "./guards.js";
import type { RepresentationsWriter } from "./representations.js";
import type { CallScope } from "./signatures.js";

/** The printers for the operations of a file. */
export interface OperationPrinters extends CallScope {
  readonly guards: GuardWriter;
  readonly representations: RepresentationsWriter;
  readonly schemas: RestApi["schemas"];
  /** The shape of a name. */
  readonly resolve: (name: string) => Shape;
  /** The guard of a shape as this file names it. */
  readonly useGuard: (shape: Shape, hint: string) => Code;
}
