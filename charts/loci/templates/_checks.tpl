{{/*
What values.schema.json cannot say in words: values that are no use as they are, or not together. All of it is told at once, each with what
to do. `problems`: a list of them, as JSON.
*/}}
{{- define "loci.problems" -}}
{{- $problems := list -}}
{{- $values := .Values -}}

{{- /* Secrets that every installation needs. */}}
{{- $secrets := dict "database" "the Secret with the database's address" "secrets" "the Secret with pepper.1, encryption.1 and audit.1"
      "keys" "the Secret with the first keys" -}}
{{- if and (eq $values.shape "services") $values.tls.enabled (not $values.tls.existingSecret) (not $values.tls.secretPrefix) -}}
{{- $problems = append $problems "tls.secretPrefix: say what the names of the Secrets with each role's certificate begin with, or set tls.enabled=false" -}}
{{- end -}}
{{- range $of, $what := $secrets -}}
{{- if not (get $values $of).existingSecret -}}
{{- $problems = append $problems (printf "%s.existingSecret: name %s" $of $what) -}}
{{- end -}}
{{- end -}}

{{- /* Addresses. */}}
{{- $web := "http://… or https://…" -}}
{{- $urls := list
  (list "objectStore.url" $values.objectStore.url "^s3://\\S+$" "s3://bucket/prefix?endpoint=https://…&region=… (endpoint is left out for Amazon S3)")
  (list "runner.url" $values.runner.url "^temporals?://\\S+$" "temporal://host:7233/namespace, or temporals://… over TLS")
  (list "embeddings.url" $values.embeddings.url "^https?://\\S+$" $web)
  (list "languageModel.url" $values.languageModel.url "^https?://\\S+$" $web)
  (list "reranker.url" $values.reranker.url "^https?://\\S+$" $web)
  (list "operator.publicUrl" $values.operator.publicUrl "^https?://\\S+$" $web)
  (list "telemetry.otlpEndpoint" $values.telemetry.otlpEndpoint "^https?://\\S+$" "the collector's address for OTLP over HTTP, as http://collector.monitoring:4318")
  (list "prometheusRule.runbooks" $values.prometheusRule.runbooks "^https?://\\S+/$" "http://… or https://…, with a slash at its end") -}}
{{- range $urls -}}
{{- $given := index . 1 -}}
{{- if and $given (not (regexMatch (index . 2) $given)) -}}
{{- $problems = append $problems (printf "%s: is %q; write %s" (index . 0) $given (index . 3)) -}}
{{- end -}}
{{- end -}}
{{- if not $values.prometheusRule.runbooks -}}
{{- $problems = append $problems "prometheusRule.runbooks: say where the runbooks are read, with a slash at its end" -}}
{{- end -}}

{{- /* What goes together. */}}
{{- if and $values.objectStore.url (not $values.objectStore.existingSecret) -}}
{{- $problems = append $problems "objectStore.existingSecret: name the Secret with the keys of the store at objectStore.url" -}}
{{- end -}}
{{- if and $values.objectStore.existingSecret (not $values.objectStore.url) (not $values.demo.enabled) -}}
{{- $problems = append $problems "objectStore.url: say where the store is that the keys of objectStore.existingSecret are for" -}}
{{- end -}}
{{- if and (or $values.runner.existingSecret $values.runner.tlsSecret) (not (hasPrefix "temporals://" $values.runner.url)) -}}
{{- $problems = append $problems "runner.url: must be temporals://… where runner.existingSecret or runner.tlsSecret is given" -}}
{{- end -}}
{{- range $of := list "embeddings" "languageModel" -}}
{{- $model := get $values $of -}}
{{- if eq $model.provider "openai" -}}
{{- range $field := list "url" "model" -}}
{{- if not (get $model $field) -}}
{{- $problems = append $problems (printf "%s.%s: say it; %s.provider openai needs url and model" $of $field $of) -}}
{{- end -}}
{{- end -}}
{{- else if $model.url -}}
{{- $problems = append $problems (printf "%s.provider: is %s, which asks no server; set it to openai, or leave %s.url out" $of $model.provider $of) -}}
{{- end -}}
{{- end -}}
{{- if and (eq $values.embeddings.provider "onnx") (not $values.embeddings.model) -}}
{{- $problems = append $problems "embeddings.model: name the folder with the model, which roleDefaults.extraVolumes brings" -}}
{{- end -}}
{{- if and $values.reranker.url (not $values.reranker.model) -}}
{{- $problems = append $problems "reranker.model: say which model is asked at reranker.url" -}}
{{- end -}}
{{- if and $values.ingress.enabled (not $values.ingress.hosts) -}}
{{- $problems = append $problems "ingress.hosts: name the hosts under which Loci is reached, such as memory.example.com" -}}
{{- end -}}
{{- if and $values.gateway.enabled (not $values.gateway.parentRefs) -}}
{{- $problems = append $problems "gateway.parentRefs: name the Gateway, such as { name: public, namespace: gateways }" -}}
{{- end -}}

{{- /* How many pods. */}}
{{- range $role := keys $values.roles | sortAlpha -}}
{{- $of := mustMergeOverwrite (deepCopy $values.roleDefaults) (deepCopy (get $values.roles $role)) -}}
{{- if and $of.autoscaling.enabled $of.keda.enabled -}}
{{- $problems = append $problems (printf "roles.%s: autoscaling and keda are both enabled; set enabled: false for one of them" $role) -}}
{{- end -}}
{{- range $scaler := list "autoscaling" "keda" -}}
{{- $scale := get $of $scaler -}}
{{- if and $scale.enabled (gt (int $scale.minReplicas) (int $scale.maxReplicas)) -}}
{{- $problems = append $problems (printf "roles.%s.%s: minReplicas is %d and maxReplicas %d; raise maxReplicas" $role $scaler (int $scale.minReplicas) (int $scale.maxReplicas)) -}}
{{- end -}}
{{- end -}}
{{- if and $of.keda.enabled (not $of.keda.triggers) -}}
{{- $problems = append $problems (printf "roles.%s.keda.triggers: must name what the number of pods follows" $role) -}}
{{- end -}}
{{- end -}}
{{- toJson $problems -}}
{{- end -}}
