import type { Code, Heading, RootContent } from "mdast";
import GithubSlugger from "github-slugger";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { DocsError } from "../docs-error.js";
import { plainText } from "./plain-text.js";

/** A part of a page below one heading. */
export interface Section {
  /** The anchor: the heading in the form that GitHub gives it, so that links of Markdown lead to it. */
  readonly id: string;
  readonly depth: number;
  readonly title: string;
  readonly heading: Heading;
  readonly content: readonly RootContent[];
  /** The blocks of code, which stand beside the text. */
  readonly examples: readonly Code[];
}

/** A page of Markdown: its parts in order, of which the first has the title of the page. */
export interface MarkdownPage {
  readonly title: string;
  readonly sections: readonly Section[];
}

/**
 * Reads a page of Markdown.
 *
 * @param path names the page in errors
 * @throws DocsError if the page does not begin with a heading
 */
export function readPage(text: string, path: string): MarkdownPage {
  const { children } = fromMarkdown(text, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  });
  const slugger = new GithubSlugger();
  const sections: (Section & { content: RootContent[]; examples: Code[] })[] = [];
  for (const node of children) {
    if (node.type === "heading") {
      const title = plainText(node);
      const { depth } = node;
      sections.push({ id: slugger.slug(title), depth, title, heading: node, content: [], examples: [] });
      continue;
    }
    const section = sections.at(-1);
    if (!section) {
      if (node.type === "html") continue;
      throw new DocsError(
        "PAGE_INVALID",
        `${path} does not begin with a heading. Begin it with a title, such as "# Disks"`,
      );
    }
    if (node.type === "code") section.examples.push(node);
    else section.content.push(node);
  }
  const title = sections[0]?.title;
  if (title === undefined)
    throw new DocsError("PAGE_INVALID", `${path} has no heading. Begin it with a title, such as "# Disks"`);
  return { title, sections };
}
