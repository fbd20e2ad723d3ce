/**
 * The headers of `--header NAME=@VARIABLE`, with the values of these variables.
 * @throws Error for one that is written in another way, or whose variable is not set; no value is shown.
 */
export function readHeaders(
  given: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((text) => {
      const [, name, variable] = /^([A-Za-z0-9!#$%&'*+.^_`|~-]+)=@([A-Za-z_]\w*)$/.exec(text) ?? [];
      if (name === undefined || variable === undefined) {
        const shown = /^[A-Za-z0-9-]+/.exec(text)?.[0] ?? "NAME";
        throw new Error(
          `--header ${shown} is not NAME=@VARIABLE; put its value into a variable of the environment`,
        );
      }
      const value = env[variable];
      if (value === undefined || !/^[\t\x20-\x7e\x80-\xff]+$/.test(value))
        throw new Error(`--header ${name}: the variable ${variable} has no value that a header can have`);
      return [name, value];
    }),
  );
}
