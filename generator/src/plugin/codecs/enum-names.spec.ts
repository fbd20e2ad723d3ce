import { describe, expect, it } from "vitest";
import { linkProtos } from "./codecs.fixture.js";
import { enumNames } from "./enum-names.js";

/** The names of the values of an enum, with what tells the runtime those of the proto. */
function namesOf(
  name: string,
  values: readonly string[],
): [names: string[], prefix: string, others: string[]] {
  const body = values.map((value, index) => `${value} = ${index};`).join(" ");
  const [file] = linkProtos({
    // The compilers of proto3 refuse what would have one name.
    "a.proto": `syntax = "proto2"; package a; message In { enum ${name} { ${body} } }`,
  });
  const [one] = file?.messages[0]?.nestedEnums ?? [];
  if (!one) throw new Error("the proto has no enum");
  const { local, prefix, others } = enumNames(one);
  return [[...local.values()], prefix, others.map((value) => value.name)];
}

describe("the names of an enum's values", () => {
  it.each<[what: string, name: string, values: string[], want: ReturnType<typeof namesOf>]>([
    [
      "lose the enum's own name",
      "DiskType",
      ["DISK_TYPE_UNSPECIFIED", "DISK_TYPE_NETWORK_SSD"],
      [["UNSPECIFIED", "NETWORK_SSD"], "DISK_TYPE_", []],
    ],
    [
      "lose it each by itself",
      "Kind",
      ["KIND_A", "OTHER", "kind_c", "MY_KIND_D"],
      [["A", "OTHER", "kind_c", "MY_KIND_D"], "KIND_", ["OTHER", "kind_c", "MY_KIND_D"]],
    ],
    ["stay where none has it", "Kind", ["A", "B"], [["A", "B"], "", []]],
    [
      "stay where nothing would be left, or a digit would come first",
      "Size",
      ["SIZE", "SIZE_", "SIZE_2XL", "SIZE_L"],
      [["SIZE", "SIZE_", "SIZE_2XL", "L"], "SIZE_", ["SIZE", "SIZE_", "SIZE_2XL"]],
    ],
    [
      "stay with the lower number where two would be one",
      "Kind",
      ["KIND_A", "A", "KIND_B"],
      [["A", "A$", "B"], "KIND_", ["A"]],
    ],
    [
      "stay as they are in the proto where a lower number has the short one",
      "Kind",
      ["A", "KIND_A"],
      [["A", "KIND_A"], "KIND_", ["A", "KIND_A"]],
    ],
    [
      "stay with the lower number where three would be two",
      "E",
      ["E_E_X", "E_X", "X", "E_Y"],
      [["E_X", "X", "X$", "Y"], "E_", ["X"]],
    ],
    [
      "get a $ where the enum has a member of that name",
      "E",
      ["E_nameOf", "isKnown", "NAME_OF"],
      [["nameOf$", "isKnown$", "NAME_OF"], "E_", ["E_nameOf", "isKnown", "NAME_OF"]],
    ],
    [
      "lose it wherever the proto has underscores",
      "IPv6HTTPMode",
      ["IPV6_HTTP_MODE_ON", "I_PV6_HTTPMODE__OFF", "IPV6_HTTP_MODE_AUTO"],
      [["ON", "OFF", "AUTO"], "IPV6_HTTP_MODE_", ["I_PV6_HTTPMODE__OFF"]],
    ],
    ["of an enum in small letters lose it too", "disk_type", ["DISK_TYPE_A"], [["A"], "DISK_TYPE_", []]],
    [
      "keep the name of the message around",
      "Type",
      ["IN_TYPE_A", "TYPE_B"],
      [["IN_TYPE_A", "B"], "TYPE_", ["IN_TYPE_A"]],
    ],
  ])("%s", (_, name, values, want) => {
    expect(namesOf(name, values)).toEqual(want);
  });
});
