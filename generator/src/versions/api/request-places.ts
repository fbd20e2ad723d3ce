/** Finds where requests contain a message, for sentences about fields that requests must set. */
import { lowerCamel } from "../../kit/text/casing.js";
import type { Api } from "./api.js";

/** The place of a message in requests. */
export interface RequestPlace {
  /** Path of the message in the request, in TypeScript: `spec.limits`; empty for the request itself. */
  readonly path: string;
  /** The call, as a phrase: `when creating a disk`, `in calls of \`DiskService.Resize\``. */
  readonly call: string;
}

/** Longest path that is followed. */
const maxDepth = 4;

/** Verbs of standard methods (AIP-130), as participles. */
const participles: Readonly<Record<string, string>> = {
  Create: "creating",
  Update: "updating",
  Delete: "deleting",
  Get: "getting",
  List: "listing",
};

/**
 * Returns the place of a message in requests. Undefined if several requests contain it at different places, or more than
 * two methods do.
 */
export function findRequestPlace(message: string, api: Api): RequestPlace | undefined {
  const found = [...api.services.values()].flatMap(({ name: service, methods }) =>
    [...methods.values()].flatMap(({ name, request }) => {
      const path = findPath(message, request, api);
      return path === undefined ? [] : [{ path, service, method: name }];
    }),
  );
  const [first, second, ...more] = found;
  if (!first || more.length > 0 || (second && second.path !== first.path)) return undefined;
  const [a, b] = [first, second].map((one) => one && describeCall(one.service, one.method));
  if (!a) return undefined;
  const call = b === undefined ? a : joinCalls(a, b);
  return { path: first.path, call };
}

/** Finds the path of a message in a request, through fields with one message. */
function findPath(message: string, request: string, { messages }: Api): string | undefined {
  const queue = [{ name: request, path: [] as readonly string[] }];
  const seen = new Set<string>();
  for (const { name, path } of queue) {
    if (name === message) return path.join(".");
    if (seen.has(name) || path.length >= maxDepth) continue;
    seen.add(name);
    for (const field of messages.get(name)?.fields.values() ?? [])
      if (messages.has(field.type) && field.oneof === undefined)
        queue.push({ name: field.type, path: [...path, lowerCamel(field.name)] });
  }
  return undefined;
}

function describeCall(service: string, method: string): string {
  const simple = service.slice(service.lastIndexOf(".") + 1);
  const [, verb = "", rest = ""] = /^([A-Z][a-z]+)(.*)$/.exec(method) ?? [];
  const participle = participles[verb];
  const noun = (rest === "" ? simple.replace(/Service$/, "") : rest)
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, " ")
    .toLowerCase();
  if (participle === undefined || noun === "") return `in calls of \`${simple}.${method}\``;
  const article = verb === "List" ? "" : /^[aeiou]/.test(noun) ? "an " : "a ";
  return `when ${participle} ${article}${noun}`;
}

/** Returns `when creating or updating a disk` for two calls about the same resource. */
function joinCalls(a: string, b: string): string {
  const [, verb, noun] = /^when (\w+) (.*)$/.exec(a) ?? [];
  const [, other, same] = /^when (\w+) (.*)$/.exec(b) ?? [];
  return verb !== undefined && noun === same
    ? `when ${verb} or ${other ?? ""} ${noun ?? ""}`
    : `${a} and ${b}`;
}
