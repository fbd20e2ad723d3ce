import { hasFlag, type Argv } from "../argv/read-argv.js";
import { type Operation, type Part, UsageError } from "@stratus/dynamic-client";
import type { Context } from "./context.js";
import { finishOperation } from "./wait.js";

/** Gets or waits for an operation that a service has made, which that service alone knows. */
export async function runOperation(context: Context, parts: readonly Part[], argv: Argv): Promise<void> {
  const able = parts.filter(({ service }) => service.pickUp);
  const [part] = able;
  const [verb, id, ...others] = argv.words;
  const words = part?.entry.words ?? "";
  if (!part?.service.pickUp) throw new UsageError("no service here starts operations");
  const places = new Set(able.map(({ service }) => `${service.endpoint?.kind}:${service.endpoint?.text}`));
  if (places.size > 1)
    throw new UsageError(
      `operations are known to the service alone that made them; write one of ${able.map(({ entry }) => `${context.host.name} ${entry.words} operation ${verb ?? "wait"}`).join(", ")}`,
    );
  if ((verb !== "wait" && verb !== "get") || id === undefined || others.length > 0)
    throw new UsageError(`write ${context.host.name} ${words} operation wait ID, or get ID`);
  const { local, operation: type } = part.service.pickUp;
  const method = part.service.methods.find((one) => one.operation && one.response?.type === type);
  const client = await context.client(part, argv);
  const { signal, timeoutMs } = context.callOptions(argv);
  const given = Object.fromEntries(
    Object.entries({ signal, timeoutMs }).filter(([, value]) => value !== undefined),
  );
  const operation = (await client.helper(local)(id, given)) as Operation;
  const shown = method ?? { word: verb, rpc: verb, local, kind: "unary", text: "", request: "" };
  // What it led to depends on the method that started it, which nobody knows any more.
  const plain = { ...shown, operation: {} } as const;
  if (verb === "wait" && !hasFlag(argv, "no-wait"))
    return finishOperation({ context, part, method: plain, argv }, operation);
  await (
    await context.printer(argv)
  ).one(context.shown(part, { kind: "message", type }, operation.latest, argv), part, type);
}
