/** A name that npm takes for a package: small letters, with a scope or without. */
export const npmNamePattern = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
