export type * from "./define.ts";
export type * from "./expression.ts";
export type * from "./idiom.ts";
export type * from "./kind.ts";
export type * from "./select.ts";
export type * from "./statement.ts";
