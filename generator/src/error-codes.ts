/**
 * The code of every problem that the generator, `stratus doctor` and the commands report: when it occurs, and what to
 * do. A code names a kind of mistake; the text of the problem names the place and the fix.
 */
export const errorCodes = {
  // Kit: names of output files, optional packages, defects of the generator.
  OUTPUT_PATH_INVALID:
    "The name of an output file does not work on every file system. Rename the proto file or its package.",
  OUTPUT_PATH_CONFLICT:
    "Two output files have the same name on some file system. Rename the source of one of them.",
  PACKAGE_MISSING: "An optional npm package is needed and not installed. Install the version that is named.",
  INTERNAL_ERROR: "The generator failed for a reason that it does not know. Report it, with the text.",

  // Plugin: options.
  OPTION_UNKNOWN: "An option has a name that does not exist. Correct the name.",
  OPTION_INVALID: "An option has no value, or a value that it does not accept. Correct the value.",
  OPTION_CONFLICT: "Two options contradict each other, or one is given twice. Remove one of them.",
  OPTION_MISSING: "A required option is missing, or one that another option needs. Add it.",
  OPTION_UNMATCHED:
    "An option names a service or a package that the protos do not contain. Correct the name.",

  // Plugin: files beside the protos.
  FILE_UNREADABLE: "A file cannot be opened, or its text cannot be read. Correct the path.",
  FILE_INVALID: "A file has contents that it must not have. Correct the file at the place that is named.",

  // Plugin: requests and descriptors.
  REQUEST_INVALID: "The input is not a complete request to a plugin. Run the plugin with `buf generate`.",
  REQUEST_PARTIAL:
    "The request leaves out files of the API. Set `strategy: all` for the plugin, or `opt: partial=allow`.",
  PROTO_INVALID: "The protos contain something that a compiler rejects. Check them with `buf build`.",

  // Plugin: the API.
  ENDPOINT_MISSING:
    "A service does not state where it is called, and others of the API do. Set its endpoint, or leave it out with `exclude`.",
  ENDPOINT_INVALID: "The endpoint of a service is not a host name. Correct the option of the service.",
  ENDPOINT_CONFLICT: "Two options state different endpoints for one service. Keep one of them.",
  NOTHING_TO_GENERATE:
    "The files contain no service, or no message. Check the inputs of buf and the options.",
  CODEC_FAILED: "ts-proto cannot write the codecs of this API. Leave out `codec=ts-proto`.",
  CODE_INJECTED: "Text of the protos became code in the output. Do not use the output, and report it.",

  // Findings of `stratus doctor`, beside the problems above. `plugin/doctor/finding-kinds.ts` has the effect and the fix of each.
  GET_MISSING: "A service has an Update and no Get that returns the same resource.",
  GET_MISMATCH: "An Update takes other messages than Get returns.",
  RESOURCE_VERSION_MISSING: "A resource that an Update changes has no version.",
  INPUT_ONLY_IN_LIST: "An element of a list has an INPUT_ONLY field.",
  UPDATE_FIELD_MISSING: "The rules of an Update require a field that `modify` cannot send.",
  ENUM_CLOSED: "A list or a map that is updated contains a closed enum.",
  FIELD_REQUIRED: "A message that is updated has a `required` field of proto2.",
  GROUP_USED: "A message that is updated has a group.",
  OPERATION_UNREADABLE: "A method returns an operation that no service of the API reads.",
  PAGES_MISSING: "A List method does not return pages.",
  IDEMPOTENCY_KEY_MISSING: "A service changes data and promises no idempotency keys.",
  UPDATE_MASK_PLAIN: "An Update has a field mask, and its request does not contain the resource.",
  REQUEST_ID_UNUSED: "A request has an identifier that clients do not fill in.",
  ROUTE_MISSING: "A method does not state which header routes its requests.",
  NAME_PATTERN_INVALID: "The pattern of a resource name is not valid.",
  NAME_CLASH: "A name of the API clashes with another one in TypeScript.",
  RULE_UNREADABLE: "A validation rule is not understood.",
  RULE_UNCHECKED: "A validation rule is checked by the server alone.",

  // OpenAPI.
  OPENAPI_INVALID:
    "The OpenAPI document contains something that no client can be generated for. Correct it at the place that is named.",
  EXTENSION_INVALID: "The extension of a REST client cannot be part of its package. Correct its files.",

  // Commands.
  COMMAND_UNKNOWN: "There is no command of that name, or none was named. Run `stratus --help`.",
  ARGUMENT_INVALID:
    "A command has an argument too many, or lacks one that it needs. Run the command with `--help`.",
  VERSION_UNREADABLE:
    "A version of an SDK cannot be read. Name a folder, a tarball, npm:NAME@VERSION, or REF:FOLDER of Git.",
  VERSION_EXISTS: "The changelog already has an entry for the version. Remove it, or choose another version.",
  CHANGELOG_LINES_LOST:
    "A release would remove lines of the changelog. Move them above the headings of their entry, or confirm with `--yes`.",
  WRITE_FAILED: "A file cannot be written, and no file was changed. Check permissions and free space.",
  OUTPUT_BLOCKED: "A file that the generator did not write has the name of an output file. Move it away.",
} as const;

/** The code of a problem. */
export type ErrorCode = keyof typeof errorCodes;
