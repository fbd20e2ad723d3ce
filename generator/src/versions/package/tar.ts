import { gunzipSync } from "node:zlib";
import { unpackTar, type ParsedTarEntryWithData } from "modern-tar";
import { errorText } from "../../kit/problem.js";

/** A file in an archive. */
export interface ArchivedFile {
  /** Without `.` in it, and never one that leaves the archive's folder. */
  readonly path: string;
  readonly text: string;
}

/** How an archive is read. */
export interface TarReading {
  /** What the archive is called in errors. */
  readonly label: string;
  /** Says by the path whether a file is read. */
  readonly isWanted: (path: string) => boolean;
  /** How much it may unpack to, in bytes. Default 512 MiB, several times the largest SDK that is known. */
  readonly maxBytes?: number;
}

/** How much an archive may unpack to, in bytes. */
export const maxUnpackedBytes = 512 << 20;

/**
 * The files of a tar archive (POSIX.1-2001, ustar and pax, and GNU's long names), as npm, git and tar write it,
 * compressed or not. It may come from anyone, so nothing in it is believed that is not checked.
 *
 * @throws Error that names the archive if it is not one, is damaged, is larger than the limit, or holds a path that
 *   leaves its folder or a link for a file that is wanted.
 */
export async function readTar(bytes: Uint8Array, reading: TarReading): Promise<ArchivedFile[]> {
  const { label, isWanted } = reading;
  const files: ArchivedFile[] = [];
  for (const { header, data } of await readEntries(decompress(bytes, reading), label)) {
    const path = pathInside(header.name, label);
    if (!isWanted(path)) continue;
    if (header.type === "link" || header.type === "symlink")
      throw new Error(
        `${label} holds ${JSON.stringify(path)} as a link, and links are not followed: unpack it and name its folder`,
      );
    if (header.type === "file") files.push({ path, text: new TextDecoder().decode(data) });
  }
  return files;
}

async function readEntries(data: Uint8Array, label: string): Promise<ParsedTarEntryWithData[]> {
  try {
    return await unpackTar(data, { strict: true });
  } catch (error) {
    throw new Error(`${label} is not a whole tar archive (${errorText(error)}): fetch or pack it again`, {
      cause: error,
    });
  }
}

function decompress(bytes: Uint8Array, { label, maxBytes = maxUnpackedBytes }: TarReading): Buffer {
  const tooLarge = new Error(
    `${label} unpacks to more than ${maxBytes / (1 << 20)} MiB, which no SDK does: if it is one, unpack it and name its folder`,
  );
  if (bytes.length > maxBytes) throw tooLarge;
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b)
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge;
    throw new Error(
      `${label} cannot be unpacked (${errorText(error)}): it is damaged, fetch or pack it again`,
      {
        cause: error,
      },
    );
  }
}

function pathInside(path: string, label: string): string {
  const steps = path.split("/").filter((step) => step !== "." && step !== "");
  if (path.startsWith("/") || path.includes("\\") || steps.includes(".."))
    throw new Error(`${label} holds ${JSON.stringify(path)}, which leaves its folder: it is not read`);
  return steps.join("/");
}
