import { Anchor, Text } from "@mantine/core";
import { Link } from "wouter";
import { Page } from "./page.tsx";

export function NotFound() {
  return (
    <Page title="There is no such page">
      <Text>
        <Anchor component={Link} href="/">
          Go to the first page
        </Anchor>
      </Text>
    </Page>
  );
}
