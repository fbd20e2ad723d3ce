export { parseChipNumber, type ChipNumber } from "./chip-number.js";
