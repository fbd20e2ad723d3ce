import { open } from "node:fs/promises";
import { EmulatorError } from "../text/emulator-error.js";

/** The number of bytes to read at once. */
const chunkBytes = 1024 * 1024;
/** The maximum length of a string in V8. */
const maxLineBytes = 0x1fff_ffe8;
const lineEnd = 0x0a;

/** Consecutive lines of a file. */
export interface Lines {
  /** The number of the first line, counted from 1. */
  readonly first: number;
  readonly texts: readonly string[];
  /** The bytes of the lines, with line breaks. */
  readonly bytes: Buffer;
}

/**
 * Reads the lines of a file in chunks, so that its size does not matter. Text after the last line end is ignored.
 *
 * @throws an error of the file system, or an EmulatorError if a line is longer than any that the emulator writes
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
