/**
 * The weight of a difference for users: which step of the version it takes, by who notices it and how. Every rule of
 * semantic versioning that is applied is here.
 */
import type { Finding, Use, What, WireClass } from "../finding/finding.js";

/** A step of a version (semver.org). */
export type Step = "major" | "minor" | "patch";

/** Steps from the least to the greatest. */
export const steps: readonly Step[] = ["patch", "minor", "major"];

/** The greatest of several; the least where there is none. */
export function greatest(list: readonly Step[]): Step {
  return steps.toReversed().find((step) => list.includes(step)) ?? "patch";
}

/** What a finding asks of the version, and why. */
export interface Verdict {
  readonly step: Step;
  /** A sentence without its full stop. */
  readonly reason: string;
  /** Absent if it is certain; else the reason says what is not. */
  readonly isPerhaps?: boolean;
}

/** What is new and touches nothing else. */
export const harmless: Verdict = { step: "minor", reason: "Nothing that is there changes" };

const doesNotCompile = "Code that uses it does not compile";

/** Judges a finding. Breaking is what breaks a compile, a run, or data on its way. */
export function verdictOf({ about, what }: Finding): Verdict {
  switch (what.kind) {
    case "added":
      return ofAddition(about.role, what);
    case "removed":
      return major(about.role === "entry" ? "Imports of it fail" : doesNotCompile);
    case "retyped":
      return ofType(what);
    case "optional":
      return what.use === "made"
        ? minor("It may be left out now")
        : major("Code that reads it has to expect undefined");
    case "required":
      return ofRequired(what.use);
    case "alternative-added":
      return what.use === "made"
        ? minor("One more is taken")
        : minor("A switch without default, or a table by all of them, may not compile");
    case "alternative-removed":
      return what.use === "read"
        ? major("Code that compares with it does not compile")
        : major(doesNotCompile);
    case "called":
      return what.isBreaking ? major("Calls do not compile") : minor("It takes more than before");
    case "deprecated":
      return minor("Editors strike it through, and linters report it");
    case "restored":
      return patch("It is no longer deprecated");
    case "behavior-added":
    case "behavior-removed":
      return ofBehavior(what.kind === "behavior-added", what.behavior);
    case "rule":
      return ofRule(what);
    case "number":
      return about.role === "value"
        ? major("What was written with the old number means another value now, or none")
        : major(
            "Bytes that were written before are not read any more, and servers of the other version do not see it",
          );
    case "renamed":
      return about.role === "rpc" || about.role === "service"
        ? major("Code that uses it does not compile, and servers know the new name alone")
        : major(doesNotCompile);
    case "wire-type":
      return wireTypes[what.wire];
    case "request":
    case "response":
      return what.wire === "same" ? alike : fixed[what.kind];
    case "endpoint":
      return what.before === "" ? minor("Programs that say where it is called go on to") : fixed.endpoint;
    case "domain":
      return what.before === "none" ? minor("Sessions need not name it any more") : fixed.domain;
    case "setting":
      return ofSetting(about.title, what);
    default:
      return fixed[what.kind];
  }
}

/** Of every kind that is not judged by its case above, which the compiler holds. */
const fixed = {
  "json-name": major("JSON that was written before has the other name"),
  oneof: major(doesNotCompile),
  presence: major("Whether it is set is told otherwise, in code and on the wire"),
  moved: patch("No import names a file"),
  endpoint: major("Programs that are not upgraded go on to call the old endpoint"),
  domain: major("Sessions that name no domain call another one"),
  streaming: major(
    "Calls do not compile, and servers of the other version expect another number of messages",
  ),
  request: major("Calls do not compile, and servers read another type"),
  response: major("Code that reads it does not compile, and servers send another type"),
  runtime: patch("npm installs it with the package"),
  secret: patch("Errors and logs hide its value"),
  shown: minor("Errors and logs show its value from now on"),
  "read-only": patch("Calls of it may be repeated after a failure, and made by GET"),
  writing: minor("Calls of it are repeated less often, and never made by GET, since it may change something"),
  masked: major("Calls ask for the whole resource or a reset mask, and clear what they do not name"),
  unmasked: major("Calls send no reset mask any more"),
  paged: minor("It may be read item by item"),
  unpaged: major("Code that reads it item by item does not compile"),
  result: major("Code that uses its result does not compile"),
  reused: major("Code that uses it does not compile, and what was written before is read as something else"),
  taken: major("Data that was written before is read as it"),
  stable: minor("Its package of before may go some day"),
  "pattern-added": minor("Names of it are made and read, too"),
  "pattern-removed": major("Names that were written before are not read any more, and none is made"),
  identified: minor("Calls of it are repeated after a failure, since servers know them again"),
  unidentified: minor("Calls of it are repeated less often, since servers do not know them again"),
  versioned: minor("Changes begin again if others have written since"),
  unversioned: major("Changes overwrite what others have written since, and nobody is told"),
  routing: minor("Servers that look for the old route may not find it"),
  calls: minor("Calls may end at another time, or are repeated after other failures"),
  scopes: minor("Credentials that take their scopes from the API ask for others"),
} satisfies Partial<Record<What["kind"], Verdict>>;

const alike = minor("It has the same fields: code compiles, and bytes and JSON are the same");

/** The meaning of another type in the proto for data; its meaning for code follows from the type of TypeScript. */
const wireTypes: Readonly<Record<WireClass, Verdict>> = {
  same: alike,
  common: major(
    "Values that only one of the two types can hold are read wrongly with the other; all others are as they were",
  ),
  json: major(
    "JSON that was written with the one type is not read with the other; bytes are, as far as both can hold them",
  ),
  incompatible: major(
    "Bytes that were written with the one type are read wrongly with the other, or not at all",
  ),
};

/** Options of the generator that decide what goes over the wire. */
function ofSetting(
  name: string,
  { before, after }: { readonly before: string; readonly after: string },
): Verdict {
  if (name === "reset_mask_header")
    return major("Servers that look for the old header see no masks: updates clear nothing");
  if (name === "keepalive_ms")
    return minor(
      "Connections that are dead are noticed at another time, and servers may refuse to be asked more often",
    );
  if (after === "none" || after === "")
    return minor("Calls that change something are not repeated under a key any more");
  if (before === "none" || before === "")
    return minor("Calls that change something are repeated after a failure, under a key");
  return major("Servers that look for the old header carry out a call twice that is repeated");
}

function ofAddition(
  role: Finding["about"]["role"],
  { use, isRequired, isSecond }: What & { kind: "added" },
): Verdict {
  if (isSecond === true)
    return major("Code that reads the value without looking at its case does not compile");
  if (role === "field" || role === "oneof")
    return minor(
      "A literal that holds the whole message, as an update without a mask does, may not compile until it has it",
    );
  if (role === "case" || role === "value")
    return minor("A switch without default, or a table by all of them, may not compile until it has it");
  if (isRequired === true && (use === "made" || use === "both") && role === "member")
    return major("What callers make lacks it, and does not compile");
  if (isRequired === true && use === "made" && role === "rpc")
    return major("Servers lack its handler, and do not compile");
  return harmless;
}

function ofType({ way }: What & { kind: "retyped" }): Verdict {
  if (way === "takes-more") return minor("It takes more than before");
  if (way === "gives-less") return minor("It gives less than before, which code expects already");
  return major(doesNotCompile);
}

function ofRequired(use: Use): Verdict {
  if (use === "read") return minor("It is always there now; only a literal of the whole may not compile");
  return major("What callers make without it does not compile");
}

function ofBehavior(isAdded: boolean, behavior: string): Verdict {
  const [come, gone] = behaviors[behavior] ?? [hint, hint];
  return isAdded ? come : gone;
}

function ofRule({ isTighter, isUnclear = false, isForeseen = false }: What & { kind: "rule" }): Verdict {
  if (!isTighter) return minor("Requests may hold more than before");
  if (isUnclear && !isForeseen)
    return {
      ...major("Perhaps requests that worked are refused: which of the two rules takes more cannot be told"),
      isPerhaps: true,
    };
  return isForeseen
    ? minor("Requests may be refused, which was to be expected")
    : major("Requests that worked may be refused");
}

const hint = patch("It tells readers more, and no code does anything else");

/** What it means that a field gets a behaviour, and that it loses one. */
const behaviors: Readonly<Record<string, readonly [come: Verdict, gone: Verdict]>> = {
  IMMUTABLE: [major("Updates that change it fail"), minor("Updates may change it")],
  IDENTIFIER: [
    minor("The API says that it names the resource"),
    minor("The API no longer says that it names the resource"),
  ],
  OUTPUT_ONLY: [major("A value that programs send is ignored"), minor("Programs may send it")],
  INPUT_ONLY: [major("Responses do not hold it any more"), minor("Responses hold it")],
  REQUIRED: [major("Requests without it fail"), minor("Requests may leave it out")],
};

function major(reason: string): Verdict {
  return { step: "major", reason };
}

function minor(reason: string): Verdict {
  return { step: "minor", reason };
}

function patch(reason: string): Verdict {
  return { step: "patch", reason };
}
