import type { Command } from "commander";
import { examples, refuseFlags } from "../flags.ts";
import type { Session } from "../session.ts";

export function define(command: Command, session: Session): void {
  const expire = command.command("expire").description("hide what has outlived its time");
  expire.addHelpText("after", examples("loci lifecycle expire")).action(async () => {
    const { loci } = await session.data(expire);
    session.show(expire, await loci.call("expire"), ({ affected }) => `${records(affected)} hidden.`);
  });
  refuseFlags(expire, {
    "--older-than":
      "the thresholds are the context's own, so that no single call forgets more than was decided. Change them with PATCH /contexts/{ctx}.",
  });
  const decay = command.command("decay").description("let importance fade");
  decay.addHelpText("after", examples("loci lifecycle decay")).action(async () => {
    const { loci } = await session.data(decay);
    session.show(decay, await loci.call("decay"), ({ affected }) => `${records(affected)} faded.`);
  });
}

const records = (count: number) => (count === 1 ? "1 record is" : `${count} records are`);
