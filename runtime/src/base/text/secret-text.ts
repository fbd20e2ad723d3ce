import { escapeMarks } from "./value-text.js";

/** The text that is shown instead of a secret. */
export const hidden = "[hidden]";

const secretName = /authorization|cookie|token|secret|password|credential|api-?key/i;

const bearer = /\b(bearer)\s+[^\s,;"')\]}]+/gi;
const pem = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;

/** Characters that a JWT may have, its dots among them; what is between them is looked at by {@link hideJwts}. */
const jwtRun = /[\w.-]{8,}/g;

/** The first characters of every JWT, which are those of `{"` in base64. */
const jwtStart = /\beyJ(?=[\w-])/g;

/** Whether a header of this name may carry a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/**
 * Text without what looks like a secret: bearer tokens, JWTs, private keys in
 * PEM, and the secrets given. A server may repeat the token that it refused. The
 * time that it takes grows with the length of the text and no faster, since the
 * text may be anyone's.
 */
export function hideSecrets(text: string, secrets: readonly string[] = []): string {
  return hide(text, secrets, false);
}

/** How much more than its limit is looked at of a text that is cut, so that a secret at the edge is seen whole. */
const margin = 16_384;

/**
 * The beginning of a text for people: at most so many characters, and nothing in
 * it that looks like a secret, not even the beginning of one that the cut has
 * shortened. What was cut is counted. Text of any length costs the same. Anything that
 * would steer a terminal is escaped; tabs and line breaks stay.
 */
export function showText(text: string, limit: number, secrets: readonly string[] = []): string {
  if (text.length <= limit + margin) return escapeMarks(clip(hide(text, secrets, false), limit));
  const longest = secrets.reduce((most, { length }) => Math.max(most, length), 0);
  const window = limit + margin;
  // The last characters may begin a secret of which the rest is cut away.
  const seen = hide(text.slice(0, window), secrets, true).slice(0, longest > 0 ? 1 - longest : undefined);
  const shown = seen.slice(0, limit);
  return `${escapeMarks(shown)}... (${text.length - shown.length} more characters)`;
}

/** Text that is not longer than a limit; what was cut is counted. */
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
 * A run of characters of JWTs without the JWTs in it: three parts with dots between
 * them, of which the first begins in the right way and only the last may be empty.
 * By steps that only go on, since a pattern for all three parts would look for the
 * dots from every beginning again. If the run is cut off, a beginning is enough.
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
