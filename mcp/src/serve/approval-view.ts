import { safeText } from "@stratus/dynamic-client";
import type { Api } from "../calls/api.js";
import type { SentText } from "../plans/approval.js";
import { bulkText } from "../plans/bulk-approval.js";
import { entriesText } from "../plans/request-text.js";
import { exactText } from "../text/exact-text.js";
import { resourceName } from "../plans/resource-facts.js";
import type { Plan } from "../plans/plan.js";
import { type ApiValues, describeWhole } from "../plans/whole-change.js";

/** The content of the approval page, as HTML and as plain text show it. */
export interface ApprovalView {
  /** The effect and the method: `destroy compute/instance/delete`. */
  readonly title: string;
  /** Where, as whom and for whom the change is made. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly sections: readonly ViewSection[];
}

/** Values under a heading. */
export interface ViewSection {
  readonly heading: string;
  readonly note?: string | undefined;
  /** Whether the values are words of the API, which are not to be trusted. */
  readonly isOfApi: boolean;
  /** The names of the columns. The first one names the row. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
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
  const { title, common, masks, members: all } = bulkText(api, members, approval.digestKey);
  const names = members.map(({ open, current }) =>
    current === undefined ? undefined : resourceName(open.service, current.type, current.shown),
  );
  const own = all.map(({ id, own: entries }) => [exactText(id), entriesText(entries)]);
  const said = names.flatMap((name, at) =>
    name === undefined ? [] : [[exactText(members[at]?.id ?? ""), exactText(api.secrets.scrub(name))]],
  );
  return {
    title: `${title} of ${members.length} resources`,
    sections: [
      ...sentSections({ title, entries: common, isWhole: true, mask: masks.join(" or "), unknown: "" }),
      {
        heading: `Sent for each of the ${members.length} resources`,
        isOfApi: false,
        columns: ["ID", "Fields"],
        rows: own,
      },
      {
        heading: "Their names, as the API says",
        note: "The API and its users wrote these values.",
        isOfApi: true,
        columns: ["ID", "Name"],
        rows: said,
      },
    ],
  };
}

function sentSections({ entries, mask, unknown }: SentText): readonly ViewSection[] {
  const rows = entries.map(([path, value]) => [path || "(the request)", value]);
  const more = [
    ...(mask === "" ? [] : [["Fields that are cleared (reset mask)", mask]]),
    ...(unknown === "" ? [] : [["Values that cannot be shown", unknown]]),
  ];
  const sent = rows.length > 0 ? rows : [["(nothing)", ""]];
  return [
    { heading: "What is sent", isOfApi: false, columns: ["Field", "Value"], rows: sent },
    ...(more.length > 0
      ? [{ heading: "Also sent", isOfApi: false, columns: ["Part", "Value"], rows: more }]
      : []),
  ];
}

function apiSection({ isUpdate, rows, more }: ApiValues): ViewSection {
  const rest = more > 0 ? ` ${more} more values are not shown.` : "";
  return {
    heading: isUpdate ? "What changes, as the API says" : "The resource now, as the API says",
    note: `The API and its users wrote these values.${rest}`,
    isOfApi: true,
    columns: isUpdate ? ["Field", "Now", "After"] : ["Field", "Now"],
    rows: rows.map(({ path, now, next }) => (next === undefined ? [path, now] : [path, now, next])),
  };
}

/** Writes the content as plain text, for terminals. */
export function approvalText({ title, facts, sections }: ApprovalView): string {
  const lines = sections.flatMap(({ heading, note, rows }) => [
    "",
    `${heading}:`,
    ...(note === undefined ? [] : [`(${note})`]),
    ...rows.map(([name = "", now = "", next]) =>
      next === undefined ? `  ${name}: ${now}` : `  ${name}: ${now} -> ${next}`,
    ),
  ]);
  return safeText([title, ...facts.map(([name, value]) => `${name}: ${value}`), ...lines, ""].join("\n"));
}
