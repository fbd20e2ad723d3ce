import type { ClientRequest } from "node:http";

/**
 * Sends a request of `node:http` or `node:https`, after the handshake if it uses TLS. If Node writes a request before,
 * a failed handshake has the code `EPROTO` instead of the one that names its reason.
 */
export function sendAfterHandshake(request: ClientRequest, url: URL, body?: string): void {
  const send = (): void => void request.end(body);
  if (url.protocol === "https:") request.once("socket", (socket) => socket.once("secureConnect", send));
  else send();
}
