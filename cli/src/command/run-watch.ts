import type { GuideJson } from "@stratus/runtime/guide";
import { isSameJson, safeLine, UsageError } from "@stratus/dynamic-client";
import { CollectingPrinter } from "../output/printer.js";
import { exitCodes } from "../output/exit-codes.js";
import { errorExitCode } from "../output/report-error.js";
import type { MethodCommand } from "./context.js";
import { isPreview } from "./dry-run.js";
import { resourceId } from "./identify-resource.js";

/** The pause between two reads, in milliseconds. It grows by the factor while nothing changes. */
const pauses = { firstMs: 2_000, maxMs: 30_000, factor: 1.5 };

/**
 * Repeats a command that reads, and prints what has changed since the last time, until Ctrl-C. A server that is unavailable
 * for a while does not end it.
 *
 * @throws A UsageError if the command does not only read. The error of the first read, or one that is final.
 */
export async function runWatch(
  command: MethodCommand,
  runOne: (command: MethodCommand) => Promise<void>,
): Promise<void> {
  const { context, service, method, argv } = command;
  const { host } = context;
  if (!service.effect(method.word).startsWith("read") || isPreview(argv))
    throw new UsageError(
      "UNSUPPORTED",
      `--watch repeats only commands that read, and ${method.word} does not`,
    );
  if (method.kind !== "unary") return runOne(command);
  const known = new Map<string, GuideJson>();
  let [isFirst, pauseMs] = [true, pauses.firstMs];
  const printer = await context.printer(argv);
  let print: ((items: readonly GuideJson[]) => Promise<void>) | undefined;
  for (;;) {
    const collector = new CollectingPrinter(host);
    try {
      await runOne({ ...command, context: context.withPrinter(collector) });
      print ??= printer.updates(service, collector.type, collector.isList);
      const changed = update(known, collector.values, ({ id }) => host.say(`Gone: ${safeLine(id)}\n`));
      if (changed.length > 0) await print(changed);
      pauseMs = changed.length > 0 ? pauses.firstMs : Math.min(pauseMs * pauses.factor, pauses.maxMs);
    } catch (error) {
      if (isFirst || errorExitCode(error) !== exitCodes.unavailable) throw error;
      host.say(`warning: ${safeLine(String(error))}; trying again\n`);
      pauseMs = Math.min(pauseMs * pauses.factor, pauses.maxMs);
    }
    isFirst = false;
    await host.pause(pauseMs);
  }
}

/** Updates the known items, and returns those that are new or have changed. */
function update(
  known: Map<string, GuideJson>,
  items: readonly GuideJson[],
  onGone: (item: { readonly id: string }) => void,
): readonly GuideJson[] {
  const now = new Map(items.map((item, at) => [resourceId(item) ?? String(at), item]));
  for (const id of known.keys()) {
    if (now.has(id)) continue;
    onGone({ id });
    known.delete(id);
  }
  return [...now].flatMap(([id, item]) => {
    const before = known.get(id);
    known.set(id, item);
    return before !== undefined && isSameJson(before, item) ? [] : [item];
  });
}
