import type { GuideField, GuideJson, GuideMethod } from "@stratus/runtime/guide";
import { ownFlags } from "../../cli/src/argv/flags.js";
import { readArgv } from "../../cli/src/argv/read-argv.js";
import { makeMessage } from "../../cli/src/sdk/draft.js";
import { FlagReader, readInput } from "../../cli/src/input/read-input.js";
import { type Part } from "../../cli/src/sdk/part.js";
import { kebab } from "../../cli/src/text/kebab.js";

/** A source of random numbers from 0 up to 1 that repeats itself (Numerical Recipes' generator). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

const texts = [
  "",
  "plain",
  "two words",
  "-dash",
  "--flag",
  "a=b",
  "[1]",
  "{}",
  "@file",
  "ä漢🎉",
  "'\"$(x)`",
  "null",
  "1",
];

const wrapper = /^google\.protobuf\.(Bool|Bytes|Double|Float|U?Int32|U?Int64|String)Value$/;

/** Makes random requests of a method, in JSON with the names of the API. */
export class RandomRequest {
  readonly #part: Part;
  readonly #random: () => number;

  constructor(part: Part, random: () => number) {
    this.#part = part;
    this.#random = random;
  }

  message(type: string, depth = 0): Record<string, GuideJson> {
    const oneofs = new Set<string>();
    return Object.fromEntries(
      this.#part.message(type).fields.flatMap((field): [string, GuideJson][] => {
        if (this.#random() < 0.4 || (field.oneof !== undefined && oneofs.has(field.oneof))) return [];
        if (field.kind === "message" && (depth > 3 || !this.#isGiven(field))) return [];
        if (field.kind === "enum" && !this.#part.enum(field.type)?.values.length) return [];
        if (field.oneof !== undefined) oneofs.add(field.oneof);
        return [[field.name, this.#field(field, depth)]];
      }),
    );
  }

  /** Of the well-known types those whose texts people write. */
  #isGiven({ type = "" }: GuideField): boolean {
    return (
      !type.startsWith("google.protobuf.") ||
      wrapper.test(type) ||
      /\.(?:Duration|Timestamp|Empty)$/.test(type)
    );
  }

  #field(field: GuideField, depth: number): GuideJson {
    const one = (): GuideJson => this.#value(field, depth);
    const count = 1 + Math.floor(this.#random() * 2);
    if (field.isList) return Array.from({ length: count }, one);
    if (field.mapKey === undefined) return one();
    const keys =
      field.mapKey === "string" ? ["a", "b-c"] : field.mapKey === "bool" ? ["true", "false"] : ["1", "2"];
    return Object.fromEntries(keys.slice(0, count).map((key) => [key, one()]));
  }

  #value({ kind, type = "" }: GuideField, depth: number): GuideJson {
    const pick = <T>(all: readonly T[]): T => all[Math.floor(this.#random() * all.length)] as T;
    if (type === "google.protobuf.Duration") return pick(["90s", "0.5s", "-3s"]);
    if (type === "google.protobuf.Timestamp") return "2030-01-02T03:04:05.006Z";
    if (type === "google.protobuf.Empty") return {};
    const plain = wrapper.exec(type)?.[1]?.toLowerCase() ?? kind;
    if (plain === "message") return this.message(type, depth + 1);
    if (plain === "string") return pick(texts);
    if (plain === "bool") return pick([true, false]);
    if (plain === "bytes") return Buffer.from(pick(texts)).toString("base64");
    if (plain === "enum") return pick(this.#part.enum(type)?.values ?? []).name;
    if (plain.endsWith("64"))
      return pick(
        plain.startsWith("u") || plain === "fixed64"
          ? ["18446744073709551615", "0"]
          : ["-9007199254740993", "5"],
      );
    if (plain === "double" || plain === "float" || plain === "number") return pick([0.5, -2, 1e9]);
    return pick(plain.startsWith("u") || plain === "fixed32" ? [0, 4_294_967_295] : [0, -5, 2_147_483_647]);
  }
}

/** The flags that give a request. */
export function flagsOf(
  part: Part,
  method: GuideMethod,
  request: Readonly<Record<string, GuideJson>>,
): readonly string[] {
  const reader = new FlagReader(part, method);
  const name = (path: string): string => {
    const isTaken = ownFlags.has(path) || reader.naming(path) !== undefined;
    return isTaken ? `--field.${path}` : `--${path}`;
  };
  const value = (field: GuideField, one: GuideJson): string => {
    if (field.isSecret) return `@${field.kind === "bytes" ? "b64:" : ""}${String(one)}`;
    return typeof one === "object" ? JSON.stringify(one) : String(one);
  };
  const field = (it: GuideField, path: string, one: GuideJson): readonly string[] => {
    const isOpen = part.isDescribed(it);
    if (it.isList && Array.isArray(one))
      return one.flatMap((item, at) =>
        isOpen ? message(it.type ?? "", `${path}.${at}`, item) : scalar(it, path, item),
      );
    if (it.mapKey !== undefined)
      return Object.entries(one as object).flatMap(([key, item]) =>
        isOpen
          ? message(it.type ?? "", `${path}.${key}`, item)
          : [`${name(path)}`, `${key}=${value(it, item as GuideJson)}`],
      );
    return isOpen ? message(it.type ?? "", path, one) : scalar(it, path, one);
  };
  // A value that looks like JSON is JSON where a list may be given as a whole.
  const scalar = (it: GuideField, path: string, one: GuideJson): readonly string[] => {
    if (it.isList && /^\s*[[{]/.test(String(one))) return [`${name(path)}`, JSON.stringify([one])];
    return [`${name(path)}=${value(it, one)}`];
  };
  const message = (type: string, path: string, one: GuideJson): readonly string[] => {
    const entries = Object.entries(one as Readonly<Record<string, GuideJson>>);
    if (entries.length === 0 && path !== "") return [name(path), "{}"];
    return entries.flatMap(([key, inner]) => {
      const it = part.message(type).fields.find((found) => found.name === key);
      const label =
        part.message(type).fields.filter((other) => kebab(other.name) === kebab(key)).length > 1
          ? key
          : kebab(key);
      return it ? field(it, path === "" ? label : `${path}.${label}`, inner) : [];
    });
  };
  return message(part.inputOf(method), "", request);
}

/** The request that a line of flags makes, as JSON. */
export async function requestOf(
  part: Part,
  method: GuideMethod,
  flags: readonly string[],
): Promise<GuideJson> {
  const argv = readArgv(flags, new FlagReader(part, method).takesValue);
  const readFile = async (path: string): Promise<Uint8Array> =>
    path.startsWith("b64:") ? Buffer.from(path.slice(4), "base64") : Buffer.from(path);
  const { changes } = await readInput(part, method, argv, { readFile, askSecret: async () => "" });
  const type = part.inputOf(method);
  const made = await makeMessage(part, type, changes);
  return part.forms.show({ kind: "message", type }, made, true);
}

/** The same request, made of its JSON at once. */
export async function expectedOf(part: Part, method: GuideMethod, request: GuideJson): Promise<GuideJson> {
  await part.forms.open();
  const type = part.inputOf(method);
  return part.forms.show({ kind: "message", type }, part.forms.make(type, request), true);
}
