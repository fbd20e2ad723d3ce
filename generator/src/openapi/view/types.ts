import { code, identifier, joined, json, literal, string, type Code } from "../../code/code.js";
import type { NamedSchema, TypeSource } from "../model/rest-api.js";

/** Types as source text, and the names that they need. */
export class TypePrinter {
  readonly #names: ReadonlyMap<string, string>;
  readonly #used = new Set<string>();
  readonly #roots = new Set<string>();

  constructor(schemas: readonly NamedSchema[]) {
    this.#names = new Map(schemas.map(({ name, typeName }) => [name, typeName]));
  }

  /** Names of models in the types printed so far, sorted. */
  get usedModels(): readonly string[] {
    return [...this.#used].sort();
  }

  /** Names of the description's types that were printed, sorted. */
  get usedRoots(): readonly string[] {
    return [...this.#roots].sort();
  }

  /** The schema has a type of its own; one that stands inside another part of the description has none. */
  hasName(schema: string): boolean {
    return Boolean(this.#names.get(schema));
  }

  print(type: TypeSource): Code {
    if (type.kind === "scalar") return literal(type.name);
    if (type.kind === "values")
      return joined(
        type.values.map((value) => json(value)),
        " | ",
      );
    if (type.kind === "union")
      return code`(${joined(
        type.parts.map((part) => this.print(part)),
        " | ",
      )})`;
    if (type.kind === "list") return code`(${this.print(type.item)})[]`;
    if (type.kind === "named") {
      const name = this.#names.get(type.schema) ?? "";
      this.#used.add(name);
      return identifier(name);
    }
    const [first = "paths", ...steps] = type.steps;
    this.#roots.add(first);
    return steps.reduce<Code>(
      (whole, step) => code`${stepFrom(whole, step)}[${string(step)}]`,
      identifier(first),
    );
  }
}

/** The type in which a step is taken: a body that may be left out is undefined there, and has no parts. */
function stepFrom(whole: Code, step: string): Code {
  return step === "content" ? code`NonNullable<${whole}>` : whole;
}
