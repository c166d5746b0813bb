import { Text } from "@mantine/core";
import { ofThem } from "../ui/quantities.ts";
import { minuteText } from "../ui/time-text.ts";
import type { FailingModel } from "./failures.ts";

/** What fails since when and why, what to do, and what waits. */
export function Failing({ model }: { readonly model: FailingModel }) {
  const { name, usedFor, since, times, cause, advice, waiting } = model;
  return (
    <div>
      <Text size="sm">
        <b>{name}</b> ({usedFor.join(", ")}) has failed since <time dateTime={since}>{minuteText(new Date(since))}</time>
        {times !== undefined && `, ${ofThem(times, "time")}`}: {cause}.
      </Text>
      <Text size="sm">{advice}</Text>
      {waiting !== "" && <Text size="sm">Waiting for it: {waiting}.</Text>}
    </div>
  );
}
