export { etagCache, type CachedBody, type ResponseCache } from "./cache.js";
export { Call, type Answer } from "./call.js";
export { ApiError, type ErrorCode, type ErrorDetails, type Issue } from "./error.js";
export type { CallOptions, Input, Operation, Parameter } from "./operation.js";
export type {
  ClientOptions,
  DriftEvent,
  HeadersSource,
  PossibleMiss,
  RequestContext,
  RetryOptions,
} from "./options.js";
export { Session } from "./session.js";
export type { Shape } from "./shape.js";
