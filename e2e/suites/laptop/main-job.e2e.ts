import { mainJob } from "./main-job.ts";
import { onPostgres } from "./on-postgres.ts";

mainJob("Postgres with pgvector", () => onPostgres(process.env["LOCI_PGVECTOR_POSTGRES"]));
