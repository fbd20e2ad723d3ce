import { gunzipSync } from "node:zlib";
import { unpackTar, type ParsedTarEntryWithData } from "modern-tar";
import { CommandError, errorText } from "../../kit/problem.js";

/** A file in an archive. */
export interface ArchivedFile {
  /** A path without `.` and `..` segments. */
  readonly path: string;
  readonly text: string;
}

/** Options for reading an archive. */
export interface TarOptions {
  /** Name of the archive in errors. */
  readonly label: string;
  /** Returns whether to read the file at a path. */
  readonly isWanted: (path: string) => boolean;
  /** Maximum size of the unpacked archive in bytes. Default 512 MiB, several times the largest known SDK. */
  readonly maxBytes?: number;
}

/** Default for the maximum size of an unpacked archive, in bytes. */
export const maxUnpackedBytes = 512 << 20;

/**
 * Reads the files of a tar archive (POSIX.1-2001, ustar and pax, and GNU's long names) as npm, Git and tar write it,
 * compressed or not. Archives are untrusted input.
 *
 * @throws Error that names the archive, if it is damaged or too large, if a path leads out of its folder, or if a wanted
 *   file is a link.
 */
export async function readTar(bytes: Uint8Array, reading: TarOptions): Promise<ArchivedFile[]> {
  const { label, isWanted } = reading;
  const files: ArchivedFile[] = [];
  for (const { header, data } of await readEntries(decompress(bytes, reading), label)) {
    const path = checkPath(header.name, label);
    if (!isWanted(path)) continue;
    if (header.type === "link" || header.type === "symlink")
      throw new CommandError(
        "VERSION_UNREADABLE",
        `${label} contains ${JSON.stringify(path)} as a link, which is not followed. Unpack it and name its folder`,
      );
    if (header.type === "file") files.push({ path, text: new TextDecoder().decode(data) });
  }
  return files;
}

async function readEntries(data: Uint8Array, label: string): Promise<ParsedTarEntryWithData[]> {
  try {
    return await unpackTar(data, { strict: true });
  } catch (error) {
    throw new CommandError(
      "VERSION_UNREADABLE",
      `${label} is not a complete tar archive (${errorText(error)}). Fetch or pack it again`,
      {
        cause: error,
      },
    );
  }
}

function decompress(bytes: Uint8Array, { label, maxBytes = maxUnpackedBytes }: TarOptions): Buffer {
  const tooLarge = new CommandError(
    "VERSION_UNREADABLE",
    `${label} unpacks to more than ${maxBytes / (1 << 20)} MiB. If it is an SDK, unpack it and name its folder`,
  );
  if (bytes.length > maxBytes) throw tooLarge;
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b)
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge;
    throw new CommandError(
      "VERSION_UNREADABLE",
      `${label} cannot be unpacked (${errorText(error)}). Fetch or pack it again`,
      {
        cause: error,
      },
    );
  }
}

function checkPath(path: string, label: string): string {
  const steps = path.split("/").filter((step) => step !== "." && step !== "");
  if (path.startsWith("/") || path.includes("\\") || steps.includes(".."))
    throw new CommandError(
      "VERSION_UNREADABLE",
      `${label} contains ${JSON.stringify(path)}, which leads out of its folder. Pack it again without this file`,
    );
  return steps.join("/");
}
