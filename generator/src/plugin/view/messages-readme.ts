import type { Api } from "../model/api.js";
import type { Options } from "../options.js";
import { identifier, json, npmName, string } from "../../kit/code/code.js";
import type { Page } from "../../kit/render/page.js";
import { entryName } from "./entry-name.js";

/** The README for those who use generated messages. */
export function messagesReadmePage({ packages }: Api, options: Options): Page {
  const packageName = options.packageName ?? "";
  const named = packages.map(({ directory, files }) => ({
    directory,
    messages: files.flatMap((file) => file.messages),
  }));
  // One that an API updates is worth showing before any other.
  const all = named.flatMap(({ directory, messages }) => messages.map((message) => ({ directory, message })));
  const shown = all.find(({ message }) => message.isUpdate) ?? all[0];
  return {
    path: "README.md",
    template: "messages/README.md",
    view: {
      packageName: npmName(packageName),
      root: string(packageName),
      hasCodecs: options.hasCodecs,
      example: shown !== undefined && {
        entry: string(`${packageName}/${shown.directory}`),
        type: identifier(shown.message.type.name),
      },
      packages: named.map(({ directory, messages }) => ({
        entry: entryName(packageName, directory),
        count: json(messages.length),
      })),
    },
  };
}
