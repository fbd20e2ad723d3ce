import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** What a server prints about itself: ports by name, and its version. */
export type Greeting = Readonly<Record<string, unknown>>;

/** A server in a process of its own, which prints lines of JSON: a greeting first. */
export class ServerProcess implements AsyncDisposable {
  readonly greeting: Greeting;
  readonly #child: ChildProcess;
  readonly #lines: Greeting[];

  private constructor(child: ChildProcess, greeting: Greeting, lines: Greeting[]) {
    this.#child = child;
    this.greeting = greeting;
    this.#lines = lines;
  }

  /** Starts a program and waits for its greeting. */
  static async start(
    command: string,
    args: readonly string[],
    env: NodeJS.ProcessEnv = process.env,
  ): Promise<ServerProcess> {
    const child = spawn(command, args, { env, stdio: ["pipe", "pipe", "inherit"] });
    const lines: Greeting[] = [];
    const greeting = await new Promise<Greeting>((resolve, reject) => {
      child.on("error", reject);
      child.on("exit", (code) => reject(new Error(`${command} ended with ${code} before it said its ports`)));
      createInterface(child.stdout).on("line", (line) => {
        const said = JSON.parse(line) as Greeting;
        lines.push(said);
        resolve(said);
      });
    });
    lines.shift();
    return new ServerProcess(child, greeting, lines);
  }

  /** The address of one of its ports. */
  address(name: string): string {
    const port = this.greeting[name];
    if (typeof port !== "number") throw new Error(`the server has no port ${name}`);
    return `127.0.0.1:${port}`;
  }

  /** Takes the lines about a case, once they are enough. */
  async take(about: string, isEnough: (lines: readonly Greeting[]) => boolean): Promise<Greeting[]> {
    const found = (): Greeting[] => this.#lines.filter((line) => line["case"] === about);
    for (let turn = 0; turn < 500 && !isEnough(found()); turn++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const lines = found();
    if (!isEnough(lines)) throw new Error(`the server saw ${JSON.stringify(lines)} alone`);
    for (const line of lines) this.#lines.splice(this.#lines.indexOf(line), 1);
    return lines;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const gone = once(this.#child, "exit");
    this.#child.kill();
    await gone;
  }
}
