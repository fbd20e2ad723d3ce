import type { Api } from "../calls/api.js";
import type { OpenMethod } from "../methods/access.js";
import { describeMethod } from "../describe/describe.js";
import { servicesText } from "../methods/overview.js";
import { quoteData } from "../text/quote-data.js";
import { maxAnswerTokens } from "../text/tokens.js";

/** The maximum number of methods in a result. */
const maxHits = 12;

/** Runs the tool `find_methods`. Without words it answers with an overview of the services. */
export async function findMethods(api: Api, query: string): Promise<string> {
  if (query.trim() === "") return servicesText(api.methods);
  const found = (await api.search())
    .find(query)
    .filter(({ decision }) => "tool" in decision || decision.flag);
  const hits = found.slice(0, maxHits);
  if (hits.length === 0)
    return "No method matches; use other words, such as the name of a resource, or no words for an overview of the services.";
  const more = found.length - hits.length;
  return [
    ...hits.map(hitText),
    ...(more > 0 ? [`${more} more methods match; use other words to see them.`] : []),
  ].join("\n");
}

function hitText({ listed: { name, line }, decision }: OpenMethod): string {
  const old = line.isDeprecated ? ", deprecated" : "";
  const refused = "why" in decision ? `, not allowed without ${decision.flag}` : "";
  return `${name} (${line.effect}${old}${refused}) ${quoteData(line.text, 100)}`;
}

/** Runs the tool `describe_methods`. Each method gets an equal share of the answer. */
export async function describeMethods(api: Api, names: readonly string[]): Promise<string> {
  const opened = await Promise.all([...new Set(names)].map((name) => api.method(name)));
  const share = Math.floor((maxAnswerTokens - 100) / opened.length);
  return opened.map((one) => describeMethod(one, share)).join("\n\n");
}
