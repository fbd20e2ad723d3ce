import { infiniteQueryOptions, mutationOptions, queryOptions } from "@stratus/query";
import { instances } from "./clients/stratus-cloud.js";

export const detailOptions = (id: string) => queryOptions(instances, "get", { id });
export const listOptions = (parentId: string) => infiniteQueryOptions(instances, "list", { parentId });
export const editOptions = () => mutationOptions(instances, "modify");
