import { expect, it } from "vitest";
import { help, readCommand } from "./command.js";

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
  [["--token-file", "t", "--http", "127.0.0.1:1"], { tokenFile: "t", http: "127.0.0.1:1", settings: {} }],
])("%j is read", (argv, want) => {
  expect(readCommand(argv)).toMatchObject(want);
});

it.each<[readonly string[], RegExp]>([
  [["--allow", "all"], /--allow all is not a class of methods; the classes are create, change, destroy/],
  [["--allow", ""], /--allow  is not a class/],
  [["--confirm", "always"], /never, destroy or all/],
  [["--max-changes", "-1"], /max-changes/],
  [["--rate", "1e3"], /--rate must be an integer/],
  [["--token", "x"], /Unknown option '--token'.*see --help/],
  [["stray"], /stray.*see --help/],
])("%j is refused", (argv, why) => {
  expect(() => readCommand(argv)).toThrow(why);
});

it("has help for each flag", () => {
  for (const flag of ["services", "allow", "allow-method", "deny-method", "strict", "confirm", "http", "log"])
    expect(help).toContain(`--${flag} `);
});
