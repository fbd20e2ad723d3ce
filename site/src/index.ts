/**
 * `@stratus/docs`: a static site of the documentation of a generated package, from its guide. `stratus docs` calls it.
 *
 * @module
 */
export { DocsError } from "./docs-error.js";
export type { DocsErrorCode } from "./error-codes.js";
export { writeSite, type SiteOptions, type WrittenSite } from "./write-site.js";
