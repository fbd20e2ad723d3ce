/** Splits a command into its program and arguments, at blanks outside of quotes. Backslashes are part of Windows paths. */
export function splitCommand(text: string): readonly string[] {
  const words = text.match(/(?:"[^"]*"|'[^']*'|\S)+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));
}
