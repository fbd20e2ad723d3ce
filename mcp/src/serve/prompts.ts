import type { McpServer } from "@modelcontextprotocol/server";
import type { Api } from "../calls/api.js";
import { lazySchema } from "../text/lazy-schema.js";

/** A prompt that clients offer to people. It has one argument, which the person fills in. */
interface PromptText {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly argument: string;
  readonly text: (given: string) => string;
}

const readPrompt: PromptText = {
  name: "find_out",
  title: "Find something out",
  description: "Answers a question with the API. It only reads.",
  argument: "question",
  text: (question) =>
    `Answer this question with the tools of this server: ${question}\nFind the method with find_methods, look at its request with describe_methods, and read. To count, sum or filter, use \`query\` of the tool read, which covers all pages. Name the methods that you have called. If a method is not allowed, say which flag of the server would allow it.`,
};

const changePrompts: readonly PromptText[] = [
  {
    name: "change",
    title: "Change something",
    description: "Plans one change, and makes it when you approve it.",
    argument: "task",
    text: (task) =>
      `Do this with the tools of this server: ${task}\nRead what is there now, then plan the smallest change that does it. Show me the summary of the plan, and wait for my answer before you call apply or destroy. Then say what came of it.`,
  },
  {
    name: "change_many",
    title: "Change many at once",
    description: "Plans the same change of several resources, with one approval.",
    argument: "task",
    text: (task) =>
      `Do this with the tools of this server: ${task}\nCount with \`query\` of the tool read how many resources it concerns, and tell me. Then make one plan for all of them, with \`ids\` or \`list\`. Show me its summary, and wait for my answer before you call apply or destroy. Then report which were done, and which were not and why.`,
  },
];

/** Registers the prompts of the tools that the server has. */
export function registerPrompts(server: McpServer, { access }: Api): void {
  const canChange = access.tools.has("apply") || access.tools.has("destroy");
  for (const { name, title, description, argument, text } of [
    readPrompt,
    ...(canChange ? changePrompts : []),
  ]) {
    const argsSchema = lazySchema<Readonly<Record<string, string>>>({
      type: "object",
      properties: { [argument]: { type: "string", description: `Your ${argument}, in your own words` } },
      required: [argument],
    });
    server.registerPrompt(name, { title, description, argsSchema }, (given) => ({
      messages: [{ role: "user", content: { type: "text", text: text(given[argument] ?? "") } }],
    }));
  }
}
