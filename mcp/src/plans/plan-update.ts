import {
  type FieldPath,
  findByShortName,
  findField,
  hideResource,
  type Change,
  MessageEditor,
  isUnknownPath,
  isJsonObject,
  jsonName,
  kebabCase,
  makeMessage,
  type Preview,
  readPath,
  type Service,
  unknownNameError,
} from "@stratus/dynamic-client";
import type { GuideField, GuideJson, GuideMethod } from "@stratus/runtime/guide";
import type { Api, ToolCall } from "../calls/api.js";
import type { OpenMethod } from "../methods/access.js";
import { readMetadata } from "../methods/read-metadata.js";
import { refuseMisplaced } from "../calls/misplaced.js";
import { callRead } from "../calls/call-read.js";
import { inlineText } from "../text/quote-data.js";
import { Refusal } from "../text/refusal.js";
import { stateOf } from "./current-resource.js";
import type { DraftChange, PlanInput } from "./plan.js";

type Modify = NonNullable<ReturnType<OpenMethod["service"]["modifyHelper"]>>;

/**
 * Plans an Update: reads the resource and changes it by paths, from which the SDK derives the request. Fields that the input
 * does not name are not sent, so leaving a field out cannot clear it.
 */
export async function planUpdate(
  api: Api,
  open: OpenMethod,
  modify: Modify,
  input: PlanInput,
  call: ToolCall,
): Promise<DraftChange> {
  const { service, method } = open;
  const get = service.method(modify.get);
  const type = get?.response?.type;
  if (!get || type === undefined)
    throw new Refusal("GUIDE_INVALID", "the guide has no Get for this Update; generate the package again");
  refuseMisplaced(open, input.request ?? {});
  const changes = await parseChanges(open, type, input);
  const reader = await readMethod(api, open, get);
  const which = await resourceRequest(api, open, get, input.request ?? {}, call);
  const request = await makeMessage(service, get.request, [{ path: { steps: [] }, value: which }]);
  const client = await api.client(open.listed.entry);
  const change = (resource: object): void => {
    // With the shown form, a list that would lose values that no answer shows is refused.
    const editor = new MessageEditor(service, hideResource(service, open.method, resource));
    for (const one of changes) editor.apply(type, resource, one);
  };
  api.limits.call();
  const preview = (await client.helper(modify.preview)(request, change, { signal: call.signal })) as Preview;
  const { isUnchanged, request: message, resetMask, before, after } = preview;
  const form = { kind: "message", type } as const;
  // Without a mask the SDK would derive one that clears what the request leaves out.
  const mask = method.hasMask ? (resetMask?.toString() ?? "") : undefined;
  if (isUnchanged)
    throw new Refusal("NOTHING_TO_CHANGE", "the resource already has these values; nothing to plan");
  return {
    open,
    message,
    // A field mask is a part of the message.
    mask,
    current: stateOf(
      api,
      reader,
      service.codec.show({ kind: "message", type: get.request }, request),
      service.codec.toJson(form, before),
    ),
    after: service.codec.toJson(form, after),
  };
}

/** Returns a method that the update needs to read. @throws A Refusal if the method is not allowed. */
async function readMethod(api: Api, open: OpenMethod, method: GuideMethod): Promise<OpenMethod> {
  return api.allowed((await api.beside(open, method)).listed.name, "read");
}

/** Converts `set` and `clear` to changes. @throws A UsageError or a Refusal if a path is unknown or read-only. */
export async function parseChanges(
  { service }: OpenMethod,
  type: string,
  { set = {}, clear = [] }: PlanInput,
): Promise<readonly Change[]> {
  const given = [...Object.entries(set), ...clear.map((path) => [path, null] as const)];
  if (given.length === 0)
    throw new Refusal("ARGUMENT_INVALID", "missing the changes: pass set (paths to values) or clear (paths)");
  const changes: Change[] = [];
  for (const [path, value] of given) {
    const found = await findPath(service, type, path);
    if (found.steps.some((step) => "field" in step && step.field.behaviors?.includes("OUTPUT_ONLY")))
      throw new Refusal("FIELD_READ_ONLY", `${inlineText(path)} is read-only`);
    changes.push({ path: found, value });
  }
  return changes;
}

/** Reads a path, which may be the last name of a field if only one field has it, as on the command line. */
async function findPath(service: Service, type: string, path: string): Promise<FieldPath> {
  const found = readPath(service, type, path);
  if (!isUnknownPath(found)) return found;
  const [only, ...others] =
    found.before === "" ? findByShortName(service, type, kebabCase(found.missing)) : [];
  if (only !== undefined && others.length === 0) {
    const whole = readPath(service, type, `${only}${path.slice(found.missing.length)}`);
    if (!isUnknownPath(whole)) return whole;
  }
  if (found.reason !== undefined) throw new Refusal("NAME_UNKNOWN", `${inlineText(path)}: ${found.reason}`);
  const known = found.known.map((one) => (service.isRest ? one : jsonName(one.replaceAll("-", "_"))));
  throw await unknownNameError("field", found.missing, known, {
    place: path,
    shown: (meant) => `${found.before}${meant}`,
    fix: `there are ${known.slice(0, 40).join(", ")}`,
  });
}

/** Returns the request that reads the resource, by its id or, if the service supports it, by parent and name. */
async function resourceRequest(
  api: Api,
  open: OpenMethod,
  get: GuideMethod,
  request: GuideJson,
  call: ToolCall,
): Promise<GuideJson> {
  const { service, method } = open;
  if (!isJsonObject(request))
    throw new Refusal("ARGUMENT_INVALID", 'request names the resource: an object such as {"id": "..."}');
  const ids = service.positionals(method).map(({ name }) => name);
  const names = Object.keys(request);
  const finder = service.findGetByName(method);
  if (finder && names.length > 0 && !names.some((name) => ids.includes(name))) {
    const found = await callRead(api, await readMethod(api, open, finder), request, call);
    const id = isJsonObject(found) && readMetadata(service, finder.response?.type, found)?.["id"];
    if (typeof id === "string" && get.id !== undefined) return { [get.id]: id };
  }
  // A mask or a view would take fields out of the resource, such as its name and its version.
  const stray = names.filter((name) => {
    const field = findField(service, get.request, name);
    return !field || !(ids.includes(field.name) || (field.isRequired && isScalar(field)));
  });
  if (names.length === 0 || stray.length > 0)
    throw new Refusal(
      "ARGUMENT_INVALID",
      `request must only name the resource: {${ids.map((id) => `"${id}": "..."`).join(", ")}}; put the changes into set and clear`,
    );
  return request;
}

function isScalar({ kind, isList, mapKey }: GuideField): boolean {
  return kind !== "message" && kind !== "enum" && !isList && mapKey === undefined;
}
