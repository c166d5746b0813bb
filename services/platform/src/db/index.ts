export { migrate, type MigrationSource } from "./migrate.ts";
export { jsonParam, timeText, timeParam } from "./values.ts";
