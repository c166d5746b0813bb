{{/*
All objects of one role: Deployment, Service, disruption budget, autoscaler.
root: the chart · role: its name · args: of loci-server · settings: groups of _environment.tpl · peers: services that it calls
secrets: which of Loci's own it reads (_pod.tpl) · serves: "http", "grpc" or "" · external: whether it reaches databases, stores and models
*/}}
{{- define "loci.role" -}}
{{- $root := .root -}}
{{- $values := mustMergeOverwrite (deepCopy $root.Values.roleDefaults) (deepCopy (get $root.Values.roles .role)) -}}
{{- $name := printf "%s-%s" (include "loci.fullname" $root) .role -}}
{{- $settings := concat (list "process" "observed") (.serves | empty | ternary list (list "serving")) .settings -}}
{{- $originals := and (has "objectStore" $settings) (include "loci.originalsClaim" $root) -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $name }}
  labels:
    {{- include "loci.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  {{- if not (or $values.autoscaling.enabled $values.keda.enabled) }}
  replicas: {{ $values.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  strategy:
    type: RollingUpdate
    # A new pod is ready before an old one goes.
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  selector:
    matchLabels:
      {{- include "loci.selector" $root | nindent 6 }}
      app.kubernetes.io/component: {{ .role }}
  template:
    metadata:
      labels:
        {{- include "loci.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ .role }}
        {{- if .external }}
        loci.dev/reaches-outside: "true"
        {{- end }}
        {{- with $values.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- with $values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      serviceAccountName: {{ include "loci.serviceAccount" $root }}
      {{- include "loci.podBasics" $root | nindent 6 }}
      terminationGracePeriodSeconds: {{ add (int $root.Values.drainSeconds) 20 }}
      {{- with include "loci.placement" (dict "values" $values "root" $root "role" .role) | trim }}
      {{- . | nindent 6 }}
      {{- end }}
      containers:
        - name: {{ .role }}
          image: {{ include "loci.image" $root }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          command: [loci-server]
          args: {{ toJson .args }}
          env:
            {{- range $settings }}
            {{- with include (printf "loci.env.%s" .) $ | trim }}
            {{- . | nindent 12 }}
            {{- end }}
            {{- end }}
            {{- with $values.extraEnv }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
          ports:
            {{- if eq .serves "http" }}
            - { name: http, containerPort: 9090 }
            {{- else if eq .serves "grpc" }}
            - { name: grpc, containerPort: 9191 }
            {{- end }}
            - { name: metrics, containerPort: 9100 }
          # Over HTTP for all: Kubernetes' own gRPC probe speaks no TLS.
          startupProbe:
            httpGet: { path: /healthz, port: metrics }
            periodSeconds: 2
            # Five minutes, on a node that starts many at once.
            failureThreshold: 150
          livenessProbe:
            httpGet: { path: /healthz, port: metrics }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet: { path: /readyz, port: metrics }
            periodSeconds: 5
            timeoutSeconds: 5
            failureThreshold: 3
          resources:
            {{- toYaml $values.resources | nindent 12 }}
          securityContext:
            {{- toYaml $root.Values.securityContext | nindent 12 }}
          volumeMounts:
            - { name: secrets, mountPath: /etc/loci/secrets, readOnly: true }
            - { name: tmp, mountPath: /tmp }
            {{- if $originals }}
            - { name: originals, mountPath: /var/lib/loci/objects }
            {{- end }}
            {{- if and (has "tls" $settings) $root.Values.tls.enabled }}
            - { name: tls, mountPath: /etc/loci/tls, readOnly: true }
            {{- end }}
            {{- if and (has "runner" $settings) $root.Values.runner.tlsSecret }}
            - { name: runner, mountPath: /etc/loci/runner, readOnly: true }
            {{- end }}
            {{- with $values.extraVolumeMounts }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
      volumes:
        {{- include "loci.secretsVolume" (dict "root" $root "role" .role "of" .secrets) | nindent 8 }}
        {{- include "loci.ownVolumes" $root | nindent 8 }}
        {{- if $originals }}
        - { name: originals, persistentVolumeClaim: { claimName: {{ $originals }} } }
        {{- end }}
        {{- if and (has "tls" $settings) $root.Values.tls.enabled }}
        - { name: tls, secret: { secretName: {{ include "loci.tlsSecret" (dict "root" $root "role" .role) }}, defaultMode: 0440 } }
        {{- end }}
        {{- if and (has "runner" $settings) $root.Values.runner.tlsSecret }}
        - { name: runner, secret: { secretName: {{ $root.Values.runner.tlsSecret }}, defaultMode: 0440 } }
        {{- end }}
        {{- with $values.extraVolumes }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
{{- if .serves }}
---
{{ include "loci.service" . }}
{{- end }}
{{- $max := $values.replicas -}}
{{- if $values.autoscaling.enabled -}}
{{- $max = $values.autoscaling.maxReplicas -}}
{{- else if $values.keda.enabled -}}
{{- $max = $values.keda.maxReplicas -}}
{{- end }}
{{- if and $values.disruptionBudget.enabled (gt (int $max) 1) }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ $name }}
  labels:
    {{- include "loci.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  maxUnavailable: {{ $values.disruptionBudget.maxUnavailable }}
  # A pod that is not ready must not hold up a node's drain.
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "loci.selector" $root | nindent 6 }}
      app.kubernetes.io/component: {{ .role }}
{{- end }}
{{- include "loci.autoscaler" (dict "root" $root "role" .role "name" $name "values" $values) }}
{{- end -}}

{{- define "loci.service" -}}
{{- $root := .root -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "loci.fullname" $root }}-{{ .role }}
  labels:
    {{- include "loci.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
  {{- if eq .role "api" }}
  {{- with $root.Values.service.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- end }}
spec:
  {{- if eq .serves "grpc" }}
  # Headless: a gRPC client keeps its connections, so it has to see every pod to share its calls among them.
  clusterIP: None
  {{- else if eq .role "api" }}
  type: {{ $root.Values.service.type }}
  {{- else }}
  type: ClusterIP
  {{- end }}
  selector:
    {{- include "loci.selector" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
  ports:
    {{- if eq .serves "grpc" }}
    - { name: grpc, port: 9191, targetPort: grpc, appProtocol: kubernetes.io/h2c }
    {{- else }}
    - { name: http, port: {{ eq .role "api" | ternary $root.Values.service.port 80 }}, targetPort: http, appProtocol: http }
    {{- end }}
{{- end -}}

{{- define "loci.autoscaler" -}}
{{- if .values.autoscaling.enabled }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ .name }}
  labels:
    {{- include "loci.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ .name }} }
  minReplicas: {{ .values.autoscaling.minReplicas }}
  maxReplicas: {{ .values.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target: { type: Utilization, averageUtilization: {{ .values.autoscaling.targetCPUUtilizationPercentage }} }
{{- else if .values.keda.enabled }}
---
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  name: {{ .name }}
  labels:
    {{- include "loci.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  scaleTargetRef: { name: {{ .name }} }
  minReplicaCount: {{ .values.keda.minReplicas }}
  maxReplicaCount: {{ .values.keda.maxReplicas }}
  triggers:
    {{- toYaml .values.keda.triggers | nindent 4 }}
{{- end }}
{{- end -}}
