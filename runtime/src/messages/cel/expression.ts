import { createRegistry, type Registry } from "@bufbuild/protobuf";
import type { Timestamp } from "@bufbuild/protobuf/wkt";
import {
  type CelFunc,
  type CelInput,
  celEnv,
  celMethod,
  CelScalar,
  listType,
  parse,
  plan,
  type CelValue,
} from "@bufbuild/cel";
import { strings } from "@bufbuild/cel/ext";
import { formats } from "../check/formats.js";

/** The subject of an expression, and the time. */
export interface Bindings {
  readonly this: CelInput;
  readonly now: Timestamp;
}

/** A compiled expression. `false` or a text is a violation. */
export type Expression = (bindings: Bindings) => unknown;

/** Functions that protovalidate adds to those of CEL, as far as this runtime has what they ask. */
const added: readonly CelFunc[] = [
  ...(["email", "hostname", "ip", "uri", "uri_ref"] as const).map((name) =>
    celMethod(methodName(name), CelScalar.STRING, [], CelScalar.BOOL, function () {
      return formats[name]?.(this, true) ?? false;
    }),
  ),
  celMethod("isNan", CelScalar.DOUBLE, [], CelScalar.BOOL, function () {
    return Number.isNaN(this);
  }),
  celMethod("isInf", CelScalar.DOUBLE, [], CelScalar.BOOL, function () {
    return Math.abs(this) === Infinity;
  }),
  ...[CelScalar.STRING, CelScalar.INT, CelScalar.BOOL, CelScalar.DOUBLE].map((element) =>
    celMethod("unique", listType(element), [], CelScalar.BOOL, function () {
      const values: CelValue[] = [...this];
      return new Set(values).size === values.length;
    }),
  ),
];

/** `isUriRef` of `uri_ref`. */
function methodName(format: string): string {
  return `is_${format}`.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Compiles expressions that may name the types of a registry. Undefined for an invalid one. */
export class Expressions {
  readonly #env: ReturnType<typeof celEnv>;
  readonly #made = new Map<string, Expression | undefined>();

  constructor(registry: Registry = createRegistry()) {
    this.#env = celEnv({ registry, funcs: [...strings, ...added] });
  }

  of(text: string): Expression | undefined {
    if (!this.#made.has(text)) this.#made.set(text, this.#make(text));
    return this.#made.get(text);
  }

  #make(text: string): Expression | undefined {
    try {
      const run = plan(this.#env, parse(text));
      return ({ this: subject, now }) => run({ this: subject, now });
    } catch {
      // A function that is missing here, or what a newer version of CEL can read.
      return undefined;
    }
  }
}
