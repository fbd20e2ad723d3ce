import { expect, it } from "vitest";
import { splitCommand } from "./split-command.js";

it.each([
  ["code --wait", ["code", "--wait"]],
  ['"/Program Files/editor" -n', ["/Program Files/editor", "-n"]],
  [
    String.raw`'C:\Program Files\vim\vim.exe' -u NONE`,
    [String.raw`C:\Program Files\vim\vim.exe`, "-u", "NONE"],
  ],
  ['token --for="a b" ""', ["token", "--for=a b", ""]],
  ["  it's  ", ["it's"]],
  ["", []],
])("a command is split at blanks outside of quotes: %j", (text, words) => {
  expect(splitCommand(text)).toEqual(words);
});
