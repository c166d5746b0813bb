{{- define "loci.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/* Short enough for what is put behind it. */}}
{{- define "loci.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else if contains (include "loci.name" .) .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "loci.name" .) | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* What never changes, so that selectors may use it. */}}
{{- define "loci.selector" -}}
app.kubernetes.io/name: {{ include "loci.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "loci.labels" -}}
{{ include "loci.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "loci.image" -}}
{{- $image := .Values.image -}}
{{- if $image.digest -}}
{{- printf "%s@%s" $image.repository $image.digest -}}
{{- else -}}
{{- printf "%s:%s" $image.repository (default .Chart.AppVersion $image.tag) -}}
{{- end -}}
{{- end -}}

{{- define "loci.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "loci.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "loci.tokenPrefix" -}}
{{- default (printf "%s-token" (include "loci.fullname" .)) .Values.tokens.secretPrefix -}}
{{- end -}}

{{/* root, role: the Secret with the certificate that a role shows to others */}}
{{- define "loci.tlsSecret" -}}
{{- with .root.Values.tls -}}
{{- default (printf "%s-%s" .secretPrefix $.role) .existingSecret -}}
{{- end -}}
{{- end -}}

{{- define "loci.operatorName" -}}
{{- printf "%s-operator" (include "loci.fullname" .) -}}
{{- end -}}

{{/* The name of a role between services: of its Service, where it serves gRPC, and in its certificate. */}}
{{- define "loci.grpcHost" -}}
{{- printf "%s-%s.%s.svc" (include "loci.fullname" .root) .role .root.Release.Namespace -}}
{{- end -}}

{{/* Where a service serves gRPC: its pods, as its Service is headless. */}}
{{- define "loci.grpcAddress" -}}
{{- printf "%s:9191" (include "loci.grpcHost" .) -}}
{{- end -}}

{{/* Who calls whom over gRPC, as JSON. */}}
{{- define "loci.callers" -}}
{{- dict "auth" (list "api" "ingest" "retrieval") "graph" (list "api" "ingest" "retrieval")
  "ingest" (list "api" "retrieval") "retrieval" (list "api") | toJson -}}
{{- end -}}

{{- define "loci.managementUrl" -}}
{{- printf "http://%s-management.%s.svc" (include "loci.fullname" .) .Release.Namespace -}}
{{- end -}}

{{/* Where contexts' own API is inside the cluster. */}}
{{- define "loci.apiUrl" -}}
{{- $port := int .Values.service.port -}}
{{- printf "http://%s-api.%s.svc%s" (include "loci.fullname" .) .Release.Namespace (eq $port 80 | ternary "" (printf ":%d" $port)) -}}
{{- end -}}

{{/* Where clients find REST and MCP. */}}
{{- define "loci.publicUrl" -}}
{{- if .Values.operator.publicUrl -}}
{{- .Values.operator.publicUrl -}}
{{- else if and .Values.ingress.enabled .Values.ingress.hosts -}}
{{- printf "%s://%s" (empty .Values.ingress.tls | ternary "http" "https") (first .Values.ingress.hosts) -}}
{{- else if and .Values.gateway.enabled .Values.gateway.hostnames -}}
{{- printf "https://%s" (first .Values.gateway.hostnames) -}}
{{- else -}}
{{- include "loci.apiUrl" . -}}
{{- end -}}
{{- end -}}

{{/* The stores and the runner: those that are named, else the demo's. */}}
{{- define "loci.objectStoreUrl" -}}
{{- if eq (include "loci.demoBrings" (dict "root" . "part" "minio")) "true" -}}
{{- printf "s3://loci?endpoint=http://%s:9000&region=us-east-1" (include "loci.demoHost" (dict "root" . "part" "minio")) -}}
{{- else -}}
{{- .Values.objectStore.url -}}
{{- end -}}
{{- end -}}

{{- define "loci.objectStoreSecret" -}}
{{- if eq (include "loci.demoBrings" (dict "root" . "part" "minio")) "true" -}}
{{- include "loci.demoName" (dict "root" . "part" "minio") -}}
{{- else if .Values.objectStore.url -}}
{{- .Values.objectStore.existingSecret -}}
{{- end -}}
{{- end -}}

{{- define "loci.searchSecret" -}}
{{- if eq (include "loci.demoBrings" (dict "root" . "part" "opensearch")) "true" -}}
{{- include "loci.demoName" (dict "root" . "part" "opensearch") -}}
{{- else -}}
{{- .Values.search.existingSecret -}}
{{- end -}}
{{- end -}}

{{- define "loci.runnerUrl" -}}
{{- if eq (include "loci.demoBrings" (dict "root" . "part" "temporal")) "true" -}}
{{- printf "temporal://%s:7233/default" (include "loci.demoHost" (dict "root" . "part" "temporal")) -}}
{{- else -}}
{{- .Values.runner.url -}}
{{- end -}}
{{- end -}}

{{/* The claim with documents' originals; nothing where they lie in S3. */}}
{{- define "loci.originalsClaim" -}}
{{- if not (include "loci.objectStoreUrl" .) -}}
{{- default (printf "%s-originals" (include "loci.fullname" .)) .Values.objectStore.volume.existingClaim -}}
{{- end -}}
{{- end -}}
