import { isNewlyRequired } from "../finding/newly-required.js";
import type { Finding, Role, Difference } from "../finding/finding.js";
import { describeField } from "./describe-field.js";
import { describeName } from "./describe-name.js";
import { quote } from "./quote.js";
import { changed, shorten, type SentenceSubject, type Texts } from "./sentence.js";

/**
 * Describes a finding as a sentence without a full stop. Names and types are in backquotes.
 *
 * @param isFirst False if the sentence before it is about the same element, which this one then calls "it".
 */
export function describeFinding(finding: Finding, isFirst = true): string {
  const text = describe(finding, subjectNoun(finding, isFirst));
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function subjectNoun({ subject }: Finding, isFirst: boolean): SentenceSubject {
  if (!isFirst) return { it: "it", full: "it", of: (noun) => `its ${noun}` };
  const it = quote(subject.title);
  return { it, full: `${roleNouns[subject.role] ?? ""}${it}`, of: (noun) => `the ${noun} of ${it}` };
}

function describe(finding: Finding, { it, full, of }: SentenceSubject): string {
  const { subject, difference } = finding;
  switch (difference.kind) {
    case "added":
      return isNewlyRequired(finding)
        ? describeRequired(subject, full, "is new and required")
        : `${full} is new${withNames(subject.role, difference)}`;
    case "removed":
      return `${full} was removed${withNames(subject.role, difference)}`;
    case "renamed":
      return `${it} was renamed to ${quote(difference.after)}`;
    case "name":
      return describeName(difference);
    case "retyped":
      return describeType(difference.isDeclaration === true ? of("declaration") : it, it, difference);
    case "required":
      return isNewlyRequired(finding)
        ? describeRequired(subject, it, "is now required")
        : `${it} is now always set`;
    case "alternative-added":
    case "alternative-removed":
      return `${it} can ${difference.kind === "alternative-added" ? "now also" : "no longer"} be ${quote(difference.text)}`;
    case "called":
      return changed(of("signature"), difference);
    case "deprecated":
      return `${it} is deprecated${difference.text === "" ? "" : `: ${difference.text.replace(/[.]$/, "")}`}`;
    case "behavior-added":
    case "behavior-removed":
      return `${it} is ${difference.kind === "behavior-added" ? "now" : "no longer"} \`${difference.behavior}\``;
    case "rule":
      if (isNewlyRequired(finding)) return describeRequired(subject, it, "is now required");
      return describeRule({ it, full, of }, difference);
    case "pattern-added":
    case "pattern-removed":
      return `${it} ${difference.kind === "pattern-added" ? "now" : "no longer"} has the name pattern ${quote(difference.text)}`;
    case "routing":
    case "calls":
    case "scopes":
      return describeAip({ it, full, of }, difference.kind, difference);
    case "optional":
    case "restored":
    case "secret":
    case "shown":
    case "read-only":
    case "writing":
    case "idempotent":
    case "not-idempotent":
    case "masked":
    case "unmasked":
    case "paged":
    case "unpaged":
    case "identified":
    case "unidentified":
    case "versioned":
    case "unversioned":
      return `${it} ${states[difference.kind]}`;
    default:
      return describeReplacement({ it, full, of }, { ...difference, kind: difference.kind });
  }
}

/** Describes a field that requests must now set, by its place in the request. */
function describeRequired({ required }: Finding["subject"], it: string, text: string): string {
  if (!required || it === "it") return `${it} ${text}`;
  return `${quote(required.path)} ${text} ${required.call}`;
}

function describeType(subject: string, it: string, texts: Texts): string {
  return texts.before === texts.after
    ? `${it} has the same declaration with another meaning`
    : changed(subject, texts);
}

function describeRule({ it, of }: SentenceSubject, { before, after }: Texts): string {
  if (before === "") return `${it} now has the rule ${quoteWhole(after)}`;
  if (after === "")
    return before === "required"
      ? `${it} is no longer required`
      : `${it} no longer has the rule ${quoteWhole(before)}`;
  return `${of("rule")} changed from ${quoteWhole(before)} to ${quoteWhole(after)}`;
}

const roleNouns: Partial<Record<Role, string>> = { entry: "the entry point ", service: "the service " };

const states = {
  optional: "is now optional",
  restored: "is no longer deprecated",
  secret: "is now a secret",
  shown: "is no longer a secret",
  "read-only": "is now read-only",
  writing: "is no longer read-only",
  idempotent: "is now idempotent",
  "not-idempotent": "is no longer idempotent",
  masked: "now takes a reset mask",
  unmasked: "no longer takes a reset mask",
  paged: "now returns pages, and `listAll` returns the items one by one",
  unpaged: "no longer returns pages, and `listAll` was removed",
  identified: "now sends a request ID",
  unidentified: "no longer sends a request ID",
  versioned: "now sends the `etag` that was read",
  unversioned: "no longer sends an `etag`",
} as const;

type Replacement = Exclude<
  Extract<Difference, { readonly before: string }>["kind"],
  "called" | "name" | "renamed" | "retyped" | "rule" | AipKind
>;

/** Facts that only an API that follows AIP states. */
type AipKind = "routing" | "calls" | "scopes";

function describeAip({ it, of }: SentenceSubject, kind: AipKind, texts: Texts): string {
  const after = quote(texts.after);
  const { added, removed, noun } = {
    routing: {
      added: `${it} is now routed by ${after}`,
      removed: `${it} is no longer routed`,
      noun: "routing",
    },
    calls: {
      added: `Calls of ${it} now have ${after}`,
      removed: `Calls of ${it} no longer have a timeout or a retry policy`,
      noun: "call configuration",
    },
    scopes: {
      added: `${it} now requires the scopes ${after}`,
      removed: `${it} no longer requires scopes`,
      noun: "scopes",
    },
  }[kind];
  if (texts.before === "") return added;
  return texts.after === "" ? removed : changed(of(noun), texts);
}

/** Describes a fact that was one text and is now another. */
function describeReplacement(
  subject: SentenceSubject,
  difference: Texts & { readonly kind: Replacement; readonly isRequired?: boolean | undefined },
): string {
  const { it, of } = subject;
  const [before, after] = shorten(difference.before, difference.after);
  const texts = { before, after };
  switch (difference.kind) {
    case "number":
    case "wire-type":
    case "json-name":
    case "proto-name":
    case "oneof":
    case "presence":
    case "default":
      return describeField(subject, difference.kind, difference);
    case "moved":
      return `${it} moved from ${quote(before)} to ${quote(after)}`;
    case "endpoint":
      if (difference.after === "")
        return `${it} no longer has the endpoint ${quote(before)}, so callers must name one`;
      return difference.before === ""
        ? `${it} now has the endpoint ${quote(after)}`
        : changed(of("endpoint"), texts);
    case "domain":
      return changed("the default domain of sessions", texts);
    case "streaming":
      return `${it} changed from ${streams[difference.before] ?? quote(before)} to ${streams[difference.after] ?? quote(after)}`;
    case "request":
      return changed(of("request type"), texts);
    case "response":
      return changed(of("response type"), texts);
    case "result":
      return describeResult(subject, texts);
    case "reused":
      return `${it} was removed, and its number ${difference.before} now belongs to ${quote(difference.after)}${difference.isRequired === true ? ", which is required" : ""}`;
    case "taken":
      return `${it} now has number ${difference.before}, which belonged to ${quote(difference.after)}`;
    case "setting":
      if (difference.before === "") return `the option ${it} is now ${quote(after)}`;
      return difference.after === ""
        ? `the option ${it} is no longer set`
        : changed(`the option ${it}`, texts);
    case "stable":
      return `${it} is the stable version of ${quote(before)}`;
    case "copied-runtime":
      return `carried runtime ${difference.before} -> ${difference.after}`;
    case "runtime":
      return `the package now requires ${it} ${difference.after} instead of ${difference.before}`;
  }
}

/** Describes the result of a call, which for a long-running operation is that of `wait` or `result`. */
function describeResult({ it, of }: SentenceSubject, texts: Texts): string {
  for (const [method, call] of Object.entries(waits)) {
    const [before, after] = [texts.before, texts.after].map((text) => call.exec(text)?.[1]);
    if (before !== undefined && after !== undefined && before !== after)
      return `\`${method}()\` of ${it} now returns ${quote(after)} instead of ${quote(before)}`;
  }
  return changed(of("result"), texts);
}

/** The result of an operation in the type of its call. In an operation of AIP-151, the progress type follows it. */
const waits: Readonly<Record<string, RegExp>> = {
  result: /^NamedOperationCall<[^,]+, ([^,]+)(?:, .+)?>$/,
  wait: /^(?!Named)\w*OperationCall<(?:.*, )?(.+)>$/,
};

/** Requests and responses, by the kind of a method. */
const streams: Readonly<Record<string, string>> = {
  unary: "one request and one response",
  server_streaming: "one request and a stream of responses",
  client_streaming: "a stream of requests and one response",
  bidi_streaming: "a stream of requests and a stream of responses",
};

/** Names or counts the types that are added or removed with an element. */
function withNames(
  role: Role,
  { covers = [], names = [] }: Difference & { kind: "added" | "removed" },
): string {
  if (role === "entry" && covers.length > 0)
    return covers.length === 1 ? ", with one name" : `, with ${covers.length} names`;
  if (names.length > 3) return `, with ${names.length} types`;
  return names.length === 0 ? "" : `, with ${names.map(quote).join(" and ")}`;
}

/** Returns a text in backquotes, or a text that contains them as it is. A rule is not cut, because readers compare it. */
function quoteWhole(text: string): string {
  return text.includes("`") ? text : `\`${text}\``;
}
