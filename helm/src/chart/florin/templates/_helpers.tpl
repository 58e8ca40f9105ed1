{{- define "florin.labels" -}}
app.kubernetes.io/part-of: florin
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{ include "florin.selector" . }}
{{- end -}}

{{- define "florin.selector" -}}
app.kubernetes.io/name: {{ .role }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
florin.io/node: {{ .node | quote }}
{{- end -}}

{{/* Where the nodes of a role are: environment variables that Spring binds to florin.endpoints.<plural>[i]. */}}
{{- define "florin.endpoints" -}}
{{- $root := . -}}
{{- $plurals := dict "ordering" "ORDERING" "endorser" "ENDORSERS" "committer" "COMMITTERS" "auditor" "AUDITORS" "registration" "REGISTRATIONS" "central-bank" "CENTRALBANKS" "bank" "BANKS" -}}
{{- range $role, $ids := .Values.nodes }}
{{- $plural := get $plurals $role }}
{{- range $i, $id := $ids }}
- name: FLORIN_ENDPOINTS_{{ $plural }}_{{ $i }}_ID
  value: {{ $id | quote }}
- name: FLORIN_ENDPOINTS_{{ $plural }}_{{ $i }}_INTERNAL
  value: {{ printf "https://%s-%s-%d:%d" $root.Release.Name $role (int $id) (int $root.Values.ports.internal) | quote }}
- name: FLORIN_ENDPOINTS_{{ $plural }}_{{ $i }}_API
  value: {{ printf "http://%s-%s-%d:%d" $root.Release.Name $role (int $id) (int $root.Values.ports.http) | quote }}
{{- end }}
{{- end }}
{{- end -}}
