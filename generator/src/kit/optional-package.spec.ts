import { describe, expect, it } from "vitest";
import { loadWith } from "./optional-package.js";

/** What Node throws for an import that it does not find. */
function notFound(name: string): Error {
  const text = `Cannot find package '${name}' imported from /app/node_modules/protoc-gen-stratus/dist/a.js`;
  return Object.assign(new Error(text), { code: "ERR_MODULE_NOT_FOUND" });
}

describe("a part that needs an optional package", () => {
  const tsMorph = { name: "ts-morph", neededBy: "option api_page" };

  it("is loaded if the package is there", async () => {
    await expect(loadWith(tsMorph, async () => ({ answer: 1 }))).resolves.toEqual({ answer: 1 });
  });

  it("says which package is missing, for which option, and the command that installs a version that fits", async () => {
    await expect(loadWith(tsMorph, () => Promise.reject(notFound("ts-morph")))).rejects.toThrow(
      "option api_page: The package ts-morph is needed and not installed. " +
        "Run `npm install --save-dev ts-morph@28.0.0`. [PACKAGE_MISSING]",
    );
  });

  it("needs no option: a command may need the package as a whole, in any version", async () => {
    const emulator = { name: "@stratus/emulator" };
    await expect(loadWith(emulator, () => Promise.reject(notFound(emulator.name)))).rejects.toThrow(
      /^The package @stratus\/emulator is needed and not installed\. Run `npm install --save-dev @stratus\/emulator`\. \[PACKAGE_MISSING\]$/,
    );
  });

  it.each([notFound("ts-morph-other"), notFound("minimatch"), new Error("'ts-morph' failed")])(
    "lets any other failure through: %s",
    async (error) => {
      const load = async (): Promise<never> => {
        throw error;
      };
      await expect(loadWith(tsMorph, load)).rejects.toBe(error);
    },
  );
});
