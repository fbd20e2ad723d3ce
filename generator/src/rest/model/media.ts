import { capital } from "../../kit/text/casing.js";
import type { SpecNode } from "../read/spec-node.js";
import { isFile } from "./schema-facts.js";

/** How content of a media type is sent and read. */
export type MediaKind = "json" | "form" | "multipart" | "events" | "lines" | "text" | "bytes";

/** Content of some media type. */
export interface Media {
  /** As the description names it. */
  readonly mediaType: string;
  readonly kind: MediaKind;
  readonly node: SpecNode;
  /** Of the whole, or of one item where the content is a stream of them. */
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

/** All content of a response, a request body or a parameter, the kind that is taken by default first. */
export function readMedia(node: SpecNode): readonly Media[] {
  const all = (node.get("content")?.entries() ?? []).flatMap(([mediaType, content]): readonly Media[] => {
    // A media type is sent in a header, and printed in code.
    if (!/^[\x21-\x7e][\x20-\x7e]*$/.test(mediaType)) {
      content.warn(`${JSON.stringify(mediaType)} is not a media type, so it is left out`, "Correct it");
      return [];
    }
    const described = content.tryResolve() ?? content;
    const item = described.get("itemSchema");
    const kind = readKind(mediaType, described.get("schema"));
    const schema = (item && kind === "events" ? dataOf(item) : item) ?? described.get("schema");
    return [{ mediaType, kind, node: described, schema }];
  });
  const order: readonly MediaKind[] = ["json", "multipart", "form", "events", "lines", "text", "bytes"];
  return all.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

/** The schema of an event's data, where the event is described with its name and its id. */
function dataOf(event: SpecNode): SpecNode {
  const data = event.resolveSchema().get("properties")?.get("data");
  return data ? (data.get("contentSchema") ?? data) : event;
}

function readKind(mediaType: string, schema: SpecNode | undefined): MediaKind {
  const essence = (mediaType.split(";")[0] ?? "").trim().toLowerCase();
  if (essence === "application/json-seq") return "lines";
  if (essence === "*/*") {
    const described = schema?.resolveSchema();
    if (described && isFile(described)) return "bytes";
    // A server that says so sends text as it is, and all else as JSON.
    return described?.getValue("type") === "string" ? "text" : "json";
  }
  return kinds.find(([pattern]) => pattern.test(essence))?.[1] ?? "bytes";
}

/** The media type is application/json, which goes without saying. */
export function isPlainJson(mediaType: string): boolean {
  return /^(application\/json\s*(;\s*charset=.*)?|\*\/\*)$/i.test(mediaType);
}

/** `TextCsv` for `text/csv`: how names of types tell forms apart. */
export function mediaName(mediaType: string): string {
  return (mediaType.match(/[A-Za-z0-9]+/g) ?? []).map(capital).join("");
}
