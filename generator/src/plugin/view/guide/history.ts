import type { CompleteGuide } from "../../../kit/complete-guide.js";
import type { GuideFile } from "../../../kit/guide/service.js";
import type { Since } from "../../../kit/text/names-file.js";

/** Facts about elements beside what they are, by their full names. */
export interface HistorySource {
  readonly since: Since | undefined;
  lineOf(fullName: string): number | undefined;
}

/**
 * A guide with the versions since which its elements are there, and the lines that declare them.
 * @param names The same guide by the names of the protos: the gate compares with one of harmless names.
 */
export function withHistory(
  guide: CompleteGuide,
  names: CompleteGuide,
  { since, lineOf }: HistorySource,
): CompleteGuide {
  const history = (name: string) => ({
    since: since?.since.get(name),
    deprecatedSince: since?.deprecated.get(name),
  });
  const placed = (name: string) => ({ ...history(name), line: lineOf(name) });
  const parts = <T extends { readonly name: string }>(owner: string, list: readonly T[]): readonly T[] =>
    since ? list.map((one) => ({ ...one, ...history(`${owner}.${one.name}`) })) : list;
  const fileWith = (file: GuideFile, named = file): GuideFile => ({
    ...file,
    services: file.services.map((service, at) => {
      const { name, methods } = named.services[at] ?? service;
      return {
        ...service,
        ...placed(name),
        methods: service.methods.map((one, index) => ({
          ...one,
          ...placed(`${name}.${(methods[index] ?? one).rpc}`),
        })),
      };
    }),
    messages: mapped(file.messages, (one, name) => ({
      ...one,
      ...placed(name),
      fields: parts(name, one.fields),
    })),
    enums: mapped(file.enums, (one, name) => ({ ...one, ...placed(name), values: parts(name, one.values) })),
  });
  return {
    ...guide,
    files: new Map([...guide.files].map(([key, file]) => [key, fileWith(file, names.files.get(key))])),
  };
}

function mapped<T>(all: Readonly<Record<string, T>>, change: (one: T, name: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(all).map(([name, one]) => [name, change(one, name)]));
}
