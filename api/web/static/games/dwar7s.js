export { default } from "./generic.js";
