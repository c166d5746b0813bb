/** The roles that run until they are stopped: all in one, those that share a database, and one service each. */
import type { Command } from "commander";
import { roleSettings } from "../roles.ts";
import { withRoleSettings, type Flags } from "./with-settings.ts";

export function addRoles(program: Command): void {
  const dev = program.command("dev").description("everything in one process, on this machine");
  withRoleSettings(dev.command("start").description("start it; not for production"), roleSettings.dev)
    .option("--bootstrap", "on an empty database make the context and print its keys")
    .addHelpText(
      "after",
      "\nExamples:\n  loci-server dev start --bootstrap\n" +
        "  loci-server dev start --bootstrap --connection-string pglite:./data --bind-address 127.0.0.1:9191",
    )
    .action(async (flags: Flags) => (await import("../roots/dev.ts")).startDev(flags, flags["bootstrap"] === true));

  const databases = program.command("database").description("the database under the memory: SurrealQL over HTTP and WebSocket");
  withRoleSettings(databases.command("start").description("serve it alone"), roleSettings.database)
    .option("--bootstrap", "where there is no root user yet, make one and print its password")
    .addHelpText(
      "after",
      "\nExamples:\n  loci-server database start --bootstrap\n" +
        "  loci-server database start --user root --pass secret --db-bind 0.0.0.0:8000 --connection-string postgres://loci@db/loci",
    )
    .action(async (flags: Flags) => (await import("../roots/database.ts")).startDatabase(flags, flags["bootstrap"] === true));

  addRolesOverDatabase(program);
  addServices(program);
}

const database = "--connection-string postgres://loci@db/loci --secrets-dir /etc/loci/secrets";

/** Each opens the database itself; any number of each may run. */
function addRolesOverDatabase(program: Command): void {
  withRoleSettings(
    program.command("api").description("REST and MCP, over the database or over the four services"),
    roleSettings.api,
  )
    .addHelpText(
      "after",
      "\nOver a Postgres server it brings every service itself; 'worker' and 'scheduler' do the background work:\n" +
        `  loci-server api ${database}\n` +
        "\nWith the addresses of the services it opens no database:\n" +
        "  loci-server api --auth-address auth:9191 --ingest-address ingest:9191 --graph-address graph:9191 \\\n" +
        "    --retrieval-address retrieval:9191",
    )
    .action(async (flags: Flags) => (await import("../roots/api.ts")).startApi(flags));
  withRoleSettings(program.command("worker").description("reads documents and extracts facts, from the queue"), roleSettings.worker)
    .addHelpText("after", `\nExample:\n  loci-server worker ${database} --object-store-url file:/srv/loci/objects`)
    .action(async (flags: Flags) => (await import("../roots/over-database.ts")).startWorker(flags));
  withRoleSettings(
    program.command("scheduler").description("does what the clock asks for: decay, expiry, retention, consolidation"),
    roleSettings.scheduler,
  )
    .addHelpText("after", `\nExample:\n  loci-server scheduler ${database}`)
    .action(async (flags: Flags) => (await import("../roots/over-database.ts")).startScheduler(flags));
  withRoleSettings(program.command("management").description("the management API alone"), roleSettings.management)
    .addHelpText("after", `\nExample:\n  loci-server management ${database} --bind-address 127.0.0.1:9091`)
    .action(async (flags: Flags) => (await import("../roots/over-database.ts")).startManagement(flags));
}

function addServices(program: Command): void {
  const services = {
    auth: { about: "who may do what", more: "" },
    graph: { about: "the memory's records", more: "" },
    ingest: { about: "the write path", more: " --auth-address localhost:7001 --graph-address localhost:7002" },
    retrieval: {
      about: "recall",
      more: " \\\n    --auth-address localhost:7001 --graph-address localhost:7002 --ingest-address localhost:7003",
    },
  } as const;
  for (const [name, { about, more }] of Object.entries(services) as [keyof typeof services, { about: string; more: string }][]) {
    const group = program.command(name).description(`the ${name} service: ${about}`);
    withRoleSettings(group.command("start").description(`serve it over gRPC`), roleSettings[name])
      .addHelpText(
        "after",
        `\nExample:\n  loci-server ${name} start --bind 127.0.0.1:7000 --connection-string postgres://loci@db/loci${more}`,
      )
      .action(async (flags: Flags) => startService(name, flags));
  }
}

async function startService(name: "auth" | "graph" | "ingest" | "retrieval", flags: Flags): Promise<void> {
  switch (name) {
    case "auth":
      return (await import("../roots/auth.ts")).startAuth(flags);
    case "graph":
      return (await import("../roots/graph.ts")).startGraph(flags);
    case "ingest":
      return (await import("../roots/ingest.ts")).startIngest(flags);
    case "retrieval":
      return (await import("../roots/retrieval.ts")).startRetrieval(flags);
  }
}
