import { hasFlag, type Argv } from "../argv/read-argv.js";
import { type OperationHandle, type Service, UsageError } from "@stratus/dynamic-client";
import type { Context } from "./context.js";
import { finishOperation } from "./wait.js";

/** Gets or waits for a long-running operation of a service. */
export async function runOperation(
  context: Context,
  services: readonly Service[],
  argv: Argv,
): Promise<void> {
  const able = services.filter(({ guide }) => guide.pickUp);
  const [service] = able;
  const [verb, id, ...others] = argv.words;
  const words = service?.entry.words ?? "";
  if (!service?.guide.pickUp)
    throw new UsageError("UNSUPPORTED", "no service here has long-running operations");
  const places = new Set(able.map(({ guide }) => `${guide.endpoint?.kind}:${guide.endpoint?.text}`));
  if (places.size > 1)
    throw new UsageError(
      "NAME_AMBIGUOUS",
      `only the service that started an operation knows it; use one of: ${able.map(({ entry }) => `${context.host.name} ${entry.words} operation ${verb ?? "wait"}`).join(", ")}`,
    );
  if ((verb !== "wait" && verb !== "get") || id === undefined || others.length > 0)
    throw new UsageError("ARGUMENT_INVALID", `usage: ${context.host.name} ${words} operation wait|get ID`);
  const { local, operation: type } = service.guide.pickUp;
  const method = service.guide.methods.find((one) => one.operation && one.response?.type === type);
  const client = await context.client(service, argv);
  const { signal, timeoutMs } = context.callOptions(argv);
  const given = Object.fromEntries(
    Object.entries({ signal, timeoutMs }).filter(([, value]) => value !== undefined),
  );
  const operation = (await client.helper(local)(id, given)) as OperationHandle;
  const shown = method ?? { word: verb, rpc: verb, local, kind: "unary", text: "", request: "" };
  // What it led to depends on the method that started it, which nobody knows any more.
  const plain = { ...shown, operation: {} } as const;
  if (verb === "wait" && !hasFlag(argv, "no-wait"))
    return finishOperation({ context, service, method: plain, argv }, operation);
  await (
    await context.printer(argv)
  ).one(context.shown(service, { kind: "message", type }, operation.latest, argv), service, type);
}
