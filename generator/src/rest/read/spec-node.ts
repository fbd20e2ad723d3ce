import { Problems, type Problem } from "../../kit/problem.js";
import { attempt, type Findings } from "./findings.js";
import { isJsonObject, readProperty, type Json, type JsonObject } from "./json.js";
import type { Pointer } from "./source.js";
import type { SpecText } from "./spec-text.js";

/** State that all nodes of a document share. */
interface Document {
  readonly spec: SpecText;
  readonly findings: Findings;
  /** Cache of resolved references, because one may be used in hundreds of places. */
  readonly targets: Map<string, SpecNode>;
}

/**
 * A value of a description together with its place, so that whoever reads it
 * can say where something is wrong. Problems with optional parts become findings. Problems with required parts end the reading of the part that needs them.
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

  /** The whole of a description. */
  static root(spec: SpecText, findings: Findings): SpecNode {
    return new SpecNode({ spec, findings, targets: new Map() }, spec.root);
  }

  /** The names that lead to it; put together when asked for, since most nodes are only looked at. */
  get pointer(): Pointer {
    this.#pointer ??= this.#parent ? [...this.#parent.pointer, this.#name] : [];
    return this.#pointer;
  }

  /** `#/components/schemas/Course`, as a `$ref` would name it. */
  get path(): string {
    return `#${this.pointer.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")}`;
  }

  /** Makes a problem with the place of this node. */
  problem(what: string, fix: string): Problem {
    const { spec } = this.#document;
    const { line, column, file = spec.file } = spec.findPlace(this.pointer) ?? {};
    return { code: "OPENAPI_INVALID", file, line, column, element: this.path, what, fix };
  }

  /** Notes what is done without; what has been said under the same key is only counted. */
  note(what: string, fix: string, key?: string): void {
    const { findings } = this.#document;
    if (key === undefined || !findings.count(key)) findings.add(this.problem(what, fix), key);
  }

  /** Notes problems that were found on the way. */
  keep(problems: readonly Problem[]): void {
    for (const problem of problems) this.#document.findings.add(problem);
  }

  /** Notes that something cannot be generated, and why, at the place of the fault. */
  leaveOut(name: string, problems: readonly Problem[]): void {
    for (const problem of problems) {
      this.#document.findings.leaveOut(name, { ...problem, what: `${name} is left out. ${problem.what}` });
    }
  }

  /** Ends the reading of this part. */
  fail(what: string, fix: string): never {
    throw new Problems([this.problem(what, fix)]);
  }

  /** The value as an object, or a problem. */
  object(): JsonObject {
    return isJsonObject(this.value) ? this.value : this.fail("This is not an object", "Write an object here");
  }

  /** Returns a property, or undefined if it is missing. Does not follow `$ref`: see `resolved`. */
  get(name: string): SpecNode | undefined {
    const value = this.plain(name);
    return value === undefined ? undefined : this.#at(name, value);
  }

  /** Returns the value of a property without checks; undefined if there is none. */
  plain(name: string): Json | undefined {
    return isJsonObject(this.value) ? readProperty(this.value, name) : undefined;
  }

  /** The same object without some of its properties. */
  without(names: readonly string[]): SpecNode {
    const left = Object.entries(this.object()).filter(([name]) => !names.includes(name));
    return new SpecNode(this.#document, Object.fromEntries(left), this.#parent, this.#name);
  }

  /** Returns the properties of an object; none if this is not an object. Names starting with `x-` are left out. */
  entries(): readonly (readonly [string, SpecNode])[] {
    if (!isJsonObject(this.value)) return [];
    return Object.entries(this.value)
      .filter(([name]) => !name.startsWith("x-"))
      .map(([name, value]) => [name, this.#at(name, value)] as const);
  }

  /** Returns the items of a list; none if this is not a list. */
  items(): readonly SpecNode[] {
    if (!Array.isArray(this.value)) return [];
    return this.value.map((value: Json, index) => this.#at(String(index), value));
  }

  /** A property that is text, or undefined. A number is text to whoever wrote it; anything else is noted. */
  text(name: string): string | undefined {
    const node = this.get(name);
    if (!node || typeof node.value === "string") return node?.value as string | undefined;
    if (typeof node.value === "number" || typeof node.value === "boolean") return String(node.value);
    if (node.value !== null) node.note("This is not text, so it is not read", "Write text here, in quotes");
    return undefined;
  }

  /** A property that is text; empty for anything else, which nobody is to blame for. */
  words(name: string): string {
    const value = this.plain(name);
    return typeof value === "string" ? value : "";
  }

  /** A property that is true. */
  isTrue(name: string): boolean {
    return this.plain(name) === true;
  }

  /**
   * Follows `$ref` to its final target, or returns this node if it has none. A reference to another file, a missing
   * target or a cycle is a problem.
   */
  resolved(): SpecNode {
    const seen = new Set<Json>();
    let reached: SpecNode | undefined;
    for (let next = this.get("$ref"); next; next = reached.get("$ref")) {
      reached = next.#target();
      if (seen.has(reached.value))
        return next.fail("This $ref points back to itself", "Let it point to a value");
      seen.add(reached.value);
    }
    return reached ?? this;
  }

  /** The same, or undefined if the `$ref` leads nowhere, which is noted. */
  reached(): SpecNode | undefined {
    return this.#orNothing(() => this.resolved());
  }

  /** The same for a schema, which then says nothing. */
  schema(): SpecNode {
    return this.reached() ?? new SpecNode(this.#document, {}, this.#parent, this.#name);
  }

  /** The node that the `$ref` of this one names, one step; undefined if there is none, or if it leads nowhere, which is noted. */
  target(): SpecNode | undefined {
    const reference = this.get("$ref");
    return reference && this.#orNothing(() => reference.#target());
  }

  #orNothing(work: () => SpecNode | undefined): SpecNode | undefined {
    return attempt(work, (problems) => {
      this.keep(problems);
      return undefined;
    });
  }

  #target(): SpecNode {
    const { value } = this;
    if (typeof value !== "string")
      return this.fail("This $ref is not text", "Write a $ref such as #/components/schemas/Name");
    const known = this.#document.targets.get(value) ?? this.#lookUp(value);
    this.#document.targets.set(value, known);
    return known;
  }

  #lookUp(value: string): SpecNode {
    if (/^#[^/]/.test(value)) {
      return this.fail(
        `The $ref ${JSON.stringify(value)} names an anchor`,
        "Write the path, such as #/components/schemas/Name",
      );
    }
    if (value !== "#" && !value.startsWith("#/")) {
      const fault = this.#document.spec.faults?.get(value);
      if (fault) return this.fail(fault.what, fault.fix);
      return this.fail(
        `The $ref ${JSON.stringify(value)} points outside of this file`,
        "Write the path of a file, such as common.yaml#/Pet",
      );
    }
    let node: SpecNode = new SpecNode(this.#document, this.#document.spec.root);
    for (const name of readSteps(value)) {
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

  #at(name: string, value: Json): SpecNode {
    return new SpecNode(this.#document, value, this, name);
  }
}

/** The names that a `$ref` within the file leads through (RFC 6901, sections 4 and 6). */
export function readSteps(reference: string): readonly string[] {
  const steps = reference.split("/").slice(1);
  return steps.map((step) => decoded(step).replaceAll("~1", "/").replaceAll("~0", "~"));
}

function decoded(step: string): string {
  if (!step.includes("%")) return step;
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
