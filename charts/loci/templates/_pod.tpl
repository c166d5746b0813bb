{{/* What every pod of Loci has in common, the operator's and the Jobs' too. */}}

{{- define "loci.podBasics" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  {{- toYaml .Values.podSecurityContext | nindent 2 }}
{{- end -}}

{{/*
What a role needs of Loci's secrets, and nothing else, in one folder.
root · of: "auth" (its own), "tokens" (its own key for tokens), "public" (all public ones)
*/}}
{{- define "loci.secretsVolume" -}}
- name: secrets
  projected:
    defaultMode: 0440
    sources:
      {{- if has "auth" .of }}
      - secret: { name: {{ .root.Values.secrets.existingSecret }} }
      {{- end }}
      {{- if has "tokens" .of }}
      - secret: { name: {{ include "loci.tokenPrefix" .root }}-{{ .role }} }
      {{- end }}
      {{- if has "public" .of }}
      - secret: { name: {{ include "loci.tokenPrefix" .root }}-public }
      {{- end }}
{{- end -}}

{{- define "loci.ownVolumes" -}}
# The root file system is read-only; what a document's parser or the compiler's cache writes is gone with the pod.
- { name: tmp, emptyDir: { sizeLimit: 1Gi } }
{{- end -}}

{{- define "loci.placement" -}}
{{- with .values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- if .values.topologySpread }}
topologySpreadConstraints:
  {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - topologyKey: {{ . }}
    maxSkew: 1
    # A small cluster still gets all replicas.
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "loci.selector" $.root | nindent 8 }}
        app.kubernetes.io/component: {{ $.role }}
  {{- end }}
{{- end }}
{{- end -}}
