import type { GuideMethod } from "@stratus/runtime/guide";
import { flagValue, hasFlag } from "../argv/read-argv.js";
import { CollectingPrinter } from "../output/printer.js";
import { SeveralErrors } from "../output/several-errors.js";
import { safeLine, type Service, UsageError } from "@stratus/dynamic-client";
import type { MethodCommand } from "./context.js";
import { isPreview } from "./dry-run.js";
import { itemTable } from "./item-table.js";
import { type BulkTarget, listTargets } from "./list-targets.js";
import { readResource } from "./identify-resource.js";

/** The number of resources that are called at the same time. */
const concurrency = 4;

/**
 * Returns the resources of a command that names several, or all that a list contains. Undefined if it names one.
 *
 * @throws A UsageError if `--all` or `--at-most` cannot be used so.
 */
export async function findTargets(command: MethodCommand): Promise<readonly BulkTarget[] | undefined> {
  const { service, method, argv } = command;
  const atMost = readAtMost(flagValue(argv, "at-most"));
  const isAll = hasFlag(argv, "all");
  if (!isAll && argv.words.length < 2) {
    if (atMost === undefined || argv.words.length === 1) return undefined;
    throw new UsageError("ARGUMENT_CONFLICT", "--at-most limits several IDs, or --all");
  }
  if (!canRepeat(service, method)) {
    if (!isAll) return undefined;
    throw new UsageError("UNSUPPORTED", `${method.word} has no --all; delete and update have it`);
  }
  const targets = isAll
    ? await listTargets(command, atMost)
    : [...new Set(argv.words)].map((id) => ({ id: requireId(id) }));
  if (atMost !== undefined && targets.length > atMost)
    throw new UsageError(
      "NOT_CONFIRMED",
      `there are more than ${atMost} resources, which is the limit of --at-most; nothing was changed`,
    );
  return targets;
}

/** Whether a method can be called for several IDs: it takes one ID and gets, deletes or updates what it names. */
function canRepeat(service: Service, { word, kind, http, ...method }: GuideMethod): boolean {
  if (kind !== "unary" || service.positionals({ word, kind, ...method }).length !== 1) return false;
  const role = service.role(word);
  if (role === "get" || role === "delete" || role === "update") return true;
  return http !== undefined && http.path.endsWith("}") && /^(?:GET|DELETE|PATCH|PUT)$/i.test(http.method);
}

function readAtMost(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new UsageError(
    "ARGUMENT_INVALID",
    `--at-most must be a whole number from 1 on, got ${JSON.stringify(text)}`,
  );
}

function requireId(id: string): string {
  if (id !== "") return id;
  throw new UsageError("ARGUMENT_INVALID", "an ID must not be empty; a variable in your script may be unset");
}

/**
 * Runs a command for each resource, four at a time, and prints the results together. After a failure, the other resources are
 * still called.
 *
 * @throws The error, or all of them as one.
 */
export async function runEach(
  command: MethodCommand,
  targets: readonly BulkTarget[],
  runOne: (command: MethodCommand) => Promise<void>,
): Promise<void> {
  const { context, service, method, argv } = command;
  const { host } = context;
  const isDryRun = isPreview(argv);
  const isDestroying = service.effect(method.word) === "destroy";
  if (targets.length === 0) return host.say("No items.\n");
  if (!isDryRun && service.effect(method.word) !== "read") await confirmAll(command, targets);
  const collected = targets.map(() => new CollectingPrinter(host));
  const failures: { readonly id: string; readonly error: unknown }[] = [];
  const runAt = async ({ id }: BulkTarget, at: number): Promise<void> => {
    const own = argv.flags.filter(({ name }) => name !== "all" && name !== "at-most");
    // Updates may still ask before they remove values.
    const flags = isDestroying ? [...own, confirmed] : own;
    if (isDryRun) host.say(`# ${safeLine(id)}\n`);
    const one = context.withPrinter(isDryRun ? undefined : collected[at]);
    try {
      await runOne({ ...command, context: one, argv: { words: [id], flags } });
      if (isDestroying && !isDryRun) host.say(`Deleted ${safeLine(id)}.\n`);
    } catch (error) {
      failures.push({ id, error });
      if (host.signal.aborted) throw error;
    }
  };
  const mayAsk = isDryRun || (host.terminals.in && service.role(method.word) === "update");
  await inTurn(targets, mayAsk ? 1 : concurrency, runAt);
  const all = collected.flatMap(({ values }) => values);
  const type = collected.find((one) => one.type !== undefined)?.type;
  if (all.length > 0 && !isDestroying) {
    const printer = await context.printer(argv);
    const pages = (async function* () {
      yield all;
    })();
    await printer.pages(pages, "", service, type);
  }
  if (failures.length > 0) throw new SeveralErrors(failures, targets.length);
}

/** The flag with which a confirmed command runs for one resource. */
const confirmed = { name: "yes", value: undefined };

/** Runs work for each item, several at a time, and stops after the first error. */
async function inTurn<T>(
  items: readonly T[],
  count: number,
  work: (item: T, at: number) => Promise<void>,
): Promise<void> {
  const rest = items.map((item, at) => [item, at] as const);
  const worker = async (): Promise<void> => {
    for (let next = rest.shift(); next; next = rest.shift()) await work(...next);
  };
  await Promise.all(Array.from({ length: count }, worker));
}

/** Shows the resources and asks. `--yes` answers, for `--all` only with `--at-most`. */
async function confirmAll(command: MethodCommand, targets: readonly BulkTarget[]): Promise<void> {
  const { context, service, method, argv } = command;
  const { host } = context;
  const isAll = hasFlag(argv, "all");
  if (!isAll && service.effect(method.word) !== "destroy") return;
  if (hasFlag(argv, "yes")) return;
  const more = isAll ? "--yes --at-most N" : "--yes";
  if (!host.terminals.in || !host.terminals.err)
    throw new UsageError(
      "TERMINAL_MISSING",
      `${method.word} needs confirmation, and this is not a terminal; add ${more}`,
    );
  const what = service.effect(method.word) === "destroy" ? "deletes" : "changes";
  const resources = await Promise.all(
    targets.map(
      async ({ id, resource }) => resource ?? (await readResource(command, { field: "id", value: id })),
    ),
  );
  host.say(`This ${what} ${targets.length} resources:\n${itemTable(command, resources, targets)}`);
  const answer = await host.ask("Continue? [y/N] ", false);
  if (!/^y(?:es)?$/i.test(answer.trim()))
    throw new UsageError("NOT_CONFIRMED", "not confirmed; nothing was changed");
}
