import type { Api, ToolCall } from "../calls/api.js";

/** The number of calls at a time. */
const width = 4;

/** Runs a task for each value, four at a time and within the rate of the server, until `isOver`. */
export async function forEach<Value>(
  { api, call, isOver = () => false }: EachOptions,
  values: readonly Value[],
  run: (value: Value, at: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < values.length && !isOver()) {
      const at = next++;
      await api.limits.waitForRoom(2 * width, call.signal);
      await run(values[at] as Value, at);
      call.progress?.(`${next} of ${values.length}`, next / values.length);
    }
  };
  await Promise.all(Array.from({ length: width }, work));
}

/** The inputs of `forEach` besides the values. */
export interface EachOptions {
  readonly api: Api;
  readonly call: ToolCall;
  /** Whether to begin no more. Default: never. */
  readonly isOver?: () => boolean;
}
