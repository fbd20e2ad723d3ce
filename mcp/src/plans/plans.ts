import { randomBytes } from "node:crypto";
import type { Api, ToolCall } from "../calls/api.js";
import { inlineText } from "../text/quote-data.js";
import { Refusal } from "../text/refusal.js";
import { summaryText } from "./approval.js";
import { auditFacts } from "./audit.js";
import { Binding } from "./binding.js";
import type { PreparedChange, Plan, PlanInput } from "./plan.js";

/** The maximum number of plans in memory, and of their bytes. A new plan replaces the oldest ones. */
const [maxPlans, maxBytes] = [1_000, 64 * 1024 * 1024] as const;

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

  /** Stores a prepared change as a plan and gives it an id. @throws A Refusal if the change is too large. */
  add(change: PreparedChange, input: PlanInput, call: ToolCall): Plan {
    const { decision } = change.open;
    const tool = "tool" in decision && decision.tool === "destroy" ? "destroy" : "apply";
    const nonce = randomBytes(16).toString("hex");
    const expiresMs = this.#api.nowMs() + lifetimeMs;
    // The input, the message and the resource are in memory as objects, which take about twice as much as their JSON.
    const { details, current, after } = change;
    const bytes = 4 * Buffer.byteLength(JSON.stringify([input, details, current?.shown, after]));
    if (bytes > maxBytes)
      throw new Refusal("TOO_MANY_CHANGES", "the request or the resource is too large for a plan");
    const summary = summaryText(change.approval);
    const unnamed = {
      ...change,
      input,
      summary,
      tool,
      caller: call.caller,
      expiresMs,
      nonce,
      bytes,
    } as const;
    const plan = { ...unnamed, id: this.#binding.makeId(unnamed) };
    this.#makeRoom(bytes);
    this.#plans.set(plan.id, plan);
    this.#api.log.add({ event: "planned", ...auditFacts(this.#api, plan, call), result: "OK" });
    return plan;
  }

  #makeRoom(bytes: number): void {
    for (const [id, { expiresMs }] of this.#plans) if (expiresMs <= this.#api.nowMs()) this.#plans.delete(id);
    let sum = bytes;
    for (const plan of this.#plans.values()) sum += plan.bytes;
    for (const [id, plan] of this.#plans) {
      if (this.#plans.size < maxPlans && sum <= maxBytes) return;
      this.#plans.delete(id);
      sum -= plan.bytes;
    }
  }

  /** Returns a plan that can still be applied. */
  find(id: string): Plan | undefined {
    const plan = this.#plans.get(id);
    return plan && plan.expiresMs > this.#api.nowMs() ? plan : undefined;
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
