import type { Command } from "commander";
import { dataConnection } from "../connection.ts";
import { examples } from "../flags.ts";
import { readProfiles, writeProfiles } from "../profiles.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { printable } from "../terminal.ts";

export function define(command: Command, session: Session): void {
  command
    .addHelpText("after", "\nThe profile that it stores (--profile, else the current one) is the current one from then on.")
    .addHelpText(
      "after",
      examples(
        "loci login --context-id dev                 (asks for the key)",
        "loci login --profile work --url https://memory.example.com --context-id acme",
      ),
    )
    .action(async () => {
      const { env, terminal } = session;
      const flags = command.optsWithGlobals<GlobalFlags>();
      const stored = await readProfiles(env.profileFile);
      const name = flags.profile ?? stored.active;
      const before = stored.profiles[name] ?? {};
      const asked = flags.apiKey ?? env.apiKey ?? (await terminal.askSecret("API key: "));
      const connection = dataConnection({ ...flags, ...(asked === undefined ? {} : { apiKey: asked }) }, env, before);
      // What does not work is not stored.
      const me = await (await session.connect(connection)).call("whoami");
      stored.profiles[name] = { ...before, url: connection.url, api_key: connection.apiKey, context_id: connection.contextId };
      await writeProfiles(env.profileFile, { active: name, profiles: stored.profiles });
      const answer = { profile: name, url: connection.url, contextId: connection.contextId, ...me };
      const who = `${printable(me.displayName)} (${printable(me.kind)})`;
      const switched = `It is the current profile from now on; 'loci config set profile ${stored.active}' goes back.`;
      session.show(command, answer, ({ url, contextId }) =>
        [
          `Logged in at ${url}, context ${contextId}, as ${who}.`,
          `Stored as profile '${name}' in ${env.profileFile}`,
          ...(name !== stored.active && Object.hasOwn(stored.profiles, stored.active) ? [switched] : []),
        ].join("\n"),
      );
    });
}
