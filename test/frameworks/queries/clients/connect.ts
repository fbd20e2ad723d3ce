import { createGrpcWebTransport } from "@connectrpc/connect-web";

export const transport = createGrpcWebTransport({
  baseUrl: "https://api.example.com",
  interceptors: [
    (next) => (request) => {
      request.header.set("authorization", "Bearer token");
      return next(request);
    },
  ],
});
