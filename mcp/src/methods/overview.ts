import { quoteData } from "../text/quote-data.js";
import { countTokens } from "../text/tokens.js";
import { type Methods, serviceName } from "./methods.js";

/** The maximum number of tokens of the overview. */
const maxTokens = 1_200;

/** The maximum lengths of the texts of services, from the first attempt to the last. */
const textLengths = [100, 60, 40, 25, 0] as const;

/** Lists the services of an API, a line each with what it is for, as long as that fits into 1,200 tokens. */
export function servicesText({ services, all }: Methods): string {
  const head = `${services.length} services with ${all.length} methods. Search with the words of a task, or with the name of a service.`;
  const linesOf = (length: number): readonly string[] =>
    services.map((entry) => {
      const text = length > 0 && entry.text !== "" ? ` ${quoteData(entry.text, length)}` : "";
      return `${serviceName(entry) || "(no service)"} ${entry.methods.length}${text}`;
    });
  for (const length of textLengths) {
    const text = [head, ...linesOf(length)].join("\n");
    if (countTokens(text) <= maxTokens) return text;
  }
  const names = linesOf(0);
  const kept: string[] = [head];
  let tokens = countTokens(head) + 20;
  for (const line of names) {
    tokens += countTokens(line) + 1;
    if (tokens > maxTokens) break;
    kept.push(line);
  }
  return `${kept.join("\n")}\n… and ${names.length - kept.length + 1} more services`;
}
