import type { Family } from "../function.ts";
import { lists } from "./lists.ts";
import { single } from "./single.ts";
import { statistics } from "./statistics.ts";

/** `math::…` */
export const math: Family = { ...single, ...lists, ...statistics };
