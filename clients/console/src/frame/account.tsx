import { Badge, Box, Group, Menu, Stack, Text, UnstyledButton } from "@mantine/core";
import { ChevronsUpDown, CircleUser, LogOut } from "lucide-react";
import { useSession } from "../session/session.tsx";

/** Who is signed in, what the key may do, and the way out. */
export function Account() {
  const { me, contextId, signOut } = useSession();
  const grants = Object.entries(me.effectiveGrants);
  const name = me.displayName === "" ? me.principalId : me.displayName;
  return (
    <Menu position="top-start" width={300} withinPortal>
      <Menu.Target>
        <UnstyledButton className="account" aria-label={`Signed in as ${name}`}>
          <Group gap="sm" wrap="nowrap">
            <CircleUser size={22} aria-hidden />
            <Box miw={0} flex={1}>
              <Text size="sm" fw={550} truncate>
                {name}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {contextId}
              </Text>
            </Box>
            <ChevronsUpDown size={14} aria-hidden />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Stack gap={6} p="sm">
          <Text size="sm">
            <b>{name}</b> ({me.kind}){me.delegatedPrincipalId !== null && <> for {me.delegatedPrincipalId}</>}
          </Text>
          <Text size="xs" c="dimmed">
            This key may, over these scopes and all below them:
          </Text>
          <Stack gap={4}>
            {grants.map(([verb, paths]) => (
              <Group key={verb} gap={6}>
                <Badge color="gray">{verb}</Badge>
                <Text size="xs" ff="monospace">
                  {paths.join(" ")}
                </Text>
              </Group>
            ))}
            {grants.length === 0 && <Text size="xs">nothing</Text>}
          </Stack>
        </Stack>
        <Menu.Divider />
        <Menu.Item leftSection={<LogOut size={16} aria-hidden />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
