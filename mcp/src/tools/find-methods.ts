import type { Api } from "../calls/api.js";
import type { OpenMethod } from "../methods/access.js";
import { describeMethod } from "../describe/describe.js";
import { searchMethods } from "../methods/search.js";
import { quoteData } from "../text/quote-data.js";
import { maxAnswerTokens } from "../text/tokens.js";

/** Runs the tool `find_methods`. */
export async function findMethods(api: Api, query: string): Promise<string> {
  const { hits, more } = searchMethods(api.access, query);
  const opened = await Promise.all(hits.map(({ name }) => api.method(name)));
  const lines = opened.filter(isUsable).map(({ listed: { name, line } }) => {
    const old = line.isDeprecated ? ", deprecated" : "";
    return `${name} (${line.effect}${old}) ${quoteData(line.text, 100)}`;
  });
  const rest = api.methods.all.length - api.access.usable.length;
  const notes = [
    more > 0 ? `${more} more methods match; use other words to see them.` : "",
    rest > 0 ? `${rest} methods are not allowed here and not shown.` : "",
  ].filter(Boolean);
  const found =
    lines.length > 0 ? lines : ["No method matches; use other words, such as the name of a resource."];
  return [...found, ...notes].join("\n");
}

function isUsable({ decision }: OpenMethod): boolean {
  return "tool" in decision;
}

/** Runs the tool `describe_methods`. Each method gets an equal share of the answer. */
export async function describeMethods(api: Api, names: readonly string[]): Promise<string> {
  const opened = await Promise.all([...new Set(names)].map((name) => api.method(name)));
  const share = Math.floor((maxAnswerTokens - 100) / opened.length);
  return opened.map((one) => describeMethod(one, share)).join("\n\n");
}
