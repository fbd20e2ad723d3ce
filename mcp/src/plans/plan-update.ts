import {
  type Change,
  Draft,
  isDeadEnd,
  isJsonObject,
  makeMessage,
  type Preview,
  readPath,
} from "@stratus/dynamic-client";
import type { GuideJson, GuideMethod } from "@stratus/runtime/guide-v1";
import type { Api, ToolCall } from "../calls/api.js";
import type { OpenMethod } from "../methods/access.js";
import { callRead } from "../calls/read.js";
import { onLine } from "../text/quoted.js";
import { Refusal } from "../text/refusal.js";
import { differencesOf, secretTexts } from "./differences.js";
import { fingerprintOf } from "./current.js";
import type { Current, Draught, PlanInput } from "./plan.js";
import { refuseViolations } from "./rules.js";
import { changesText, mostPlaces, resourceText } from "./summary.js";

type Modify = NonNullable<ReturnType<OpenMethod["part"]["modifyOf"]>>;

/**
 * Plans an Update: the resource is read and changed by paths, and the package derives what is sent. Fields that were not
 * named are not sent, so that nothing can be erased by leaving it out.
 */
export async function planUpdate(
  api: Api,
  open: OpenMethod,
  modify: Modify,
  input: PlanInput,
  call: ToolCall,
): Promise<Draught> {
  const { part, method } = open;
  const get = part.method(modify.get);
  const type = get?.response?.type;
  if (!get || type === undefined)
    throw new Refusal("the guide has no Get for this Update; it must be generated again");
  const changes = changesOf(open, type, input);
  const reader = await readerOf(api, open, get);
  const which = await whichOne(api, open, get, input.request ?? {}, call);
  const request = await makeMessage(part, get.request, [{ path: { steps: [] }, value: which }]);
  const client = await api.client(open.listed.entry);
  const draft = new Draft(part);
  const change = (resource: object): void => {
    for (const one of changes) draft.apply(type, resource, one);
  };
  const preview = async (signal: AbortSignal): Promise<Preview> => {
    api.limits.call();
    return (await client.helper(modify.preview)(request, change, { signal })) as Preview;
  };
  const { isUnchanged, request: message, resetMask, before, after } = await preview(call.signal);
  const form = { kind: "message", type } as const;
  const [was, will] = [part.forms.show(form, before), part.forms.show(form, after)];
  if (isUnchanged) throw new Refusal("nothing would be different, so there is nothing to plan");
  const differences = differencesOf(part.forms.show(form, before, true), part.forms.show(form, after, true));
  if (differences.length > mostPlaces)
    throw new Refusal(
      `${differences.length} places would be different, more than a person reads in a line; plan ${mostPlaces} at most`,
    );
  for (const secret of secretTexts(differences, will)) api.secrets.add(secret);
  // A field mask is a part of the message.
  const mask = method.hasMask ? resetMask?.toString() : undefined;
  await refuseViolations(open, message, mask);
  const current = (resource: GuideJson): Current => ({
    shown: resource,
    fingerprint: fingerprintOf(resource),
    again: async (signal) => current(await callRead(api, reader, which, { signal, caller: "" })),
  });
  return {
    open,
    message,
    mask,
    summary: `change ${resourceText(open, was)}: ${changesText(differences, [was, will])}`,
    details: {
      request: part.forms.show({ kind: "message", type: method.request }, message),
      ...(mask === undefined ? {} : { resetMask: mask }),
    },
    current: current(was),
  };
}

/** A method that reads for an update. @throws A Refusal if it may not be called. */
async function readerOf(api: Api, open: OpenMethod, method: GuideMethod): Promise<OpenMethod> {
  return api.allowed((await api.beside(open, method)).listed.name, "read");
}

/** The changes by paths. */
export function changesOf(
  { part }: OpenMethod,
  type: string,
  { set = {}, clear = [] }: PlanInput,
): readonly Change[] {
  const given = [...Object.entries(set), ...clear.map((path) => [path, null] as const)];
  if (given.length === 0) throw new Refusal("say what to change: set (paths to values) and clear (paths)");
  return given.map(([path, value]) => {
    const found = readPath(part, type, path);
    if (isDeadEnd(found)) {
      const known =
        found.known.length > 0
          ? `; there are ${found.known
              .slice(0, 40)
              .map((one) => one.replaceAll("-", "_"))
              .join(", ")}`
          : "";
      throw new Refusal(
        `${onLine(path)}: ${found.reason ?? `there is no field ${onLine(found.missing)}`}${known}`,
      );
    }
    const servers = found.steps.some(
      (step) => "field" in step && step.field.behaviors?.includes("OUTPUT_ONLY"),
    );
    if (servers) throw new Refusal(`${onLine(path)}: only the server writes it`);
    return { path: found, value };
  });
}

/** The request that reads the resource: by its id, or by its parent and name where the service can. */
async function whichOne(
  api: Api,
  open: OpenMethod,
  get: GuideMethod,
  request: GuideJson,
  call: ToolCall,
): Promise<GuideJson> {
  const { part, method } = open;
  if (!isJsonObject(request))
    throw new Refusal('request names the resource: an object such as {"id": "..."}');
  const ids = part.positionals(method).map(({ name }) => name);
  const names = Object.keys(request);
  const finder = part.byName(method);
  if (finder && names.length > 0 && !names.some((name) => ids.includes(name))) {
    const found = await callRead(api, await readerOf(api, open, finder), request, call);
    const id = isJsonObject(found) && isJsonObject(found["metadata"]) ? found["metadata"]["id"] : undefined;
    if (typeof id === "string" && get.id !== undefined) return { [get.id]: id };
  }
  const stray = names.filter(
    (name) =>
      !part.message(get.request).fields.some((field) => field.name === name || field.property === name),
  );
  if (names.length === 0 || stray.length > 0)
    throw new Refusal(
      `request names the resource and nothing else: {${ids.map((id) => `"${id}": "..."`).join(", ")}}; what is to change goes into set and clear`,
    );
  return request;
}
