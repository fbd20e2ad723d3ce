/** Implements the standard methods of AIP (https://google.aip.dev/130). */
import type { ReflectMessage } from "@bufbuild/protobuf/reflect";
import type { StandardMethod } from "@stratus/convention";
import type { Cloud } from "../cloud.js";
import type { Invocation, Reply } from "./invocation.js";
import { createStandard } from "./standard-create.js";
import { deleteStandard, undeleteStandard } from "./standard-delete.js";
import { getStandard, listStandard } from "./standard-read.js";
import { updateStandard } from "./standard-update.js";

/** Answers a standard method. */
export function answerStandard(
  cloud: Cloud,
  call: Invocation,
  request: ReflectMessage,
  method: StandardMethod,
): Reply {
  switch (method.kind) {
    case "get":
      return getStandard(cloud, call, request, method);
    case "list":
      return listStandard(cloud, call, request, method);
    case "create":
      return createStandard(cloud, call, request, method);
    case "update":
      return updateStandard(cloud, call, request, method);
    case "delete":
      return deleteStandard(cloud, call, request, method);
    case "undelete":
      return undeleteStandard(cloud, call, request, method);
  }
}
