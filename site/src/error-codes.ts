/** Codes of errors about a package or a page that cannot become a site: `code` of a `DocsError`. */
export const docsErrorCodes = {
  PACKAGE_MISSING: "The argument is neither a folder with a package.json nor an installed package.",
  GUIDE_MISSING: "The package has no guide. Generate it with the option guide=true.",
  PACKAGE_NOT_BUILT: "The package is not built, so its guide cannot be loaded.",
  PAGE_INVALID: "A Markdown page does not begin with a heading, which is its title.",
  PAGE_DUPLICATE: "Two pages have the same path in the site. Rename one of the files.",
} as const;

/** A code of {@link docsErrorCodes}. */
export type DocsErrorCode = keyof typeof docsErrorCodes;
