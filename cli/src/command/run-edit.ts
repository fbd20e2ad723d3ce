import { readArgv, withoutWords } from "../argv/read-argv.js";
import type { GuideJson, GuideMethod } from "@stratus/runtime/guide";
import { FlagReader, readInput } from "../input/read-input.js";
import { readDocument } from "../input/read-document.js";
import { yamlText } from "../output/show-json.js";
import { exitCodes } from "../output/report-error.js";
import {
  isSecretField,
  redactedText,
  isJsonObject,
  resourceNoun,
  type Service,
  UsageError,
} from "@stratus/dynamic-client";
import type { Context, MethodCommand } from "./context.js";
import { changeResource } from "./run-update.js";
import { identify } from "./identify-resource.js";

/**
 * Opens a resource in an editor and sends the changes. The text omits read-only fields and secrets. If the resource was
 * changed during the edit, nothing is sent and the text is kept.
 */
export async function runEdit(context: Context, service: Service, rest: readonly string[]): Promise<void> {
  const { host } = context;
  const { method, own } = chosen(service, rest);
  const get = method && service.findGet(method);
  if (!method || !get?.response)
    throw new UsageError(
      "UNSUPPORTED",
      `${service.entry.words} has no read-modify-write update, which edit needs`,
    );
  if (!host.terminals.in)
    throw new UsageError(
      "TERMINAL_MISSING",
      `edit needs a terminal; without one, use ${method.word} -f FILE`,
    );
  const argv = readArgv(own, new FlagReader(service, method).takesValue);
  const command: MethodCommand = { context, service, method, argv };
  const input = await readInput(service, method, argv, context.source);
  if (input.changes.length > 0)
    throw new UsageError("ARGUMENT_INVALID", "edit takes no field flags; use update instead");
  const identity = await identify(command, input);
  const client = await context.client(service, argv);
  const request = service.codec.fromJson(get.request, { [identity.field]: identity.value });
  const read = await client.call(get, get.local, request, { signal: host.signal });
  const before = editable(service, service.inputType(method), service.codec.toJson(get.response, read));
  const head = `# ${service.entry.words} ${identity.value}\n# What you change is sent; a field that you delete is cleared. Save nothing new to leave it.\n`;
  const edited = await host.edit(head + (await yamlText(before)), ".yaml");
  try {
    const after = await readDocument(Buffer.from(edited.text), edited.file);
    const value = difference(before, after);
    if (value === undefined) {
      host.say("No changes; nothing was sent.\n");
      return edited.discard();
    }
    const type = service.inputType(method);
    const guard = (current: object): void => {
      const now = editable(service, type, service.codec.toJson({ kind: "message", type }, current));
      if (difference(before, now) !== undefined)
        throw new UsageError(
          "CONFLICT",
          `${identity.value} was changed by someone else during the edit; nothing was sent`,
          exitCodes.conflict,
        );
    };
    // A second try would overwrite what someone else has written since.
    await changeResource(command, identity, {
      changes: [{ path: { steps: [] }, value }],
      guard,
      attempts: 1,
    });
    edited.discard();
  } catch (error) {
    host.say(`Your text is in ${edited.file}\n`);
    throw error;
  }
}

/** Returns the Update to use. If the service has several, the first word names the resource: `edit instance NAME`. */
function chosen(
  service: Service,
  rest: readonly string[],
): { readonly method: GuideMethod | undefined; readonly own: readonly string[] } {
  const { updates } = service;
  if (updates.length < 2) return { method: updates[0], own: rest };
  const [first] = readArgv(rest).words;
  const method = updates.find(({ word }) => resourceNoun(word) === first);
  if (method) return { method, own: withoutWords(rest, 1) };
  const ways = updates.map(({ word }) => `edit ${resourceNoun(word)}`).join(", ");
  throw new UsageError("NAME_AMBIGUOUS", `this service has several kinds of resources; use one of: ${ways}`);
}

/** Returns a resource without read-only fields and secrets. */
function editable(service: Service, type: string, value: GuideJson): GuideJson {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const known = service.message(type).fields;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const field = known.find((it) => service.jsonName(it) === name);
      const isServers = ["OUTPUT_ONLY", "IDENTIFIER"].some((it) => field?.behaviors?.includes(it));
      if (!field || isServers || isSecretField(field) || one === redactedText) return [];
      const inner = (it: GuideJson): GuideJson =>
        service.isDescribed(field) ? editable(service, field.type ?? "", it) : it;
      if (Array.isArray(one)) return [[name, one.map(inner)]];
      if (field.mapKey !== undefined && typeof one === "object" && one !== null)
        return [
          [name, Object.fromEntries(Object.entries(one).map(([key, it]) => [key, inner(it as GuideJson)]))],
        ];
      return [[name, inner(one)]];
    }),
  );
}

/** Returns a JSON Merge Patch (RFC 7396) between two resources, or undefined if they are equal. */
export function difference(before: GuideJson, after: GuideJson): GuideJson | undefined {
  if (!isJsonObject(before) || !isJsonObject(after))
    return JSON.stringify(before) === JSON.stringify(after) ? undefined : after;
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const [from, to] = [before[name], after[name]];
    if (to === undefined) return [[name, null] as const];
    const one = from === undefined ? to : difference(from, to);
    return one === undefined ? [] : [[name, one] as const];
  });
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}
