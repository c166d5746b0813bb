import { NavLink, Stack, Text } from "@mantine/core";
import { Link, useLocation } from "wouter";
import { pages } from "../pages.ts";

const groups = [...new Set(pages.map((page) => page.group))];

interface NavigationProps {
  readonly onFollow?: () => void;
}

/** The pages, by what one does with them. */
export function Navigation({ onFollow }: NavigationProps) {
  const [location] = useLocation();
  return (
    <Stack gap="md" component="nav" aria-label="Pages">
      {groups.map((group) => (
        <div key={group}>
          <Text size="xs" c="dimmed" fw={600} px="sm" pb={4}>
            {group}
          </Text>
          {pages
            .filter((page) => page.group === group)
            .map(({ path, title, icon: Icon }) => {
              const here = location === path || location.startsWith(`${path}/`);
              return (
                <NavLink
                  key={path}
                  component={Link}
                  href={path}
                  label={title}
                  active={here}
                  aria-current={here ? "page" : undefined}
                  leftSection={<Icon size={17} aria-hidden />}
                  className="page-link"
                  onClick={() => onFollow?.()}
                />
              );
            })}
        </div>
      ))}
    </Stack>
  );
}
