import { clip } from "../../base/text/secret-text.js";
import type { IncomingResponse } from "./interceptor.js";

/** The longest identifier that is shown, in characters. */
export const maxIdCharacters = 200;

/** An identifier of a reply, cut if it is long. */
export function readResponseId(name: IdName, reply: Ends): string | undefined {
  const id = findId(name, reply);
  return id === undefined ? undefined : clip(id, maxIdCharacters);
}

/** The server's names for the request and the trace. */
type IdName = "x-request-id" | "x-trace-id";

/** The metadata of a reply or of a failure. */
type Ends = Pick<IncomingResponse, "header" | "trailer">;

/** An identifier as the server has sent it. */
export function findId(name: IdName, { header, trailer }: Ends): string | undefined {
  return header.get(name) ?? trailer.get(name);
}
