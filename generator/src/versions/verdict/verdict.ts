/**
 * Decides which step of the version a finding requires (semver.org). All rules of semantic versioning that Stratus
 * applies are in this file.
 */
import type { Finding, Use, Difference, WireClass } from "../finding/finding.js";

/** A step of a version (semver.org). */
export type Step = "major" | "minor" | "patch";

/** Steps from the least to the greatest. */
export const steps: readonly Step[] = ["patch", "minor", "major"];

/** Returns the greatest of several steps, and `patch` for an empty list. */
export function greatestStep(list: readonly Step[]): Step {
  return steps.toReversed().find((step) => list.includes(step)) ?? "patch";
}

/** The step that a finding requires, and the reason. */
export interface Verdict {
  readonly step: Step;
  /** A sentence without its full stop. */
  readonly reason: string;
  /** True if the step depends on something that cannot be compared. The reason says what. */
  readonly isUncertain?: boolean;
}

/** The verdict on an addition that affects nothing else. */
export const harmless: Verdict = { step: "minor", reason: "Existing code is not affected" };

const doesNotCompile = "Code that uses it no longer compiles";

/** Judges a finding. It is breaking if code stops compiling, a program fails, or data is read wrongly. */
export function judgeFinding({ subject, difference, compiles = false }: Finding): Verdict {
  const verdict = judgeDifference(subject, difference);
  return compiles && verdict.step === "major" ? stillCompiles : verdict;
}

/** The verdict on a type that changed and breaks no use that the compiler tried. */
const stillCompiles: Verdict = { step: "minor", reason: "Existing code still compiles" };

function judgeDifference(subject: Finding["subject"], difference: Difference): Verdict {
  switch (difference.kind) {
    case "added":
      return judgeAddition(subject.role, difference);
    case "removed":
    case "name":
      return judgeLoss(subject.role, "owner" in difference ? difference.owner : undefined);
    case "retyped":
      return judgeType(difference);
    case "optional":
      return difference.use === "made"
        ? minor("It can now be omitted")
        : major("Code that reads it must handle `undefined`");
    case "required":
      return judgeRequired(difference.use);
    case "alternative-added":
      return difference.use === "made"
        ? minor("It accepts one more value")
        : minor("An exhaustive `switch` or table may no longer compile");
    case "alternative-removed":
      return difference.use === "read"
        ? major("Code that compares with it no longer compiles")
        : major(doesNotCompile);
    case "called":
      return difference.isBreaking
        ? major("Existing calls no longer compile")
        : minor("It accepts more than before");
    case "deprecated":
      return minor("Editors strike it through, and linters report it");
    case "restored":
      return patch("It is no longer deprecated");
    case "behavior-added":
    case "behavior-removed":
      return judgeBehavior(difference.kind === "behavior-added", difference.behavior);
    case "rule":
      return judgeRule(difference);
    case "number":
      return subject.role === "value" ? renumberedValue : renumberedField;
    case "renamed":
      return judgeRename(subject.role);
    case "proto-name":
      return judgeProtoName(subject.role);
    case "presence":
      return judgePresence(difference);
    case "wire-type":
      return wireTypes[difference.wire];
    case "request":
    case "response":
      if (difference.wire === "same") return alike;
      return difference.isWider === true ? wider : fixed[difference.kind];
    case "endpoint":
    case "domain":
      return judgeHost(difference.kind, difference.before);
    case "setting":
      return judgeSetting(subject.title, difference);
    default:
      return fixed[difference.kind];
  }
}

/** Judges a name that is gone. Code may compile if another element has it, and then uses that element. */
function judgeLoss(role: Finding["subject"]["role"], owner: string | undefined): Verdict {
  if (owner === undefined) return major(role === "entry" ? "Imports of it fail" : doesNotCompile);
  return major(
    "Code that uses the old name uses another element of the API from then on, and may still compile",
  );
}

/** Judges a changed endpoint or API domain. A first one does not affect programs that name their own. */
function judgeHost(kind: "endpoint" | "domain", before: string): Verdict {
  if (kind === "endpoint" && before === "") return minor("Programs that name an endpoint still use theirs");
  if (kind === "domain" && before === "none") return minor("Sessions no longer have to name the domain");
  return fixed[kind];
}

const renumberedValue = major("Stored data with the old number now means another value, or none");
const renumberedField = major(
  "Bytes that were written before are no longer read, and servers of the other version ignore it",
);

function judgeRename(role: Finding["subject"]["role"]): Verdict {
  return role === "rpc" || role === "service"
    ? major("Code that uses it no longer compiles, and new servers only know the new name")
    : major(doesNotCompile);
}

/** Judges a proto name that changed while the name in TypeScript stayed the same. */
function judgeProtoName(role: Finding["subject"]["role"]): Verdict {
  if (role === "rpc" || role === "service")
    return major("Code still compiles, but its calls fail at servers that do not know the new name");
  if (role === "enum") return minor("Code, bytes and JSON stay the same");
  const place = role === "message" ? "type URLs" : "masks";
  return minor(`Code, bytes and JSON stay the same; ${place} contain the new name`);
}

/** Judges field presence. Readers of proto2 reject a message without a required field. */
function judgePresence({ before, after }: { readonly before: string; readonly after: string }): Verdict {
  if (after === "required") return major("Messages without it are incomplete, and others may not read them");
  if (before === "required") return major("Programs that still require it may not read messages without it");
  return major("Code and the wire format represent its presence differently");
}

/** Verdicts on the kinds that need no further facts. The compiler checks that none is missing. */
const fixed = {
  "json-name": major("JSON that was written before has the old name"),
  oneof: major(doesNotCompile),
  default: major("Messages without it mean another value"),
  moved: patch("Imports do not depend on proto files"),
  endpoint: major("Programs that are not upgraded still call the old endpoint"),
  domain: major("Sessions that do not name a domain call another one"),
  streaming: major(
    "Existing calls no longer compile, and servers of the other version expect another number of messages",
  ),
  request: major("Existing calls no longer compile, and servers read another type"),
  response: major("Code that reads it no longer compiles, and servers send another type"),
  runtime: patch("npm installs it with the package"),
  "copied-runtime": patch("The package contains it"),
  secret: patch("Errors and logs hide its value"),
  shown: minor("Errors and logs now show its value"),
  "read-only": patch("Clients may retry it after a failure, and may call it by GET"),
  idempotent: minor("Clients may retry it after a failure"),
  "not-idempotent": minor("Clients retry it less often"),
  writing: minor("Clients retry it less often and never call it by GET, because it may change something"),
  masked: major("Calls must send the whole resource or a reset mask, and clear fields that they do not name"),
  unmasked: major("Calls no longer send a reset mask"),
  paged: minor("Its items can be read one by one"),
  unpaged: major("Code that reads its items one by one no longer compiles"),
  result: major("Code that uses its result no longer compiles"),
  reused: major(
    "Code that uses it no longer compiles, and data that was written before is read as another field",
  ),
  taken: major("Data of the other field that was written before is read as this one"),
  stable: minor("The previous package may be removed later"),
  "pattern-added": minor("The SDK also formats and parses names of this pattern"),
  "pattern-removed": major("The SDK no longer formats or parses names of this pattern"),
  identified: minor("Clients retry it after a failure, because servers recognize a repeated request"),
  unidentified: minor("Clients retry it less often, because servers do not recognize a repeated request"),
  versioned: minor("`modify` starts again if the resource was changed in the meantime"),
  unversioned: major("Updates silently overwrite changes that were made in the meantime"),
  routing: minor("Servers that read the old routing header may not find it"),
  calls: minor("Calls may time out earlier or later, or be retried after other failures"),
  scopes: minor("Credentials that take their scopes from the API request other scopes"),
} satisfies Partial<Record<Difference["kind"], Verdict>>;

const alike = minor("The types have the same fields, so code compiles, and bytes and JSON are the same");

const wider = minor(
  "The new type has all fields of the old one, so code compiles, and old data is read as before",
);

/** Verdicts on another proto type, for data alone. Findings about TypeScript types judge it for code. */
const wireTypes: Readonly<Record<WireClass, Verdict>> = {
  same: alike,
  common: major(
    "Values that only one of the two types can represent are read wrongly; all other values stay the same",
  ),
  json: major("JSON of one type is not read as the other; bytes are, if both types can represent the value"),
  incompatible: major("Bytes of one type are read wrongly as the other, or not at all"),
};

/** Judges a change of a generator option that affects what clients send. */
function judgeSetting(
  name: string,
  { before, after }: { readonly before: string; readonly after: string },
): Verdict {
  if (name === "reset_mask_header")
    return major("Servers that read the old header see no reset masks, so updates clear nothing");
  if (name === "keepalive_ms")
    return minor(
      "Dead connections are detected earlier or later, and servers may refuse more frequent pings",
    );
  if (after === "none" || after === "")
    return minor("Clients no longer retry changes with an idempotency key");
  if (before === "none" || before === "")
    return minor("Clients retry changes after a failure, with an idempotency key");
  return major("Servers that read the old header process a retried call twice");
}

/** A oneof with one case has the value of that case, whether or not programs check `$case`. */
const uncheckedCase = "Code that reads the value without checking `$case` may read the new case";

function judgeAddition(
  role: Finding["subject"]["role"],
  { use, isRequired, second }: Difference & { kind: "added" },
): Verdict {
  if (second !== undefined) return second === "written" ? major(uncheckedCase) : minor(uncheckedCase);
  if (role === "field" || role === "oneof")
    return minor("Code that writes the whole message may not compile until it sets the field");
  if (role === "case" || role === "value")
    return minor("An exhaustive `switch` or table may not compile until it handles the new one");
  if (isRequired === true && (use === "made" || use === "both") && role === "member")
    return major("Existing calls do not provide it, so they no longer compile");
  if (isRequired === true && (use === "made" || use === "both") && role === "rpc")
    return major("Servers have no handler for it, so they no longer compile");
  return harmless;
}

function judgeType({ direction }: Difference & { kind: "retyped" }): Verdict {
  if (direction === "takes-more") return minor("It accepts more than before");
  if (direction === "gives-less") return minor("It returns a narrower type, which existing code accepts");
  return major(doesNotCompile);
}

function judgeRequired(use: Use): Verdict {
  if (use === "read")
    return minor("It is now always set; only code that creates the whole value may no longer compile");
  return major("Existing calls without it no longer compile");
}

function judgeBehavior(isAdded: boolean, behavior: string): Verdict {
  const [added, removed] = behaviors[behavior] ?? [hint, hint];
  return isAdded ? added : removed;
}

function judgeRule({
  isTighter,
  isUnclear = false,
  isBreaking = false,
}: Difference & { kind: "rule" }): Verdict {
  if (!isTighter) return minor("Requests may contain more than before");
  const reason = "Servers may reject requests that they accepted before";
  if (!isBreaking) return minor(reason);
  return isUnclear
    ? { ...major(`${reason}: the two rules cannot be compared`), isUncertain: true }
    : major(reason);
}

const hint = patch("It only documents the field");

/** Verdicts on a behavior that is added to a field, and on one that is removed. */
const behaviors: Readonly<Record<string, readonly [added: Verdict, removed: Verdict]>> = {
  IMMUTABLE: [major("Updates that change it fail"), minor("Updates may change it")],
  IDENTIFIER: [
    minor("The API states that it identifies the resource"),
    minor("The API no longer states that it identifies the resource"),
  ],
  OUTPUT_ONLY: [major("Servers ignore a value that programs send"), minor("Programs may now send it")],
  INPUT_ONLY: [major("Responses no longer contain it"), minor("Responses now contain it")],
  REQUIRED: [major("Servers reject requests without it"), minor("Requests may omit it")],
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
