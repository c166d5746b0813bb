import type { Family } from "../function.ts";
import { checking } from "./check.ts";
import { distances } from "./distance.ts";
import { html } from "./html.ts";
import { patterns } from "./pattern.ts";
import { similarities } from "./similarity.ts";
import { text } from "./text.ts";
import { versions } from "./version.ts";

/** `string::…` */
export const string: Family = { ...text, ...checking, ...patterns, ...distances, ...similarities, ...versions, ...html };
