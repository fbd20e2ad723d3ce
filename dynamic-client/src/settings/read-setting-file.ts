import { readFileSync } from "node:fs";
import { UsageError } from "../text/usage-error.js";

/** The text of a file that a setting names. @throws A UsageError with the setting, and nothing of what is in the file. */
export function readSettingFile(path: string, setting: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(
      `--${setting}: ${path} cannot be read (${error instanceof Error && "code" in error ? error.code : "unknown"})`,
    );
  }
}
