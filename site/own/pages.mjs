/**
 * Returns the pages of `docs/` that README lists, grouped by reader, in its order. The decisions are a group of the site.
 * @param {string} readme
 * @returns {{ readonly group: string, readonly files: readonly string[] }[]}
 */
export function listPages(readme) {
  const [, more = ""] = /^## More$(.*?)^## /ms.exec(readme) ?? [];
  return [...more.matchAll(/^- \*\*(.+?):\*\* (.*)$/gm)].map(([, group = "", links = ""]) => ({
    group,
    files: [...links.matchAll(/\(docs\/((?!decisions\/)[\w/-]+\.md)\)/g)].map(([, file = ""]) => file),
  }));
}
