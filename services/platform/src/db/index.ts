export { deedRpcs } from "./deed-rpcs.ts";
export { deedStore, type DeedStore } from "./deeds.ts";
export { migrate, type MigrationSource } from "./migrate.ts";
export { jsonParam, timeText, timeParam } from "./values.ts";
