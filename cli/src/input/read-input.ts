import type { GuideField, GuideJson, GuideMethod } from "@stratus/runtime/guide";
import { type Argv, type GivenFlag, type TakesValue } from "../argv/read-argv.js";
import { ownFlags } from "../argv/flags.js";
import {
  isSecretField,
  type Change,
  type UnknownPath,
  type FieldPath,
  findByShortName,
  isJsonObject,
  isUnknownPath,
  kebabCase,
  maskPath,
  type Service,
  readPath,
  shortNames,
  unknownNameError,
  UsageError,
} from "@stratus/dynamic-client";
import { expandFilter } from "./filter-names.js";
import { readDocument } from "./read-document.js";
import { readFieldUnits, readUnits } from "./read-units.js";
import { readJson, readValue, type ValueSource } from "./read-value.js";
import { refuseSecretJson } from "./secret-arguments.js";

/** The input of a command apart from its arguments. */
export interface InputSource {
  /** Reads a file, or stdin if the path is `-`. */
  readonly readFile: (path: string) => Promise<Uint8Array>;
  /** Asks for a secret on the terminal without echo. */
  readonly askSecret: (question: string) => Promise<string>;
}

/** The input of a method, as changes of an empty message or, for an Update, of the resource. */
export interface MethodInput {
  readonly changes: readonly Change[];
  /** The values that identify the resource, by the field names of its Get or its Get by name. */
  readonly which: ReadonlyMap<string, string>;
}

/** Resolves the flags of a method to fields. */
export class FlagReader {
  readonly #part: Service;
  readonly #type: string;
  /** The fields that identify a resource and are not part of the input. */
  readonly #naming: readonly GuideField[];

  constructor(service: Service, method: GuideMethod) {
    this.#part = service;
    this.#type = service.inputType(method);
    const finder = service.findGetByName(method);
    const ids = service.modifyHelper(method) || finder ? service.positionals(method) : [];
    this.#naming = [...ids, ...service.message(finder?.request).fields];
  }

  /** Returns the field if a flag identifies the resource instead of being part of the input. */
  naming(name: string): GuideField | undefined {
    return name.startsWith("field.")
      ? undefined
      : this.#naming.find((field) => kebabCase(field.name) === name);
  }

  /** Resolves a flag or a path. @throws A UsageError if it is unknown or ambiguous. */
  async find(name: string, isFlag = true): Promise<FieldPath> {
    const path = name.replace(/^field\./, "");
    const found = this.#findNow(path);
    if (!isUnknownPath(found)) return found;
    const flag = isFlag ? `--${name}` : name;
    const [first = "", ...rest] = path.split(".");
    const short = findByShortName(this.#part, this.#type, kebabCase(first));
    const places = short.map((one) => [kebabCase(one), ...rest].join("."));
    if (short.length > 1)
      throw new UsageError(
        "NAME_AMBIGUOUS",
        `${flag} is ambiguous: use ${places.map((one) => `--${one}`).join(" or ")}`,
      );
    if (found.reason !== undefined) throw new UsageError("ARGUMENT_INVALID", `${flag}: ${found.reason}`);
    const filter = path === "filter" ? "this method has no filter; use --query to filter the output" : "";
    const known = [...found.known];
    if (found.missing === first) known.push(...this.#firstNames(isFlag));
    const shown = (name: string): string => `${isFlag ? "--" : ""}${found.before}${name}`;
    const parts = { place: flag, fix: filter, shown };
    throw await unknownNameError(isFlag ? "flag" : "field", found.missing, known, parts);
  }

  /** The short names that a path may begin with, in addition to top-level fields. */
  #firstNames(isFlag: boolean): readonly string[] {
    const short = shortNames(this.#part, this.#type);
    return isFlag
      ? [...short, ...this.#naming.map(({ name }) => kebabCase(name)), ...ownFlags.keys()]
      : short;
  }

  /** Whether a flag takes a value. Only flags of boolean fields do not. */
  readonly takesValue: TakesValue = (name) => {
    if (this.naming(name)) return true;
    const found = this.#findNow(name.replace(/^field\./, ""));
    if (isUnknownPath(found)) return undefined;
    return !(found.field.kind === "bool" && !found.field.isList && found.field.mapKey === undefined);
  };

  /** Resolves a path from the top, or one that begins with a short name. */
  #findNow(path: string): FieldPath | UnknownPath {
    const found = readPath(this.#part, this.#type, path);
    const [first = "", ...rest] = path.split(".");
    if (!isUnknownPath(found) || found.missing !== first) return found;
    const [only, ...others] = findByShortName(this.#part, this.#type, kebabCase(first));
    if (only === undefined || others.length > 0) return found;
    return readPath(this.#part, this.#type, [only, ...rest].join("."));
  }
}

/** Reads the input of a method. Files come first, then `--clear`, then flags, and later ones override earlier ones. */
export async function readInput(
  service: Service,
  method: GuideMethod,
  argv: Argv,
  source: InputSource,
): Promise<MethodInput> {
  const reader = new FlagReader(service, method);
  const changes: Change[] = [];
  const which = new Map<string, string>();
  for (const { name, value = "" } of argv.flags)
    if (name === "file") changes.push(await documentChange(service, method, value, source));
  for (const { name, value = "" } of argv.flags)
    if (name === "clear") changes.push({ path: await reader.find(value, false), value: null });
  const lists = new Map<string, number>();
  for (const flag of argv.flags) {
    if (ownFlags.has(flag.name)) continue;
    const naming = reader.naming(flag.name);
    if (naming) which.set(naming.name, flag.value ?? "");
    else {
      const path = await reader.find(flag.name);
      const { type } = method.pages ?? {};
      const value =
        path.field.name === "filter" && flag.value !== undefined
          ? expandFilter(service, type, flag.value)
          : flag.value;
      const read = await flagChanges(service, path, { ...flag, value }, { source, lists });
      changes.push(...read.map((one) => ({ ...one, from: `--${flag.name}` })));
    }
  }
  await readPositionals(service, method, argv, { which, changes, source });
  return { changes, which };
}

async function documentChange(
  service: Service,
  method: GuideMethod,
  file: string,
  { readFile }: InputSource,
): Promise<Change> {
  const from = file === "-" ? "standard input" : file;
  const given = await readDocument(await readFile(file), from);
  if (given === null) throw new UsageError("FILE_INVALID", `${from} has no fields`);
  const body = bodyField(service, method);
  const json = body && !isRequest(service, method, given) ? { [body.name]: given } : given;
  return { path: { steps: [] }, value: readUnits(service, service.inputType(method), json, from), from };
}

function bodyField(service: Service, method: GuideMethod): GuideField | undefined {
  return service.isRest
    ? service.message(method.request).fields.find(({ place }) => place === "body")
    : undefined;
}

/** Whether a document is a request of a REST API, with parameters and body, and not the body alone. */
export function isRequest(service: Service, method: GuideMethod, document: GuideJson): boolean {
  const body = bodyField(service, method);
  if (!body || !isJsonObject(document)) return !body;
  const { fields } = service.message(method.request);
  const names = Object.keys(document);
  return names.includes(body.name) && names.every((name) => fields.some((field) => field.name === name));
}

async function readPositionals(
  service: Service,
  method: GuideMethod,
  argv: Argv,
  { which, changes, source }: Positionals,
): Promise<void> {
  const fields = service.positionals(method);
  const isNamed = service.modifyHelper(method) !== undefined || service.findGetByName(method) !== undefined;
  for (const [at, text] of argv.words.entries()) {
    const field = fields[at];
    if (!field)
      throw new UsageError(
        "ARGUMENT_INVALID",
        `unexpected argument ${JSON.stringify(text)}: set fields with flags${fields.length > 0 ? `; the only positional arguments are ${fields.map(({ name }) => kebabCase(name)).join(", ")}` : ""}`,
      );
    if (isNamed) which.set(field.name, text);
    else {
      const value = await readValue(field, text, valueSource(service, kebabCase(field.name), source));
      changes.push({ path: { steps: [{ field }] }, value });
    }
  }
}

function valueSource(service: Service, flag: string, { readFile }: InputSource): ValueSource {
  return { flag, readFile, findEnum: (type) => service.enum(type) };
}

interface Positionals {
  readonly which: Map<string, string>;
  readonly changes: Change[];
  readonly source: InputSource;
}

interface ChangeContext {
  readonly source: InputSource;
  /** The number of elements that earlier flags added to each list. */
  readonly lists: Map<string, number>;
}

async function flagChanges(
  service: Service,
  path: FieldPath,
  { name, value }: GivenFlag,
  { source, lists }: ChangeContext,
): Promise<readonly Change[]> {
  const flag = `--${name}`;
  const { field, steps, isElement } = path;
  const from = valueSource(service, flag, source);
  const text = value === undefined ? "true" : await openText(field, value, flag, source);
  const element = { ...field, isList: undefined, mapKey: undefined };
  // The value of a secret field itself comes from a file or the terminal.
  const checked = (json: GuideJson, of: GuideField): GuideJson => {
    if (!isSecretField(field)) refuseSecretJson(service, of, json, flag);
    return readFieldUnits(service, of, json, flag);
  };
  const read = async (one: string): Promise<GuideJson> => checked(await readValue(field, one, from), element);
  if (isElement || (!field.isList && field.mapKey === undefined)) return [{ path, value: await read(text) }];
  const isJson = /^\s*[[{]/.test(text);
  if (field.isList) {
    const given = isJson ? checked(readJson(text, flag), field) : await read(text);
    return listChanges(path, isJson && Array.isArray(given) ? given : [given], lists);
  }
  if (isJson) return [{ path, value: checked(readJson(text, flag), field) }];
  const equals = text.indexOf("=");
  if (equals < 1)
    throw new UsageError("ARGUMENT_INVALID", `${flag} is a map: use ${flag} KEY=VALUE, once for each entry`);
  const entry = { key: text.slice(0, equals) };
  return [{ path: { steps: [...steps, entry] }, value: await read(text.slice(equals + 1)) }];
}

/** Returns the changes of a list: the first flag replaces the list, and later ones append to it. */
function listChanges(
  { steps }: FieldPath,
  elements: readonly GuideJson[],
  lists: Map<string, number>,
): readonly Change[] {
  const key = maskPath({ steps });
  const count = lists.get(key);
  lists.set(key, (count ?? 0) + elements.length);
  if (count === undefined) return [{ path: { steps }, value: elements }];
  return elements.map((value, at) => ({ path: { steps: [...steps, { index: count + at }] }, value }));
}

/** Returns the value of a flag. For secret fields, it is read from a file or the terminal, because arguments are visible. */
async function openText(
  field: GuideField,
  value: string,
  flag: string,
  { readFile, askSecret }: InputSource,
): Promise<string> {
  if (!isSecretField(field)) return value;
  if (value === "@prompt") {
    const typed = await askSecret(`${kebabCase(field.name)}: `);
    return field.kind === "bytes" ? Buffer.from(typed).toString("base64") : typed;
  }
  if (!value.startsWith("@"))
    throw new UsageError(
      "INSECURE",
      `${flag} is secret, and other users and the shell history can see arguments; use ${flag} @FILE, ${flag} @- for stdin, or ${flag} @prompt`,
    );
  if (field.kind === "bytes") return value;
  return Buffer.from(await readFile(value.slice(1)))
    .toString("utf8")
    .replace(/\r?\n$/, "");
}
