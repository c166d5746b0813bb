import { consoleFolder } from "@loci/console";
import { defaultGatewaySettings, type GatewaySettings } from "@loci/gateway";
import type { Settings } from "../config.ts";

type HttpSettings = Pick<
  Settings,
  "headerAliases" | "allowedOrigins" | "maxQueryK" | "jsonLimitBytes" | "uploadLimitBytes" | "requestsPerMinute"
>;

/** What of the settings concerns HTTP. */
export function gatewaySettings(config: HttpSettings): GatewaySettings {
  const { headerAliases, allowedOrigins, maxQueryK, jsonLimitBytes, uploadLimitBytes, requestsPerMinute } = config;
  const chosen = { headerAliases, allowedOrigins, maxQueryK, jsonLimitBytes, uploadLimitBytes, requestsPerMinute };
  return { ...defaultGatewaySettings, ...chosen, consoleFolder };
}
