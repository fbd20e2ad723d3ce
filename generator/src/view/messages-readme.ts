import type { Api } from "../model/api.js";
import type { Options } from "../options.js";
import { identifier, joined, json, literal, npmName, plainName, string, type Code } from "../code/code.js";

/** What the template of the README needs where there are messages alone. */
export interface MessagesReadmeView {
  readonly packageName: Code;
  readonly root: Code;
  readonly hasExample: boolean;
  readonly example: { readonly entry: Code; readonly type: Code; readonly table: Code };
  readonly packages: readonly { readonly entry: Code; readonly count: Code }[];
}

/** The README for those who use generated messages. */
export function messagesReadmeView({ packages }: Api, options: Options): MessagesReadmeView {
  const packageName = options.packageName ?? "";
  const named = packages.map(({ directory, files }) => ({
    directory,
    messages: files.flatMap((file) => file.messages),
  }));
  // One that an API updates is worth showing before any other.
  const all = named.flatMap(({ directory, messages }) => messages.map((message) => ({ directory, message })));
  const shown = all.find(({ message }) => message.mask !== undefined) ?? all[0];
  return {
    packageName: npmName(packageName),
    root: string(packageName),
    hasExample: shown !== undefined,
    example: {
      entry: string(shown ? `${packageName}/${shown.directory}` : ""),
      type: shown ? identifier(shown.message.type.name) : literal(""),
      table: shown ? identifier(shown.message.table.name) : literal(""),
    },
    packages: named.map(({ directory, messages }) => ({
      entry: joined([npmName(packageName), ...directory.split("/").map(plainName)], "/"),
      count: json(messages.length),
    })),
  };
}
