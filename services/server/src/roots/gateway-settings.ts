import { consoleFolder } from "@loci/console";
import { defaultGatewaySettings, type GatewaySettings } from "@loci/gateway";
import type { Settings } from "../config.ts";

type HttpSettings = Pick<Settings, Extract<keyof Settings, keyof GatewaySettings>>;

/** What of the settings concerns HTTP. */
export function gatewaySettings(config: HttpSettings): GatewaySettings {
  const { headerAliases, allowedOrigins, maxQueryK, jsonLimitBytes, uploadLimitBytes } = config;
  const { requestsPerMinute, contextRequestsPerMinute, wrongKeysPerMinute, trustedProxies } = config;
  return {
    ...defaultGatewaySettings,
    ...{ headerAliases, allowedOrigins, maxQueryK, jsonLimitBytes, uploadLimitBytes },
    ...{ requestsPerMinute, contextRequestsPerMinute, wrongKeysPerMinute, trustedProxies },
    consoleFolder,
  };
}
