{{- define "backgrade.name" -}}
{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "backgrade.selector" -}}
app.kubernetes.io/name: backgrade
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "backgrade.labels" -}}
{{ include "backgrade.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "backgrade.image" -}}
{{- with .Values.image -}}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{- /* What every process is told. */}}
{{- define "backgrade.environment" -}}
- name: BACKGRADE_DATABASE_URL
  valueFrom:
    secretKeyRef: { name: {{ .Values.database.secret }}, key: {{ .Values.database.key }} }
- name: BACKGRADE_PUBLIC_URL
  value: {{ .Values.publicUrl | quote }}
- name: BACKGRADE_TRUSTED_PROXIES
  value: {{ .Values.trustedProxies | quote }}
- name: BACKGRADE_SANDBOX
  value: embedded
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- range $name, $ref := .Values.secretSettings }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef: { name: {{ $ref.secret }}, key: {{ $ref.key }} }
{{- end }}
{{- end }}

{{- /* A pod needs no privilege. Its first process is the one of the pod, which collects what a sandbox leaves. */}}
{{- define "backgrade.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
shareProcessNamespace: true
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: data
    emptyDir: { sizeLimit: 1Gi }
  - name: tmp
    emptyDir: { sizeLimit: 1Gi }
{{- end }}

{{- define "backgrade.container" -}}
image: {{ include "backgrade.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
{{- end }}

{{- /* No two on one machine, as long as there is another. */}}
{{- define "backgrade.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "backgrade.selector" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .component }}
{{- end }}
