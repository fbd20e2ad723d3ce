/**
 * The plugin as a value, for programs that run it in their own process: `run`
 * takes and gives what `protoc-gen-stratus` reads and writes.
 */
export { generate, run, type Tell } from "./plugin/plugin.js";
export { docsOf } from "./plugin/docs-of.js";
export type { OutputFile } from "./kit/emit/file.js";
export { Problems, type Problem } from "./kit/problem.js";
