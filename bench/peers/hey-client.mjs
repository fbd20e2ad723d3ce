export { createClient } from "@hey-api/client-fetch";
