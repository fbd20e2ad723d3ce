import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A contestant in a process of its own, which does slices of work when it is told to. */
export interface SliceProcess<Order> extends AsyncDisposable {
  /** One slice; gives the cost of one piece of it. */
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

/** The other side: does each slice that is ordered, one after the other, and ends with its parent. */
export function answerOrders<Order>(
  slice: (order: Order) => number | Promise<number>,
  close: () => void | Promise<void> = () => undefined,
): void {
  process.on("message", (order: Order) => {
    void Promise.resolve(slice(order)).then((cost) => process.send?.(cost));
  });
  process.on("disconnect", () => void close());
}
