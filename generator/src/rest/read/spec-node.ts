import { Problems, type Problem } from "../../kit/problem.js";
import { catchProblems, type Findings } from "./findings.js";
import { isJsonObject, readProperty, type Json, type JsonObject } from "./json.js";
import type { Pointer } from "./parsed-text.js";
import type { SpecText } from "./spec-text.js";

/** State that all nodes of a document share. */
interface Document {
  readonly spec: SpecText;
  readonly findings: Findings;
  /** Cache of resolved references, because one may be used in hundreds of places. */
  readonly targets: Map<string, SpecNode>;
}

/**
 * A value of a description together with its pointer, so that problems have a position. Problems with optional parts
 * become findings. Problems with required parts are thrown, and end the reading of the part that needs them.
 */
export class SpecNode {
  readonly value: Json;
  readonly #parent: SpecNode | undefined;
  readonly #name: string;
  readonly #document: Document;
  #pointer: Pointer | undefined;

  private constructor(document: Document, value: Json, parent?: SpecNode, name = "") {
    this.#document = document;
    this.value = value;
    this.#parent = parent;
    this.#name = name;
  }

  /** Returns the root node of a description. */
  static root(spec: SpecText, findings: Findings): SpecNode {
    return new SpecNode({ spec, findings, targets: new Map() }, spec.root);
  }

  /** Its pointer. Computed on demand, because most nodes never need one. */
  get pointer(): Pointer {
    this.#pointer ??= this.#parent ? [...this.#parent.pointer, this.#name] : [];
    return this.#pointer;
  }

  /** `#/components/schemas/Course`, as a `$ref` would name it. */
  get path(): string {
    return `#${this.pointer.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")}`;
  }

  /** Creates a problem with the position of this node. */
  createProblem(what: string, fix: string): Problem {
    const { spec } = this.#document;
    const { line, column, file = spec.file } = spec.findPosition(this.pointer) ?? {};
    return { code: "OPENAPI_INVALID", file, line, column, element: this.path, what, fix };
  }

  /** Adds a finding. A repeated `key` only increases the count of the first finding. */
  warn(what: string, fix: string, key?: string): void {
    const { findings } = this.#document;
    if (key === undefined || !findings.count(key)) findings.add(this.createProblem(what, fix), key);
  }

  /** Adds problems to the findings. */
  addFindings(problems: readonly Problem[]): void {
    for (const problem of problems) this.#document.findings.add(problem);
  }

  /** Adds findings that a part cannot be generated, at the positions of the problems. */
  omit(name: string, problems: readonly Problem[]): void {
    for (const problem of problems) {
      this.#document.findings.omit(name, { ...problem, what: `${name} is left out. ${problem.what}` });
    }
  }

  /** Throws `Problems` with the position of this node. */
  fail(what: string, fix: string): never {
    throw new Problems([this.createProblem(what, fix)]);
  }

  /** Returns the value as an object. Throws `Problems` if it is not one. */
  readObject(): JsonObject {
    return isJsonObject(this.value) ? this.value : this.fail("This is not an object", "Write an object here");
  }

  /** Returns a property, or undefined if it is missing. Does not follow `$ref`: see `resolved`. */
  get(name: string): SpecNode | undefined {
    const value = this.getValue(name);
    return value === undefined ? undefined : this.#createChild(name, value);
  }

  /** Returns the value of a property without checks; undefined if there is none. */
  getValue(name: string): Json | undefined {
    return isJsonObject(this.value) ? readProperty(this.value, name) : undefined;
  }

  /** Returns a node of the same object without some of its properties. */
  copyWithout(names: readonly string[]): SpecNode {
    const left = Object.entries(this.readObject()).filter(([name]) => !names.includes(name));
    return new SpecNode(this.#document, Object.fromEntries(left), this.#parent, this.#name);
  }

  /** Returns the properties of an object; none if this is not an object. Names starting with `x-` are left out. */
  entries(): readonly (readonly [string, SpecNode])[] {
    if (!isJsonObject(this.value)) return [];
    return Object.entries(this.value)
      .filter(([name]) => !name.startsWith("x-"))
      .map(([name, value]) => [name, this.#createChild(name, value)] as const);
  }

  /** Returns the items of a list; none if this is not a list. */
  items(): readonly SpecNode[] {
    if (!Array.isArray(this.value)) return [];
    return this.value.map((value: Json, index) => this.#createChild(String(index), value));
  }

  /** Returns a property as a string, or undefined. Accepts numbers and booleans, and warns about other types. */
  readString(name: string): string | undefined {
    const node = this.get(name);
    if (!node || typeof node.value === "string") return node?.value as string | undefined;
    if (typeof node.value === "number" || typeof node.value === "boolean") return String(node.value);
    if (node.value !== null) node.warn("This is not text, so it is not read", "Write text here, in quotes");
    return undefined;
  }

  /** Returns a property that is a string, or an empty string for anything else, without a warning. */
  getString(name: string): string {
    const value = this.getValue(name);
    return typeof value === "string" ? value : "";
  }

  /** Whether a property is `true`. */
  isTrue(name: string): boolean {
    return this.getValue(name) === true;
  }

  /**
   * Follows `$ref` to its final target, or returns this node if it has none. A reference to another file, a missing
   * target or a cycle is a problem.
   */
  resolve(): SpecNode {
    const seen = new Set<Json>();
    let target: SpecNode | undefined;
    for (let next = this.get("$ref"); next; next = target.get("$ref")) {
      target = next.#lookUpReference();
      if (seen.has(target.value))
        return next.fail("This $ref points back to itself", "Let it point to a value");
      seen.add(target.value);
    }
    return target ?? this;
  }

  /** Like `resolve`, but adds a finding and returns undefined if the `$ref` cannot be resolved. */
  tryResolve(): SpecNode | undefined {
    return this.#undefinedOnProblem(() => this.resolve());
  }

  /** Like `tryResolve`, but returns an empty schema if the `$ref` cannot be resolved. */
  resolveSchema(): SpecNode {
    return this.tryResolve() ?? new SpecNode(this.#document, {}, this.#parent, this.#name);
  }

  /** Follows `$ref` by one step. Returns undefined if there is none. Adds a finding if it cannot be resolved. */
  findTarget(): SpecNode | undefined {
    const reference = this.get("$ref");
    return reference && this.#undefinedOnProblem(() => reference.#lookUpReference());
  }

  #undefinedOnProblem(work: () => SpecNode | undefined): SpecNode | undefined {
    return catchProblems(work, (problems) => {
      this.addFindings(problems);
      return undefined;
    });
  }

  #lookUpReference(): SpecNode {
    const { value } = this;
    if (typeof value !== "string")
      return this.fail("This $ref is not text", "Write a $ref such as #/components/schemas/Name");
    const known = this.#document.targets.get(value) ?? this.#followPointer(value);
    this.#document.targets.set(value, known);
    return known;
  }

  #followPointer(value: string): SpecNode {
    if (/^#[^/]/.test(value)) {
      return this.fail(
        `The $ref ${JSON.stringify(value)} names an anchor`,
        "Write the path, such as #/components/schemas/Name",
      );
    }
    if (value !== "#" && !value.startsWith("#/")) {
      const fault = this.#document.spec.unresolved?.get(value);
      if (fault) return this.fail(fault.what, fault.fix);
      return this.fail(
        `The $ref ${JSON.stringify(value)} points outside of this file`,
        "Write the path of a file, such as common.yaml#/Pet",
      );
    }
    let node: SpecNode = new SpecNode(this.#document, this.#document.spec.root);
    for (const name of parsePointer(value)) {
      const next: SpecNode | undefined = Array.isArray(node.value)
        ? node.items()[Number(name)]
        : node.get(name);
      if (!next)
        return this.fail(
          `The $ref ${JSON.stringify(value)} points to nothing`,
          "Name something that the description has",
        );
      node = next;
    }
    return node;
  }

  #createChild(name: string, value: Json): SpecNode {
    return new SpecNode(this.#document, value, this, name);
  }
}

/** Parses the JSON Pointer of a `$ref` within the file into its tokens (RFC 6901, sections 4 and 6). */
export function parsePointer(reference: string): readonly string[] {
  const steps = reference.split("/").slice(1);
  return steps.map((step) => decodeToken(step).replaceAll("~1", "/").replaceAll("~0", "~"));
}

function decodeToken(step: string): string {
  if (!step.includes("%")) return step;
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
