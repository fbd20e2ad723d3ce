import { CatalogueError, type ErrorCode } from "@svc/catalogue";

/** Why something cannot be shown, in words for people. */
export interface Problem {
  /** `The catalogue cannot be reached`. */
  readonly title: string;
  /** Explains the problem and its fix. */
  readonly text: string;
  /** Whether the problem is transient, so that an automatic retry may succeed. */
  readonly isPassing: boolean;
  /** The delay that the server requests before a retry. */
  readonly retryAfterMs?: number | undefined;
}

type Words = Pick<Problem, "title" | "text">;
const passing = "We keep trying, so there is nothing that you need to do.";
const lasting = "If this does not go away, tell the people who run the catalogue.";

const words: Readonly<Record<ErrorCode, Words>> = {
  UNAVAILABLE: { title: "The catalogue cannot be reached", text: passing },
  DEADLINE_EXCEEDED: { title: "The catalogue does not answer", text: passing },
  SERVER_ERROR: { title: "The catalogue is out of order", text: passing },
  RESOURCE_EXHAUSTED: { title: "The catalogue has too much to do", text: passing },
  CANCELLED: { title: "The catalogue was interrupted", text: passing },
  HTTP_ERROR: { title: "The catalogue refuses to answer", text: lasting },
  DECODE: { title: "The catalogue’s answer cannot be read", text: lasting },
  VALIDATION: { title: "The catalogue’s answer cannot be read", text: lasting },
  INVALID_ARGUMENT: { title: "This cannot be searched for", text: "Try another word." },
  UNAUTHENTICATED: { title: "The catalogue refuses to answer", text: lasting },
  NOT_FOUND: { title: "There is no such thing", text: "It may have been there, and be gone by now." },
};

const offline: Words = {
  title: "You are offline",
  text: "This loads as soon as you are connected again.",
};

const passingCodes: ReadonlySet<ErrorCode> = new Set([
  "UNAVAILABLE",
  "DEADLINE_EXCEEDED",
  "SERVER_ERROR",
  "RESOURCE_EXHAUSTED",
  "CANCELLED",
]);

/** Says of an error what it means to the person before the screen. */
export function describeProblem(error: unknown, isOnline: boolean): Problem {
  if (!(error instanceof CatalogueError)) {
    return { title: "This page has a fault", text: "Load it again; that may help.", isPassing: false };
  }
  const { status, retryAfterMs } = error;
  // A catalogue that answers can be reached, even if it says that it is not available.
  const code = error.code === "UNAVAILABLE" && status !== undefined ? "SERVER_ERROR" : error.code;
  const isPassing = passingCodes.has(code);
  return { ...(isPassing && !isOnline ? offline : words[code]), isPassing, retryAfterMs };
}
