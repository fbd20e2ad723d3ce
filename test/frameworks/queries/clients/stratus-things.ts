import { ThingsClient } from "../things/src/index.js";

export const { things } = new ThingsClient();
