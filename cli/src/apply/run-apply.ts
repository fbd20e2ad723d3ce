import { flagValue, hasFlag, readArgv, requireOwnFlags } from "../argv/read-argv.js";
import type { Context } from "../command/context.js";
import { readForm } from "../output/output-options.js";
import { ApplyError } from "../output/apply-error.js";
import { errorExitCode } from "../output/report-error.js";
import { jsonText } from "../output/show-json.js";
import { safeLine, UsageError } from "@stratus/dynamic-client";
import { type ApplyContext, refuseFlags } from "./apply-context.js";
import { applyHelp } from "./apply-help.js";
import { ApplyRun, confirmPlan, errorText, type ResourceResult } from "./apply-run.js";
import { resourceReport } from "./apply-report.js";
import type { ResourcePlan } from "./plan-resource.js";
import { countPlans, planText } from "./print-plan.js";
import { readResources, type ResourceDocument } from "./read-resources.js";
import { resolveReferences } from "./resolve-references.js";

/** @throws A UsageError for plain gRPC, in which nothing says which methods read and change a resource. */
function requireResources({ host: { name }, sdk }: Context): void {
  if (sdk.session.kind !== "grpc") return;
  throw new UsageError(
    "UNSUPPORTED",
    `apply must know which methods read and change a resource, which the protos of plain gRPC (kind=grpc) do not state
Call a method with the file instead: ${name} SERVICE METHOD -f FILE; ${name} --help lists the services`,
  );
}

/** Makes the server have what documents say: plans, asks, and carries out. */
export async function runApply(context: Context, rest: readonly string[]): Promise<void> {
  const { host, sdk } = context;
  const argv = readArgv(rest);
  requireResources(context);
  if (hasFlag(argv, "help")) return host.out(applyHelp(host.name));
  await requireOwnFlags(argv);
  refuseFlags(argv, "apply", []);
  const isJson = (await readForm(flagValue(argv, "output") ?? context.settings.output)).form === "json";
  const files = argv.flags.flatMap(({ name, value }) =>
    name === "file" && value !== undefined ? [value] : [],
  );
  const paths = [...files, ...argv.words];
  if (paths.length === 0)
    throw new UsageError(
      "ARGUMENT_MISSING",
      `nothing to apply; pass files or folders: ${host.name} apply -f FILE`,
    );
  const apply: ApplyContext = { context, argv };
  const documents = await readResources(sdk, host, paths);
  const run = new ApplyRun(apply, documents, await resolveReferences(apply, documents));
  const plans = await run.plan();
  const isDryRun = hasFlag(argv, "dry-run");
  const show = async (text: string): Promise<void> => (isJson ? host.say(text) : host.out(text));
  if (isDryRun && isJson) return host.out(jsonReport(documents, run, plans));
  for (const [index, plan] of plans.entries()) {
    const place = documents[index]?.place ?? "";
    await show(await planText({ label: run.labels[index] ?? "", place, plan }, host));
  }
  await show(`\n${countPlans(plans)}\n`);
  if (isDryRun) return host.say("Nothing was sent.\n");
  if (plans.every(({ action }) => action === "unchanged")) {
    host.say("Nothing to change; nothing was sent.\n");
    if (isJson) await host.out(jsonReport(documents, run, plans));
    return;
  }
  await confirmPlan(apply);
  const results = await run.carryOut(plans, (index, { carriedOut }) => {
    const label = run.labels[index] ?? "";
    const id = carriedOut?.id;
    const isNamed = id !== undefined && !label.endsWith(id);
    const verb =
      carriedOut?.action === "create" ? "created" : carriedOut?.action === "change" ? "changed" : "unchanged";
    host.say(`${verb} ${label}${isNamed ? ` (${safeLine(id)})` : ""}\n`);
    for (const text of carriedOut?.kept ?? []) host.say(`warning: ${label}: ${text}\n`);
  });
  if (isJson) await host.out(jsonReport(documents, run, plans, results));
  summarize(run, plans, results, context);
}

function jsonReport(
  documents: readonly ResourceDocument[],
  { labels }: ApplyRun,
  plans: readonly ResourcePlan[],
  results: readonly ResourceResult[] = [],
): string {
  const resources = plans.map((plan, index) => {
    const { kind, place } = documents[index] ?? {};
    return {
      kind: kind?.name,
      name: labels[index]?.split(" ").slice(1).join(" "),
      place,
      ...resourceReport(plan, results[index]),
    };
  });
  return `${jsonText({ resources }, 2)}\n`;
}

/** Prints which resources failed or were skipped, and how many are done. @throws An error if there are any. */
function summarize(
  { labels }: ApplyRun,
  plans: readonly ResourcePlan[],
  results: readonly ResourceResult[],
  { host }: Context,
): void {
  const errors: unknown[] = [];
  const counts = { done: 0, failed: 0, skipped: 0 };
  for (const [index, { outcome }] of results.entries()) {
    const label = labels[index] ?? "";
    if (plans[index]?.action === "unchanged" && outcome.kind === "done") continue;
    counts[outcome.kind] += 1;
    if (outcome.kind === "failed") {
      errors.push(outcome.error);
      host.say(`failed  ${label}: ${safeLine(errorText(outcome.error))}\n`);
    }
    if (outcome.kind !== "skipped") continue;
    const reason = outcome.because === undefined ? "" : `: it needs ${labels[outcome.because] ?? ""}`;
    host.say(`skipped ${label}${reason}\n`);
  }
  host.say(`${counts.done} done, ${counts.failed} failed, ${counts.skipped} skipped\n`);
  host.signal.throwIfAborted();
  if (counts.failed + counts.skipped === 0) return;
  throw new ApplyError(
    "APPLY_FAILED",
    `${counts.failed} of ${plans.length} resources failed, and ${counts.skipped} were skipped; correct the cause, and apply the same files again`,
    errorExitCode(errors[0]),
  );
}
