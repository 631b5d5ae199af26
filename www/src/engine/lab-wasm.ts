/** The only file that knows the laboratory's wasm package, which is fetched when somebody looks at a fabric's curves. */

import init, { lab, laws, Onlooker, tables } from "./wasm-lab/toile.js";

export { init, lab, laws, Onlooker, tables };
