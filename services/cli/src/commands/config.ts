import type { Command } from "commander";
import { Failure, usage } from "../failure.ts";
import { examples } from "../flags.ts";
import { isProfileKey, masked, profileKeys, readProfiles, writeProfiles } from "../profiles.ts";
import type { GlobalFlags, Session } from "../session.ts";

const secrets = new Set<string>(["api_key", "management_api_key"]);
const names = ["profile", ...profileKeys].join(", ");

export function define(command: Command, session: Session): void {
  const { env } = session;
  const set = command.command("set").description(`change one of: ${names}`);
  set
    .argument("<name>")
    .argument("<value>")
    .addHelpText("after", examples("loci config set url http://localhost:9090", "loci config set profile work"))
    .action(async (name: string, value: string) => {
      const stored = await readProfiles(env.profileFile);
      const profile = set.optsWithGlobals<GlobalFlags>().profile ?? stored.active;
      if (name === "profile") {
        if (!stored.profiles[value]) throw new Failure(`There is no profile '${value}'; 'loci login --profile ${value}' makes it.`);
        stored.active = value;
      } else {
        stored.profiles[profile] = { ...stored.profiles[profile], [known(name)]: value };
      }
      await writeProfiles(env.profileFile, stored);
      session.show(set, { [name]: secrets.has(name) ? masked(value) : value }, () => `Stored ${name} in ${env.profileFile}`);
    });
  const get = command.command("get").description(`show one of: ${names}`);
  get
    .argument("<name>")
    .option("--reveal", "show a key in full")
    .addHelpText("after", examples("loci config get url", "loci config get api_key --reveal"))
    .action(async (name: string) => {
      const stored = await readProfiles(env.profileFile);
      const flags = get.optsWithGlobals<GlobalFlags & { reveal?: boolean }>();
      const profile = flags.profile ?? stored.active;
      const value = name === "profile" ? stored.active : stored.profiles[profile]?.[known(name)];
      if (value === undefined) throw new Failure(`${name} is not set in profile '${profile}'.`);
      const shown = secrets.has(name) && !flags.reveal ? masked(value) : value;
      session.show(get, { [name]: shown }, () => shown);
    });
}

function known(name: string) {
  if (!isProfileKey(name)) throw usage(`'${name}' is no setting; there are: ${names}`);
  return name;
}
