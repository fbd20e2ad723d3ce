import { capital } from "../../kit/text/casing.js";
import type { SpecNode } from "../read/spec-node.js";
import { isBinary } from "./schema-queries.js";

/** The serialization of a media type. */
export type MediaKind = "json" | "form" | "multipart" | "events" | "lines" | "text" | "bytes";

/** An entry of `content`. */
export interface MediaType {
  /** The key in `content`. */
  readonly mediaType: string;
  readonly kind: MediaKind;
  readonly node: SpecNode;
  /** The schema of the body, or of an item if the body is a stream. */
  readonly schema: SpecNode | undefined;
}

const kinds: readonly (readonly [RegExp, MediaKind])[] = [
  [/^(application|text)\/([\w.+-]*\+)?json$|^application\/json(?!l)/, "json"],
  [/^application\/x-www-form-urlencoded$/, "form"],
  [/^multipart\//, "multipart"],
  [/^text\/event-stream$/, "events"],
  [/^application\/(x-)?(ndjson|jsonl|jsonlines|json-lines|json-seq|stream\+json)$/, "lines"],
  [/^text\/|[/+]xml$|^application\/((x-)?(yaml|javascript|sql|sh)|graphql|toml)$/, "text"],
];

/** Returns the media types of a response, request body or parameter, with the default first. */
export function readMediaTypes(node: SpecNode): readonly MediaType[] {
  const all = (node.get("content")?.entries() ?? []).flatMap(([mediaType, content]): readonly MediaType[] => {
    // A media type is sent in a header and printed in code, so it must be printable ASCII.
    if (!/^[\x21-\x7e][\x20-\x7e]*$/.test(mediaType)) {
      content.warn(`${JSON.stringify(mediaType)} is not a media type, so it is left out`, "Correct it");
      return [];
    }
    const described = content.tryResolve() ?? content;
    const item = described.get("itemSchema");
    const kind = readKind(mediaType, described.get("schema"));
    const schema = (item && kind === "events" ? findEventData(item) : item) ?? described.get("schema");
    return [{ mediaType, kind, node: described, schema }];
  });
  const order: readonly MediaKind[] = ["json", "multipart", "form", "events", "lines", "text", "bytes"];
  return all.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

/** Returns the schema of the `data` of an event, or the event's schema if it has no such property. */
function findEventData(event: SpecNode): SpecNode {
  const data = event.resolveSchema().get("properties")?.get("data");
  return data ? (data.get("contentSchema") ?? data) : event;
}

function readKind(mediaType: string, schema: SpecNode | undefined): MediaKind {
  const essence = (mediaType.split(";")[0] ?? "").trim().toLowerCase();
  if (essence === "application/json-seq") return "lines";
  if (essence === "*/*") {
    const described = schema?.resolveSchema();
    if (described && isBinary(described)) return "bytes";
    // For `*/*`, servers send strings as text and other values as JSON.
    return described?.getValue("type") === "string" ? "text" : "json";
  }
  const kind = kinds.find(([pattern]) => pattern.test(essence))?.[1] ?? "bytes";
  return (kind === "json" || kind === "text") && schema && isFile(schema) ? "bytes" : kind;
}

/** Whether a schema has `format: binary`, which means bytes whatever the media type is. */
function isFile(schema: SpecNode): boolean {
  const whole = schema.resolveSchema();
  // A reference with siblings is the only part of `allOf`.
  const [part = whole, ...others] = whole.get("allOf")?.items() ?? [];
  return [whole, ...(others.length === 0 ? [part.resolveSchema()] : [])].some(
    (one) => one.getValue("format") === "binary",
  );
}

/** Whether a media type is application/json, which is the default. */
export function isPlainJson(mediaType: string): boolean {
  return /^(application\/json\s*(;\s*charset=.*)?|\*\/\*)$/i.test(mediaType);
}

/** Returns the part of a type name for a media type: `TextCsv` for `text/csv`. */
export function toTypeNamePart(mediaType: string): string {
  return (mediaType.match(/[A-Za-z0-9]+/g) ?? []).map(capital).join("");
}
