import { AppShell, Burger, Divider, Drawer, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { ProviderBanner } from "../providers/banner.tsx";
import { Account } from "./account.tsx";
import { ColorSchemeSwitch } from "./color-scheme-switch.tsx";
import "./frame.css";
import { Logo } from "./logo.tsx";
import { Navigation } from "./navigation.tsx";

/** What stands around each page: navigation at the side, or in a menu where there is no room for it. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const [open, { open: show, close }] = useDisclosure(false);
  return (
    <AppShell
      navbar={{ width: 220, breakpoint: "md", collapsed: { mobile: true } }}
      header={{ height: { base: 52, md: 0 } }}
      padding={{ base: "md", md: "xl" }}
    >
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <AppShell.Header hiddenFrom="md" px="md" className="frame-bar">
        <Group h="100%" justify="space-between">
          <Group gap="sm">
            <Burger size="sm" opened={open} onClick={show} aria-label="Menu" aria-expanded={open} />
            <Logo />
          </Group>
          <ColorSchemeSwitch />
        </Group>
      </AppShell.Header>
      <Drawer opened={open} onClose={close} size={280} title={<Logo />} closeButtonProps={{ "aria-label": "Close the menu" }}>
        <Navigation onFollow={close} />
        <Divider my="md" />
        <Account />
      </Drawer>
      <AppShell.Navbar component="aside" visibleFrom="md" className="frame-bar frame-side" aria-label="Console">
        <Group justify="space-between" pl="sm" pb="lg">
          <Logo />
          <ColorSchemeSwitch />
        </Group>
        <Navigation />
        <Account />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <ProviderBanner />
        {children}
      </AppShell.Main>
    </AppShell>
  );
}
