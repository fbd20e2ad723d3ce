/**
 * A module of Node that some credentials need. It is loaded when they first need it, because a program without it
 * starts 10 % faster.
 */
export const builtIn = {
  childProcess: () => process.getBuiltinModule("node:child_process"),
  crypto: () => process.getBuiltinModule("node:crypto"),
  files: () => process.getBuiltinModule("node:fs/promises"),
  filesNow: () => process.getBuiltinModule("node:fs"),
  paths: () => process.getBuiltinModule("node:path"),
  machine: () => process.getBuiltinModule("node:os"),
  util: () => process.getBuiltinModule("node:util"),
};
