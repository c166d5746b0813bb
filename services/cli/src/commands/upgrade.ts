import { join } from "node:path";
import type { Command } from "commander";
import { Failure, usage } from "../failure.ts";
import { collect } from "../flags.ts";
import { startProgress } from "../progress.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { ownInstallation, type Installation } from "../upgrade/installation.ts";
import { openSource } from "../upgrade/source.ts";
import { findNewest, goBack, install } from "../upgrade/upgrade.ts";

interface Flags extends GlobalFlags {
  readonly source?: string;
  readonly publicKey?: readonly string[];
  readonly check?: boolean;
  readonly rollback?: boolean;
}

const examples = `
Where releases come from is built into the client; --source or
SERVICE_UPGRADE_SOURCE names another place: a web address, or a folder that
holds manifest.json, its signature and the package. What is not signed by a
trusted key is refused.

Examples:
  loci upgrade --check
  loci upgrade
  loci upgrade --source https://releases.example.com/loci
  loci upgrade --rollback`;

export function define(command: Command, session: Session): void {
  command
    .option("--check", "only say whether there is a newer version")
    .option("--source <place>", "where to look (SERVICE_UPGRADE_SOURCE)")
    .option("--public-key <base64>", "trust this ed25519 key instead of the built-in ones (repeatable)", collect)
    .option("--rollback", "go back to the version before")
    .addHelpText("after", examples)
    .action(async () => {
      const flags = command.optsWithGlobals<Flags>();
      const installation = await ownInstallation(join(import.meta.dirname, ".."));
      if (installation === undefined) {
        throw new Failure("This client runs from a checkout of the source: 'git pull' brings it up to date.");
      }
      session.show(command, flags.rollback ? await rollback(installation) : await upgrade(installation, flags, session), told);
    });
}

interface Outcome {
  readonly installed: string;
  readonly newest?: string;
  /** What was, or with --check could be, installed. */
  readonly upgraded: boolean;
  readonly available: boolean;
  readonly before?: string;
}

async function upgrade(installation: Installation, flags: Flags, session: Session): Promise<Outcome> {
  const { info } = installation;
  const place = flags.source ?? session.env.upgradeSource ?? info.source;
  if (place === "") throw usage("This client was built without a source of releases: give --source or set SERVICE_UPGRADE_SOURCE.");
  const source = openSource(place);
  const { installed, newest, release } = await findNewest(installation, source, flags.publicKey ?? info.publicKeys);
  if (release === undefined || flags.check) return { installed, newest, upgraded: false, available: release !== undefined };
  const label = `Fetching loci ${newest}`;
  const progress = await startProgress(session.terminal, {
    label,
    total: release.size,
    unit: "bytes",
    quiet: flags.json === true,
  });
  const node = { path: process.execPath, version: process.versions.node };
  try {
    await install(installation, source, release, (sofar) => progress.to(sofar), node);
  } finally {
    progress.stop();
  }
  return { installed: newest, newest, upgraded: true, available: false, before: installed };
}

async function rollback(installation: Installation): Promise<Outcome> {
  return { installed: await goBack(installation), upgraded: true, available: false, before: installation.info.version };
}

function told({ installed, newest, upgraded, available, before }: Outcome): string {
  if (upgraded) return `loci is now ${installed}; it was ${before ?? ""}.`;
  return available
    ? `loci ${newest ?? ""} is there; this is ${installed}. 'loci upgrade' installs it.`
    : `loci ${installed} is the newest.`;
}
