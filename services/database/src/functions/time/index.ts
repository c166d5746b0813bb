import type { Family } from "../function.ts";
import { making } from "./make.ts";
import { reading } from "./read.ts";
import { rounding } from "./round.ts";
import { setting } from "./set.ts";

/** `time::…` */
export const time: Family = { ...reading, ...making, ...rounding, ...setting };
