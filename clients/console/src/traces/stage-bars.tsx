import { Box, Title } from "@mantine/core";
import { durationText } from "../ui/quantities.ts";
import { barsOf } from "./trace.ts";

/** How long each stage took, the longest first. Stages may run beside each other, so that they need not add up. */
export function StageBars({ stageMs }: { readonly stageMs: Readonly<Record<string, number>> }) {
  const bars = barsOf(stageMs);
  if (bars.length === 0) return null;
  return (
    <section aria-labelledby="stages">
      <Title order={2} id="stages" mb={8}>
        Stages
      </Title>
      <table className="surface stage-bars" aria-labelledby="stages">
        <tbody>
          {bars.map(({ name, ms, share }) => (
            <tr key={name}>
              <th scope="row">{name.replaceAll("_", " ")}</th>
              <td className="stage-ms">{durationText(ms)}</td>
              <td className="stage-track" aria-hidden>
                <Box className="stage-length" style={{ width: `${Math.max(0.5, share * 100)}%` }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
