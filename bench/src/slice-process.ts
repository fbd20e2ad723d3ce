import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A contestant in a separate process, which does slices of work when it is told to. */
export interface SliceProcess<Order> extends AsyncDisposable {
  /** Runs one slice. Returns the cost of one unit of its work. */
  run(order: Order): Promise<number>;
}

/**
 * Starts a program of this folder that answers with {@link answerOrders}. Contestants in one process would share what
 * the compiler knows: code that has seen two libraries is slower for both.
 */
export function startSlices<Order extends object>(
  program: string,
  args: readonly string[],
  flags: readonly string[] = [],
): SliceProcess<Order> {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), args, { execArgv: [...flags] });
  const ended = once(child, "exit");
  return {
    async run(order) {
      child.send(order);
      const answer = await Promise.race([once(child, "message"), ended.then(() => undefined)]);
      if (!answer) throw new Error(`${program} ${args.join(" ")} ended with ${child.exitCode}`);
      return answer[0] as number;
    },
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/** The other side: runs the requested slices one after the other, and ends with its parent. */
export function answerOrders<Order>(
  slice: (order: Order) => number | Promise<number>,
  close: () => void | Promise<void> = () => undefined,
): void {
  process.on("message", (order: Order) => {
    void Promise.resolve(slice(order)).then((cost) => process.send?.(cost));
  });
  process.on("disconnect", () => void close());
}
