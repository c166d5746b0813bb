/** The server's settings, from the table that checks them. */
import { settings, type SettingName } from "../../services/server/src/config.ts";
import { roleSettings } from "../../services/server/src/roles.ts";

export function settingsPage(): string {
  const rows = (Object.keys(settings) as SettingName[]).map((name) => {
    const { env, flag, about } = settings[name];
    return `| \`${env}\` | \`${flag.split(" ")[0] ?? flag}\` | ${cell(about)} | ${rolesOf(name)} |`;
  });
  return `# Settings of the server

A flag wins over the environment, the environment over the default. A wrong value stops the start, with one line that names it.
\`keys\` stands for \`principals\` and \`keys\`; \`auth\`, \`graph\`, \`ingest\` and \`retrieval\` are for who runs each service by itself.

| variable | flag | what it is | taken by |
|---|---|---|---|
${rows.join("\n")}

The client \`loci\` reads \`SERVICE_URL\`, \`SERVICE_API_KEY\`, \`SERVICE_CONTEXT_ID\`, \`SERVICE_MANAGEMENT_URL\`,
\`SERVICE_MANAGEMENT_API_KEY\` and \`SERVICE_UPGRADE_SOURCE\`.`;
}

function rolesOf(name: SettingName): string {
  const roles = Object.entries<readonly SettingName[]>(roleSettings).filter(([, names]) => names.includes(name));
  const shown = roles.map(([role]) => (role === "reEmbed" ? "re-embed" : role));
  return shown.length === Object.keys(roleSettings).length ? "all" : shown.join(", ");
}

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
