import { Text } from "@mantine/core";
import { Time } from "./time.tsx";

interface ValidTimeProps {
  readonly from: string | null | undefined;
  readonly until: string | null | undefined;
}

/** When something held in the world; nothing where that is not known. */
export function ValidTime({ from, until }: ValidTimeProps) {
  if (!from && !until) return null;
  return (
    <Text size="xs" c="dimmed" component="span">
      valid{" "}
      {from && (
        <>
          from <Time at={from} />
        </>
      )}
      {from && until && " "}
      {until && (
        <>
          until <Time at={until} />
        </>
      )}
    </Text>
  );
}
