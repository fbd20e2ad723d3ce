import type { Service } from "@stratus/dynamic-client";
import type { GuideField, GuideJson } from "@stratus/runtime/guide";

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
  readonly #part: Service;
  readonly #random: () => number;

  constructor(service: Service, random: () => number) {
    this.#part = service;
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
