import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema, type FileDescriptorProto } from "@bufbuild/protobuf/wkt";

/** Text that would leave a comment or a string, or act on the compiler, if it were printed as it is. */
export const hostileTexts: readonly (readonly [about: string, text: string])[] = [
  ["ends a block comment", "*/ evil(); /*"],
  ["ends it over and over", "*/*/**/ evil() /*/"],
  ["ends it on a line of its own", "\n*/\nevil();\n/*\n"],
  ["ends a line comment by CR", "x\revil();\r"],
  ["ends a line comment by U+2028", "x\u2028evil();\u2029evil();"],
  ["ends strings of every kind", "\"; evil(); '; evil(); `; evil(); ${evil()}"],
  ["ends a string by a backslash", "\\"],
  ["is a directive", "@ts-ignore"],
  ["is a directive on a line of its own", "x\n@ts-nocheck\n@ts-expect-error\n"],
  ["is a tag", "@deprecated\n@internal\n@type {evil}"],
  ["is a reference", '/ <reference path="/etc/passwd" />'],
  ["is a pragma", "@jsx evil\n#__PURE__\n# sourceMappingURL=data:evil"],
  ["is a pragma within a line", "See @jsxImportSource evil\nand @JSX evil"],
  ["hides what follows", "\u202e\u2066evil\u2069\u202c\u200b\ufeff"],
  ["drives a terminal", "\u001b[2J\u0007\u0000"],
  ["is a template", "{{evil}} {{{evil}}} {{#each evil}} {{> evil}} <%= evil %>"],
  ["is a replacement pattern", "$& $1 $` $' $$ $<evil>"],
  ["is Markdown and HTML", "</script><script>evil()</script> ```\n```js\nevil()\n``` [x](javascript:evil)"],
  ["is very long", "evil ".repeat(5000)],
];

/** An API with a comment or a string at each place where a proto may have one. */
export const commentedProtos = {
  "acme/options.proto": `syntax = "proto3"; package acme; import "google/protobuf/descriptor.proto";
    extend google.protobuf.ServiceOptions { string api_service_name = 50001; }
    extend google.protobuf.MethodOptions { Notice method_deprecation_details = 50001; }
    message Notice { string description = 1; string effective_at = 2; }`,
  "acme/v1/a.proto": `
    // SYNTAX
    syntax = "proto3";
    // PACKAGE
    package acme.v1;
    // IMPORT
    import "acme/options.proto";

    // DETACHED

    // SERVICE
    service S {
      // OPTION
      option (acme.api_service_name) = "s";
      // DETACHED

      // RPC
      rpc Get(M) returns (M); // TRAILING
      // RPC
      rpc Old(M) returns (M) { option (acme.method_deprecation_details) = { description: "DEPRECATION" effective_at: "WHEN" }; }
    }
    // MESSAGE
    message M { // INSIDE
      // FIELD
      string text = 1 [json_name = "JSONNAME"]; // TRAILING
      // ONEOF
      oneof x {
        // MEMBER
        string y = 2;
      }
      map<string, E> es = 3; // TRAILING
    }
    // ENUM
    enum E {
      // VALUE
      ZERO = 0; // TRAILING
    }
    // END`,
};

/** The same descriptors with another text in the place of every comment and option string. */
export function withText(files: readonly FileDescriptorProto[], text: string): FileDescriptorProto[] {
  return files.map((file) => {
    const copy = fromBinary(FileDescriptorProtoSchema, toBinary(FileDescriptorProtoSchema, file));
    if (!copy.name.startsWith("acme/v1/")) return copy;
    for (const location of copy.sourceCodeInfo?.location ?? []) {
      if (location.leadingComments) location.leadingComments = ` ${text}\n`;
      if (location.trailingComments) location.trailingComments = ` ${text}\n`;
      location.leadingDetachedComments = location.leadingDetachedComments.map(() => ` ${text}\n`);
    }
    for (const field of copy.messageType[0]!.field)
      if (field.jsonName === "JSONNAME") field.jsonName = `${text}!`;
    for (const method of copy.service[0]!.method) {
      if (method.options?.$unknown)
        method.options.$unknown = method.options.$unknown.map((one) => ({ ...one, data: noticeWith(text) }));
    }
    return copy;
  });
}

/** The encoded value of the deprecation option: a message with two strings, its length before it. */
function noticeWith(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  const part = (tag: number): Buffer => Buffer.concat([Buffer.of(tag), varint(bytes.length), bytes]);
  const message = Buffer.concat([part(0x0a), part(0x12)]);
  return Buffer.concat([varint(message.length), message]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return Buffer.of(...bytes, rest);
    bytes.push((rest & 127) | 128);
  }
}
