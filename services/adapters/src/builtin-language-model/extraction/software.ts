/** Names of programs and services that people use: who "moved from Notion to Obsidian" lives where they lived. */
import { words } from "./words.ts";

const known = new Set(
  words(`
    notion obsidian evernote onenote todoist trello asana jira linear clickup basecamp monday airtable slack discord teams zoom skype whatsapp
    telegram signal outlook gmail thunderbird protonmail fastmail dropbox nextcloud onedrive icloud github gitlab bitbucket jenkins heroku vercel
    netlify aws azure gcp hetzner digitalocean linode cloudflare postgres postgresql mysql mariadb sqlite mongodb redis oracle snowflake bigquery
    kafka rabbitmq elasticsearch opensearch docker kubernetes podman react angular vue svelte django rails laravel python java kotlin rust go ruby
    php typescript javascript elixir scala windows linux ubuntu debian fedora macos ios android chrome firefox safari edge brave vim neovim emacs
    vscode intellij eclipse figma sketch photoshop lightroom spotify netflix deezer tidal excel sheets xero quickbooks datev sage salesforce hubspot
    pipedrive zendesk intercom freshdesk stripe paypal shopify woocommerce wordpress ghost substack mailchimp chatgpt claude gemini copilot
  `),
);

/** Whether a name is one of a program or a service; "GitHub", "pnpm 9" and "app.io" show it by their spelling. */
export function isSoftware(name: string): boolean {
  const [first = ""] = name.toLowerCase().split(" ");
  // "VS Code"
  return (
    known.has(first) || known.has(name.toLowerCase().replace(/\s/g, "")) || /^\p{Lu}\p{Ll}+\p{Lu}|\.(?:io|js|app|ai)$/u.test(name)
  );
}
