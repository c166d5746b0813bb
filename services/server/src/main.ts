/** The binary `loci-server`: one command for each role; each loads only its own composition root. */
import { productVersion } from "@loci/gateway/version";
import { Command, CommanderError } from "commander";
import { addAccessCommands } from "./commands/access.ts";
import { addIndexCommands } from "./commands/index-care.ts";
import { addRoles } from "./commands/roles.ts";
import { addTransferCommands } from "./commands/transfer.ts";
import { exitCodes, explain } from "./faults.ts";

/** @returns the exit code: 0 ok, 1 a fault (one line on stderr says which), 2 wrong usage, 3 what fsck compared differs */
export async function main(args: readonly string[]): Promise<number> {
  // Whoever read our output may go away (`loci-server … | head`): that ends no server.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
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

/** The program with all of its commands; each loads what it needs when it is called. */
export function createProgram(): Command {
  const program = new Command("loci-server")
    .description("Loci's server: everything in one process (dev start), or a process for each role.")
    .version(productVersion())
    .configureOutput({ writeErr: (text) => process.stderr.write(text.replace(/^error: /, "loci-server: ")) })
    .showSuggestionAfterError()
    .addHelpText(
      "after",
      "\nExamples:\n  loci-server dev start --bootstrap\n  loci-server dev start --connection-string postgres://loci@db/loci",
    )
    .exitOverride();

  addRoles(program);
  addAccessCommands(program);
  addTransferCommands(program);
  addIndexCommands(program);
  return program;
}
