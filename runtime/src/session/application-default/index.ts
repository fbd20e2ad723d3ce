/**
 * `@stratus/runtime/application-default`: the credentials that a machine has for Google's APIs (AIP-4110), by
 * google-auth-library 10, an optional peer of this package. Nothing else of the runtime loads it.
 *
 * @module
 */
export { applicationDefault, type ApplicationDefaultOptions } from "./application-default.js";
