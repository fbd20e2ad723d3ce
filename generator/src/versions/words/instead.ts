import { titleOf } from "../finding/titles.js";
import type { Finding, What } from "../finding/finding.js";

/** What those who use the SDK write instead, as a sentence without its full stop; undefined where nothing has to be done. */
export function insteadOf({ about, what }: Finding): string | undefined {
  const said =
    about.deprecated === undefined || about.deprecated === ""
      ? undefined
      : about.deprecated.replace(/[.]$/, "");
  switch (what.kind) {
    case "removed":
      return said ?? removals[about.role];
    case "renamed":
      return `Write \`${what.after}\``;
    case "retyped":
      return ofType(what);
    case "alternative-removed":
      return "Use another of its values";
    case "optional":
      return what.use === "made" ? undefined : "Give it a default where it is read: `?? ...`";
    case "required":
      return what.use === "read" ? undefined : "Give it";
    case "added":
      if (what.isSecond === true) return "Look at `$case` before the value is read";
      return what.isRequired === true ? ofAddition(about.role, what.use) : undefined;
    case "wire-type":
      return what.wire === "incompatible"
        ? "Write again what is stored, or add a field of the new type beside the old one"
        : undefined;
    case "taken":
      return "Read nothing with the new version that the old one stored";
    case "reused":
      return "Leave it out, and read nothing with the new version that the old one stored";
    case "setting":
      return "Give the headers to servers that take both, before programs are upgraded";
    case "request":
      return `Pass what \`${titleOf(what.after)}\` asks for`;
    case "response":
      return `Read what \`${titleOf(what.after)}\` holds`;
    case "number":
      return about.role === "value"
        ? "Write again what is stored with the old number"
        : "Keep both sides on one version, or add a field of the new number beside the old one";
    case "oneof":
      if (what.after === "") return "Read and write the property itself";
      return `Write \`${what.after}: { $case: "${last(about.title)}", value }\`, and look at \`$case\` when reading`;
    case "behavior-added":
      return behaviors[what.behavior];
    case "rule":
      return ofRule(what.after);
    default:
      return fixed[what.kind];
  }
}

/** A rule that is gone asks for nothing. */
function ofRule(after: string): string | undefined {
  if (after === "") return undefined;
  return after === "required" ? "Set it in requests" : "Send only what the new rules take";
}

const removals: Partial<Record<Finding["about"]["role"], string>> = {
  field: "Leave it out; unknown fields keep what others send in it",
  value: "Use another value; what is stored keeps its number",
  rpc: "Call another method: servers of the new version do not know it",
};

const fixed: Partial<Record<What["kind"], string>> = {
  "json-name": "Read JSON of the old name by hand",
  presence: "Look whether it is `undefined`",
  endpoint: "Upgrade before the old endpoint goes",
  domain: "Name the domain: `apiDomain`",
  streaming: "Iterate over what streams; pass an iterable where requests do",
  called: "Call it with what the new signature asks for",
  masked: "Send the whole resource, or name what is cleared: `resetMask`, or change it by `modify`",
  unmasked: "Leave `resetMask` out",
  unpaged: "Read what the method itself gives",
  result: "Use what it gives now",
  "pattern-removed": "Make names anew by the functions of the type; what is stored has the old form",
  unversioned: "Let one program at a time change it",
};

const behaviors: Readonly<Record<string, string>> = {
  IMMUTABLE: "Set it when the resource is created, and leave it as it was read in updates",
  IDENTIFIER: "Leave it as it was read",
  OUTPUT_ONLY: "Leave it out of requests",
  INPUT_ONLY: "Keep what was sent; it is not read again",
  REQUIRED: "Set it in each request",
};

function ofAddition(role: Finding["about"]["role"], use: string | undefined): string | undefined {
  if (role === "rpc" && use === "made") return "Write its handler";
  return role === "member" && use !== "read" ? "Give it" : undefined;
}

function ofType({ before, after, way }: What & { kind: "retyped" }): string | undefined {
  if (way !== "other") return undefined;
  const [old, now] = [before, after].map((text) => text.replace(/ \| undefined$|^undefined \| /, ""));
  if (old === now)
    return before === old ? "Expect `undefined` where it is read: `?? ...`" : "Leave `undefined` out";
  if (old === "number" && now === "bigint")
    return "Write `4n` or `BigInt(value)`, and `Number(value)` where a number is needed";
  if (old === "bigint" && now === "number") return "Write `4` or `Number(value)`";
  if (now === `${old}[]`) return "Write a list: `[value]`";
  if (old === `${now}[]`) return "Write one value in the place of the list";
  return `Write ${now === undefined || now.length > 60 || /[`<]/.test(now) ? "the new type" : `\`${now}\``} in its place`;
}

function last(title: string): string {
  return title.slice(title.lastIndexOf(".") + 1);
}
