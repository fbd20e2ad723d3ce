/** The folder of this package. Sources, modules and the CommonJS file are one level below it. */
export const packageFolder = new URL("../", import.meta.url);
