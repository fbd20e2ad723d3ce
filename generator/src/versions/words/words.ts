/**
 * The sentences of a report: what changed in words of the API and of TypeScript, and in `instead.ts` what to do about
 * it.
 */
import { isAskedFor } from "../finding/asked-for.js";
import { titleOf } from "../finding/titles.js";
import type { Finding, What } from "../finding/finding.js";

/**
 * What was found, as a sentence without its full stop. Names and types stand between backquotes.
 *
 * @param isFirst Whether nothing was said of the same thing before.
 */
export function wordsOf(finding: Finding, isFirst = true): string {
  const { about } = finding;
  const [role, it] = isFirst ? [roleWords[about.role] ?? "", quoted(about.title)] : ["", "it"];
  const text = told(finding, role, it);
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function told(finding: Finding, role: string, it: string): string {
  const { about, what } = finding;
  switch (what.kind) {
    case "added":
      return `${role}${it} is new${withNames(about.role, what)}${isAskedFor(finding) ? ", and has to be given" : ""}`;
    case "removed":
      return `${role}${it} is gone${withNames(about.role, what)}`;
    case "renamed":
      return `${it} is called ${quoted(what.after)} now`;
    case "retyped":
      return `${it} was ${quoted(what.before)}, is ${quoted(what.after)}`;
    case "optional":
      return `${it} may be absent`;
    case "required":
      return isAskedFor(finding) ? `${it} has to be given` : `${it} is always there`;
    case "alternative-added":
      return `${it} may be ${quoted(what.text)} too`;
    case "alternative-removed":
      return `${it} is never ${quoted(what.text)} any more`;
    case "called":
      return `${it} was called as ${quoted(what.before)}, is called as ${quoted(what.after)}`;
    case "deprecated":
      return `${it} is deprecated${what.text === "" ? "" : `: ${what.text.replace(/[.]$/, "")}`}`;
    case "behavior-added":
      return `${it} became \`${what.behavior}\``;
    case "behavior-removed":
      return `${it} is no longer \`${what.behavior}\``;
    case "rule":
      return ofRule(it, what);
    case "pattern-added":
      return `${it} has names of the pattern ${quoted(what.text)} now`;
    case "pattern-removed":
      return `${it} has no names of the pattern ${quoted(what.text)} any more`;
    case "routing":
    case "calls":
    case "scopes":
      return ofCalls(it, what.kind, what);
    case "restored":
    case "secret":
    case "shown":
    case "read-only":
    case "writing":
    case "masked":
    case "unmasked":
    case "paged":
    case "unpaged":
    case "identified":
    case "unidentified":
    case "versioned":
    case "unversioned":
      return `${it} ${states[what.kind]}`;
    default:
      return turned(it, { ...what, kind: what.kind });
  }
}

function ofRule(it: string, { before, after }: What & { kind: "rule" }): string {
  if (before === "")
    return after === "required" ? `${it} is required now` : `${it} has the rule ${quoted(after)} now`;
  if (after === "")
    return before === "required"
      ? `${it} is not required any more`
      : `${it} has no rule ${quoted(before)} any more`;
  return `${it} had the rule ${quoted(before)}, has ${quoted(after)}`;
}

const roleWords: Partial<Record<Finding["about"]["role"], string>> = {
  entry: "The entry point ",
  service: "The service ",
};

const states = {
  restored: "is no longer deprecated",
  secret: "is a secret now",
  shown: "is no longer a secret",
  "read-only": "changes nothing now",
  writing: "may change something now",
  masked: "takes a reset mask now",
  unmasked: "takes no reset mask any more",
  paged: "gives its items one by one now, by `listAll`",
  unpaged: "gives no pages any more, and `listAll` is gone",
  identified: "carries an identifier of the request now",
  unidentified: "carries no identifier of the request any more",
  versioned: "sends the `etag` that was read now",
  unversioned: "sends no `etag` any more",
} as const;

type Turn = Exclude<
  Extract<What, { readonly before: string }>["kind"],
  "called" | "renamed" | "retyped" | "rule" | Stated
>;

/** Statements of an API that follows AIP. */
type Stated = "routing" | "calls" | "scopes";

function ofCalls(
  it: string,
  kind: Stated,
  texts: { readonly before: string; readonly after: string },
): string {
  const [before, after] = [texts.before, texts.after].map(quoted);
  const { come, gone, turned } = {
    routing: {
      come: `${it} is routed by ${after} now`,
      gone: `${it} is not routed any more`,
      turned: `${it} was routed by ${before}, is by ${after}`,
    },
    calls: {
      come: `Calls of ${it} have ${after} now`,
      gone: `Calls of ${it} say nothing of time and retries any more`,
      turned: `Calls of ${it} had ${before}, have ${after}`,
    },
    scopes: {
      come: `${it} asks for the scopes ${after} now`,
      gone: `${it} asks for no scopes any more`,
      turned: `${it} asked for the scopes ${before}, asks for ${after}`,
    },
  }[kind];
  if (texts.before === "") return come;
  return texts.after === "" ? gone : turned;
}

/** What was one text and is another. */
function turned(
  it: string,
  what: {
    readonly kind: Turn;
    readonly before: string;
    readonly after: string;
    readonly isRequired?: boolean | undefined;
  },
): string {
  const [before, after] = shortened(what.before, what.after).map(quoted);
  switch (what.kind) {
    case "number":
      return `${it} had number ${what.before}, has number ${what.after}`;
    case "wire-type":
      return `${it} was ${before} in the proto, is ${after}`;
    case "json-name":
      return `${it} was ${before} in JSON, is ${after}`;
    case "oneof":
      if (what.before === "") return `${it} moved into the oneof ${after}`;
      return what.after === ""
        ? `${it} left the oneof ${before}`
        : `${it} moved from the oneof ${before} to ${after}`;
    case "presence":
      return `${it} ${presences[what.after] ?? ""}`;
    case "moved":
      return `${it} moved from ${before} to ${after}`;
    case "endpoint":
      if (what.after === "") return `${it} was called at ${before}, and has no endpoint now: callers say it`;
      if (what.before === "") return `${it} is called at ${after} now, and had no endpoint`;
      return `${it} was called at ${before}, is called at ${after}`;
    case "domain":
      return `The domain that sessions call by default was ${before}, is ${after}`;
    case "streaming":
      return `${it} had ${streams[what.before] ?? before}, has ${streams[what.after] ?? after}`;
    case "request":
      return `The request of ${it} was ${before}, is ${after}`;
    case "response":
      return `The response of ${it} was ${before}, is ${after}`;
    case "result":
      return ofResult(it, what);
    case "reused":
      return `${it} is gone, and its number ${what.before} is ${quoted(what.after)} now${what.isRequired === true ? ", which is required" : ""}`;
    case "taken":
      return `${it} has number ${what.before}, which ${quoted(what.after)} had`;
    case "setting":
      if (what.before === "") return `The option ${it} is ${after} now`;
      return what.after === ""
        ? `The option ${it} is not given any more`
        : `The option ${it} was ${before}, is ${after}`;
    case "stable":
      return `${it} is stable, and comes after ${before}`;
    case "runtime":
      return `The package needs ${it} ${what.after}, and needed ${what.before}`;
  }
}

/** The result of a call; of an operation, the result of `wait`. */
function ofResult(
  it: string,
  { before, after }: { readonly before: string; readonly after: string },
): string {
  for (const [method, call] of Object.entries(waits)) {
    const [old, now] = [before, after].map((text) => call.exec(text)?.[1]);
    if (old !== undefined && now !== undefined && old !== now)
      return `\`${method}()\` of ${it} gave ${quoted(old)}, gives ${quoted(now)}`;
  }
  return `The result of ${it} was ${quoted(before)}, is ${quoted(after)}`;
}

/** The result that is waited for, in the type of a call; in that of an operation of AIP-151 its progress is behind it. */
const waits: Readonly<Record<string, RegExp>> = {
  result: /^NamedOperationCall<[^,]+, ([^,]+)(?:, .+)?>$/,
  wait: /^(?!Named)\w*OperationCall<(?:.*, )?(.+)>$/,
};

/** What goes which way, by the kind of a method. */
const streams: Readonly<Record<string, string>> = {
  unary: "one request and one response",
  server_streaming: "one request and a stream of responses",
  client_streaming: "a stream of requests and one response",
  bidi_streaming: "a stream of requests and a stream of responses",
};

/** Types by the names that they have in TypeScript, where these tell them apart. */
function shortened(before: string, after: string): readonly [string, string] {
  const texts = [typeNames(before), typeNames(after)] as const;
  return texts[0] === texts[1] ? [before, after] : texts;
}

function typeNames(text: string): string {
  return text.replaceAll(/(?:[a-z_]\w*\.)+[A-Z][\w.]*/g, (name) => titleOf(name));
}

const presences: Readonly<Record<string, string>> = {
  none: "does not say any more whether it was set",
  tracked: "says now whether it was set",
  required: "is required on the wire",
};

/** What comes or goes with something, by name where there is little of it. */
function withNames(
  role: Finding["about"]["role"],
  { covers = [], names = [] }: What & { kind: "added" | "removed" },
): string {
  if (role === "entry" && covers.length > 0)
    return covers.length === 1 ? ", with one name" : `, with ${covers.length} names`;
  if (names.length > 3) return `, with ${names.length} types`;
  return names.length === 0 ? "" : `, with ${names.map(quoted).join(" and ")}`;
}

/** A text as code; longer ones are cut in the middle. */
function quoted(text: string): string {
  const most = 100;
  const short = text.length <= most ? text : `${text.slice(0, most / 2)} ... ${text.slice(-most / 2)}`;
  return short.includes("`") ? short : `\`${short}\``;
}
