import { findIssues } from "../../../generator/src/rest/runtime/issues.js";
import type { Shapes } from "../../../generator/src/rest/runtime/shape.js";
import type {
  RestApi,
  RestBodyMediaType,
  RestOperation,
} from "../../../generator/src/rest/model/rest-api.js";
import type { Module } from "./client.fixture.js";
import { fullSampleOf, sampleOf } from "./sample.fixture.js";

/** A call that returns a promise or an async iterable. */
export type Callable = (...args: unknown[]) => Promise<unknown> & AsyncIterable<unknown>;

/** Options that a client is made with. It sends no credentials, as if a proxy added those that the API requires. */
export const optionsFor = ({ securitySchemes }: RestApi, more: object): object => ({
  ...(securitySchemes.length > 0 && { auth: "external" }),
  onDrift: () => undefined,
  retry: { maxAttempts: 1 },
  ...more,
});

/** A client of a loaded package. */
export function clientOf(index: Module, options: object): object {
  const Client = index["WorldClient"] as new (options: object) => object;
  return new Client(options);
}

/** Every operation, with the object on which it is a method. */
export function* methodsOf(
  api: RestApi,
  client: object,
): Iterable<{ readonly operation: RestOperation; readonly owner: Readonly<Record<string, Callable>> }> {
  for (const { property, operations } of api.groups) {
    const owner = property === undefined ? client : (client as Record<string, object>)[property];
    for (const operation of operations) yield { operation, owner: owner as Record<string, Callable> };
  }
}

const bodies: Readonly<Record<string, unknown>> = { text: "text", bytes: new Blob(["bytes"]) };

/**
 * Arguments that fit: values of the path, a body, and the parameters that are required. A schema that has no finite
 * value, or none that a sample is found for, has its body sent unchecked.
 */
export function argumentsFor({ parameters, body }: RestOperation, shapes: Shapes): readonly unknown[] {
  const path = parameters.filter(({ location }) => location === "path");
  const unique = path.filter(
    (one, index) => path.findIndex(({ argument }) => argument === one.argument) === index,
  );
  const required = parameters.filter(({ location, isRequired }) => location !== "path" && isRequired);
  const sample = body && bodyFor(body.mediaTypes[0], shapes);
  return [
    ...unique.map(({ shape }) => fullSampleOf(shape, shapes) ?? "x"),
    ...(sample ? [sample.value] : []),
    {
      ...(sample?.isDescribed === false && { validateRequests: "off" }),
      params: Object.fromEntries(
        required.map(({ argument, shape }) => [argument, fullSampleOf(shape, shapes) ?? "x"]),
      ),
    },
  ];
}

/** A body of a media type, with what its schema requires, and whether it is as the schema describes it. */
function bodyFor(
  form: RestBodyMediaType | undefined,
  shapes: Shapes,
): { readonly value: unknown; readonly isDescribed: boolean } {
  const plain = form && bodies[form.kind];
  if (!form?.shape || plain !== undefined) return { value: plain ?? { name: "x" }, isDescribed: true };
  const value = sampleOf(form.shape, shapes) ?? { name: "x" };
  return { value, isDescribed: findIssues(value, form.shape, shapes).length === 0 };
}

/** A sample cannot know every pattern; a call with one that does not fit sends nothing, which is right. */
export const isUnguessable = (reason: string): boolean => /INVALID_ARGUMENT.*that matches/.test(reason);

/** What a server answers. */
export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** What a server made from the document answers to an operation, and what a caller shall get. */
export function replyTo(
  { response, label, method }: RestOperation,
  shapes: Shapes,
  responses: Shapes,
): { readonly reply: Reply; readonly isRight: (data: unknown) => boolean } {
  const shape = responses[label];
  // A resource with nothing in it is a miss.
  const least = shape && sampleOf(shape, shapes);
  const isBare = response.isResource && JSON.stringify(least) === "{}";
  const value = shape ? ((isBare ? fullSampleOf(shape, shapes) : least) ?? null) : { any: 1 };
  const json = JSON.stringify(value);
  const ok = (type: string, text: string): Reply => ({
    status: 200,
    type,
    text: method === "HEAD" ? "" : text,
  });
  // What is asked for first is what comes.
  const asked = response.accept?.split(", ")[0]?.replace("/*", "/plain");
  switch (response.kind) {
    case "text":
      return { reply: ok(asked ?? "text/plain", "some text"), isRight: (data) => data === "some text" };
    case "bytes":
      return {
        reply: ok(asked ?? "application/octet-stream", "bytes"),
        isRight: (data) => data instanceof Blob && data.size === 5,
      };
    case "events":
      return { reply: ok("text/event-stream", 'data: {"a":1}\n\n'), isRight: isStream };
    case "lines":
      return { reply: ok("application/x-ndjson", '{"a":1}\n'), isRight: isStream };
    case "nothing":
      return { reply: ok("application/json", ""), isRight: (data) => data === undefined };
    default:
      return { reply: ok("application/json", json), isRight: (data) => JSON.stringify(data) === json };
  }
}

function isStream(data: unknown): boolean {
  return typeof data === "object" && data !== null && Symbol.asyncIterator in data;
}
