import { isJsonObject, makeMessage, maskPath, MessageEditor, type Change } from "@stratus/dynamic-client";
import type { Api } from "../calls/api.js";
import { refuseMisplaced } from "../calls/misplaced.js";
import type { OpenMethod } from "../methods/access.js";
import { Refusal } from "../text/refusal.js";
import { readCurrent } from "./current-resource.js";
import type { DraftChange, PlanInput } from "./plan.js";
import { parseChanges } from "./plan-update.js";
import { versionChanges } from "./versions.js";

/** Plans a call that takes a whole request, such as a create or a delete. */
export async function planRequest(
  api: Api,
  open: OpenMethod,
  input: PlanInput,
  signal: AbortSignal,
): Promise<DraftChange> {
  const { service, method } = open;
  if (!isJsonObject(input.request ?? {}))
    throw new Refusal("ARGUMENT_INVALID", "request must be an object with the fields of the method");
  refuseMisplaced(open, input.request ?? {});
  const { message, mask } = await (method.hasMask ? maskedMessage(open, input) : wholeMessage(open, input));
  fillParent(api, open, message);
  const shown = service.codec.show({ kind: "message", type: method.request }, message);
  const current =
    open.listed.line.effect === "create" ? undefined : await readCurrent(api, open, shown, signal);
  const editor = new MessageEditor(service);
  if (current && !method.hasMask)
    for (const change of versionChanges(open, shown, current)) editor.apply(method.request, message, change);
  return { open, message, mask, current, after: undefined };
}

interface RequestMessage {
  readonly message: object;
  readonly mask: string | undefined;
}

async function wholeMessage(
  { service, method }: OpenMethod,
  { request = {}, set, clear }: PlanInput,
): Promise<RequestMessage> {
  if (set !== undefined || clear !== undefined)
    throw new Refusal(
      "ARGUMENT_INVALID",
      `${method.word} takes a whole request; set and clear are for updates`,
    );
  return {
    message: await makeMessage(service, method.request, [{ path: { steps: [] }, value: request }]),
    mask: undefined,
  };
}

/** Builds the request of an update without a Get. It contains only the fields that the input names. */
async function maskedMessage(open: OpenMethod, input: PlanInput): Promise<RequestMessage> {
  const { service, method } = open;
  const changes = await parseChanges(open, method.request, input);
  const value = input.request ?? {};
  const message = await makeMessage(service, method.request, [{ path: { steps: [] }, value }, ...changes]);
  const mask = changes.flatMap((one) => (one.value === null ? [maskPath(one.path)] : [])).join(",");
  return { message, mask };
}

/**
 * Sets the default parent of the session in a request that creates a resource, so that the approval shows it. Otherwise the
 * SDK would add it to the call (`parentId` of the session).
 */
function fillParent(api: Api, { service, method, listed }: OpenMethod, message: object): void {
  const { parentId } = api.settings;
  if (parentId === undefined || service.isRest || method.hasMask || listed.line.effect === "read") return;
  const { fields } = service.message(method.request);
  const metadata = fields.find((field) => field.name === "metadata" && service.isStructure(field));
  const parent = metadata && service.message(metadata.type).fields.find(({ name }) => name === "parent_id");
  if (!metadata || parent?.kind !== "string" || parent.isList) return;
  const given = message as Readonly<Record<string, unknown>>;
  const held = given[metadata.property] as Readonly<Record<string, unknown>> | undefined;
  const isMade = held !== undefined || fields.some((one) => one.name === "spec" && service.isStructure(one));
  if (!isMade || given["id"] || held?.["id"] || held?.[parent.property]) return;
  const change: Change = { path: { steps: [{ field: metadata }, { field: parent }] }, value: parentId };
  new MessageEditor(service).apply(method.request, message, change);
}
