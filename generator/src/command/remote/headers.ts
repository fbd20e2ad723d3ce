import { CommandError } from "../../kit/problem.js";
/**
 * Reads the headers of `--header NAME=@VARIABLE` from environment variables.
 *
 * @throws Error for another form, or if the variable is not set. The error never contains a value.
 */
export function readHeaders(
  given: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((text) => {
      const [, name, variable] = /^([A-Za-z0-9!#$%&'*+.^_`|~-]+)=@([A-Za-z_]\w*)$/.exec(text) ?? [];
      if (name === undefined || variable === undefined || name === "__proto__") {
        const shown = /^[A-Za-z0-9-]+/.exec(text)?.[0] ?? "NAME";
        throw new CommandError(
          "OPTION_INVALID",
          `--header ${shown} must be NAME=@VARIABLE. Put the value into an environment variable`,
        );
      }
      const value = env[variable];
      if (value === undefined || !/^[\t\x20-\x7e\x80-\xff]+$/.test(value))
        throw new CommandError(
          "OPTION_INVALID",
          `--header ${name}: the environment variable ${variable} is not set, or not a valid header value`,
        );
      return [name, value];
    }),
  );
}
