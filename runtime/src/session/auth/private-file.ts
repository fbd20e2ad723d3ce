import { builtIn } from "./built-in.js";

/** The largest file that is read, in bytes: one with settings or a token has some kilobytes. */
const maxBytes = 1024 * 1024;

/** The content of a file of this user alone, or why it is not used. */
export type PrivateFile =
  | { readonly text: string; readonly fault?: undefined }
  | { readonly fault: string; readonly code: string };

/**
 * Returns why a file or a folder does not belong to this user alone; undefined if it does. Windows has neither owners
 * nor modes in this sense: there the folder of the user guards its content.
 */
export function privacyFault({
  uid,
  mode,
}: {
  readonly uid: number;
  readonly mode: number;
}): string | undefined {
  const own = process.geteuid?.();
  if (own === undefined) return undefined;
  if (uid !== own) return `belongs to the user ${uid}, while this process is run by ${own}`;
  if ((mode & 0o077) === 0) return undefined;
  return `is open to other users (mode ${(mode & 0o777).toString(8).padStart(4, "0")})`;
}

/**
 * Reads a file that only this user can read and write, and that is not a link.
 *
 * @returns the text, or the fault with a code: `INSECURE` if others have access, else `FILE_UNREADABLE`. Undefined if
 *   there is no such file
 */
export function readPrivateFile(path: string): PrivateFile | undefined {
  const files = builtIn.filesNow();
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = files.constants;
  let file: number | undefined;
  try {
    // A pipe would wait for its other end.
    file = files.openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    // Of the open file, because another one may get its name.
    const stat = files.fstatSync(file);
    const fault = stat.isFile() ? privacyFault(stat) : "is not a file";
    if (fault !== undefined) return { fault, code: "INSECURE" };
    if (stat.size > maxBytes) return { fault: `has more than ${maxBytes} bytes`, code: "FILE_UNREADABLE" };
    return { text: files.readFileSync(file, "utf8") };
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    if (code === "ELOOP" || code === "EMLINK") return { fault: "is a link", code: "INSECURE" };
    return { fault: `cannot be read (${code})`, code: "FILE_UNREADABLE" };
  } finally {
    if (file !== undefined) files.closeSync(file);
  }
}

/**
 * Writes a file that only this user can read and write, atomically, and makes its folder. A link of the same name is
 * replaced, not followed.
 *
 * @throws An Error of the file system.
 */
export function writePrivateFile(path: string, text: string): void {
  const files = builtIn.filesNow();
  files.mkdirSync(builtIn.paths().dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${globalThis.crypto.randomUUID()}`;
  try {
    // `wx` does not follow a file that somebody else has put there.
    files.writeFileSync(draft, text, { flag: "wx", mode: 0o600 });
    files.renameSync(draft, path);
  } catch (error) {
    files.rmSync(draft, { force: true });
    throw error;
  }
}
