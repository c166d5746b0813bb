{{/*
One of the single nodes that demo.enabled brings: a StatefulSet and its Service.
root: the chart · part: its name · image · user: who runs it there · port: what it serves on · folder: what it keeps, on a volume
args, env, ready (a probe) as in a container · scratch: folders that it writes to and loses · writesRoot: it writes elsewhere too
*/}}
{{- define "loci.demoPart" -}}
{{- $root := .root -}}
{{- $name := include "loci.demoName" . -}}
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: {{ $name }}
  labels:
    {{- include "loci.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .part }}
spec:
  replicas: 1
  serviceName: {{ $name }}
  selector:
    matchLabels:
      {{- include "loci.selector" $root | nindent 6 }}
      app.kubernetes.io/component: {{ .part }}
  template:
    metadata:
      labels:
        {{- include "loci.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ .part }}
        loci.dev/demo: "true"
    spec:
      serviceAccountName: {{ include "loci.serviceAccount" $root }}
      {{- $identity := dict "runAsUser" .user "runAsGroup" .user "fsGroup" .user }}
      {{- $context := merge $identity $root.Values.podSecurityContext }}
      {{- include "loci.podBasics" (dict "Values" (dict "image" $root.Values.image "podSecurityContext" $context)) | nindent 6 }}
      containers:
        - name: {{ .part }}
          image: {{ .image }}
          {{- with .args }}
          args:
            {{- toYaml . | nindent 12 }}
          {{- end }}
          {{- with .env }}
          env:
            {{- toYaml . | nindent 12 }}
          {{- end }}
          ports:
            - { name: main, containerPort: {{ .port }} }
          # Its first start makes what it keeps.
          startupProbe:
            {{- toYaml .ready | nindent 12 }}
            periodSeconds: 2
            timeoutSeconds: 5
            failureThreshold: 150
          readinessProbe:
            {{- toYaml .ready | nindent 12 }}
            periodSeconds: 5
            timeoutSeconds: 5
          resources:
            {{- toYaml (get $root.Values.demo .part).resources | nindent 12 }}
          securityContext:
            {{- toYaml (set (deepCopy $root.Values.securityContext) "readOnlyRootFilesystem" (not .writesRoot)) | nindent 12 }}
          volumeMounts:
            - { name: data, mountPath: {{ .folder }} }
            {{- range .scratch }}
            - { name: scratch, mountPath: {{ . }}, subPath: {{ base . }} }
            {{- end }}
      volumes:
        - { name: scratch, emptyDir: { sizeLimit: 1Gi } }
  volumeClaimTemplates:
    - metadata: { name: data }
      spec:
        accessModes: [ReadWriteOnce]
        {{- with $root.Values.demo.storageClassName }}
        storageClassName: {{ . }}
        {{- end }}
        resources: { requests: { storage: {{ $root.Values.demo.size }} } }
---
apiVersion: v1
kind: Service
metadata:
  name: {{ $name }}
  labels:
    {{- include "loci.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .part }}
spec:
  clusterIP: None
  selector:
    {{- include "loci.selector" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .part }}
  ports:
    - { name: main, port: {{ .port }}, targetPort: main }
{{- end -}}

{{- define "loci.demoName" -}}
{{- printf "%s-%s" (include "loci.fullname" .root) .part -}}
{{- end -}}

{{/* Where one of them is found in the cluster. */}}
{{- define "loci.demoHost" -}}
{{- printf "%s.%s.svc" (include "loci.demoName" .) .root.Release.Namespace -}}
{{- end -}}

{{/* What is named among the values is there already. */}}
{{- define "loci.demoBrings" -}}
{{- $named := dict "minio" .root.Values.objectStore.url "opensearch" .root.Values.search.existingSecret
  "temporal" .root.Values.runner.url -}}
{{- and .root.Values.demo.enabled (empty (get $named .part)) -}}
{{- end -}}
