import type { ChangeCase } from "./changes.fixture.js";

/** Enums and their values. */
export const enumChanges: readonly ChangeCase[] = [
  {
    name: "a value is added",
    edits: [["  DISK_TYPE_HDD = 2;\n", "  DISK_TYPE_HDD = 2;\n  DISK_TYPE_TAPE = 3;\n"]],
    step: "minor",
    words: ["`DiskType.TAPE` is new"],
  },
  {
    name: "a value is removed",
    edits: [["  DISK_TYPE_HDD = 2;\n", ""]],
    step: "major",
    words: ["`DiskType.HDD` was removed"],
    breaks: "export const f = () => acme.DiskType.HDD;",
  },
  {
    name: "a value is removed, and its number reserved",
    edits: [["  DISK_TYPE_HDD = 2;\n", "  reserved 2;\n"]],
    step: "major",
    words: ["`DiskType.HDD` was removed"],
    breaks: "export const f = () => acme.DiskType.HDD;",
  },
  {
    name: "a value is renamed",
    edits: [["  DISK_TYPE_HDD = 2;\n", "  DISK_TYPE_MAGNETIC = 2;\n"]],
    step: "major",
    words: ["`DiskType.HDD` was renamed to `DiskType.MAGNETIC`"],
    breaks: "export const f = () => acme.DiskType.HDD;",
  },
  {
    name: "a value gets another number",
    edits: [["  DISK_TYPE_HDD = 2;\n", "  DISK_TYPE_HDD = 5;\n"]],
    step: "major",
    words: ["The number of `DiskType.HDD` changed from 2 to 5"],
    breaks: "export const f = (): 2 => acme.DiskType.HDD;",
  },
  {
    name: "two values swap their numbers",
    edits: [
      ["  DISK_TYPE_SSD = 1;\n", "  DISK_TYPE_SSD = 2;\n"],
      ["  DISK_TYPE_HDD = 2;\n", "  DISK_TYPE_HDD = 1;\n"],
    ],
    step: "major",
    words: [
      "The number of `DiskType.HDD` changed from 2 to 1",
      "The number of `DiskType.SSD` changed from 1 to 2",
    ],
    breaks: "export const f = (): 2 => acme.DiskType.HDD;",
  },
  {
    name: "a value is deprecated",
    edits: [["  DISK_TYPE_HDD = 2;\n", "  DISK_TYPE_HDD = 2 [deprecated = true];\n"]],
    step: "minor",
    words: ["`DiskType.HDD` is deprecated"],
  },
  {
    name: "an enum is removed",
    edits: [
      [
        "  Level level = 3;\n  enum Level {\n    LEVEL_UNSPECIFIED = 0;\n    LEVEL_LOW = 1;\n    LEVEL_HIGH = 2;\n  }\n",
        "",
      ],
    ],
    step: "major",
    words: ["`Placement.level` was removed", "`Placement_Level` was removed"],
    breaks: "export const f = (level: acme.Placement_Level) => level;",
  },
  {
    name: "an enum is renamed",
    edits: [["  Level level = 3;\n  enum Level {", "  Height level = 3;\n  enum Height {"]],
    step: "major",
    words: ["`Placement_Level` was renamed to `Placement_Height`"],
    breaks: "export const f = (level: acme.Placement_Level) => level;",
  },
  {
    name: "an enum is added",
    edits: [["message Snapshot {", "enum Mode {\n  MODE_UNSPECIFIED = 0;\n}\nmessage Snapshot {"]],
    step: "minor",
    words: ["`Mode` is new"],
  },
  {
    name: "an enum is deprecated",
    edits: [["    LEVEL_UNSPECIFIED = 0;\n", "    option deprecated = true;\n    LEVEL_UNSPECIFIED = 0;\n"]],
    step: "minor",
    words: ["`Placement_Level` is deprecated"],
  },
  {
    name: "values change their order",
    edits: [["  DISK_TYPE_SSD = 1;\n  DISK_TYPE_HDD = 2;\n", "  DISK_TYPE_HDD = 2;\n  DISK_TYPE_SSD = 1;\n"]],
    step: undefined,
    words: [],
  },
  {
    name: "an alias is added",
    edits: [
      [
        "  DISK_TYPE_HDD = 2;\n",
        "  DISK_TYPE_HDD = 2;\n  option allow_alias = true;\n  DISK_TYPE_MAGNETIC = 2;\n",
      ],
    ],
    step: "minor",
    words: ["`DiskType.MAGNETIC` is new"],
  },
];
