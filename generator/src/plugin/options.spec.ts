import { readFileSync } from "node:fs";
import { assert, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { optionTable } from "./option-table.js";
import { parseOptions } from "./options.js";
import { codedError } from "../../../test/coded-error.js";

describe("the plugin's options", () => {
  it("have defaults that need nothing", () => {
    expect(parseOptions("")).toMatchObject({
      packageName: undefined,
      sessionName: "Api",
      stripPrefix: "",
      importExtension: ".js",
      runtime: "@stratus/runtime",
      hasDocs: false,
      hasApiPage: false,
      allowsPartial: false,
      isVerified: false,
    });
  });

  it("are read from what buf makes of the lines of `opt`", () => {
    const options = parseOptions(
      "package_name=@acme/cloud, session_name=Cloud,import_extension=none,services=a.B+c.*",
    );
    expect(options).toMatchObject({
      packageName: "@acme/cloud",
      sessionName: "Cloud",
      importExtension: "",
      services: ["a.B", "c.*"],
    });
  });

  it.each([
    ["", undefined, undefined],
    ["idempotency_header=x-idempotency-key,reset_mask_header=X-RESETMASK", undefined, undefined],
    ["idempotency_header=X-Key", "X-Key", undefined],
    ["reset_mask_header=X-Mask", undefined, "X-Mask"],
  ])(
    "%j name headers only where they are not the usual ones",
    (parameter, idempotencyHeader, resetMaskHeader) => {
      expect(parseOptions(parameter)).toMatchObject({ idempotencyHeader, resetMaskHeader });
    },
  );

  it.each<[string, string, string]>([
    [
      "sesion_name=Cloud",
      'option "sesion_name": There is no such option. Did you mean session_name?',
      "OPTION_UNKNOWN",
    ],
    [
      "package-name=x",
      'option "package-name": There is no such option. Did you mean package_name?',
      "OPTION_UNKNOWN",
    ],
    ["Verify=true", 'option "Verify": There is no such option. Did you mean verify?', "OPTION_UNKNOWN"],
    [
      "forceLong=bigint",
      'option "forceLong": There is no such option. The options are package_name, ',
      "OPTION_UNKNOWN",
    ],
    [
      "verify=true,verify=true",
      "option verify: The option is given twice. Keep one of them.",
      "OPTION_CONFLICT",
    ],
    [
      "session_name",
      "option session_name: The option has no value. Give it one: session_name=Cloud.",
      "OPTION_INVALID",
    ],
    ["session_name=", "option session_name: The option has no value.", "OPTION_INVALID"],
    [
      "session_name=class",
      'option session_name: The value "class" does not begin with a capital letter, as the name of a class does. ' +
        "Give it one that is right, such as session_name=Cloud. [OPTION_INVALID]",
      "OPTION_INVALID",
    ],
    [
      "session_name=Promise",
      'option session_name: The value "Promise" is a name that the generated code uses.',
      "OPTION_INVALID",
    ],
    [
      "session_name=A-B",
      'The value "A-B" contains characters other than letters, digits and _.',
      "OPTION_INVALID",
    ],
    ["import_extension=js", "Did you mean import_extension=.js?", "OPTION_INVALID"],
    ["verify=True", "Did you mean verify=true?", "OPTION_INVALID"],
    [
      "services=acme.A,acme.B",
      'option "acme.B": There is no such option. If it belongs to the option before it, ' +
        "put + between the names: services=acme.A+acme.B.",
      "OPTION_UNKNOWN",
    ],
    [
      "exclude=acme.A,verifi=true",
      'option "verifi": There is no such option. Did you mean verify?',
      "OPTION_UNKNOWN",
    ],
    [
      "package_name=@Acme/Cloud",
      'option package_name: The value "@Acme/Cloud" is not an npm package name',
      "OPTION_INVALID",
    ],
    [
      "package_name=../x",
      'option package_name: The value "../x" is not an npm package name',
      "OPTION_INVALID",
    ],
    ['package_name="', 'option package_name: The value "\\"" is not an npm package name', "OPTION_INVALID"],
    [
      "package_name=fs",
      "option package_name: Node and npm keep the name fs for themselves.",
      "OPTION_INVALID",
    ],
    [
      "package_name=node_modules",
      "option package_name: Node and npm keep the name node_modules for themselves.",
      "OPTION_INVALID",
    ],
    [
      "package_name=@acme/x,runtime=@acme/x",
      "option package_name: The output imports the package @acme/x itself. Give the package another name",
      "OPTION_INVALID",
    ],
    [
      "package_json=x.json",
      "option package_json: The option adds to a package, and there is none. Name one: package_name=",
      "OPTION_MISSING",
    ],
    [
      "package_name=x,package_json=x",
      'option package_json: The value "x" is not a path to a .json file',
      "OPTION_INVALID",
    ],
    ["package_version=1", 'option package_version: The value "1" is not a version', "OPTION_INVALID"],
    [
      "api_domain=https://x",
      'option api_domain: The value "https://x" is not a domain name',
      "OPTION_INVALID",
    ],
    ["api_domain=127.0.0.1", 'option api_domain: The value "127.0.0.1" is not', "OPTION_INVALID"],
    ["api_domain=a.0x1f", 'option api_domain: The value "a.0x1f" is not', "OPTION_INVALID"],
    ["api_domain=unix:/run/a", 'option api_domain: The value "unix:/run/a" is not', "OPTION_INVALID"],
    ["strip_prefix=a..b", 'option strip_prefix: The value "a..b" is not', "OPTION_INVALID"],
    [
      "import_extension=.mjs",
      'option import_extension: The value ".mjs" is not one of .js, .ts, none',
      "OPTION_INVALID",
    ],
    ["partial=yes", 'option partial: The value "yes" is not allow', "OPTION_INVALID"],
    ["verify=1", 'option verify: The value "1" is not true or false', "OPTION_INVALID"],
    [
      "idempotency_header=X Key",
      'option idempotency_header: The value "X Key" is not a header name',
      "OPTION_INVALID",
    ],
    [
      "idempotency_header=key-bin",
      'option idempotency_header: The value "key-bin" is not a header name',
      "OPTION_INVALID",
    ],
    [
      "reset_mask_header=:path",
      'option reset_mask_header: The value ":path" is not a header name',
      "OPTION_INVALID",
    ],
    ["reset_mask_header=Grpc-Timeout", 'The value "Grpc-Timeout" is not a header name', "OPTION_INVALID"],
    ["reset_mask_header=Authorization", 'The value "Authorization" is not a header name', "OPTION_INVALID"],
    [
      "reset_mask_header=x-idempotency-key",
      "option reset_mask_header: The header is that of idempotency keys too.",
      "OPTION_CONFLICT",
    ],
    ["server=yes", 'option server: The value "yes" is not true or false', "OPTION_INVALID"],
    [
      "codec=protobuf-es",
      'option codec: The value "protobuf-es" is not one of stratus, ts-proto, none',
      "OPTION_INVALID",
    ],
    [
      "codec=none,server=true",
      "option server: With codec=none there are messages alone, no clients, sessions or servers. Leave out codec=none or server.",
      "OPTION_CONFLICT",
    ],
    [
      "clients=false,session_name=Cloud",
      "option session_name: With clients=false there are messages alone, no clients, sessions or servers. Leave out clients=false or session_name",
      "OPTION_CONFLICT",
    ],
    ["services=a b", 'option services: The value "a b" is not', "OPTION_INVALID"],
  ])("%s is refused with a way out", (parameter, want, code) => {
    expect(() => parseOptions(parameter)).toThrow(codedError(code, want));
  });

  it.each(optionTable.filter(({ isOfClients }) => isOfClients))(
    "of clients are refused if there are none: $name",
    ({ name, example }) => {
      for (const choice of ["codec=none", "clients=false"])
        expect(() => parseOptions(`${name}=${example},${choice}`)).toThrow(
          `option ${name}: With ${choice} there are messages alone`,
        );
    },
  );

  it("of clients may be said to be off where there are none", () => {
    expect(parseOptions("codec=none,server=false,strip_prefix=acme")).toMatchObject({
      hasCodecs: false,
      hasServers: false,
    });
    expect(parseOptions("codec=stratus,server=true")).toMatchObject({ hasCodecs: true, hasServers: true });
  });

  it("are refused all at once", () => {
    expect(() => parseOptions("a=b,verify=x")).toThrow(
      codedError("OPTION_UNKNOWN", /option "a": .*\noption verify: /),
    );
  });

  it("never make anything but options or an error that says what to do, whatever the text", () => {
    assert(
      property(string({ unit: "binary", maxLength: 200 }), (text) => {
        try {
          expect(parseOptions(text).runtime).toBeTypeOf("string");
        } catch (error) {
          expect(String(error)).toMatch(/^Problems: option/);
        }
      }),
    );
  });

  const page = readFileSync(new URL("../../../docs/reference/plugin-options.md", import.meta.url), "utf8");

  it("of clients are listed on the page of the options", () => {
    const [, list = ""] = /the plugin refuses options of clients: (.*)\.$/m.exec(page) ?? [];
    const ofClients = optionTable.filter(({ isOfClients }) => isOfClients);
    expect(list.split(", ")).toEqual(
      ofClients.map(({ name, example }) => (example === "true" ? `\`${name}=true\`` : `\`${name}\``)),
    );
  });

  it("are all on the page of the options, with their values, defaults and help", () => {
    const rows = page.split("\n").filter((line) => /^- `[a-z_]+` \(/.test(line));
    const printed = optionTable.map(({ name, values, default: value, help }) => {
      const shown = value === undefined ? "" : `; default \`${value}\``;
      return `- \`${name}\` (${values}${shown}): ${help}.`;
    });
    expect(rows.toSorted()).toEqual(printed.toSorted());
  });

  it("have examples and defaults that pass their own check", () => {
    for (const row of optionTable) {
      expect(`${row.name} ${row.pattern.test(row.example)}`).toBe(`${row.name} true`);
      if (row.default !== undefined) expect(row.default).toMatch(row.pattern);
    }
  });
});

describe("what the output says of the options that wrote it", () => {
  it("is the same whatever their order, and names no file and nothing that changes no byte", () => {
    const given =
      "verify=true,session_name=Cloud,package_name=@a/b,package_json=/home/me/p.json,partial=allow";
    const turned = given.split(",").toReversed().join(",");
    expect(parseOptions(given).record).toBe("package_name=@a/b,partial=allow,session_name=Cloud");
    expect(parseOptions(turned).record).toBe(parseOptions(given).record);
  });

  it("names files beside the protos, unless it would tell where they are on one machine", () => {
    const path = (folder: string): string => parseOptions(`service_yaml=${folder}a.yaml+b.yaml`).record;
    expect(["api/", "../", "/home/me/", "C:/me/"].map(path)).toEqual([
      "service_yaml=api/a.yaml+b.yaml",
      "service_yaml=../a.yaml+b.yaml",
      "",
      "",
    ]);
  });

  it("is read as the same options again", () => {
    const { record, ...options } = parseOptions("session_name=Cloud,services=a.*+b,keepalive_ms=false");
    expect(parseOptions(record)).toEqual({ record, ...options });
  });
});
