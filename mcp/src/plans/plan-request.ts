import { isJsonObject, jsonName, makeMessage, maskPath } from "@stratus/dynamic-client";
import type { GuideJson } from "@stratus/runtime/guide";
import type { Api, ToolCall } from "../calls/api.js";
import type { OpenMethod } from "../methods/access.js";
import { inlineText } from "../text/quote-data.js";
import { Refusal } from "../text/refusal.js";
import { readCurrent } from "./current-resource.js";
import { findDifferences, secretTexts } from "./differences.js";
import type { PreparedChange, PlanInput } from "./plan.js";
import { parseChanges } from "./plan-update.js";
import { refuseViolations } from "./refuse-violations.js";
import { maxDifferences, resourceText, valuesText } from "./summary.js";

/** Plans a call that takes a whole request, such as a create or a delete. */
export async function planRequest(
  api: Api,
  open: OpenMethod,
  input: PlanInput,
  call: ToolCall,
): Promise<PreparedChange> {
  const { service, method } = open;
  const { request = {} } = input;
  if (!isJsonObject(request))
    throw new Refusal("ARGUMENT_INVALID", "request must be an object with the fields of the method");
  const { message, mask } = await (method.hasMask ? maskedMessage(open, input) : wholeMessage(open, input));
  const form = { kind: "message", type: method.request } as const;
  await refuseViolations(open, message, mask);
  const shown = service.codec.show(form, message);
  const current =
    open.listed.line.effect === "create" ? undefined : await readCurrent(api, open, shown, call.signal);
  const places = findDifferences({}, service.codec.show(form, message, true)).filter(
    ({ path }) => path.length > 0,
  );
  if (places.length > maxDifferences)
    throw new Refusal(
      "TOO_MANY_CHANGES",
      `the request sets ${places.length} values, which is too many for a person to review; plan at most ${maxDifferences}`,
    );
  for (const secret of secretTexts(places, shown)) api.secrets.add(secret);
  return {
    open,
    message,
    mask,
    summary: summarize(open, shown, current?.shown, places),
    details: {
      request: shown,
      ...(mask === undefined ? {} : { resetMask: mask }),
      ...(current === undefined ? {} : { now: current.shown }),
    },
    current,
  };
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
  const changes = parseChanges(open, method.request, input);
  const value = input.request ?? {};
  const message = await makeMessage(service, method.request, [{ path: { steps: [] }, value }, ...changes]);
  const mask = changes.flatMap((one) => (one.value === null ? [maskPath(one.path)] : [])).join(",");
  return { message, mask };
}

/** Paths that the description of the resource already shows. */
const identityPaths: ReadonlySet<string> = new Set([
  "metadata.name",
  "metadata.parentId",
  "metadata.id",
  "name",
  "parent",
  "parentId",
  "id",
]);

function summarize(
  open: OpenMethod,
  shown: GuideJson,
  now: GuideJson | undefined,
  places: ReturnType<typeof findDifferences>,
): string {
  const { listed, service, method } = open;
  const { effect } = listed.line;
  const isWhole = service.isRest || effect === "act" || effect === "change";
  const verb = isWhole
    ? `call ${listed.name}${method.http ? ` (${method.http.method} ${inlineText(method.http.path, 120)})` : ""}`
    : effect;
  const subject = now ?? shown;
  const id = jsonName(method.id ?? service.findGet(method)?.id ?? "");
  // A resource that was read says more than the id of the request; all else of the request is said.
  const rest = places.filter(({ path }) => {
    const place = path.join(".");
    if (place === id && now !== undefined) return false;
    return isWhole || !identityPaths.has(place);
  });
  const object = isWhole && now === undefined ? "" : ` ${isWhole ? "on " : ""}${resourceText(open, subject)}`;
  const values = rest.length === 0 ? "" : `: ${valuesText(rest, shown)}`;
  return `${verb}${object}${values}`;
}
