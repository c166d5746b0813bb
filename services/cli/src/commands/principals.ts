import type { Loci, LociManagement, Schemas } from "@loci/client";
import type { Command } from "commander";
import { contextOf } from "../connection.ts";
import { collect, examples } from "../flags.ts";
import { grantLines, grantOf, grantsOf, type Verb } from "../grants.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { table } from "../table.ts";
import { printable, type Terminal } from "../terminal.ts";

type Principal = Schemas["Principal"];

export function define(command: Command, session: Session): void {
  command.addHelpText(
    "after",
    "\nWith a management key (SERVICE_MANAGEMENT_API_KEY, or stored) these go to the management API;\n" +
      "otherwise to the context, whose administrators may do all but 'create'.",
  );
  defineCreate(command.command("create").description("make a principal: an agent, a service or a person"), session);
  const list = command.command("list").description("the principals that the key may see");
  list.addHelpText("after", examples("loci principals list")).action(async () => {
    const door = await doorOf(list, session);
    const answer = await (door.plane === "management"
      ? door.management.call("listContextPrincipals", { path: { ctx: door.ctx } })
      : door.loci.call("listPrincipals"));
    session.show(list, answer, (principals) => listText(principals, session.terminal));
  });
  const show = command.command("show").description("one principal and its grants").argument("<id>");
  show
    .addHelpText("after", examples("loci principals show principal:01jq3m9c7v5k2x8d4b6n0r1t9w"))
    .action(async (principalId: string) => {
      const door = await doorOf(show, session);
      const answer = await (door.plane === "management"
        ? door.management.call("getContextPrincipal", { path: { ctx: door.ctx, principalId } })
        : door.loci.call("getPrincipal", { path: { principalId } }));
      session.show(show, answer, (principal) => principalText(principal, session.terminal));
    });
  defineGrant(command.command("grant").description("give it verbs over paths"), "add", session);
  defineGrant(command.command("revoke").description("take verbs over paths away from it"), "remove", session);
  defineEffective(
    command.command("effective").description("what it may do over a path").argument("<id>").argument("<path>"),
    session,
  );
}

interface ManagementDoor {
  readonly plane: "management";
  readonly management: LociManagement;
  readonly ctx: string;
}

type Door = ManagementDoor | { readonly plane: "data"; readonly loci: Loci };

/** The management API where a management key is at hand, else the context's own. */
async function doorOf(command: Command, session: Session): Promise<Door> {
  const { apiKey } = command.optsWithGlobals<GlobalFlags>();
  const isManagement = apiKey === undefined ? await session.hasManagementKey(command) : apiKey.startsWith("loci_mk_");
  if (isManagement) return managementDoor(command, session);
  return { plane: "data", loci: (await session.data(command)).loci };
}

async function managementDoor(command: Command, session: Session): Promise<ManagementDoor> {
  const { connection, management } = await session.management(command);
  return { plane: "management", management, ctx: contextOf(connection) };
}

interface CreateFlags extends GlobalFlags {
  readonly kind: string;
  readonly grant?: readonly string[];
  readonly externalId?: string;
}

function defineCreate(create: Command, session: Session): void {
  create
    .argument("<name>", "its display name")
    .requiredOption("--kind <kind>", "e.g. agent")
    .option("--grant <verb=path>", "what it may do and where, e.g. memory:read=org/acme (repeatable)", collect)
    .option("--external-id <id>", "your own id for it: creating it again finds it")
    .addHelpText("after", examples("loci principals create bot --kind agent --grant memory:read=org/acme -c acme"))
    .action(async (displayName: string) => {
      const { kind, grant, externalId } = create.optsWithGlobals<CreateFlags>();
      const body = { displayName, kind, grants: grantsOf(grant ?? []), externalId };
      const { management, ctx } = await managementDoor(create, session);
      const answer = await management.call("createContextPrincipal", { path: { ctx }, body });
      session.show(
        create,
        answer,
        (made) =>
          `Created ${printable(made.displayName)}\n  ${made.id}\nA key for it: 'loci keys mint <name> --principal ${made.id}'`,
      );
    });
}

function defineGrant(command: Command, change: "add" | "remove", session: Session): void {
  const name = change === "add" ? "grant" : "revoke";
  command
    .argument("<id>")
    .argument("<verb=path...>", "e.g. memory:read=org/acme")
    .addHelpText("after", examples(`loci principals ${name} principal:01jq… memory:read=org/acme memory:write=org`))
    .action(async (principalId: string, pairs: string[]) => {
      const verbsByPath = Map.groupBy(pairs.map(grantOf), ({ path }) => path);
      const door = await doorOf(command, session);
      let answer: Principal | undefined;
      for (const [path, given] of verbsByPath) {
        const body = { path, verbs: given.map(({ verb }) => verb) };
        answer = await changed(door, change, principalId, body);
      }
      if (answer) session.show(command, answer, (principal) => principalText(principal, session.terminal));
    });
}

function changed(
  door: Door,
  change: "add" | "remove",
  principalId: string,
  body: { path: string; verbs: Verb[] },
): Promise<Principal> {
  if (door.plane === "management") {
    const path = { ctx: door.ctx, principalId };
    return door.management.call(change === "add" ? "addContextGrants" : "removeContextGrants", { path, body });
  }
  return door.loci.call(change === "add" ? "addGrants" : "removeGrants", { path: { principalId }, body });
}

function defineEffective(effective: Command, session: Session): void {
  effective
    .option("--as-of <timestamp>", "on that day (RFC 3339)")
    .addHelpText("after", examples("loci principals effective principal:01jq3m9c7v5k2x8d4b6n0r1t9w org/acme"))
    .action(async (principalId: string, path: string) => {
      const query = { path, asOf: effective.optsWithGlobals<{ asOf?: string }>().asOf };
      const door = await doorOf(effective, session);
      const answer = await (door.plane === "management"
        ? door.management.call("getContextEffectiveGrants", { path: { ctx: door.ctx, principalId }, query })
        : door.loci.call("getEffectiveGrants", { path: { principalId }, query }));
      session.show(effective, answer, ({ verbs }) => verbs.join("\n") || `Nothing over ${printable(path)}.`);
    });
}

function listText(principals: readonly Principal[], terminal: Terminal): string {
  return table(
    terminal,
    principals,
    [
      { title: "principal", of: ({ id }) => id },
      { title: "name", of: ({ displayName }) => displayName, shrinks: true },
      { title: "kind", of: ({ kind }) => kind },
      { title: "external id", of: ({ externalId }) => externalId ?? "", shrinks: true, spare: true },
    ],
    "There is no principal.",
  );
}

function principalText({ id, displayName, kind, grants }: Principal, { style }: Terminal): string {
  return [`${style.bold(printable(displayName))} (${printable(kind)})`, style.dim(`  ${id}`), ...grantLines(grants)].join("\n");
}
