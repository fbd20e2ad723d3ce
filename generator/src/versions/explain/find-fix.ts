import { toTypeTitle } from "../finding/titles.js";
import type { Finding, Role, Difference } from "../finding/finding.js";

/** The fix of everything that programs must now set. */
const setIt = "Set it before you upgrade";

/** Returns what users of the SDK have to do, as a sentence without a full stop; undefined if they need not act. */
export function findFix({ subject, difference }: Finding): string | undefined {
  switch (difference.kind) {
    case "removed":
      return subject.deprecated === undefined || subject.deprecated === ""
        ? removals[subject.role]
        : subject.deprecated.replace(/[.]$/, "");
    case "name":
    case "renamed":
      return `Write \`${difference.after}\``;
    case "retyped":
      return fixType(difference);
    case "alternative-removed":
      return "Use another of its values";
    case "optional":
      return difference.use === "made" ? undefined : "Give it a default when you read it: `?? ...`";
    case "required":
      return difference.use === "read" ? undefined : setIt;
    case "added":
      if (difference.second !== undefined) return "Check `$case` before you read the value";
      return difference.isRequired === true ? fixAddition(subject.role, difference.use) : undefined;
    case "wire-type":
      return difference.wire === "incompatible"
        ? "Rewrite stored data, or add a field of the new type beside the old one"
        : undefined;
    case "taken":
      return "Do not read data that the old version stored with the new version";
    case "reused":
      return "Omit it, and do not read data that the old version stored with the new version";
    case "setting":
      return "Deploy servers that accept both headers before you upgrade programs";
    case "presence":
      if (difference.after === "required") return setIt;
      return difference.before === "required"
        ? "Keep setting it until all programs are upgraded"
        : "Check whether it is `undefined`";
    case "proto-name":
      return subject.role === "rpc" || subject.role === "service"
        ? "Upgrade when the servers know the new name"
        : undefined;
    case "request":
      return `Pass \`${toTypeTitle(difference.after)}\``;
    case "response":
      return `Read the fields of \`${toTypeTitle(difference.after)}\``;
    case "number":
      return subject.role === "value"
        ? "Rewrite data that was stored with the old number"
        : "Run the same version on both sides, or add a field with the new number beside the old one";
    case "oneof":
      if (difference.after === "") return "Read and write the property directly";
      return `Write \`${difference.after}: { $case: "${lastPart(subject.title)}", value }\`, and check \`$case\` when you read it`;
    case "behavior-added":
      return behaviors[difference.behavior];
    case "rule":
      return fixRule(difference.after);
    default:
      return fixed[difference.kind];
  }
}

/** A rule that was removed requires nothing. */
function fixRule(after: string): string | undefined {
  if (after === "") return undefined;
  return after === "required" ? setIt : "Send only values that meet the new rule";
}

const removals: Partial<Record<Role, string>> = {
  field: "Omit it; values that others send are retained as unknown fields",
  value: "Use another value; stored data keeps its number",
  rpc: "Call another method: servers of the new version do not have it",
};

const fixed: Partial<Record<Difference["kind"], string>> = {
  "json-name": "Read JSON with the old name in your own code",
  default: "Set it explicitly wherever you relied on the default",
  endpoint: "Upgrade before the old endpoint is shut down",
  domain: "Set the domain: `apiDomain`",
  streaming: "Iterate over streamed responses, and pass an iterable for streamed requests",
  called: "Call it with the new signature",
  masked: "Send the whole resource, name the fields to clear in `resetMask`, or change it with `modify`",
  unmasked: "Omit `resetMask`",
  unpaged: "Read the response of the method itself",
  result: "Use the new result",
  "pattern-removed": "Format names again with the functions of the type; stored names have the old pattern",
  unversioned: "Let only one program at a time change the resource",
};

const behaviors: Readonly<Record<string, string>> = {
  IMMUTABLE: "Set it when you create the resource, and do not change it in updates",
  IDENTIFIER: "Do not change the value that you read",
  OUTPUT_ONLY: "Omit it from requests",
  INPUT_ONLY: "Store the value that you send, because responses do not contain it",
  REQUIRED: setIt,
};

function fixAddition(role: Role, use: string | undefined): string | undefined {
  if (role === "rpc" && use !== "read") return "Write its handler";
  return role === "member" && use !== "read" ? "Set it when you upgrade" : undefined;
}

function fixType({
  before,
  after,
  direction,
  isDeclaration,
}: Difference & { kind: "retyped" }): string | undefined {
  if (direction !== "other") return undefined;
  if (isDeclaration === true || before === after) return "Change the code that uses it";
  const [old = "", now = ""] = [before, after].map((text) =>
    text.replace(/ \| undefined$|^undefined \| /, ""),
  );
  if (old === now)
    return before === old ? "Handle `undefined` when you read it: `?? ...`" : "Do not pass `undefined`";
  if (old === "number" && now === "bigint")
    return "Write `4n` or `BigInt(value)`, and `Number(value)` if you need a number";
  if (old === "bigint" && now === "number") return "Write `4` or `Number(value)`";
  if (old === "bigint" && now === "string")
    return 'Write `"4"` or `String(value)`, and `BigInt(value)` to compute';
  if (old === "string" && now === "bigint") return "Write `4n` or `BigInt(value)`";
  if (now === `${old}[]`) return "Write a list: `[value]`";
  if (old === `${now}[]`) return "Write one value instead of a list";
  return `Use ${now.length > 60 || /[`<]/.test(now) ? "the new type" : `\`${now}\``}`;
}

function lastPart(title: string): string {
  return title.slice(title.lastIndexOf(".") + 1);
}
