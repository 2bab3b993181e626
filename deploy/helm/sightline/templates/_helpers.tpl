{{- define "sightline.name" -}}
{{- if contains .Chart.Name .Release.Name -}}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{- else -}}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{- end -}}
{{- end -}}

{{- define "sightline.labels" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end -}}

{{- define "sightline.metadata" -}}
name: {{ include "sightline.name" .root }}-{{ .role }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "sightline.labels" . | nindent 2 }}
  app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
  app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- end -}}

{{- define "sightline.deployment" -}}
{{- $values := .root.Values -}}
{{- $own := index $values .role -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "sightline.metadata" . | nindent 2 }}
spec:
  replicas: {{ $own.replicas }}
  selector:
    matchLabels:
      {{- include "sightline.labels" . | nindent 6 }}
  strategy:
    rollingUpdate:
      maxUnavailable: 0
      maxSurge: 1
  template:
    metadata:
      labels:
        {{- include "sightline.labels" . | nindent 8 }}
      {{- if or $values.metrics.annotations $values.podAnnotations }}
      annotations:
        {{- if $values.metrics.annotations }}
        prometheus.io/scrape: 'true'
        prometheus.io/port: {{ $values.metrics.port | quote }}
        {{- end }}
        {{- with $values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- end }}
    spec:
      automountServiceAccountToken: false
      # Draining, then ten seconds for what is under way, then room.
      terminationGracePeriodSeconds: {{ add 60 ($own.drainSeconds | default 0) }}
      {{- with $values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        seccompProfile:
          type: RuntimeDefault
      containers:
        - name: {{ .role }}
          image: "{{ $values.image.repository }}:{{ $values.image.tag | default .root.Chart.AppVersion }}"
          imagePullPolicy: {{ $values.image.pullPolicy }}
          args: ['start', '--role', {{ .role | quote }}]
          envFrom:
            - secretRef:
                name: {{ $values.existingSecret }}
          env:
            - name: SIGHTLINE_METRICS_PORT
              value: {{ $values.metrics.port | quote }}
            {{- if eq .role "api" }}
            - name: SIGHTLINE_DRAIN_SECONDS
              value: {{ $own.drainSeconds | quote }}
            {{- if $values.trustedProxies }}
            - name: TRUSTED_PROXIES
              value: {{ $values.trustedProxies | quote }}
            {{- end }}
            {{- end }}
            {{- range $name, $value := $values.environment }}
            - name: {{ $name }}
              value: {{ $value | quote }}
            {{- end }}
          ports:
            {{- if eq .role "api" }}
            - name: http
              containerPort: 4477
            {{- end }}
            - name: operations
              containerPort: {{ $values.metrics.port }}
          # The first process of a new version brings the schema up, which may take minutes.
          startupProbe:
            httpGet: { path: /healthz, port: operations }
            periodSeconds: 5
            failureThreshold: 120
          livenessProbe:
            httpGet: { path: /healthz, port: operations }
            periodSeconds: 10
            timeoutSeconds: 5
          readinessProbe:
            httpGet: { path: /readyz, port: operations }
            periodSeconds: 3
            timeoutSeconds: 5
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities:
              drop: ['ALL']
          resources:
            {{- toYaml $own.resources | nindent 12 }}
          # The one folder that can be written, for backups on their way out: kubectl cp.
          volumeMounts:
            - name: backups
              mountPath: /var/lib/sightline
      volumes:
        - name: backups
          emptyDir: {}
      {{- with $values.topologySpreadConstraints }}
      topologySpreadConstraints:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
{{- end -}}
