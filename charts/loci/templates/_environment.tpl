{{/*
Settings, in groups; a role names those that it takes (services/server/src/roles.ts says which they are).
What is secret comes from a Secret and is seen in no manifest.
*/}}

{{- define "loci.env.process" -}}
- { name: SERVICE_LOG_LEVEL, value: {{ .root.Values.logLevel | quote }} }
- { name: SERVICE_SECRETS_DIR, value: /etc/loci/secrets }
{{- end -}}

{{- define "loci.env.serving" -}}
- { name: SERVICE_DRAIN_SECONDS, value: {{ .root.Values.drainSeconds | int | quote }} }
{{- end -}}

{{- define "loci.env.observed" -}}
- { name: SERVICE_METRICS_ADDRESS, value: "0.0.0.0:9100" }
{{- with .root.Values.telemetry }}
{{- if .otlpEndpoint }}
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ .otlpEndpoint | quote }} }
- { name: OTEL_TRACES_SAMPLER, value: parentbased_traceidratio }
- { name: OTEL_TRACES_SAMPLER_ARG, value: {{ .sampleRatio | quote }} }
- { name: OTEL_SERVICE_NAME, value: {{ printf "loci-%s" $.role | quote }} }
{{- end }}
{{- end }}
{{- end -}}

{{- define "loci.env.database" -}}
- name: DB_CONNECTION
  valueFrom: { secretKeyRef: { name: {{ .root.Values.database.existingSecret }}, key: {{ .root.Values.database.urlKey }} } }
{{- end -}}

{{/* of the roles that keep the audit */}}
{{- define "loci.env.records" -}}
{{- with .root.Values.auditRetentionDays }}
- { name: SERVICE_AUDIT_RETENTION_DAYS, value: {{ . | int64 | quote }} }
{{- end }}
{{- end -}}

{{- define "loci.env.tls" -}}
{{- if .root.Values.tls.enabled -}}
- { name: SERVICE_TLS_CERT, value: /etc/loci/tls/tls.crt }
- { name: SERVICE_TLS_KEY, value: /etc/loci/tls/tls.key }
- { name: SERVICE_TLS_CA, value: /etc/loci/tls/ca.crt }
{{- else -}}
- { name: SERVICE_RPC_PLAINTEXT, value: "true" }
{{- end }}
{{- end -}}

{{- define "loci.env.grpc" -}}
- { name: SERVICE_RPC_BIND, value: "0.0.0.0:9191" }
{{- $names := list }}
{{- range get (include "loci.callers" $ | fromJson) .role }}
{{- $names = append $names (printf "spiffe://loci/%s" .) }}
{{- $names = append $names (include "loci.grpcHost" (dict "root" $.root "role" .)) }}
{{- end }}
- { name: SERVICE_TLS_CALLERS, value: {{ join "," $names | quote }} }
{{- end -}}

{{- define "loci.env.http" -}}
{{- with .root.Values.http -}}
- { name: SERVICE_BIND_ADDRESS, value: "0.0.0.0:9090" }
{{- with .jsonLimitBytes }}
- { name: SERVICE_JSON_LIMIT_BYTES, value: {{ . | int64 | quote }} }
{{- end }}
{{- include "loci.env.uploads" $ }}
{{- if not (kindIs "invalid" .requestsPerMinute) }}
- { name: SERVICE_REQUESTS_PER_MINUTE, value: {{ .requestsPerMinute | int64 | quote }} }
{{- end }}
{{- if not (kindIs "invalid" .contextRequestsPerMinute) }}
- { name: SERVICE_CONTEXT_REQUESTS_PER_MINUTE, value: {{ .contextRequestsPerMinute | int64 | quote }} }
{{- end }}
{{- if not (kindIs "invalid" .wrongKeysPerMinute) }}
- { name: SERVICE_WRONG_KEYS_PER_MINUTE, value: {{ .wrongKeysPerMinute | int64 | quote }} }
{{- end }}
{{- with .trustedProxies }}
- { name: SERVICE_TRUSTED_PROXIES, value: {{ . | quote }} }
{{- end }}
{{- with .maxQueryK }}
- { name: SERVICE_MAX_QUERY_K, value: {{ . | int64 | quote }} }
{{- end }}
{{- with .headerAliases }}
- { name: SERVICE_HEADER_ALIASES, value: {{ . | quote }} }
{{- end }}
{{- with .allowedOrigins }}
- { name: SERVICE_ALLOWED_ORIGINS, value: {{ . | quote }} }
{{- end }}
{{- end }}
{{- end -}}

{{/* of the roles that take the body, and that store it */}}
{{- define "loci.env.uploads" -}}
{{- with .root.Values.http.uploadLimitBytes }}
- { name: SERVICE_UPLOAD_LIMIT_BYTES, value: {{ . | int64 | quote }} }
{{- end }}
{{- end -}}

{{- define "loci.env.objectStore" -}}
{{- with .root.Values.objectStore -}}
- { name: SERVICE_OBJECT_STORE_URL, value: {{ default "file:/var/lib/loci/objects" (include "loci.objectStoreUrl" $.root) | quote }} }
{{- with include "loci.objectStoreSecret" $.root }}
- name: SERVICE_OBJECT_STORE_ACCESS_KEY
  valueFrom: { secretKeyRef: { name: {{ . }}, key: {{ $.root.Values.objectStore.accessKeyKey }} } }
- name: SERVICE_OBJECT_STORE_SECRET_KEY
  valueFrom: { secretKeyRef: { name: {{ . }}, key: {{ $.root.Values.objectStore.secretKeyKey }} } }
{{- end }}
{{- end }}
{{- end -}}

{{- define "loci.env.search" -}}
{{- with include "loci.searchSecret" .root -}}
- name: SERVICE_SEARCH_URL
  valueFrom: { secretKeyRef: { name: {{ . }}, key: {{ $.root.Values.search.urlKey }} } }
{{- end }}
{{- end -}}

{{- define "loci.env.runner" -}}
{{- with include "loci.runnerUrl" .root -}}
- { name: SERVICE_RUNNER_URL, value: {{ . | quote }} }
{{- end }}
{{- with .root.Values.runner }}
{{- if .existingSecret }}
- name: SERVICE_RUNNER_API_KEY
  valueFrom: { secretKeyRef: { name: {{ .existingSecret }}, key: {{ .apiKeyKey }} } }
{{- end }}
{{- if .tlsSecret }}
- { name: SERVICE_RUNNER_TLS_CERT, value: /etc/loci/runner/tls.crt }
- { name: SERVICE_RUNNER_TLS_KEY, value: /etc/loci/runner/tls.key }
{{- if .tlsAuthority }}
- { name: SERVICE_RUNNER_TLS_CA, value: /etc/loci/runner/ca.crt }
{{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{/* of: a model's values; prefix: the beginning of its variables */}}
{{- define "loci.env.model" -}}
{{- with .of.provider }}
- { name: {{ $.prefix }}_PROVIDER, value: {{ . | quote }} }
{{- end }}
{{- with .of.model }}
- { name: {{ $.prefix }}_MODEL, value: {{ . | quote }} }
{{- end }}
{{- with .of.url }}
- { name: {{ $.prefix }}_URL, value: {{ . | quote }} }
{{- end }}
{{- if .of.existingSecret }}
- name: {{ .prefix }}_API_KEY
  valueFrom: { secretKeyRef: { name: {{ .of.existingSecret }}, key: {{ .of.apiKeyKey }} } }
{{- end }}
{{- end -}}

{{- define "loci.env.embeddings" -}}
{{- include "loci.env.model" (dict "of" .root.Values.embeddings "prefix" "SERVICE_EMBEDDINGS") -}}
{{- end -}}

{{- define "loci.env.languageModel" -}}
{{- include "loci.env.model" (dict "of" .root.Values.languageModel "prefix" "SERVICE_LLM") -}}
{{- include "loci.env.modelHosts" . }}
{{- with .root.Values.telemetry.modelPrices }}
- { name: SERVICE_MODEL_PRICES, value: {{ . | quote }} }
{{- end }}
{{- end -}}

{{/* of the roles that call the models that contexts choose, and of auth, which checks the choice */}}
{{- define "loci.env.modelHosts" -}}
{{- with .root.Values.languageModel.allowedHosts }}
- { name: SERVICE_ALLOWED_MODEL_HOSTS, value: {{ . | quote }} }
{{- end }}
{{- end -}}

{{- define "loci.env.recall" -}}
{{- include "loci.env.model" (dict "of" .root.Values.reranker "prefix" "SERVICE_RERANKER") -}}
{{- with .root.Values.retrieval.poolSize }}
- { name: SERVICE_RETRIEVAL_POOL_SIZE, value: {{ . | int64 | quote }} }
{{- end }}
{{- end -}}

{{/* peers: the services that the role calls */}}
{{- define "loci.env.peers" -}}
{{- range .peers }}
- { name: SERVICE_{{ upper . }}_ADDRESS, value: {{ include "loci.grpcAddress" (dict "root" $.root "role" .) | quote }} }
{{- end }}
{{- end -}}
