import { curves, number, perSecond, quantile, ranking, redFrom, type Dashboard } from "../panels.ts";

const auth = 'method=~"loci.auth.v1.Auth/.+"';

/** Who is let in, who is not, and does one take the others' place? */
export const tenants: Dashboard = {
  name: "tenants",
  title: "Tenants and keys",
  about:
    "Contexts, refused keys, limits, and what contexts take of the models. Keys, principals and scopes stand in no metric: ask the audit.",
  rows: [
    {
      title: "Now",
      panels: [
        number("Contexts", "That there are.", "short", "max(loci_contexts)"),
        number("Being erased", "Deleted, and something is left.", "short", "max(loci_erasures_open)", redFrom(1, 10)),
        number(
          "Keys that are refused",
          "Answers 401 a second.",
          "reqps",
          perSecond('loci_http_request_seconds_count{status="401"}'),
          redFrom(0.1, 1),
        ),
        number(
          "Limits that are met",
          "Answers 429 a second.",
          "reqps",
          perSecond('loci_http_request_seconds_count{status="429"}'),
          redFrom(0.1, 1),
        ),
      ],
    },
    {
      title: "Who is let in",
      panels: [
        curves("Refused", "401: no key that fits. 403: the key may not. 404: it is not there, or not for this key.", "reqps", [
          [perSecond('loci_http_request_seconds_count{status=~"401|403|404"}', ["status"]), "{{status}}"],
        ]),
        curves("Refused agents", "Tools over MCP.", "reqps", [
          [
            perSecond('loci_mcp_tool_seconds_count{outcome=~"unauthenticated|forbidden"}', ["tool", "outcome"]),
            "{{tool}} {{outcome}}",
          ],
        ]),
        curves("Limits that are met", "Requests of one key in a minute, tokens of one context in a month.", "reqps", [
          [perSecond('loci_http_request_seconds_count{status="429"}', ["route"]), "{{route}}"],
        ]),
      ],
    },
    {
      title: "Management",
      panels: [
        curves("Changes", "Contexts, principals, keys and scopes, by route.", "reqps", [
          [
            perSecond('loci_http_request_seconds_count{method!="GET",route=~"/api/v1/contexts.*"}', ["method", "route"]),
            "{{method}} {{route}}",
          ],
        ]),
        curves("The auth service", "p95 by method (shape services).", "s", [
          [quantile(0.95, "loci_rpc_server_seconds", ["method"], `{${auth}}`), "{{method}}"],
        ]),
        curves("The auth service fails", "By status.", "reqps", [
          [perSecond(`loci_rpc_server_seconds_count{${auth},code!="OK"}`, ["method", "code"]), "{{method}} {{code}}"],
        ]),
      ],
    },
    {
      title: "What contexts take of the models",
      panels: [
        ranking("Tokens", "Within a day.", "short", "topk(20, sum by (context) (increase(loci_model_tokens_total[1d])))"),
        ranking("Cost", "Within a day.", "currency", "topk(20, sum by (context) (increase(loci_model_cost_total[1d])))"),
      ],
    },
  ],
};
