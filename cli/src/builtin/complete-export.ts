import type { Target } from "../argv/find-command.js";
import { readArgv, withoutWords } from "../argv/read-argv.js";
import { resourceKinds } from "@stratus/dynamic-client";
import { completeNames } from "./complete-names.js";
import type { BuiltinCommand } from "./builtin-command.js";
import { type Suggestion, suggestions } from "./suggestion.js";

/** Suggests the nouns of a service with several kinds of resources, and the ids of its resources. */
export async function suggestForExport(
  command: BuiltinCommand,
  { entries: [entry], count }: Extract<Target, { readonly kind: "serviceBuiltin" }>,
  before: readonly string[],
): Promise<readonly Suggestion[]> {
  if (!entry) return [];
  const service = await command.sdk.service(entry);
  const kinds = resourceKinds(service);
  const typed = readArgv(withoutWords(before, count));
  const noun = typed.words[0];
  const kind =
    kinds.find((one) => one.noun !== "" && one.noun === noun) ??
    kinds.find((one) => kinds.length === 1 || one.noun === "");
  const nouns = kinds.length > 1 && noun === undefined ? kinds.map((one) => one.noun).filter(Boolean) : [];
  return [...suggestions(nouns), ...(kind ? await completeNames(command, service, kind.get, typed) : [])];
}
