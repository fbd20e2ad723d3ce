import type { MarkdownPage } from "../markdown/read-page.js";

/** A page of the site. */
export interface SitePage {
  /** Path of its Markdown, from the folder of the site: `compute/v1/DiskService.md`. */
  readonly source: string;
  /** Path of its HTML: `compute/v1/DiskService.markup`. */
  readonly path: string;
  /** The heading of the navigation under which it stands; empty for the first page. */
  readonly group: string;
  /** Its name in the navigation. */
  readonly name: string;
  readonly content: MarkdownPage;
}

/** Returns the address of one page, as a link of another: `../../index.markup`. */
export function relativePath(from: string, to: string): string {
  const steps = from.split("/").slice(0, -1);
  const target = to.split("/");
  let shared = 0;
  while (shared < steps.length && shared < target.length - 1 && steps[shared] === target[shared]) shared++;
  return [...steps.slice(shared).map(() => ".."), ...target.slice(shared)].join("/");
}
