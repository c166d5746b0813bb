import { isLociError } from "@loci/client";
import { Alert, Button, Code, Group, List, Text } from "@mantine/core";
import { TriangleAlert } from "lucide-react";

interface ProblemProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}

/** What went wrong, in the server's words, with what one needs to look it up. */
export function Problem({ error, onRetry }: ProblemProps) {
  const { title, detail, fields, traceId } = told(error);
  return (
    <Alert color="red" role="alert" icon={<TriangleAlert size={18} aria-hidden />} title={title}>
      <Text size="sm">{detail}</Text>
      {fields.length > 0 && (
        <List size="sm" mt={6}>
          {fields.map(({ pointer, detail: why }) => (
            <List.Item key={pointer + why}>
              <Code>{pointer}</Code> {why}
            </List.Item>
          ))}
        </List>
      )}
      <Group gap="sm" mt={onRetry || traceId !== "" ? 8 : 0}>
        {onRetry && (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
        {traceId !== "" && (
          <Text size="xs" c="dimmed">
            Trace <Code>{traceId}</Code>
          </Text>
        )}
      </Group>
    </Alert>
  );
}

function told(error: unknown) {
  if (isLociError(error)) {
    const { title, detail, fields, traceId } = error;
    return { title, detail: detail === title ? "" : detail, fields, traceId };
  }
  return {
    title: "Something went wrong",
    detail: error instanceof Error ? error.message : String(error),
    fields: [],
    traceId: "",
  };
}
