import { render } from "preact";
import { takeControlToken } from "./api/control-client.js";
import { Console } from "./view/console.jsx";

takeControlToken();
const root = document.getElementById("console");
if (root !== null) render(<Console />, root);
