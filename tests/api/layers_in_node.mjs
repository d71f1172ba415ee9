// Our own layers of a network, as the page runs them: node layers_in_node.mjs CODE TOLD NETWORK INPUT SHAPE OUT

import { readFileSync, writeFileSync } from "node:fs";
import { Layers } from "../../api/web/static/pocket/layers.js";

const [code, told, network, input, shape, out] = process.argv.slice(2);
const bytes = (/** @type {string} */ file) => new Uint8Array(readFileSync(file)).buffer;
if (!WebAssembly.validate(bytes(code))) process.exit(3); // an older node than the code is for
const layers = new Layers(new WebAssembly.Module(bytes(code)), JSON.parse(readFileSync(told, "utf-8")), bytes(network));
const batch = new Float32Array(bytes(input));
layers.run(batch.map((value) => 1 - value), JSON.parse(shape)); // what an earlier picture left behind changes nothing
const found = Object.entries(layers.run(batch, JSON.parse(shape)));
writeFileSync(out, Buffer.concat(found.map(([, { data }]) => Buffer.from(data.buffer))));
console.log(JSON.stringify(found.map(([name, one]) => [name, one.shape])));
