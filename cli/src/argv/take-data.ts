import { UsageError } from "@stratus/dynamic-client";

/** Takes `-d` and `--data` of `call` out of the arguments. `@FILE` and `@-` become `-f`. */
export function takeData(argv: readonly string[]): {
  readonly rest: readonly string[];
  readonly data?: string;
} {
  const rest: string[] = [];
  let data: string | undefined;
  const left = [...argv];
  for (let token = left.shift(); token !== undefined; token = left.shift()) {
    const [, attached] = /^(?:-d=?|--data=)(.+)$/s.exec(token) ?? [];
    if (attached === undefined && token !== "-d" && token !== "--data") {
      rest.push(token);
      continue;
    }
    const value = attached ?? left.shift();
    if (value === undefined)
      throw new UsageError("ARGUMENT_MISSING", "-d needs a value: -d JSON, -d @FILE, or -d @- for stdin");
    if (value.startsWith("@")) rest.push("-f", value.slice(1));
    else data = value;
  }
  return data === undefined ? { rest } : { rest, data };
}
