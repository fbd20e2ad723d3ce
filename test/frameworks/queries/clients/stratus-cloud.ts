import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { Cloud, tokenFromFunction } from "@svc/cloud/web";

const credentials = tokenFromFunction(async () => "token");
export const instances = new InstanceServiceClient(
  new Cloud({ baseUrl: "https://api.example.com", credentials }),
);
