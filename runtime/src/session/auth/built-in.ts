/**
 * A module of Node that some ways to log in need, loaded when the first of them does: a program with a token of its own
 * starts a tenth faster without them.
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
