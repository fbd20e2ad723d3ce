/**
 * The fate of a request that breaks rules of its API: it is refused; it is sent with a warning; it is sent, and if the
 * server answers `INVALID_ARGUMENT`, the error has the violations; or nobody looks.
 */
export type Validation = "refuse" | "warn" | "explain" | "off";
