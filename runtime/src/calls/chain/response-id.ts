import { clip } from "../../base/text/secret-text.js";
import type { IncomingResponse } from "./interceptor.js";

/** Maximum length of an identifier in logs and errors, in characters. */
export const maxIdCharacters = 200;

/** Returns an identifier of a response, shortened if it is long. */
export function readResponseId(name: IdName, reply: Ends): string | undefined {
  const id = findId(name, reply);
  return id === undefined ? undefined : clip(id, maxIdCharacters);
}

/** The server's names for the request and the trace. */
type IdName = "x-request-id" | "x-trace-id";

/** The metadata of a response or a failure. */
type Ends = Pick<IncomingResponse, "header" | "trailer">;

/** Returns an identifier as the server sent it. */
export function findId(name: IdName, { header, trailer }: Ends): string | undefined {
  return header.get(name) ?? trailer.get(name);
}
