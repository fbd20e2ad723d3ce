import { describe, expect, it } from "vitest";
import { codeOf } from "./codecs.fixture.js";

describe("a oneof", () => {
  it("is one property, whose members are written where their numbers are", async () => {
    const code = await codeOf(
      "message A { oneof which { A part = 3; string text = 1; } int32 between = 2; }",
    );
    expect(code).toContain(
      ' which?: { $case: "part"; value: A } | { $case: "text"; value: string } | undefined; ',
    );
    const writes = [
      "writer.string(10, message.which.value);",
      "writer.int32(16,",
      "A.wire.write(writer, 26, message.which.value);",
    ];
    const places = writes.map((text) => code.indexOf(text));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(code.match(/if \(message\.which\?\.\$case === "/g)).toHaveLength(2);
  });

  it("is written by one switch where its members stand together", async () => {
    const code = await codeOf("message A { oneof which { A part = 1; string text = 2; } }");
    expect(code).toContain(
      'switch (message.which?.$case) { case "part": A.wire.write(writer, 10, message.which.value); break; case "text":',
    );
  });

  it("has each comment at its member", async () => {
    const code = await codeOf("message A {\n// Which.\noneof which {\n// The text.\nstring text = 1; } }");
    expect(code).toContain(
      ' /** Which. */ which?: /** The text. */ { $case: "text"; value: string } | undefined; ',
    );
  });
});
