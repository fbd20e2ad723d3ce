/** Programs against an API, written from its descriptors and the names that its SDK exports; nothing of how versions are compared is in them. */
import {
  ScalarType,
  type DescEnum,
  type DescField,
  type DescMessage,
  type DescMethod,
  type DescService,
  type FileRegistry,
} from "@bufbuild/protobuf";
import { isSynthetic, partsOf } from "./requests.fixture.js";
import { scalars, wrappers } from "./scalars.fixture.js";
import { readSurface } from "../../generator/src/surface/read-surface.js";
import type { SdkFiles } from "../../generator/src/surface/sdk-files.js";
import { isForeign, type Declared } from "../../generator/src/surface/surface.js";

/** A program, and what each of its lines uses. */
export interface Program {
  readonly text: string;
  /** By the number of the line, counted from 1: elements of the protos, the one that it is about first. */
  readonly lines: ReadonlyMap<number, readonly string[]>;
}

/** A name that an SDK exports for an element. */
interface Place {
  readonly entry: string;
  readonly declared: Declared;
}

/** Writes every type and reads it, calls every method, and looks at each enum and oneof with a default. */
export function writeProgram(sdk: SdkFiles, registry: FileRegistry, sdkFolder: string): Program {
  return new Writer(sdk, registry, sdkFolder).program();
}

class Writer {
  readonly #registry: FileRegistry;
  readonly #folder: string;
  readonly #places = new Map<string, Place>();
  readonly #entries: readonly string[];
  /** Names that another package has. */
  readonly #foreign: (readonly [entry: string, name: string])[] = [];
  readonly #body: { readonly text: string; readonly elements: readonly string[] }[] = [];

  constructor(sdk: SdkFiles, registry: FileRegistry, folder: string) {
    this.#registry = registry;
    this.#folder = folder;
    const { entries } = readSurface(sdk);
    this.#entries = [...entries.keys()].filter((path) => !/descriptors|guide|services|package/.test(path));
    for (const path of this.#entries)
      for (const declared of entries.get(path)?.names.values() ?? []) {
        const element = declared.note.origin?.element;
        const isClient = !element?.startsWith("service ") || declared.value?.kind === "class";
        if (element === undefined && isForeign(declared)) this.#foreign.push([path, declared.name]);
        if (element !== undefined && isClient && !this.#places.has(element))
          this.#places.set(element, { entry: path, declared });
      }
  }

  program(): Program {
    for (const type of this.#registry) {
      if (type.kind === "message") this.#message(type);
      if (type.kind === "enum") this.#enum(type);
      if (type.kind === "service") this.#service(type);
    }
    for (const [entry, name] of this.#foreign)
      this.#add(
        `(one: e${this.#entries.indexOf(entry)}.${name}): unknown => one`,
        `message google.protobuf.${name}`,
      );
    const imports = this.#entries.map((path, at) => `import type * as e${at} from "${this.#module(path)}";`);
    const values = this.#entries.map((path, at) => `import * as v${at} from "${this.#module(path)}";`);
    const head = [...imports, ...values, `export { ${this.#entries.map((_, at) => `v${at}`).join(", ")} };`];
    return {
      text: [...head, ...this.#body.map(({ text }, at) => text.replace("NAME", `f${at}`))].join("\n"),
      lines: new Map([
        ...this.#entries.flatMap((path, at) => [
          [at + 1, [`entry ${path}`]] as const,
          [this.#entries.length + at + 1, [`entry ${path}`]] as const,
        ]),
        ...this.#body.map(({ elements }, at) => [head.length + at + 1, elements] as const),
      ]),
    };
  }

  #module(path: string): string {
    return `${this.#folder}/${path === "." ? "" : `${path.slice(2)}/`}index.js`;
  }

  #add(text: string, ...elements: readonly string[]): void {
    this.#body.push({ text: `export const NAME = ${text};`, elements });
  }

  /** The name of an element as a type, and as a value. */
  #name(element: string): { readonly type: string; readonly value: string } | undefined {
    const place = this.#places.get(element);
    if (!place) return undefined;
    const at = this.#entries.indexOf(place.entry);
    return { type: `e${at}.${place.declared.name}`, value: `v${at}.${place.declared.name}` };
  }

  #message(message: DescMessage): void {
    const element = `message ${message.typeName}`;
    const name = this.#name(element);
    const members = this.#members(element);
    if (!name || members.length === 0) return;
    this.#add(`(one: ${name.type}): Uint8Array => ${name.value}.encode(one)`, element);
    for (const field of message.fields) {
      const own = `field ${message.typeName}.${field.name}`;
      const type = this.#type(field) ?? { read: "unknown", written: undefined, elements: [] };
      const about = [own, element, ...type.elements] as const;
      const key = field.oneof === undefined || isSynthetic(field) ? field.name : field.oneof.name;
      const member = members.find((one) => plain(one) === plain(key));
      if (member === undefined) continue;
      if (type.written === undefined) {
        if (key === field.name) this.#add(`(one: ${name.type}): unknown => one.${member}`, ...about);
        continue;
      }
      if (key === field.name) {
        this.#add(`(one: ${name.type}): ${type.read} => one.${member}`, ...about);
        this.#add(
          `(value: ${type.written}): ${name.type} => ${name.value}.create({ ${member}: value })`,
          ...about,
        );
        this.#add(`(one: ${name.type}, value: ${type.read}): void => { one.${member} = value; }`, ...about);
        continue;
      }
      const kase = this.#caseOf(element, member, field.name);
      const tag = `oneof ${message.typeName}.${key}`;
      this.#add(
        `(one: ${name.type}): ${type.written} | undefined => { switch (one.${member}?.$case) { case "${kase}": return one.${member}.value; default: return undefined; } }`,
        ...about,
        tag,
      );
      this.#add(
        `(value: ${type.written}): ${name.type} => ${name.value}.create({ ${member}: { $case: "${kase}", value } })`,
        ...about,
        tag,
      );
      if (message.fields.filter(({ oneof }) => oneof === field.oneof).length === 1)
        this.#add(`(one: ${name.type}): ${type.written} | undefined => one.${member}?.value`, tag, ...about);
    }
  }

  #members(element: string): readonly string[] {
    const shape = this.#places.get(element)?.declared.type?.shape;
    return shape?.kind === "object" ? shape.members.map(({ name }) => name) : [];
  }

  #caseOf(element: string, member: string, field: string): string {
    const shape = this.#places.get(element)?.declared.type?.shape;
    const found =
      shape?.kind === "object" ? shape.members.find(({ name }) => name === member)?.shape : undefined;
    const arms = found?.kind === "union" ? found.arms.map(({ key }) => key) : [];
    return arms.find((key) => plain(key) === plain(field)) ?? field;
  }

  /** The types of a field as it is read and written; undefined of what has a form that only its adaptor knows. */
  #type(field: DescField): { read: string; written: string; elements: readonly string[] } | undefined {
    const one = (): { type: string; elements: readonly string[] } | undefined => {
      if (field.message) {
        const { typeName } = field.message;
        const wrapped = wrappers[typeName];
        if (wrapped !== undefined) return { type: wrapped, elements: [] };
        if (typeName.startsWith("google.protobuf.")) return undefined;
        const name = this.#name(`message ${typeName}`);
        return name && { type: name.type, elements: [`message ${typeName}`] };
      }
      if (field.enum) {
        const name = this.#name(`enum ${field.enum.typeName}`);
        return name && { type: name.type, elements: [`enum ${field.enum.typeName}`] };
      }
      return { type: scalars[field.scalar ?? ScalarType.STRING] ?? "number", elements: [] };
    };
    const found = one();
    if (!found) return undefined;
    const { type, elements } = found;
    if (field.fieldKind === "list") return { read: `${type}[]`, written: `${type}[]`, elements };
    if (field.fieldKind === "map") {
      const key = scalars[field.mapKey] === "number" ? "number" : "string";
      const map = `{ [key: ${key}]: ${type} }`;
      return { read: map, written: map, elements };
    }
    const isTracked = field.presence !== 2 && field.oneof === undefined && field.presence !== 3;
    const isAbsent = field.fieldKind === "message" || isTracked || isSynthetic(field);
    return { read: isAbsent ? `${type} | undefined` : type, written: type, elements };
  }

  #enum(one: DescEnum): void {
    const name = this.#name(`enum ${one.typeName}`);
    const shape = this.#places.get(`enum ${one.typeName}`)?.declared.value?.shape;
    if (!name || shape?.kind !== "object") return;
    for (const value of one.values) {
      const member = shape.members.find(
        ({ name: key }) => plain(value.name).endsWith(plain(key)) && sameTail(value.name, key),
      );
      if (!member) continue;
      const elements = [`value ${one.typeName}.${value.name}`, `enum ${one.typeName}`];
      this.#add(
        `(value: ${name.type}): boolean => { switch (value) { case ${name.value}.${member.name}: return true; default: return false; } }`,
        ...elements,
      );
    }
  }

  #service(service: DescService): void {
    const element = `service ${service.typeName}`;
    const place = this.#places.get(element);
    const name = this.#name(element);
    if (!place || !name) return;
    const constructed = `ConstructorParameters<typeof ${name.value}>`;
    this.#add(
      `(session: ${constructed}[0]): ${name.type} => new ${name.value}(session, { endpoint: { host: "a.example" } })`,
      element,
    );
    const shape = place.declared.type?.shape;
    const members = shape?.kind === "object" ? shape.members : [];
    for (const method of service.methods) {
      const own = `rpc ${service.typeName}.${method.name}`;
      const member = members.find(({ note }) => note.origin?.element === own)?.name;
      if (member !== undefined)
        this.#method(
          method,
          name.type,
          member,
          [own, element],
          members.some((one) => one.name === `${member}All`),
        );
    }
  }

  #method(
    { input, output, methodKind }: DescMethod,
    client: string,
    member: string,
    elements: readonly string[],
    isPaged: boolean,
  ): void {
    const [sent, read] = [this.#name(`message ${input.typeName}`), this.#name(`message ${output.typeName}`)];
    if (!sent || !read) return;
    if (methodKind === "unary")
      for (const { text, elements: held } of partsOf(input))
        this.#add(
          `async (client: ${client}): Promise<void> => { await client.${member}(${text}) }`,
          ...held,
          ...elements,
        );
    const within = [...partsOf(input)].flatMap(({ elements: held }) =>
      held.filter((one) => one.startsWith("message ")),
    );
    const about = [...new Set([...elements, `message ${output.typeName}`, ...within])];
    const requests = /client|bidi/.test(methodKind) ? `(async function* () { yield request; })()` : "request";
    const call = `client.${member}(${requests})`;
    const start = `async (client: ${client}, request: ${sent.type}): Promise`;
    if (/server|bidi/.test(methodKind))
      this.#add(
        `${start}<${read.type} | undefined> => { for await (const one of ${call}) return one; return undefined; }`,
        ...about,
      );
    else this.#add(`${start}<${read.type}> => await ${call}`, ...about);
    if (!isPaged) return;
    const lists = output.fields.filter((field) => field.fieldKind === "list" && field.message);
    const item =
      lists.length === 1 && lists[0]?.message
        ? this.#name(`message ${lists[0].message.typeName}`)
        : undefined;
    this.#add(
      `${start}<${item?.type ?? "unknown"} | undefined> => { for await (const one of client.${member}All(request)) return one; return undefined; }`,
      ...about,
    );
  }
}

function plain(text: string): string {
  return text.replaceAll(/[_$]/g, "").toLowerCase();
}

/** `ACTIVE` is of `STATE_ACTIVE`, and not of `STATE_INACTIVE`. */
function sameTail(value: string, key: string): boolean {
  return value === key || value.endsWith(`_${key}`);
}
