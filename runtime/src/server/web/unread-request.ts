import type { Http2ServerResponse } from "node:http2";
import type { NodeHandler } from "./cors.js";

/**
 * Ends the stream of a call over HTTP/2 that was answered before its request was read, such as a message over the limit:
 * the client is asked to stop (RFC 9113, section 8.1). Without that, its window stays closed, and it waits for ever.
 */
export function endUnreadRequests(handler: NodeHandler): NodeHandler {
  return (request, response) => {
    if (isHttp2(response)) {
      const { stream } = response;
      // The data was sent before this event, and Node sends the trailers before this callback runs.
      stream.once("wantTrailers", () => setImmediate(() => request.complete || stream.close()));
    }
    handler(request, response);
  };
}

const isHttp2 = (response: object): response is Http2ServerResponse => "stream" in response;
