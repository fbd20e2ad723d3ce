import { styleText } from "node:util";

/** The kind of a line, which decides its color on a terminal. */
export type Style = "title" | "code" | "wire" | "effect" | "command";

const formats: Readonly<Record<Style, Parameters<typeof styleText>[0]>> = {
  title: "bold",
  code: "cyan",
  wire: "gray",
  effect: "green",
  command: "yellow",
};

/** Colors a text, or returns it as it is. */
export type Paint = (style: Style, text: string) => string;

/** Whether a stream gets colors: a terminal does, unless `NO_COLOR` is set; any other does with `FORCE_COLOR`. */
export function hasColors(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  if (env["FORCE_COLOR"] !== undefined) return env["FORCE_COLOR"] !== "0";
  return stream.isTTY === true && (env["NO_COLOR"] ?? "") === "";
}

/** Returns the function that colors texts, if there are colors. */
export function painter(isColored: boolean): Paint {
  // `validateStream` would ask standard output, which is not always where the text goes.
  const options = { validateStream: false };
  return (style, text) => (isColored && text !== "" ? styleText(formats[style], text, options) : text);
}
