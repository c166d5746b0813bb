import { dependencies } from "./dependencies.ts";
import { ingest } from "./ingest.ts";
import { models } from "./models.ts";
import { operator } from "./operator.ts";
import { overview } from "./overview.ts";
import { recall } from "./recall.ts";
import { tenants } from "./tenants.ts";
import { truth } from "./truth.ts";

export const dashboards = [overview, recall, ingest, truth, models, tenants, operator, dependencies];
