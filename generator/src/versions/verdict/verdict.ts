/**
 * The weight of a difference for users: which step of the version it takes, by who notices it and how. Every rule of
 * semantic versioning that is applied is here.
 */
import type { Finding, Use, What } from "../finding/finding.js";

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
    default:
      return fixed[what.kind];
  }
}

/** Of every kind that is not judged by its case above, which the compiler holds. */
const fixed = {
  "wire-type": major(
    "Bytes that were written with the one type are read wrongly with the other, or not at all",
  ),
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
  "read-only": patch("Calls of it may be repeated after a failure"),
  writing: minor("Calls of it are repeated less often, since it may change something"),
  masked: major("Calls ask for the whole resource or a reset mask, and clear what they do not name"),
  unmasked: major("Calls send no reset mask any more"),
} satisfies Partial<Record<What["kind"], Verdict>>;

function ofAddition(role: Finding["about"]["role"], { use, isRequired }: What & { kind: "added" }): Verdict {
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

function ofRule({ isTighter, isForeseen = false }: What & { kind: "rule" }): Verdict {
  if (!isTighter) return minor("Requests may hold more than before");
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
