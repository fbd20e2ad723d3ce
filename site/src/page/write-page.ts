import type { CommandExample } from "@stratus/cli";
import type { GuideMessage, GuideService } from "@stratus/runtime/guide";
import { markup, type Markup } from "../markup.js";
import type { Highlight } from "../markdown/highlight.js";
import type { Section } from "../markdown/read-page.js";
import { toHtml } from "../markdown/to-html.js";
import { sectionExamples, writeExamples } from "./examples.js";
import { writeLayout, type SiteFrame } from "./layout.js";
import type { SitePage } from "./site-page.js";

/** What the pages of a site share. */
export interface PageParts {
  readonly frame: SiteFrame;
  readonly highlight: Highlight;
  /** The services of the API, by the paths of the Markdown of their pages. */
  readonly services: ReadonlyMap<string, GuideService>;
  /** Sample commands by the full names of methods. */
  readonly commands: ReadonlyMap<string, CommandExample>;
  readonly messages: ReadonlyMap<string, GuideMessage>;
}

/** Writes a page: each section is a row with its text and, beside it, its examples. */
export function writePage(
  page: SitePage,
  { frame, highlight, services, commands, messages }: PageParts,
  resolveLink: (url: string) => string | undefined,
): string {
  const service = services.get(page.source);
  const noun = kebabNoun(page.content.title);
  const sections = page.content.sections.map((section) => {
    const method = service?.methods.find(({ local }) => local === section.title);
    const call = service &&
      method &&
      section.depth === 2 && {
        service,
        method,
        sdk: frame.name,
        command: commands.get(`${service.name}/${method.rpc}`),
        messages: (typeName: string | undefined) => messages.get(typeName ?? ""),
      };
    const examples = sectionExamples(section.examples, noun, call || undefined);
    const place = { section: section.id, resolveLink };
    const title = toHtml(section.heading.children, place);
    const beside = examples.length > 0 && writeExamples(examples, section.id, highlight);
    return writeSection(section, title, toHtml(section.content, place), beside);
  });
  return writeLayout(page, frame, sections);
}

/** `load-balancer` of `LoadBalancerService`. */
function kebabNoun(title: string): string {
  return title
    .replace(/Service$/, "")
    .replaceAll(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase();
}

function writeSection(
  { id, depth }: Section,
  title: readonly Markup[],
  text: readonly Markup[],
  examples: Markup | false,
): Markup {
  const link = markup`<a class="anchor" href="#${id}">${title}</a>`;
  const heading =
    depth === 1
      ? markup`<h1>${title}</h1>`
      : depth === 2
        ? markup`<h2>${link}</h2>`
        : markup`<h3>${link}</h3>`;
  return markup`<section id="${id}" ${examples && markup` class="with-examples"`}>
    <div class="text">${heading}${text}</div>
    ${examples && markup`<div class="examples">${examples}</div>`}
  </section>`;
}
