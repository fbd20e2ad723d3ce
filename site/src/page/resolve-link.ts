import { posix } from "node:path";
import { relativePath, type SitePage } from "./site-page.js";

/** Schemes of addresses outside of the site. Others, such as `javascript:`, are not followed. */
const outside = /^(?:https?|mailto):/i;

/** A link of a page to a page or a heading that does not exist. */
export interface DeadLink {
  readonly page: string;
  readonly url: string;
}

/**
 * Returns the resolver of the links of a page: links to Markdown become links to pages.
 *
 * @param pages all pages, by the paths of their Markdown
 * @param dead takes the links that lead nowhere
 */
export function linkResolver(
  page: SitePage,
  pages: ReadonlyMap<string, SitePage>,
  dead: DeadLink[],
): (url: string) => string | undefined {
  return (url) => {
    if (outside.test(url)) return url;
    if (/^[a-z][\w+.-]*:/i.test(url) || url.startsWith("//")) return undefined;
    const [path = "", anchor] = url.split("#");
    const source = path === "" ? page.source : posix.join(posix.dirname(page.source), path);
    const target = pages.get(source);
    const isThere = anchor === undefined || target?.content.sections.some(({ id }) => id === anchor);
    if (target && isThere)
      return (
        (path === "" ? "" : relativePath(page.path, target.path)) + (anchor === undefined ? "" : `#${anchor}`)
      );
    dead.push({ page: page.source, url });
    return undefined;
  };
}
