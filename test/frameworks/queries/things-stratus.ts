import { infiniteQueryOptions, mutationOptions, queryOptions } from "@stratus/query";
import { things } from "./clients/stratus-things.js";

export const detailOptions = (id: string) => queryOptions(things, "get", id);
export const listOptions = () => infiniteQueryOptions(things, "pages");
export const editOptions = () => mutationOptions(things, "update");
