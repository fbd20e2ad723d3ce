import { kebabCase, makeMessage, type Service } from "@stratus/dynamic-client";
import type { GuideField, GuideJson, GuideMethod } from "@stratus/runtime/guide";
import { ownFlags } from "../../cli/src/argv/flags.js";
import { readArgv } from "../../cli/src/argv/read-argv.js";
import { FlagReader, readInput } from "../../cli/src/input/read-input.js";

/** The flags that give a request. */
export function flagsOf(
  service: Service,
  method: GuideMethod,
  request: Readonly<Record<string, GuideJson>>,
): readonly string[] {
  const reader = new FlagReader(service, method);
  const name = (path: string): string => {
    const isTaken = ownFlags.has(path) || reader.naming(path) !== undefined;
    return isTaken ? `--field.${path}` : `--${path}`;
  };
  const value = (field: GuideField, one: GuideJson): string => {
    if (field.isSecret) return `@${field.kind === "bytes" ? "b64:" : ""}${String(one)}`;
    return typeof one === "object" ? JSON.stringify(one) : String(one);
  };
  const field = (it: GuideField, path: string, one: GuideJson): readonly string[] => {
    const isOpen = service.isDescribed(it);
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
      const it = service.message(type).fields.find((found) => found.name === key);
      const label =
        service.message(type).fields.filter((other) => kebabCase(other.name) === kebabCase(key)).length > 1
          ? key
          : kebabCase(key);
      return it ? field(it, path === "" ? label : `${path}.${label}`, inner) : [];
    });
  };
  return message(service.inputType(method), "", request);
}

/** The request that a line of flags makes, as JSON. */
export async function requestOf(
  service: Service,
  method: GuideMethod,
  flags: readonly string[],
): Promise<GuideJson> {
  const argv = readArgv(flags, new FlagReader(service, method).takesValue);
  const readFile = async (path: string): Promise<Uint8Array> =>
    path.startsWith("b64:") ? Buffer.from(path.slice(4), "base64") : Buffer.from(path);
  const { changes } = await readInput(service, method, argv, { readFile, askSecret: async () => "" });
  const type = service.inputType(method);
  const made = await makeMessage(service, type, changes);
  return service.codec.toJson({ kind: "message", type }, made, true);
}

/** The same request, made of its JSON at once. */
export async function expectedOf(
  service: Service,
  method: GuideMethod,
  request: GuideJson,
): Promise<GuideJson> {
  await service.codec.load();
  const type = service.inputType(method);
  return service.codec.toJson({ kind: "message", type }, service.codec.fromJson(type, request), true);
}
