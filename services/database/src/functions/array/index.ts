import type { Family } from "../function.ts";
import { combining } from "./combine.ts";
import { logic } from "./logic.ts";
import { making } from "./make.ts";
import { searching } from "./search.ts";
import { single } from "./single.ts";
import { sorting } from "./sort.ts";
import { walking } from "./walk.ts";

/** `array::…` */
export const array: Family = { ...single, ...combining, ...logic, ...making, ...searching, ...sorting, ...walking };
