import { isJsonObject, jsonName, makeMessage, maskPath } from "@stratus/dynamic-client";
import type { GuideJson } from "@stratus/runtime/guide-v1";
import type { Api, ToolCall } from "../calls/api.js";
import type { OpenMethod } from "../methods/access.js";
import { onLine } from "../text/quoted.js";
import { Refusal } from "../text/refusal.js";
import { readCurrent } from "./current.js";
import { differencesOf, secretTexts } from "./differences.js";
import type { Draught, PlanInput } from "./plan.js";
import { changesOf } from "./plan-update.js";
import { refuseViolations } from "./rules.js";
import { mostPlaces, resourceText, valuesText } from "./summary.js";

/** Plans a method that takes a whole request: what it creates, destroys or does is in the request, and in what is there. */
export async function planRequest(
  api: Api,
  open: OpenMethod,
  input: PlanInput,
  call: ToolCall,
): Promise<Draught> {
  const { part, method } = open;
  const { request = {} } = input;
  if (!isJsonObject(request)) throw new Refusal("request is an object with the fields of the method");
  const { message, mask } = await (method.hasMask ? maskedMessage(open, input) : wholeMessage(open, input));
  const form = { kind: "message", type: method.request } as const;
  await refuseViolations(open, message, mask);
  const shown = part.forms.show(form, message);
  const current =
    open.listed.line.effect === "create" ? undefined : await readCurrent(api, open, shown, call.signal);
  const places = differencesOf({}, part.forms.show(form, message, true)).filter(
    ({ path }) => path.length > 0,
  );
  if (places.length > mostPlaces)
    throw new Refusal(
      `the request has ${places.length} values, more than a person reads in a line; plan ${mostPlaces} at most`,
    );
  for (const secret of secretTexts(places, shown)) api.secrets.add(secret);
  return {
    open,
    message,
    mask,
    summary: summaryOf(open, shown, current?.shown, places),
    details: {
      request: shown,
      ...(mask === undefined ? {} : { resetMask: mask }),
      ...(current === undefined ? {} : { now: current.shown }),
    },
    current,
  };
}

interface Made {
  readonly message: object;
  readonly mask: string | undefined;
}

async function wholeMessage(
  { part, method }: OpenMethod,
  { request = {}, set, clear }: PlanInput,
): Promise<Made> {
  if (set !== undefined || clear !== undefined)
    throw new Refusal(`${method.word} takes a whole request; set and clear are for updates`);
  return {
    message: await makeMessage(part, method.request, [{ path: { steps: [] }, value: request }]),
    mask: undefined,
  };
}

/** An update that no Get goes with: of its request only what is named. */
async function maskedMessage(open: OpenMethod, input: PlanInput): Promise<Made> {
  const { part, method } = open;
  const changes = changesOf(open, method.request, input);
  const value = input.request ?? {};
  const message = await makeMessage(part, method.request, [{ path: { steps: [] }, value }, ...changes]);
  const mask = changes.flatMap((one) => (one.value === null ? [maskPath(one.path)] : [])).join(",");
  return { message, mask };
}

/** Places that the words for the resource say already. */
const said: ReadonlySet<string> = new Set([
  "metadata.name",
  "metadata.parentId",
  "metadata.id",
  "name",
  "parent",
  "parentId",
  "id",
]);

function summaryOf(
  open: OpenMethod,
  shown: GuideJson,
  now: GuideJson | undefined,
  places: ReturnType<typeof differencesOf>,
): string {
  const { listed, part, method } = open;
  const { effect } = listed.line;
  const isWhole = part.isRest || effect === "act" || effect === "change";
  const verb = isWhole
    ? `call ${listed.name}${method.http ? ` (${method.http.method} ${onLine(method.http.path, 120)})` : ""}`
    : effect;
  const subject = now ?? shown;
  const id = jsonName(method.id ?? part.getOf(method)?.id ?? "");
  // A resource that was read says more than the id of the request; all else of the request is said.
  const rest = places.filter(({ path }) => {
    const place = path.join(".");
    if (place === id && now !== undefined) return false;
    return isWhole || !said.has(place);
  });
  const object = isWhole && now === undefined ? "" : ` ${isWhole ? "on " : ""}${resourceText(open, subject)}`;
  const values = rest.length === 0 ? "" : `: ${valuesText(rest, shown)}`;
  return `${verb}${object}${values}`;
}
