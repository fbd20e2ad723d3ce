import type { Api } from "../calls/api.js";
import type { OpenMethod } from "../methods/access.js";
import { describeMethod } from "../describe/describe.js";
import { signature } from "../describe/signature.js";
import { servicesText } from "../methods/overview.js";
import { quoteData } from "../text/quote-data.js";
import { maxAnswerTokens } from "../text/tokens.js";

/** The maximum number of methods in a result, and of those with a sentence. */
const [maxHits, maxSentences] = [7, 3] as const;

/** Runs the tool `find_methods`. Without words it answers with an overview of the services. */
export async function findMethods(api: Api, query: string): Promise<string> {
  if (query.trim() === "") return servicesText(api.methods);
  const found = (await api.search())
    .find(query)
    .filter(({ decision }) => "tool" in decision || decision.flag);
  const [best, ...hits] = found.slice(0, maxHits);
  if (!best)
    return "No method matches; use other words, such as the name of a resource, or no words for an overview of the services.";
  const more = found.length - 1 - hits.length;
  return [
    hitText(best, true),
    signature(best, canPlanMany(api, best)),
    ...hits.map((one, at) => hitText(one, at < maxSentences - 1)),
    ...(more > 0 ? [`${more} more match other words of it.`] : []),
  ].join("\n");
}

function canPlanMany(api: Api, { decision }: OpenMethod): boolean {
  return "tool" in decision && (decision.tool !== "destroy" || api.allowsBulk("destroy"));
}

function hitText({ listed: { name, line }, decision }: OpenMethod, hasSentence: boolean): string {
  const old = line.isDeprecated ? ", deprecated" : "";
  const flag = hasSentence && "why" in decision ? `, not allowed without ${decision.flag}` : ", not allowed";
  const refused = "why" in decision ? flag : "";
  const sentence = hasSentence ? ` ${quoteData(line.text, 80)}` : "";
  return `${name} (${line.effect}${old}${refused})${sentence}`;
}

/** Runs the tool `describe_methods`. Each method gets an equal share of the answer. */
export async function describeMethods(api: Api, names: readonly string[]): Promise<string> {
  const opened = await Promise.all([...new Set(names)].map((name) => api.method(name)));
  const share = Math.floor((maxAnswerTokens - 100) / opened.length);
  return opened.map((one) => describeMethod(one, share)).join("\n\n");
}
