import { safeText } from "@stratus/dynamic-client";
import type { Api } from "../calls/api.js";
import { apiWords, type SentText } from "../plans/approval.js";
import { bulkText } from "../plans/bulk-approval.js";
import { entriesText } from "../plans/request-text.js";
import { exactText } from "../text/exact-text.js";
import type { Plan } from "../plans/plan.js";
import type { RequestEntry } from "../plans/request-text.js";
import { type ApiValues, describeWhole } from "../plans/whole-change.js";

/** The content of the approval page, as HTML and as plain text show it. */
export interface ApprovalView {
  /** The effect and the method: `destroy compute/instance/delete`. */
  readonly title: string;
  /** The API, the login and the time limit. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly sections: readonly ViewSection[];
}

/** Values under a heading. */
export interface ViewSection {
  readonly heading: string;
  readonly note?: string | undefined;
  /** Whether the values are words of the API, which may mislead. */
  readonly isOfApi: boolean;
  readonly entries: readonly RequestEntry[];
}

/** Makes the content of the page of a plan. */
export function approvalView(api: Api, plan: Plan): ApprovalView {
  const { settings, sdk } = api;
  const { title, sections } = plan.members ? bulkView(api, plan) : oneView(api, plan);
  return {
    title,
    facts: [
      ["API", [sdk.guide.package.name, settings.endpoint ?? settings.apiDomain].filter(Boolean).join(" at ")],
      ["Login", api.subject],
      ["Expires", `${new Date(plan.expiresMs).toISOString().slice(11, 16)} UTC`],
    ],
    sections,
  };
}

function oneView(api: Api, plan: Plan): Pick<ApprovalView, "sections" | "title"> {
  const { sent, says } = describeWhole(api, plan);
  return {
    title: sent.title,
    sections: [...sentSections(sent), ...(says === undefined ? [] : [apiSection(says)])],
  };
}

/** All that a change of several resources sends, with a row for each of them. */
function bulkView(api: Api, plan: Plan): Pick<ApprovalView, "sections" | "title"> {
  const { members = [], approval } = plan;
  const { title, common, mask, members: all } = bulkText(api, members, approval.digestKey);
  const own = all.map(({ id, own: entries }) => [exactText(id), entriesText(entries)] as const);
  const said = members.map((member) => [exactText(member.id), apiWords(api, member)] as const);
  return {
    title: `${title} of ${members.length} resources`,
    sections: [
      ...sentSections({ title, entries: common, isWhole: true, mask, unknown: "" }),
      { heading: `Also sent, for each of the ${members.length}`, isOfApi: false, entries: own },
      {
        heading: "The resources, as the API says",
        note: "The API and its users wrote these values.",
        isOfApi: true,
        entries: said,
      },
    ],
  };
}

function sentSections({ entries, mask, unknown }: SentText): readonly ViewSection[] {
  const more: readonly RequestEntry[] = [
    ...(mask === "" ? [] : [["Fields that are cleared (reset mask)", mask] as const]),
    ...(unknown === "" ? [] : [["Values that cannot be shown", unknown] as const]),
  ];
  const sent = entries.map(([path, value]) => [path || "(the request)", value] as const);
  return [
    { heading: "What is sent", isOfApi: false, entries: sent.length > 0 ? sent : [["(nothing)", ""]] },
    ...(more.length > 0 ? [{ heading: "Also sent", isOfApi: false, entries: more }] : []),
  ];
}

function apiSection({ isReplaced, entries, more }: ApiValues): ViewSection {
  const rest = more > 0 ? ` ${more} more values are not shown.` : "";
  return {
    heading: isReplaced ? "Replaced values, as the API says" : "The resource now, as the API says",
    note: `The API and its users wrote these values.${rest}`,
    isOfApi: true,
    entries,
  };
}

/** Writes the content as plain text, for terminals. */
export function approvalText({ title, facts, sections }: ApprovalView): string {
  const lines = sections.flatMap(({ heading, note, entries }) => [
    "",
    `${heading}:`,
    ...(note === undefined ? [] : [`(${note})`]),
    ...entries.map(([name, value]) => `  ${name}: ${value}`),
  ]);
  return safeText([title, ...facts.map(([name, value]) => `${name}: ${value}`), ...lines, ""].join("\n"));
}
