/**
 * `@stratus/runtime/server`: servers of generated services on grpc-js. A client
 * loads none of it.
 *
 * @module
 */
export { applyUpdate, type TableUpdateRules, type UpdateRules } from "../entries/messages.js";
export type { ServerDefinition, ServerWiring } from "../calls/rpc/define-server.js";
export {
  addService,
  grpcService,
  type FailedCall,
  type GrpcService,
  type PartialServeOptions,
  type ServeOptions,
} from "./grpc-service.js";
export type { HeaderNames } from "../calls/rpc/wiring.js";
export type { Answer, AnswerStream, ServerCall } from "../calls/rpc/server-call.js";
export {
  corsHeaders,
  withCors,
  type CorsHeaders,
  type CorsOptions,
  type NodeHandler,
  type NodeRequest,
  type NodeResponse,
  type WebSessionClass,
} from "./web/cors.js";
export { localRequestRefusal, type LocalRequestRules } from "./web/local-request.js";
export { isForeignRequest } from "./web/origin.js";
export type { AddServices } from "./web/load-services.js";
export { fetchHandler, type FetchHandler, type FetchHandlerOptions } from "./web/fetch-handler.js";
export { webHandler, type WebHandlerOptions } from "./web/web-handler.js";
