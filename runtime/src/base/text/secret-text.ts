import { escapeMarks } from "./value-text.js";

/** The text that is shown instead of a secret. */
export const hidden = "[hidden]";

/** `subject_token_type` and similar names of RFC 8693 contain the type of a token. */
const secretHeader = /authorization|cookie|token(?!_type)|secret|password|credential|api-?key/i;

const bearer = /\b(bearer)\s+[^\s,;"')\]}]+/gi;
const pem = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;

/** A run of characters that a JWT can contain, including dots. {@link hideJwts} checks each run. */
const jwtRun = /[\w.-]{8,}/g;

/** The first characters of every JWT: `{"` in base64. */
const jwtStart = /\beyJ(?=[\w-])/g;

/** Whether a header, or a field of an HTML form, with this name may contain a secret. */
export function isSecretHeader(name: string): boolean {
  return secretHeader.test(name);
}

/**
 * Hides secrets in a text: bearer tokens, JWTs, private keys in PEM, and the given secrets. A server may repeat the token that
 * it rejected. The time is linear in the length, because the text may be untrusted.
 */
export function hideSecrets(text: string, secrets: readonly string[] = []): string {
  return hide(text, secrets, false);
}

/** The number of characters to check beyond the limit, to recognize a secret at the cut. */
const marginLength = 16_384;

/**
 * Formats the beginning of a text for people: at most `limit` characters, without secrets, even at the cut, and with the number
 * of omitted characters. The time does not depend on the length. Control characters except tabs and line breaks are escaped.
 */
export function showText(text: string, limit: number, secrets: readonly string[] = []): string {
  if (text.length <= limit + marginLength) return escapeMarks(clip(hide(text, secrets, false), limit));
  const maxSecretLength = secrets.reduce((max, { length }) => Math.max(max, length), 0);
  const window = limit + marginLength;
  // The last characters may be the beginning of a secret that was cut off.
  const seen = hide(text.slice(0, window), secrets, true).slice(
    0,
    maxSecretLength > 0 ? 1 - maxSecretLength : undefined,
  );
  const shown = seen.slice(0, limit);
  return `${escapeMarks(shown)}... (${text.length - shown.length} more characters)`;
}

/** Shortens a text to a limit, and states the number of omitted characters. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit)}... (${text.length - limit} more characters)`;
}

function hide(text: string, secrets: readonly string[], isCut: boolean): string {
  let shown = text;
  for (const secret of secrets) if (secret.length >= 4) shown = shown.replaceAll(secret, hidden);
  shown = shown.replace(pem, hidden).replace(bearer, `$1 ${hidden}`);
  if (!shown.includes("eyJ")) return shown;
  const { length } = shown;
  return shown.replace(jwtRun, (run, place: number) => hideJwts(run, isCut && place + run.length === length));
}

/**
 * Hides the JWTs in a run of their characters: three parts separated by dots. The first begins with `eyJ`, and only the last may be
 * empty. If the run was cut off, a beginning is enough. This scans forward only, because a pattern for all three parts would search
 * for the dots from each possible start.
 */
function hideJwts(run: string, isCut: boolean): string {
  let shown = "";
  let from = 0;
  for (let start = nextStart(run, 0); start >= 0;) {
    const first = run.indexOf(".", start);
    const second = first < 0 ? -1 : run.indexOf(".", first + 1);
    const isWhole = second > first + 1;
    if (!isWhole && !(isCut && second < 0)) {
      if (second < 0) break;
      start = nextStart(run, first + 1);
      continue;
    }
    const third = second < 0 ? -1 : run.indexOf(".", second + 1);
    shown += run.slice(from, start) + hidden;
    from = third < 0 ? run.length : third;
    start = nextStart(run, from);
  }
  return from === 0 && shown === "" ? run : shown + run.slice(from);
}

function nextStart(run: string, from: number): number {
  jwtStart.lastIndex = from;
  return jwtStart.exec(run)?.index ?? -1;
}
