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
{{- $plurals := dict "ordering" "ORDERING" "endorser" "ENDORSERS" "certifier" "CERTIFIERS" "audit-member" "AUDITMEMBERS" "committer" "COMMITTERS" "auditor" "AUDITORS" "registration" "REGISTRATIONS" "central-bank" "CENTRALBANKS" "bank" "BANKS" -}}
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

{{/* The wrapped keys of a role's nodes, as items of their secrets: its shares, by namespace and epoch, with what is public
of their keys, those of before a refresh too, registration's key of credentials, and the passphrase that opens them and a
bank's custody seed. The dictionary has the root, the role and the node. */}}
{{- define "florin.wrapped" -}}
{{- $node := .node -}}
{{- $shares := get .root.Values.network.shares .role | default dict -}}
{{- range $namespace, $epochs := $shares }}
{{- range $epoch := $epochs }}
{{- $name := printf "share-%s" $namespace }}
{{- if gt (int $epoch) 1 }}{{ $name = printf "%s-%d" $name (int $epoch) }}{{ end }}
- { key: {{ $name }}.key, path: {{ $node }}/{{ $name }}.key }
- { key: {{ $name }}.public, path: {{ $node }}/{{ $name }}.public }
{{- end }}
{{- end }}
{{- /* values kept from an older chart have no such key */}}
{{- range $namespace, $epochs := get (.root.Values.network.sharesBefore | default dict) .role | default dict }}
{{- range $epoch := $epochs }}
{{- $name := printf "share-%s" $namespace }}
{{- if gt (int $epoch) 1 }}{{ $name = printf "%s-%d" $name (int $epoch) }}{{ end }}
- { key: {{ $name }}-before.key, path: {{ $node }}/{{ $name }}-before.key }
- { key: {{ $name }}-before.public, path: {{ $node }}/{{ $name }}-before.public }
{{- end }}
{{- end }}
{{- $credential := and (eq .role "registration") .root.Values.network.hidden }}
{{- if $credential }}
- { key: credential.key, path: {{ $node }}/credential.key }
{{- end }}
{{- if or $shares $credential (eq .role "bank") .root.Values.network.wrappedIdentities }}
- { key: passphrase, path: passphrases/{{ $node }} }
{{- end }}
{{- end -}}

{{/* What only this role's nodes are told; the dictionary has the root and the node's id. */}}
{{- define "florin.settings.ordering" -}}{{- end -}}
{{- define "florin.settings.endorser" -}}{{- end -}}
{{- define "florin.settings.certifier" -}}{{- end -}}
{{- define "florin.settings.audit-member" -}}{{- end -}}
{{- define "florin.settings.committer" -}}{{- end -}}
{{- define "florin.settings.auditor" -}}{{- end -}}

{{- define "florin.settings.registration" -}}
{{- if .root.Values.registration.admitBanks }}
{{- range $i, $id := .root.Values.nodes.bank }}
{{- $bank := include "florin.bank" (dict "root" $.root "id" $id) | fromYaml }}
- { name: FLORIN_REGISTRATION_BOOTSTRAP_PARTICIPANTS_{{ $i }}_ID, value: {{ $id | quote }} }
- { name: FLORIN_REGISTRATION_BOOTSTRAP_PARTICIPANTS_{{ $i }}_NAME, value: {{ $bank.name | quote }} }
- { name: FLORIN_REGISTRATION_BOOTSTRAP_PARTICIPANTS_{{ $i }}_BIC, value: {{ $bank.bic | quote }} }
{{- end }}
{{- end }}
{{- end -}}

{{- define "florin.settings.central-bank" -}}
{{- range $i, $officer := .root.Values.centralBank.officers }}
{{- range $j, $login := $officer.logins }}
- { name: FLORIN_CENTRALBANK_OFFICERS_{{ $i }}_LOGINS_{{ $j }}, value: {{ $login | quote }} }
{{- end }}
- { name: FLORIN_CENTRALBANK_OFFICERS_{{ $i }}_KEY, value: "/etc/florin/officers/{{ $officer.key }}" }
{{- end }}
{{- range $i, $reserve := .root.Values.centralBank.reserves }}
- { name: FLORIN_SUPPLY_RESERVES_{{ $i }}_PARTICIPANT, value: {{ $reserve.participant | quote }} }
- { name: FLORIN_SUPPLY_RESERVES_{{ $i }}_BALANCE, value: {{ int64 $reserve.balance | quote }} }
{{- end }}
{{- end -}}

{{- define "florin.settings.bank" -}}
{{- $bank := include "florin.bank" . | fromYaml }}
- { name: FLORIN_BANK_NAME, value: {{ $bank.name | quote }} }
- { name: FLORIN_BANK_BIC, value: {{ $bank.bic | quote }} }
- { name: FLORIN_BANK_COUNTRY, value: {{ $bank.country | quote }} }
{{- end -}}

{{/* A bank's name, BIC and country; a bank nobody described does not run. */}}
{{- define "florin.bank" -}}
{{- $bank := get (.root.Values.banks | default dict) (toString (int .id)) -}}
{{- if not $bank }}{{ fail (printf "banks has no entry for bank %d" (int .id)) }}{{ end -}}
{{- toYaml $bank -}}
{{- end -}}
