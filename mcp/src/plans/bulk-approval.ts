import { createHash, randomBytes } from "node:crypto";
import type { Api } from "../calls/api.js";
import { exactText } from "../text/exact-text.js";
import { Refusal } from "../text/refusal.js";
import { countTokens } from "../text/tokens.js";
import { type SentText, sentText } from "./approval.js";
import type { Approval, BulkMember } from "./plan.js";
import { entriesText, type RequestEntry } from "./request-text.js";
import { resourceName } from "./resource-facts.js";

/** The maximum number of resources whose requests are shown in a line. More need the page. */
export const maxShown = 6;

/** The number of names at each end of a long list. */
const atEnds = 3;

/** The maximum length of a value in characters, and of the text in tokens. */
const [maxLength, maxTokens] = [400, 3_000] as const;

/** The values that the requests of several resources have in common, and the other values of each. */
export interface BulkText {
  readonly title: string;
  readonly common: readonly RequestEntry[];
  /** The reset mask that all have. Empty if there is none, or if they differ and each has its own. */
  readonly mask: string;
  readonly members: readonly { readonly id: string; readonly own: readonly RequestEntry[] }[];
}

/** Writes all that a change of several resources sends. */
export function bulkText(
  api: Api,
  members: readonly BulkMember[],
  digestKey: Uint8Array,
  length = Infinity,
): BulkText {
  const texts = members.map((member) => sentText(api, member, digestKey, length));
  const [first] = texts;
  const isCommon = ([path, value]: RequestEntry): boolean =>
    texts.every(({ entries }) => entries.some(([other, one]) => other === path && one === value));
  const common = first?.entries.filter(isCommon) ?? [];
  const paths = new Set(common.map(([path]) => path));
  const hasOneMask = texts.every(({ mask }) => mask === first?.mask);
  return {
    title: first?.title ?? "",
    common,
    mask: hasOneMask ? (first?.mask ?? "") : "",
    members: texts.map(({ entries, mask, unknown }, at) => ({
      id: members[at]?.id ?? "",
      own: [
        ...entries.filter(([path]) => !paths.has(path)),
        ...(hasOneMask || mask === "" ? [] : [["(clears)", mask] as const]),
        ...(unknown === "" ? [] : [["(more)", unknown] as const]),
      ],
    })),
  };
}

/**
 * Describes the same change of several resources: their number, the change, the first and last names, and a digest over the
 * method, message, mask and version of all.
 *
 * @throws A Refusal if what they have in common is too long for a person to review.
 */
export function describeBulk(api: Api, members: readonly BulkMember[], unchanged: number): Approval {
  const digestKey = randomBytes(32);
  const { title, common, mask, members: all } = bulkText(api, members, digestKey, maxLength);
  const whole = members.map((member) => sentText(api, member, digestKey, Infinity));
  const isShort = members.length <= maxShown;
  const parts = [
    entriesText(common),
    mask === "" ? "" : `clears ${mask}`,
    isShort ? "" : ownPaths(all),
    isShort
      ? all
          .map(({ own }) => (own.length > 0 ? `(${entriesText(own)})` : ""))
          .filter(Boolean)
          .join(", ")
      : `IDs ${ends(all.map(({ id }) => exactText(id)))}`,
    `sha256 of all ${digestMembers(members, whole)}`,
  ];
  const sent = `${title} of ${members.length} ${members.length === 1 ? "resource" : "resources"}: ${parts.filter(Boolean).join("; ")}`;
  if (countTokens(sent) > maxTokens)
    throw new Refusal(
      "TOO_MANY_CHANGES",
      `the text of the change has more than ${maxTokens} tokens, which is too long for a person to review; plan fewer resources at once`,
    );
  const names = members.map(({ open, current }) =>
    current === undefined ? undefined : resourceName(open.service, current.type, current.shown),
  );
  const isNamed = names.every((name) => name !== undefined);
  const says = [
    isNamed ? `names ${ends(names.map((name) => exactText(api.secrets.scrub(name))))}` : "",
    unchanged > 0 ? `${unchanged} more have these values already` : "",
  ];
  const isWhole = isShort && whole.every((one) => one.unknown === "") && isShown(whole, common, all);
  return { sent, isWhole, says: says.filter(Boolean).join("; "), digestKey };
}

/** Whether the shown values are the whole ones. */
function isShown(
  whole: readonly SentText[],
  common: readonly RequestEntry[],
  all: BulkText["members"],
): boolean {
  return whole.every(({ entries }, at) =>
    entries.every(([path, value]) =>
      [...common, ...(all[at]?.own ?? [])].some(([other, one]) => other === path && one === value),
    ),
  );
}

function ownPaths(members: BulkText["members"]): string {
  const paths = [...new Set(members.flatMap(({ own }) => own.map(([path]) => path)))];
  return paths.length > 0 ? `each with its own ${paths.join(", ")}` : "";
}

/** Returns the first and the last three of a long list. */
function ends(names: readonly string[]): string {
  if (names.length <= 2 * atEnds) return names.join(", ");
  return `${names.slice(0, atEnds).join(", ")} … ${names.slice(-atEnds).join(", ")}`;
}

/** Secrets are in the texts by digests that nobody can compare, so that this digest reveals none of them. */
function digestMembers(members: readonly BulkMember[], texts: readonly SentText[]): string {
  const facts = texts.map(({ title, entries, mask, unknown }, at) => [
    title,
    entries,
    mask,
    unknown,
    members[at]?.current?.fingerprint ?? null,
  ]);
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex");
}
