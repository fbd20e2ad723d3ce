import { describe, expect, it } from "vitest";
import { lowerCamel, upperCamel } from "./casing.js";

describe("a name in camel case", () => {
  it.each([
    ["Get", "get", "Get"],
    ["GetByName", "getByName", "GetByName"],
    ["get_by_name", "getByName", "GetByName"],
    ["IAMPolicy", "iamPolicy", "IAMPolicy"],
    ["GetIAMPolicy", "getIAMPolicy", "GetIAMPolicy"],
    ["GET", "get", "GET"],
    ["ToJSON", "toJSON", "ToJSON"],
    ["ListV2Disks", "listV2Disks", "ListV2Disks"],
    ["compute/v1", "computeV1", "ComputeV1"],
    ["__proto__", "proto", "Proto"],
    ["_2fa", "_2fa", "_2fa"],
    ["K8sRelease", "k8sRelease", "K8sRelease"],
    ["GetK8sS3Bucket", "getK8sS3Bucket", "GetK8sS3Bucket"],
    ["mk8s/v1", "mk8sV1", "Mk8sV1"],
    ["ml/v1beta1", "mlV1beta1", "MlV1beta1"],
    ["OAuth2Client", "oAuth2Client", "OAuth2Client"],
    ["_", "_", "_"],
  ])("%s is %s and %s", (name, lower, upper) => {
    expect([lowerCamel(name), upperCamel(name)]).toEqual([lower, upper]);
  });
});
