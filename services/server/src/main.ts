/** The binary `loci-server`: one command for each role; each loads only its own composition root. */
import { Command, CommanderError } from "commander";
import { settings, type SettingName } from "./config.ts";
import { exitCodes, explain, UsageError } from "./faults.ts";
import { roleSettings } from "./roles.ts";

type Flags = Readonly<Record<string, unknown>>;

/** @returns the exit code: 0 ok, 1 a fault (one line on stderr says which), 2 wrong usage */
export async function main(args: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync(args, { from: "user" });
    return exitCodes.ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    const { text, exitCode } = explain(error);
    process.stderr.write(`loci-server: ${text}\n`);
    return exitCode;
  }
}

function createProgram(): Command {
  const program = new Command("loci-server")
    .description("Loci's server: everything in one process (dev start), or one service each.")
    .version("0.1.0")
    .configureOutput({ writeErr: (text) => process.stderr.write(text.replace(/^error: /, "loci-server: ")) })
    .showSuggestionAfterError()
    .addHelpText(
      "after",
      "\nExamples:\n  loci-server dev start --bootstrap\n  loci-server dev start --connection-string postgres://loci@db/loci",
    )
    .exitOverride();

  const dev = program.command("dev").description("everything in one process, on this machine");
  withSettings(dev.command("start").description("start it; not for production"), roleSettings.dev)
    .option("--bootstrap", "on an empty database make the context and print its keys")
    .addHelpText(
      "after",
      "\nExamples:\n  loci-server dev start --bootstrap\n" +
        "  loci-server dev start --bootstrap --connection-string pglite:./data --bind-address 127.0.0.1:9191",
    )
    .action(async (flags: Flags) => (await import("./roots/dev.ts")).startDev(flags, flags["bootstrap"] === true));

  withSettings(
    program.command("bootstrap").description("make the first context, once, and print its keys"),
    roleSettings.bootstrap,
  )
    .addHelpText("after", "\nExample:\n  loci-server bootstrap --connection-string postgres://loci@db/loci --context-id acme")
    .action(async (flags: Flags) => (await import("./roots/bootstrap.ts")).runBootstrap(flags));

  withSettings(program.command("api").description("HTTP over the four services"), roleSettings.api)
    .addHelpText(
      "after",
      "\nExample:\n  loci-server api --bind-address 0.0.0.0:9090 --auth-address auth:9191 \\\n" +
        "    --ingest-address ingest:9191 --graph-address graph:9191 --retrieval-address retrieval:9191",
    )
    .action(async (flags: Flags) => (await import("./roots/api.ts")).startApi(flags));

  addServices(program);
  addKeyCommands(program);
  addTransferCommands(program);
  return program;
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
    withSettings(group.command("start").description(`serve it over gRPC`), roleSettings[name])
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
      return (await import("./roots/auth.ts")).startAuth(flags);
    case "graph":
      return (await import("./roots/graph.ts")).startGraph(flags);
    case "ingest":
      return (await import("./roots/ingest.ts")).startIngest(flags);
    case "retrieval":
      return (await import("./roots/retrieval.ts")).startRetrieval(flags);
  }
}

function addKeyCommands(program: Command): void {
  const keys = program.command("keys").description("context keys, straight in the database");
  withSettings(keys.command("rotate").description("give a key a new secret and print it; the old one stops"), roleSettings.keys)
    .argument("<context_id>")
    .argument("<key_name>")
    .option("--expires-in <seconds>", "the new secret's life", seconds)
    .addHelpText("after", "\nExample:\n  loci-server keys rotate dev default --expires-in 86400")
    .action(async (contextId: string, name: string, flags: Flags) => {
      const { rotateKey } = await import("./roots/keys.ts");
      await rotateKey(flags, contextId, name, Number(flags["expiresIn"] ?? 0));
    });
  program
    .command("generate-key")
    .description("print a random key that can be pinned with SERVICE_API_KEY or SERVICE_MANAGEMENT_API_KEY")
    .addHelpText("after", "\nExample:\n  SERVICE_API_KEY=$(loci-server generate-key) loci-server dev start --bootstrap")
    .action(async () => {
      const { randomBytes } = await import("node:crypto");
      process.stdout.write(`${randomBytes(36).toString("base64url")}\n`);
    });
}

function addTransferCommands(program: Command): void {
  const embedded = "an embedded database (pglite:) must not be in use by a server meanwhile";
  withSettings(program.command("export").description(`write a whole context as JSON Lines; ${embedded}`), roleSettings.export)
    .argument("<context_id>")
    .option("--out <file>", "the file; compressed where it ends in .gz; '-' for standard output", "-")
    .addHelpText("after", "\nExamples:\n  loci-server export dev --out dev.jsonl.gz\n  loci-server export dev | wc -l")
    .action(async (contextId: string, flags: Flags) => {
      const { exportContext } = await import("./roots/export.ts");
      await exportContext(flags, contextId, String(flags["out"]));
    });
  withSettings(
    program.command("import").description(`fill an empty context from an export, and make it where there is none; ${embedded}`),
    roleSettings.import,
  )
    .argument("<file>", "compressed where it ends in .gz; '-' for standard input")
    .option("--context-id <id>", "another context than the file names")
    .addHelpText(
      "after",
      "\nAn import that broke off goes on with the same file.\n" +
        "\nExamples:\n  loci-server import dev.jsonl.gz\n  loci-server import dev.jsonl.gz --context-id dev-copy",
    )
    .action(async (file: string, flags: Flags) => {
      const { importContext } = await import("./roots/import.ts");
      await importContext(flags, file, typeof flags["contextId"] === "string" ? flags["contextId"] : "");
    });
  withSettings(
    program.command("re-embed").description("embed everything by another model, while the old vectors serve"),
    roleSettings.reEmbed,
  )
    .addHelpText(
      "after",
      "\nGive the new model's settings. Servers on postgres:// go on serving; an embedded database (pglite:) must not be in use.\n" +
        "It may be stopped and run again: what is done stays. The next server that is started with the new settings switches.\n" +
        "Run it with the old settings to give the move up.\n" +
        "\nExamples:\n  loci-server re-embed --embeddings-provider onnx --embeddings-model ./models/e5-small\n" +
        "  loci-server re-embed --connection-string postgres://loci@db/loci --embeddings-provider openai \\\n" +
        "    --embeddings-url https://api.openai.com/v1 --embeddings-model text-embedding-3-small",
    )
    .action(async (flags: Flags) => (await import("./roots/re-embed.ts")).reEmbed(flags));
}

function withSettings(command: Command, names: readonly SettingName[]): Command {
  for (const name of names) {
    const { flag, env, about } = settings[name];
    command.option(flag, `${about} (${env})`);
  }
  return command;
}

function seconds(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new UsageError("--expires-in must be a whole number of seconds");
  return Number(text);
}
