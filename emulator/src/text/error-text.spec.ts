import { expect, it } from "vitest";
import { EmulatorError } from "./emulator-error.js";
import { errorTextWithCode, explained } from "./error-text.js";

it.each([
  ["an error without a code gets one", new Error("it is damaged"), "file a: it is damaged [FILE_UNREADABLE]"],
  [
    "an error with a code keeps it",
    new EmulatorError("METHOD_UNKNOWN", "the API has no method X"),
    "file a: the API has no method X [METHOD_UNKNOWN]",
  ],
])("%s", async (_, error, want) => {
  const fail = (): never => {
    throw error;
  };
  const reject = (): Promise<never> => Promise.reject(error);
  const caught = await explained("FILE_UNREADABLE", "file a", reject).catch((one: unknown) => one);
  expect(errorTextWithCode(caught)).toBe(want);
  expect(() => explained("FILE_UNREADABLE", "file a", fail)).toThrow(want.replace(/ \[.*/, ""));
});
