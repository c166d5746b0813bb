import type { Family } from "../function.ts";
import { casting } from "./cast.ts";
import { checking } from "./check.ts";

/** `type::…`, but `type::field` and `type::fields`, which stand for what the interpreter reads. */
export const type: Family = { ...casting, ...checking };
