import { randomBytes } from "node:crypto";
import type { Api } from "../calls/api.js";
import { inlineText } from "../text/quote-data.js";
import { Refusal } from "../text/refusal.js";
import { Binding } from "./binding.js";
import type { PreparedChange, Plan, PlanInput } from "./plan.js";

/** The maximum number of plans in memory. A new plan replaces the oldest one. */
const maxPlans = 1_000;

/** How long a plan can be applied, in milliseconds. */
const lifetimeMs = 10 * 60_000;

/** The plans in memory. Each can be used once. */
export class Plans {
  readonly #plans = new Map<string, Plan>();
  readonly #api: Api;
  readonly #binding: Binding;
  /** The changes of each resource, which run one after the other. */
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor(api: Api) {
    this.#api = api;
    this.#binding = new Binding(api);
  }

  /** Stores a prepared change as a plan and gives it an id. */
  add(change: PreparedChange, input: PlanInput, caller: string): Plan {
    const { listed, decision } = change.open;
    const tool = "tool" in decision && decision.tool === "destroy" ? "destroy" : "apply";
    const nonce = randomBytes(16).toString("hex");
    const expiresMs = this.#api.nowMs() + lifetimeMs;
    const unnamed = { ...change, input, tool, caller, expiresMs, nonce } as const;
    const plan = { ...unnamed, id: this.#binding.makeId(unnamed) };
    for (const [id, { expiresMs: end }] of this.#plans) if (end <= this.#api.nowMs()) this.#plans.delete(id);
    const [oldest] = this.#plans.keys();
    if (this.#plans.size >= maxPlans && oldest !== undefined) this.#plans.delete(oldest);
    this.#plans.set(plan.id, plan);
    this.#api.log.add({ event: "planned", method: listed.name, plan: shortId(plan), summary: plan.summary });
    return plan;
  }

  /** Returns a plan if it may be applied as its summary says. The plan stays available. @throws A Refusal otherwise. */
  validate(id: string, summary: string, tool: Plan["tool"], caller: string): Plan {
    const plan = this.#plans.get(id);
    // A stranger's plan is told from none by nothing.
    if (plan?.caller !== caller)
      throw new Refusal(
        "PLAN_UNKNOWN",
        `there is no plan ${inlineText(id)}: a plan can be used once, within ten minutes, by the caller that made it; plan again`,
      );
    if (plan.expiresMs <= this.#api.nowMs()) {
      this.#plans.delete(id);
      throw new Refusal("PLAN_EXPIRED", "the plan has expired after ten minutes; plan again");
    }
    if (plan.tool !== tool) throw new Refusal("WRONG_TOOL", `this plan is for the tool ${plan.tool}`);
    if (plan.summary !== summary)
      throw new Refusal(
        "SUMMARY_CHANGED",
        "the summary differs from the plan, and it is what the person who approves sees; pass it unchanged",
      );
    if (!this.#binding.holds(plan)) {
      this.#plans.delete(id);
      throw new Refusal(
        "CREDENTIALS_CHANGED",
        "the credentials or the endpoint have changed since the plan was made; plan again",
      );
    }
    return plan;
  }

  /** Removes a plan so that it cannot be used again. @throws A Refusal if it was already used. */
  take(plan: Plan): void {
    if (!this.#plans.delete(plan.id))
      throw new Refusal("PLAN_UNKNOWN", "the plan was already used; plan again");
  }

  /** Runs a change after the earlier changes of the same resource. */
  async enqueue<Result>(resource: string, run: () => Promise<Result>): Promise<Result> {
    const before = this.#queues.get(resource) ?? Promise.resolve();
    const mine = before.then(run, run);
    const settled = mine.catch(() => undefined);
    this.#queues.set(resource, settled);
    try {
      return await mine;
    } finally {
      if (this.#queues.get(resource) === settled) this.#queues.delete(resource);
    }
  }
}

/** Returns the start of an id, which identifies the plan in the log. */
export function shortId({ id }: Plan): string {
  return id.slice(0, 8);
}
