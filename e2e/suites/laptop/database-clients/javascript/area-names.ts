/** Apart from the areas themselves, as the suite may not load the client. */
export const areaNames = [
  "connection",
  "queries",
  "records",
  "conditions",
  "values",
  "failures",
  "signing in",
  "sessions",
  "transactions",
  "live",
  "dumps",
] as const;

export type AreaName = (typeof areaNames)[number];
