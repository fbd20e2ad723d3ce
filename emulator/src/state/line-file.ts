import { open } from "node:fs/promises";
import { EmulatorError } from "../text/emulator-error.js";

/** Bytes that are read at once. */
const chunkBytes = 1024 * 1024;
/** A longer line cannot become a string. */
const maxLineBytes = 0x1fff_ffe8;
const lineEnd = 0x0a;

/** Some lines of a file, one after the other. */
export interface Lines {
  /** Number of the first of them; the first of the file is 1. */
  readonly first: number;
  readonly texts: readonly string[];
  /** All of them as they are in the file, with their ends. */
  readonly bytes: Buffer;
}

/**
 * Reads the lines of a file in chunks, so that its size does not matter. Text after the last line end is ignored.
 *
 * @throws an Error of the file system, or if a line is longer than any that the emulator writes
 */
export async function* readLines(path: string): AsyncGenerator<Lines> {
  const file = await open(path, "r");
  try {
    let rest: Buffer[] = [];
    let restBytes = 0;
    let first = 1;
    for (;;) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, null);
      if (bytesRead === 0) return;
      const chunk = buffer.subarray(0, bytesRead);
      const end = chunk.lastIndexOf(lineEnd) + 1;
      if (end === 0) {
        rest.push(chunk);
        restBytes += chunk.length;
        if (restBytes > maxLineBytes) throw new EmulatorError("STATE_INVALID", `line ${first} is too long`);
        continue;
      }
      const bytes = Buffer.concat([...rest, chunk.subarray(0, end)]);
      const texts = bytes.toString("utf8", 0, bytes.length - 1).split("\n");
      rest = [chunk.subarray(end)];
      restBytes = chunk.length - end;
      yield { first, texts, bytes };
      first += texts.length;
    }
  } finally {
    await file.close();
  }
}
