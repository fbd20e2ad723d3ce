import { readArgv, withoutWords } from "../argv/read-argv.js";
import type { GuideJson, GuideMethod } from "@stratus/runtime/guide";
import type { Edited } from "../host/host.js";
import { FlagReader, readInput } from "../input/read-input.js";
import { readDocument } from "../input/read-document.js";
import { readUnits } from "../input/read-units.js";
import { yamlText } from "../output/show-json.js";
import { exitCodes } from "../output/exit-codes.js";
import {
  hideResource,
  isSameJson,
  resourceNoun,
  resourceVersion,
  safeLine,
  type Service,
  type ShownMessage,
  UsageError,
} from "@stratus/dynamic-client";
import type { Context, MethodCommand } from "./context.js";
import { changeResource } from "./run-update.js";
import { identify } from "./identify-resource.js";

/**
 * Opens a resource in an editor and sends the changes. The text omits fields that only the server writes, and has markers
 * instead of secrets. If the resource was changed during the edit, nothing is sent and the text is kept.
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
  const type = service.inputType(method);
  const { json: before, retained } = hideResource(service, method, read as object, {
    omitServerManaged: true,
  });
  const edited = await host.edit(
    editorHead(`${service.entry.words} ${safeLine(identity.value)}`, retained.length > 0) +
      (await yamlText(before)),
    ".yaml",
  );
  try {
    const value = await readEdited(service, type, edited);
    if (isSameJson(before, value)) {
      host.say("No changes; nothing was sent.\n");
      return edited.discard();
    }
    const guard = (current: object, { json }: ShownMessage): void => {
      const isSame = version(service, type, current) === version(service, type, read as object);
      if (isSame && isSameJson(before, json)) return;
      throw new UsageError(
        "CONFLICT",
        `${safeLine(identity.value)} was changed by someone else during the edit; nothing was sent`,
        exitCodes.conflict,
      );
    };
    // A second try would overwrite what someone else has written since.
    await changeResource(command, identity, {
      changes: [{ path: { steps: [] }, value, from: edited.file, isWhole: true }],
      guard,
      attempts: 1,
      isEdited: true,
    });
    edited.discard();
  } catch (error) {
    host.say(`Your text is in ${edited.file}\n`);
    throw error;
  }
}

async function readEdited(service: Service, type: string, { text, file }: Edited): Promise<GuideJson> {
  return readUnits(service, type, await readDocument(Buffer.from(text), file), file);
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

function version(service: Service, type: string, resource: object): string | undefined {
  const json = service.codec.toJson({ kind: "message", type }, resource);
  return resourceVersion(service, type, json)?.value;
}

/** Returns the comment at the top of the text. */
function editorHead(title: string, hasMarkers: boolean): string {
  const markers = hasMarkers
    ? "# [hidden N] and $omitted: N stand for values that are not shown. Keep them, and move them with their element.\n"
    : "";
  return `# ${title}\n# What you change is sent; a field that you delete is cleared. Save nothing new to leave it.\n${markers}`;
}
