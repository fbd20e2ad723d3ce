/**
 * `@stratus/runtime/generated/sdk-v1`: what programs use beside the clients of their SDK: credentials, errors, calls and their
 * options, masks, interceptors, time. An SDK's root entry passes all of it on, so programs import it from there;
 * a name that is added here reaches them without a change of the generator.
 *
 * The types that signatures of clients name are all here, since a strict installer hides this package from
 * programs. It has a longer name than an SDK's root, and `@stratus/runtime` is not loaded by it: where a compiler
 * writes an inferred type, it names it by the shortest name of a module that the program has loaded.
 *
 * @module
 */
export { federatedToken } from "../../session/auth/federated-token.js";
export { cachedToken, type CachedTokenOptions } from "../../session/auth/cache/cached-token.js";
export { commandToken, type CommandTokenOptions } from "../../session/auth/command-token.js";
export { environmentToken, fileToken } from "../../session/auth/local-token.js";
export type { MetadataTokenOptions } from "../../session/auth/metadata-place.js";
export { metadataToken } from "../../session/auth/metadata-token.js";
export {
  serviceAccount,
  type ServiceAccountIdentity,
  type ServiceAccountOptions,
} from "../../session/auth/service-account.js";
export type { PrivateKeyObject } from "../../session/auth/private-key-object.js";
export type { ChannelEvents } from "../../session/core/channels.js";
export type { PlainSessionOptions } from "../../session/core/plain-options.js";
export type {
  SessionOptions,
  UnixSocketAddress,
  UnixSocketOptions,
} from "../../session/core/session-options.js";
export type { ProfileOptions, ProfileSource } from "../../session/login/profile-source.js";
export { mock, type Mock } from "../../session/testing/mock.js";
export type { ProxyOptions } from "../../network/transport/proxy-options.js";
export type { Pem } from "../../network/transport/pem.js";
export type { TlsOptions } from "../../network/transport/tls-options.js";
export * from "./sdk-messages.js";
export * from "./sdk-shared.js";
