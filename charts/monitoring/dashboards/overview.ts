import { objectives, shareOf } from "../objectives.ts";
import { curves, greenFrom, number, perSecond, quantile, redFrom, type Dashboard } from "../panels.ts";
import { mcpTools, routes, serverFaults } from "../surface.ts";

const monthOf = (target: number) => Number((1 - target).toFixed(6));

/** Are the promises kept, and since when not? */
export const overview: Dashboard = {
  name: "overview",
  title: "Overview and burn rate",
  about: "Whether what is promised is kept, and how fast the allowance for it is used up.",
  rows: [
    {
      title: "Promises, over three days",
      panels: objectives.map((objective) =>
        number(
          objective.title,
          `The share that went well; promised are ${Number((objective.target * 100).toFixed(4))} %.`,
          "percentunit",
          `1 - max(${shareOf(objective, "3d")})`,
          greenFrom(1 - 3 * monthOf(objective.target), objective.target),
        ),
      ),
    },
    {
      title: "Burn rate: 1 uses the allowance up exactly in its time; somebody is called from 14.4 within an hour",
      panels: objectives.map((objective) =>
        curves(
          objective.title,
          "How many times as fast as it lasts the allowance is used, over each time.",
          "short",
          ["5m", "1h", "6h", "3d"].map((over) => [`max(${shareOf(objective, over)}) / ${monthOf(objective.target)}`, over]),
          { thresholds: redFrom(1, 14.4) },
        ),
      ),
    },
    {
      title: "What is asked",
      panels: [
        curves("Requests over HTTP", "By the class of their status.", "reqps", [
          [
            'sum by (class) (label_replace(rate(loci_http_request_seconds_count[$__rate_interval]), "class", "${1}xx", "status", "(.).."))',
            "{{class}}",
          ],
        ]),
        curves("Recalls and writes", "Over REST and MCP.", "reqps", [
          [perSecond(`loci_http_request_seconds_count{route=~"${routes.recall}"}`), "recalls over REST"],
          [perSecond(`loci_http_request_seconds_count{method=~"POST|PUT",route=~"${routes.write}"}`), "writes over REST"],
          [perSecond(`loci_mcp_tool_seconds_count{tool=~"${mcpTools.recall}"}`), "recalls over MCP"],
          [perSecond(`loci_mcp_tool_seconds_count{tool=~"${mcpTools.write}"}`), "writes over MCP"],
        ]),
        curves("What failed and is not the caller's fault", "Answers 500 to 504, by route.", "reqps", [
          [perSecond(`loci_http_request_seconds_count{status=~"${serverFaults.status}"}`, ["route"]), "{{route}}"],
        ]),
        curves("Time to answer over HTTP", "Over all routes, long answers of chat among them.", "s", [
          [quantile(0.5, "loci_http_request_seconds"), "p50"],
          [quantile(0.95, "loci_http_request_seconds"), "p95"],
          [quantile(0.99, "loci_http_request_seconds"), "p99"],
        ]),
        curves("Processes", "How many there are, and how many were started within ten minutes.", "short", [
          ["count(loci_process_start_time_seconds)", "running"],
          ["sum(changes(loci_process_start_time_seconds[10m]))", "started anew"],
        ]),
        curves("Memory", "Resident, of each process.", "bytes", [["loci_process_resident_memory_bytes", "{{pod}} {{instance}}"]]),
      ],
    },
  ],
};
