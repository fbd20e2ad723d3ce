import type { Http2ServerResponse } from "node:http2";
import type { NodeHandler } from "./cors.js";

/**
 * Ends the request of a call that was answered before it was read to its end, such as one with a message over the limit.
 * A client that still sends would wait for ever. Over HTTP/2, it is asked to stop (RFC 9113, section 8.1). The rest is read
 * and dropped, since over HTTP/1.1 the next request of the connection comes behind it.
 */
export function endUnreadRequests(handler: NodeHandler): NodeHandler {
  return (request, response) => {
    // A request that its iterator destroys can no longer be read to its end.
    request[Symbol.asyncIterator] = () => request.iterator({ destroyOnReturn: false });
    const end = (): void => {
      if (request.complete) return;
      if (isHttp2(response)) response.stream.close();
      request.resume();
    };
    // Over HTTP/2, this event follows the last data, and Node sends the trailers before the callback runs.
    if (isHttp2(response)) response.stream.once("wantTrailers", () => setImmediate(end));
    else response.once("finish", end);
    handler(request, response);
  };
}

const isHttp2 = (response: object): response is Http2ServerResponse => "stream" in response;
