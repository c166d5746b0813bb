/** Who may enter: the first keys, and principals and keys straight in the database, for when no management key is at hand. */
import type { Command } from "commander";
import { UsageError } from "../faults.ts";
import { roleSettings } from "../roles.ts";
import { embeddedNote, withRoleSettings, withSettings, type Flags } from "./with-settings.ts";

export function addAccessCommands(program: Command): void {
  withRoleSettings(
    program.command("bootstrap").description("make the first context, once, and print its keys"),
    roleSettings.bootstrap,
  )
    .option("--if-missing", "succeed where it is there already, and print no key: both have to be given")
    .addHelpText("after", "\nExample:\n  loci-server bootstrap --connection-string postgres://loci@db/loci --context-id acme")
    .action(async (flags: Flags) => {
      const { runBootstrap } = await import("../roots/bootstrap.ts");
      await runBootstrap(flags, flags["ifMissing"] === true);
    });

  addPrincipals(program);
  addKeys(program);
  program
    .command("generate-key")
    .description("print a random key that can be pinned with SERVICE_API_KEY or SERVICE_MANAGEMENT_API_KEY")
    .addHelpText("after", "\nExample:\n  SERVICE_API_KEY=$(loci-server generate-key) loci-server dev start --bootstrap")
    .action(async () => {
      const { randomBytes } = await import("node:crypto");
      process.stdout.write(`${randomBytes(36).toString("base64url")}\n`);
    });
}

function addPrincipals(program: Command): void {
  const principals = program
    .command("principals")
    .description("a context's principals, straight in the database")
    .addHelpText("after", embeddedNote);
  withSettings(principals.command("create").description("make a principal and print its id"), roleSettings.keys)
    .argument("<context_id>")
    .argument("<name>", "its display name")
    .requiredOption("--kind <kind>", "e.g. agent")
    .option("--grant <verb=path>", "what it may do and where (repeatable)", collect)
    .addHelpText(
      "after",
      "\nExample:\n  loci-server principals create acme support-bot --kind agent --grant memory:read=org/acme --grant memory:write=org/acme",
    )
    .action(async (contextId: string, name: string, flags: Flags) => {
      const { createPrincipal } = await import("../roots/access.ts");
      await createPrincipal(flags, { contextId, name, kind: String(flags["kind"]), grants: pairs(flags["grant"]) });
    });
  withSettings(principals.command("list").description("print id, kind and name of each"), roleSettings.keys)
    .argument("<context_id>")
    .addHelpText("after", "\nExample:\n  loci-server principals list acme")
    .action(async (contextId: string, flags: Flags) => (await import("../roots/access.ts")).listPrincipals(flags, contextId));
}

function addKeys(program: Command): void {
  const keys = program.command("keys").description("a context's keys, straight in the database").addHelpText("after", embeddedNote);
  withSettings(keys.command("mint").description("make a key for a principal and print its secret, once"), roleSettings.keys)
    .argument("<context_id>")
    .argument("<principal_id>")
    .argument("<key_name>")
    .option("--expires-in <seconds>", "the key's life", seconds)
    .addHelpText("after", "\nExample:\n  loci-server keys mint acme principal:01j… laptop --expires-in 86400")
    .action(async (contextId: string, principalId: string, name: string, flags: Flags) => {
      const { mintKey } = await import("../roots/access.ts");
      await mintKey(flags, { contextId, principalId, name, ttlSeconds: Number(flags["expiresIn"] ?? 0) });
    });
  withSettings(keys.command("rotate").description("give a key a new secret and print it; the old one stops"), roleSettings.keys)
    .argument("<context_id>")
    .argument("<key_name>")
    .option("--expires-in <seconds>", "the new secret's life", seconds)
    .addHelpText("after", "\nExample:\n  loci-server keys rotate dev default --expires-in 86400")
    .action(async (contextId: string, name: string, flags: Flags) => {
      const { rotateKey } = await import("../roots/access.ts");
      await rotateKey(flags, { contextId, name, ttlSeconds: Number(flags["expiresIn"] ?? 0) });
    });
  withSettings(
    keys
      .command("rotate-management")
      .description("make a management key and print it, or take the one that is given; all others stop"),
    roleSettings.managementKey,
  )
    .addHelpText("after", "\nExample:\n  loci-server keys rotate-management")
    .action(async (flags: Flags) => (await import("../roots/access.ts")).rotateManagementKey(flags));
}

function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

function pairs(given: unknown): (readonly [verb: string, path: string])[] {
  const texts = Array.isArray(given) ? given.map(String) : [];
  return texts.map((text) => {
    const [, verb, path] = /^([a-z]+:[a-z]+)=(.+)$/.exec(text) ?? [];
    if (verb === undefined || path === undefined)
      throw new UsageError(`'${text}' is not a grant; it looks like memory:read=org/acme`);
    return [verb, path];
  });
}

function seconds(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new UsageError("--expires-in must be a whole number of seconds");
  return Number(text);
}
