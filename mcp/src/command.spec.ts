import { expect, it } from "vitest";
import { help, readCommand } from "./command.js";
import { codedError } from "../../test/coded-error.js";

it("reads, asks before it destroys, and serves standard streams unless it is told otherwise", () => {
  expect(readCommand([])).toMatchObject({
    allow: [],
    allowMethods: [],
    denyMethods: [],
    services: [],
    strict: false,
    confirm: "destroy",
    settings: {},
  });
});

it.each<[readonly string[], object]>([
  [["--allow", "create,change", "--allow", "create"], { allow: ["create", "change"] }],
  [["--allow-method", "a/b", "--allow-method", "c"], { allowMethods: ["a/b", "c"] }],
  [["--max-calls", "0", "--rate=5"], { maxCalls: 0, rate: 5 }],
  [["--endpoint", "localhost:1", "--insecure"], { settings: { endpoint: "localhost:1", insecure: true } }],
  [
    ["--token-file", "api", "--http-token-file", "t", "--http", "127.0.0.1:1"],
    { httpTokenFile: "t", http: "127.0.0.1:1", settings: { tokenFile: "api" } },
  ],
  [["--allow-bulk", "destroy", "--explain"], { allowBulk: ["destroy"], explain: true }],
])("%j is read", (argv, want) => {
  expect(readCommand(argv)).toMatchObject(want);
});

it.each<[readonly string[], RegExp, string]>([
  [
    ["--allow", "all"],
    /--allow all is not a class of methods; the classes are create, change, destroy/,
    "NAME_UNKNOWN",
  ],
  [["--allow", ""], /--allow  is not a class/, "NAME_UNKNOWN"],
  [["--confirm", "always"], /never, destroy, all or page/, "ARGUMENT_INVALID"],
  [["--max-changes", "-1"], /max-changes/, "ARGUMENT_INVALID"],
  [["--rate", "1e3"], /--rate must be an integer/, "ARGUMENT_INVALID"],
  [["--allow-bulk", "change"], /--allow-bulk must be destroy/, "ARGUMENT_INVALID"],
  [["--token", "x"], /Unknown option '--token'.*see --help/, "ARGUMENT_INVALID"],
  [["stray"], /stray.*see --help/, "ARGUMENT_INVALID"],
])("%j is refused", (argv, why, code) => {
  expect(() => readCommand(argv)).toThrow(codedError(code, why));
});

it("has help for each flag", () => {
  for (const flag of ["services", "allow", "allow-method", "deny-method", "strict", "confirm", "http", "log"])
    expect(help).toContain(`--${flag} `);
});
