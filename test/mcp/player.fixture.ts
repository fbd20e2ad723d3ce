import type { Agent, Answer } from "./connect.fixture.js";

/** What a task cost. */
export interface Cost {
  calls: number;
  tokens: number;
  /** The calls and the tokens that found the method and what it needs. */
  findCalls: number;
  findTokens: number;
  approvals: number;
  /** Answers that led nowhere: errors, and searches that did not print the method. */
  deadEnds: number;
  isDone: boolean;
}

/**
 * Plays a task with nothing but the tools of a server. It may use only names that an earlier answer printed, or that the task
 * itself has.
 */
export class Player {
  readonly cost: Cost = {
    calls: 0,
    tokens: 0,
    findCalls: 0,
    findTokens: 0,
    approvals: 0,
    deadEnds: 0,
    isDone: false,
  };
  readonly #agent: Agent;
  readonly #count: (text: string) => number;
  #known: string;

  /** @param task The words of the person, which have the names that the person knows. */
  constructor(agent: Agent, count: (text: string) => number, task: string) {
    this.#agent = agent;
    this.#count = count;
    this.#known = task;
  }

  /** Whether a tool takes an argument. */
  async takes(tool: string, argument: string): Promise<boolean> {
    const { tools } = await this.#agent.client.listTools();
    return argument in (tools.find(({ name }) => name === tool)?.inputSchema.properties ?? {});
  }

  /** Searches for a method, with other words if its name was not printed. */
  async find(method: string, ...queries: readonly string[]): Promise<string> {
    for (const query of queries) {
      const { text } = await this.call("find_methods", { query });
      if (text.includes(`${method} (`)) return text.split("\n").find((line) => line.startsWith(method)) ?? "";
      this.cost.deadEnds += 1;
    }
    throw new Error(`no answer has the name ${method}`);
  }

  /** Reads what methods take and answer, unless a search has printed what calls of them need. */
  async describe(...names: readonly string[]): Promise<void> {
    const rest = names.filter((name) => !this.#isShown(name));
    if (rest.length > 0) await this.call("describe_methods", { names: rest });
  }

  /** Whether the line after that of a method says how to call it. */
  #isShown(name: string): boolean {
    const lines = this.#known.split("\n");
    return lines.some((line, at) => line.startsWith(`${name} (`) && / request /.test(lines[at + 1] ?? ""));
  }

  async call(tool: string, given: object): Promise<Answer> {
    this.#requireKnown(given);
    const answer = await this.#agent.call(tool, given);
    this.cost.calls += 1;
    const tokens = this.#count(JSON.stringify(given)) + this.#count(answer.text);
    this.cost.tokens += tokens;
    if (tool === "find_methods" || tool === "describe_methods") {
      this.cost.findCalls += 1;
      this.cost.findTokens += tokens;
    }
    if (answer.isError) this.cost.deadEnds += 1;
    this.#known += `\n${answer.text}`;
    return answer;
  }

  async read(method: string, more: object): Promise<string> {
    const answer = await this.call("read", { method, ...more });
    if (answer.isError) throw new Error(answer.text);
    return answer.text;
  }

  /** Plans a change and makes it, which the person approves. */
  async change(given: object): Promise<string> {
    const planned = await this.call("plan", given);
    const [, tool = "", id = "", summary = ""] =
      /call (apply|destroy) within.*\nplan_id: (\S+)\nsummary: (.*)/.exec(planned.text) ?? [];
    if (id === "") throw new Error(planned.text);
    this.cost.approvals += 1;
    const made = await this.call(tool, { plan_id: id, summary });
    if (made.isError) throw new Error(made.text);
    return made.text;
  }

  /** Names of methods and of fields have to be known. Values are those of the task or of answers. */
  #requireKnown(given: object): void {
    const { method, names = [], request = {}, set = {}, list = {}, fields = [] } = given as Names;
    const paths = [...Object.keys(request), ...Object.keys(set), ...Object.keys(list), ...fields];
    const steps = paths.flatMap((path) => path.split("."));
    for (const name of [method ?? "", ...names, ...steps])
      if (!this.#known.includes(name)) throw new Error(`no answer has printed ${name}`);
  }
}

interface Names {
  readonly method?: string;
  readonly names?: readonly string[];
  readonly request?: object;
  readonly set?: object;
  readonly list?: object;
  readonly fields?: readonly string[];
}
