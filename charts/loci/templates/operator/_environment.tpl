{{- define "loci.env.operator" -}}
- { name: OPERATOR_NAMESPACE, valueFrom: { fieldRef: { fieldPath: metadata.namespace } } }
- { name: OPERATOR_LEASE_NAME, value: {{ include "loci.operatorName" . | quote }} }
- { name: POD_NAME, valueFrom: { fieldRef: { fieldPath: metadata.name } } }
- { name: OPERATOR_LOCI_URL, value: {{ include "loci.managementUrl" . | quote }} }
- { name: OPERATOR_DATA_URL, value: {{ include "loci.apiUrl" . | quote }} }
- name: OPERATOR_MANAGEMENT_KEY
  valueFrom: { secretKeyRef: { name: {{ .Values.keys.existingSecret }}, key: {{ .Values.keys.managementKey }} } }
- { name: OPERATOR_PUBLIC_URL, value: {{ include "loci.publicUrl" . | quote }} }
- { name: OPERATOR_CLUSTER_NAME, value: {{ .Values.operator.clusterName | quote }} }
- { name: OPERATOR_POLL_SECONDS, value: {{ .Values.operator.pollSeconds | int | quote }} }
{{- with .Values.operator.watchNamespaces }}
- { name: OPERATOR_NAMESPACES, value: {{ join "," . | quote }} }
{{- end }}
- { name: OPERATOR_PROBES_ADDRESS, value: "0.0.0.0:9100" }
- { name: OPERATOR_LOG_LEVEL, value: {{ .Values.operator.logLevel }} }
{{- end -}}
