import type { Section } from "../markdown/read-page.js";
import { plainText } from "../markdown/plain-text.js";
import type { SitePage } from "../page/site-page.js";
import type { GuideService } from "@stratus/runtime/guide";

/** The kinds of entries, from the one that is found first. */
export type EntryKind = "method" | "service" | "error" | "page" | "type" | "field" | "value";

/** An entry of the search. */
export interface SearchEntry {
  readonly id: number;
  readonly kind: EntryKind;
  readonly title: string;
  /** The words of the title: `create instance service` of `InstanceService.create`. */
  readonly words: string;
  readonly text: string;
  readonly url: string;
}

/** Splits a name into words in lower case. */
export function wordsOf(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])|([A-Z]+)([A-Z][a-z])/g, "$1$3 $2$4")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();
}

/**
 * Lists the entries of the search: one for each page, method, type, field and enum value.
 *
 * @param services the services by the paths of their pages
 * @param errors names of the messages that describe errors
 */
export function searchEntries(
  pages: readonly SitePage[],
  services: ReadonlyMap<string, GuideService>,
  errors: ReadonlySet<string>,
): readonly SearchEntry[] {
  const entries: SearchEntry[] = [];
  const add = (entry: Omit<SearchEntry, "id" | "words">, words = ""): void => {
    entries.push({ id: entries.length, ...entry, words: `${wordsOf(entry.title)} ${words}`.trim() });
  };
  for (const page of pages) {
    const service = services.get(page.source);
    const isTypes = page.source.endsWith("types.md");
    for (const [index, section] of page.content.sections.entries()) {
      const url = index === 0 ? page.path : `${page.path}#${section.id}`;
      const text = firstText(section);
      const method = service?.methods.find(({ local }) => local === section.title);
      if (index === 0) add({ kind: service ? "service" : "page", title: section.title, text, url });
      else if (method) {
        // People look for what a method is called with: "create instance", not "create instance service".
        const resource = wordsOf(page.content.title.replace(/Service$/, ""));
        add({ kind: "method", title: `${page.content.title}.${section.title}`, text, url }, resource);
      } else if (section.depth === 2) {
        const kind = errors.has(section.title) ? "error" : isTypes ? "type" : "page";
        add({ kind, title: section.title, text, url });
      }
      if (isTypes && index > 0) addRows(section, page.path, add);
    }
  }
  return entries;
}

/** The fields of a message and the values of an enum. */
function addRows(
  { content, id, title }: Section,
  path: string,
  add: (entry: Omit<SearchEntry, "id" | "words">) => void,
): void {
  for (const node of content) {
    if (node.type !== "table") continue;
    const [head, ...rows] = node.children;
    const first = head?.children[0] ? plainText(head.children[0]) : "";
    const kind = first === "field" ? "field" : first === "value" ? "value" : undefined;
    if (kind === undefined) continue;
    for (const { children } of rows) {
      const [name = "", , text = ""] = children.map((cell) => plainText(cell));
      const field = name.replaceAll("?", "").replaceAll(/\s*:\s*/g, ".");
      add({ kind, title: `${title}.${field}`, text: text.slice(0, 120), url: `${path}#${id}.${field}` });
    }
  }
}

function firstText({ content }: Section): string {
  const node = content.find(({ type }) => type === "paragraph");
  return node ? plainText(node).slice(0, 200) : "";
}
