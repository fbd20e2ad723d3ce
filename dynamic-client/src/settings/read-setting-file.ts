import { readFileSync } from "node:fs";
import { UsageError } from "../text/usage-error.js";

/** Reads the file that a setting names. @throws A UsageError that names the setting and shows nothing of the contents. */
export function readSettingFile(path: string, setting: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(
      "FILE_UNREADABLE",
      `--${setting}: ${path} cannot be read (${error instanceof Error && "code" in error ? error.code : "unknown"})`,
    );
  }
}
