import { describe, expect, it } from "vitest";
import { loadWith } from "./optional-package.js";
import { codedError } from "../../../test/coded-error.js";

/** The error of Node for an import that it does not find. */
const notFound = Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
const isAbsent = (): boolean => false;

describe("a part that needs an optional package", () => {
  const tsMorph = { name: "ts-morph", neededBy: "option api_page" };

  it("is loaded if the package is there", async () => {
    await expect(loadWith(tsMorph, async () => ({ answer: 1 }))).resolves.toEqual({ answer: 1 });
  });

  it("says which package is missing, for which option, and the command that installs a version that fits", async () => {
    await expect(loadWith(tsMorph, () => Promise.reject(notFound), isAbsent)).rejects.toThrow(
      codedError(
        "PACKAGE_MISSING",
        "option api_page: The package ts-morph is needed and not installed. " +
          "Run `npm install --save-dev ts-morph@28.0.0`. [PACKAGE_MISSING]",
      ),
    );
  });

  it("needs no option: a command may need the package as a whole, in any version", async () => {
    const emulator = { name: "@stratus/emulator" };
    await expect(loadWith(emulator, () => Promise.reject(notFound), isAbsent)).rejects.toThrow(
      codedError("PACKAGE_MISSING", "npm install --save-dev @stratus/emulator`"),
    );
  });

  it("lets an import of another package fail", async () => {
    await expect(loadWith(tsMorph, () => Promise.reject(notFound))).rejects.toBe(notFound);
  });

  it("lets any other failure through", async () => {
    const error = new Error("'ts-morph' failed");
    await expect(loadWith(tsMorph, () => Promise.reject(error), isAbsent)).rejects.toBe(error);
  });
});
