import { hasFlag } from "../argv/read-argv.js";
import { isJsonObject, locateError, UnknownField, UsageError } from "@stratus/dynamic-client";
import { errorExitCode } from "../output/report-error.js";
import { ApplyError } from "../output/apply-error.js";
import { type ApplyContext, resourceLabel } from "./apply-context.js";
import { type CarriedOut, carryOut } from "./carry-out.js";
import {
  planResource,
  type ResourcePlan,
  type ResourceTarget,
  unknownJson,
  unknownValue,
} from "./plan-resource.js";
import { planText } from "./print-plan.js";
import type { ResourceDocument } from "./read-resources.js";
import { replaceReferences } from "./references.js";
import type { ResolvedReferences } from "./resolve-references.js";
import { type Outcome, schedule } from "./schedule.js";

/** The maximum number of resources that an error names. */
const maxNamedErrors = 20;

/** The result of a resource. */
export interface ResourceResult {
  readonly outcome: Outcome;
  readonly carriedOut: CarriedOut | undefined;
}

/** The documents of a run, from the plan to the results. */
export class ApplyRun {
  readonly labels: readonly string[];
  readonly #apply: ApplyContext;
  readonly #documents: readonly ResourceDocument[];
  readonly #references: ResolvedReferences;
  /** The text that stands for each resource in references. */
  readonly #ids: (string | undefined)[];
  /** The IDs that became known after the plans were approved. */
  readonly #created: string[] = [];
  /** Questions are asked one after the other. */
  #question: Promise<unknown> = Promise.resolve();

  constructor(apply: ApplyContext, documents: readonly ResourceDocument[], references: ResolvedReferences) {
    this.#apply = apply;
    this.#documents = documents;
    this.#references = references;
    this.#ids = documents.map(() => undefined);
    this.labels = documents.map((one) => resourceLabel(one.kind, one, `(${one.place})`));
  }

  /** Plans all documents. @throws An error that names all documents that cannot be applied. */
  async plan(): Promise<readonly ResourcePlan[]> {
    const plans: ResourcePlan[] = [];
    const run = async (index: number): Promise<void> => {
      const plan = await planResource(this.#apply, this.#target(index));
      plans[index] = plan;
      this.#ids[index] = plan.id;
    };
    const { signal } = this.#apply.context.host;
    const outcomes = await schedule(this.#references.dependencies, run, signal);
    const failed = outcomes.flatMap((one, index) =>
      one.kind === "failed" ? [{ index, error: one.error }] : [],
    );
    signal.throwIfAborted();
    if (failed.length > 0) throw this.#planError(failed);
    this.#refuseDuplicates(plans);
    return plans;
  }

  /** Carries out approved plans, four at the same time. */
  async carryOut(
    plans: readonly ResourcePlan[],
    report: (index: number, result: ResourceResult) => void,
  ): Promise<readonly ResourceResult[]> {
    const carriedOut: CarriedOut[] = [];
    const run = async (index: number): Promise<void> => {
      const plan = plans[index];
      if (!plan || plan.action === "unchanged") return;
      const target = this.#target(index);
      // What was not known is planned now.
      const current = hasUnknown(plan) ? await planResource(this.#apply, target) : plan;
      const done = await carryOut(this.#apply, target, current, {
        approved: plan.fingerprint,
        normalize: (text) =>
          this.#created.reduce((all, id) => all.replaceAll(JSON.stringify(id), unknownJson), text),
        approve: (next) => this.#approve(index, next),
      });
      carriedOut[index] = done;
      if (plan.id === undefined && done.id !== undefined) this.#created.push(done.id);
      this.#ids[index] = done.id;
      report(index, { outcome: { kind: "done" }, carriedOut: done });
    };
    const { signal } = this.#apply.context.host;
    const outcomes = await schedule(this.#references.dependencies, run, signal);
    return outcomes.map((outcome, index) => ({ outcome, carriedOut: carriedOut[index] }));
  }

  #target(index: number): ResourceTarget {
    const document = this.#documents[index];
    if (!document) throw new Error("there is no such document");
    const { kind, place } = document;
    const content = replaceReferences(kind, document, (name) => {
      const target = this.#references.resolve(index, name);
      return typeof target === "string" ? target : (this.#ids[target] ?? unknownValue);
    });
    return { kind, place, content: this.#withParent({ kind, place, content }) };
  }

  /** Adds the default parent to a document without an ID. */
  #withParent({ kind, content }: ResourceTarget): ResourceTarget["content"] {
    const { parentId } = this.#apply.context.settings;
    const { metadata } = content.json;
    const hasParent = kind.service
      .message(kind.getByName?.request)
      .fields.some(({ name }) => name === "parent_id");
    if (parentId === undefined || !hasParent || !isJsonObject(metadata)) return content;
    if (["id", "parentId", "parent_id"].some((name) => metadata[name] !== undefined)) return content;
    return { ...content, json: { ...content.json, metadata: { parentId, ...metadata } } };
  }

  async #approve(index: number, plan: ResourcePlan): Promise<void> {
    const run = async (): Promise<void> => {
      const { host } = this.#apply.context;
      host.say("The resource has changed since the plan was made. The new plan:\n\n");
      const place = this.#documents[index]?.place ?? "";
      host.say(await planText({ label: this.labels[index] ?? "", place, plan }, host));
      await confirmPlan(this.#apply, "the new plan was not confirmed; nothing was sent for this resource");
    };
    const before = this.#question;
    const question = before.then(run, run);
    this.#question = question.catch(() => undefined);
    await question;
  }

  #planError(failed: readonly { readonly index: number; readonly error: unknown }[]): unknown {
    const [first] = failed;
    const only = failed.length === 1 ? first : undefined;
    // A name that is nearly right is suggested later.
    if (only?.error instanceof UnknownField) return only.error;
    if (only?.error instanceof UsageError) return locateError(this.labels[only.index] ?? "", only.error);
    const lines = failed.map(({ index, error }) => `  ${this.labels[index]}: ${errorText(error)}\n`);
    const count = only ? "a resource" : `${failed.length} resources`;
    const more = lines.length > maxNamedErrors ? `  ${lines.length - maxNamedErrors} more` : "";
    const named = lines.slice(0, maxNamedErrors).join("");
    const text = `${count} cannot be applied, so nothing was sent:\n${named}${more}`;
    return new ApplyError("APPLY_FAILED", text.trimEnd(), errorExitCode(first?.error));
  }

  #refuseDuplicates(plans: readonly ResourcePlan[]): void {
    const known = new Map<string, number>();
    for (const [index, plan] of plans.entries()) {
      const kind = this.#documents[index]?.kind;
      const key = JSON.stringify([
        kind?.service.guide.name,
        kind?.name,
        plan.id ?? plan.identity?.key ?? index,
      ]);
      const other = known.get(key);
      known.set(key, index);
      if (other === undefined) continue;
      const places = [other, index].map((one) => this.#documents[one]?.place).join(" and ");
      throw new UsageError(
        "ARGUMENT_CONFLICT",
        `${places} describe the same resource, ${this.labels[index]}; remove one of them`,
      );
    }
  }
}

function hasUnknown(plan: ResourcePlan): boolean {
  return plan.fingerprint.includes(unknownJson);
}

/** Asks whether a plan may be carried out. @throws A UsageError if nobody can answer, or if the answer is no. */
export async function confirmPlan(
  { context: { host }, argv }: ApplyContext,
  refusal = "not confirmed; nothing was sent",
): Promise<void> {
  if (hasFlag(argv, "yes")) return;
  if (!host.terminals.in || !host.terminals.err)
    throw new UsageError(
      "TERMINAL_MISSING",
      "apply needs confirmation, and this is not a terminal; add --yes, or --dry-run to see only the plan",
    );
  const answer = await host.ask("Continue? [y/N] ", false);
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new UsageError("NOT_CONFIRMED", refusal);
}

/** Returns the message of an error, with the code and the violations of a failed call. */
export function errorText(error: unknown): string {
  const { code, text, message, violations } = (error ?? {}) as {
    readonly code?: unknown;
    readonly text?: unknown;
    readonly message?: unknown;
    readonly violations?: readonly { readonly path: string; readonly text: string }[];
  };
  if (typeof text !== "string" || text === "") return typeof message === "string" ? message : String(error);
  // The client's own checks name them in the text.
  const rules = (violations ?? [])
    .map((one) => `${one.path} ${one.text}`)
    .filter((one) => !text.includes(one));
  return [`${String(code)}: ${text}`, ...rules].join("; ");
}
