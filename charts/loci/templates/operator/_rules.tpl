{{/* What the operator may do where it looks after resources. No wildcard. */}}
{{- define "loci.operatorRules" -}}
{{- $kinds := list "memorycontexts" "memoryprincipals" "memorykeys" "memorybackups" "memoryrestores" -}}
- apiGroups: [memory.loci.dev]
  resources: {{ toJson $kinds }}
  verbs: [get, list, watch, patch]
# What stands behind a MemoryContext's adminKeySecret.
- apiGroups: [memory.loci.dev]
  resources: [memoryprincipals, memorykeys]
  verbs: [create, delete]
- apiGroups: [memory.loci.dev]
  resources:
    {{- range $kinds }}
    - {{ . }}/status
    {{- end }}
  verbs: [patch]
# Owner references that hold up a deletion are only for who may finalize.
- apiGroups: [memory.loci.dev]
  resources:
    {{- range $kinds }}
    - {{ . }}/finalizers
    {{- end }}
  verbs: [update]
# The Secrets with minted keys, and those with providers' keys; resources name them, so that they cannot be named here.
- apiGroups: [""]
  resources: [secrets]
  verbs: [get, list, watch, create, patch]
- apiGroups: [""]
  resources: [events]
  verbs: [create, patch]
{{- end -}}
