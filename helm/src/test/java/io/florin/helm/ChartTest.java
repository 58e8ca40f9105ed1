package io.florin.helm;

import static io.florin.helm.RenderedChart.CHART;
import static io.florin.helm.RenderedChart.at;
import static io.florin.helm.RenderedChart.ofKind;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.marcnuri.helm.Helm;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ChartTest {

    @Test
    void passesHelmLint() {
        var result = new Helm(CHART).lint().strict().call();

        assertThat(result.isFailed())
                .as(String.join("\n", result.getMessages()))
                .isFalse();
    }

    @Test
    void rendersOneStatefulSetForEachNode() {
        List<Map<String, Object>> sets = ofKind(RenderedChart.withDefaults(), "StatefulSet");

        assertThat(sets)
                .extracting(set -> at(set, "metadata", "name"))
                .contains(
                        "release-name-ordering-1",
                        "release-name-ordering-4",
                        "release-name-endorser-3",
                        "release-name-committer-1",
                        "release-name-auditor-1",
                        "release-name-registration-1",
                        "release-name-central-bank-1",
                        "release-name-bank-3")
                .hasSize(14);
    }

    @Test
    void runsEveryPodUnderRestrictedSecurityWithProbesAndResources() {
        for (Map<String, Object> set : ofKind(RenderedChart.withDefaults(), "StatefulSet")) {
            Object pod = at(set, "spec", "template", "spec");
            assertThat(at(pod, "securityContext", "runAsNonRoot")).isEqualTo(true);
            assertThat(at(pod, "securityContext", "seccompProfile", "type")).isEqualTo("RuntimeDefault");
            assertThat(at(pod, "automountServiceAccountToken")).isEqualTo(false);
            Object container = ((List<?>) at(pod, "containers")).get(0);
            assertThat(at(pod, "securityContext", "runAsUser")).isNotEqualTo(0);
            assertThat(((Map<?, ?>) pod).keySet().toString()).doesNotContain("host");
            assertThat(at(container, "securityContext", "allowPrivilegeEscalation"))
                    .isEqualTo(false);
            assertThat(at(container, "securityContext", "readOnlyRootFilesystem"))
                    .isEqualTo(true);
            assertThat(at(container, "securityContext", "capabilities", "drop")).isEqualTo(List.of("ALL"));
            assertThat(at(container, "livenessProbe", "httpGet", "path")).isEqualTo("/actuator/health/live");
            assertThat(at(container, "readinessProbe", "httpGet", "path")).isEqualTo("/actuator/health/ready");
            assertThat(at(container, "startupProbe")).isNotNull();
            assertThat(at(container, "resources", "limits", "memory")).isNotNull();
        }
    }

    @Test
    void givesEachNodeItsOwnKeysOnly() {
        Map<String, Object> endorser = ofKind(RenderedChart.withDefaults(), "StatefulSet").stream()
                .filter(set -> at(set, "metadata", "name").equals("release-name-endorser-2"))
                .findFirst()
                .orElseThrow();

        String volumes = String.valueOf(at(endorser, "spec", "template", "spec", "volumes"));

        assertThat(volumes)
                .contains("florin-node-endorser-2", "endorser-2/share-1.key")
                .doesNotContain("endorser-1");
    }

    @Test
    void givesEachNodeTheSharesOfEveryEpochThatIsListed() {
        for (Map<String, Object> set : ofKind(RenderedChart.unlinkable(), "StatefulSet")) {
            String name = String.valueOf(at(set, "metadata", "name"));
            String keys = String.valueOf(at(set, "spec", "template", "spec", "volumes"));
            if (name.endsWith("certifier-2")) {
                assertThat(keys)
                        .contains(
                                "certifier-2/share-1.key",
                                "certifier-2/share-1.public",
                                "certifier-2/share-1-2.key",
                                "certifier-2/share-1-2.public",
                                "certifier-2/share-1-2-before.key",
                                "certifier-2/share-1-2-before.public",
                                "passphrases/certifier-2")
                        .doesNotContain("certifier-1", "share-0", "share-1-before");
            } else if (name.endsWith("audit-member-3")) {
                assertThat(keys)
                        .contains(
                                "audit-member-3/share-1.key",
                                "audit-member-3/share-1-before.key",
                                "audit-member-3/share-1-before.public",
                                "passphrases/audit-member-3");
            } else if (name.contains("certifier") || name.contains("audit-member")) {
                assertThat(keys).contains("share-1.key").doesNotContain("share-0");
            } else if (name.endsWith("registration-1")) {
                assertThat(keys).contains("registration-1/credential.key", "passphrases/registration-1");
            } else if (name.contains("endorser")) {
                assertThat(keys).contains("share-0.key", "share-1.public").doesNotContain("share-1-2");
            } else if (name.contains("-bank-") && !name.contains("central")) {
                assertThat(keys)
                        .contains("passphrases/" + name.substring(name.indexOf("bank-")))
                        .doesNotContain("share-", "credential.key");
            } else {
                assertThat(keys).doesNotContain("share-", "credential.key", "passphrase");
            }
        }
        assertThat(ofKind(RenderedChart.withDefaults(), "StatefulSet").toString())
                .doesNotContain("credential.key", "certifier", "-before");
        assertThatThrownBy(() -> new Helm(CHART)
                        .template()
                        .set("network.sharesBefore.endorser.1[0]", 1)
                        .call())
                .as("an endorser goes on with the new share at once")
                .hasMessageContaining("sharesBefore");
    }

    /// As with `--reuse-values` after an upgrade from a chart that did not have the key.
    @Test
    void rendersWithValuesOfBeforeThereWereSharesOfBefore() {
        String rendered = new Helm(CHART)
                .template()
                .set("nodes.certifier[0]", 1)
                .set("network.shares.certifier.1[0]", 1)
                .set("network.sharesBefore", "null")
                .call();

        assertThat(rendered).contains("certifier-1/share-1.key").doesNotContain("-before");
    }

    @Test
    void opensInternalPortsToNodesAndTheConsensusPortToOrderingParties() {
        Object release = Map.of(
                "app.kubernetes.io/instance", "release-name",
                "app.kubernetes.io/part-of", "florin");
        Object ordering = Map.of(
                "app.kubernetes.io/instance", "release-name",
                "app.kubernetes.io/name", "ordering");
        Map<String, Object> open = new TreeMap<>();
        for (Map<String, Object> policy : ofKind(RenderedChart.withDefaults(), "NetworkPolicy")) {
            Object spec = at(policy, "spec");
            assertThat(at(spec, "policyTypes")).isEqualTo(List.of("Ingress"));
            if (!((Map<?, ?>) spec).containsKey("ingress")) {
                assertThat(at(spec, "podSelector", "matchLabels")).isEqualTo(release);
                open.put("", "denied");
                continue;
            }
            Map<?, ?> rule = (Map<?, ?>) only(at(spec, "ingress"));
            Object from =
                    rule.containsKey("from") ? at(only(at(rule, "from")), "podSelector", "matchLabels") : "anybody";
            Object port = at(only(at(rule, "ports")), "port");
            assertThat(open.put(String.valueOf(port), List.of(at(spec, "podSelector", "matchLabels"), from)))
                    .isNull();
        }
        assertThat(open)
                .isEqualTo(Map.of(
                        "", "denied",
                        "internal", List.of(release, release),
                        "consensus", List.of(ordering, ordering),
                        "http", List.of(release, "anybody")));
    }

    private static Object only(Object list) {
        assertThat(RenderedChart.list(list)).hasSize(1);
        return RenderedChart.list(list).getFirst();
    }

    @Test
    void givesEveryNodeItsPassphraseWhereIdentitiesAreWrapped() {
        String rendered = new Helm(CHART)
                .template()
                .set("network.wrappedIdentities", "true")
                .call();

        for (String node :
                List.of("ordering-4", "committer-1", "auditor-1", "central-bank-1", "registration-1", "bank-3")) {
            assertThat(rendered).containsOnlyOnce("passphrases/" + node);
        }
    }

    @Test
    void givesEveryNodeTheTokenOfMetrics() {
        String rendered = new Helm(CHART)
                .template()
                .set("metrics.tokenSecret", "florin-metrics")
                .set("publicAddresses.bank-1", "https://bank1.example.org")
                .set("serviceMonitor.enabled", true)
                .call();

        for (Map<String, Object> set : ofKind(RenderedChart.documents(rendered), "StatefulSet")) {
            String container = String.valueOf(at(set, "spec", "template", "spec", "containers"));
            assertThat(container)
                    .contains("name=FLORIN_METRICS_TOKEN, valueFrom={secretKeyRef={name=florin-metrics, key=token}}");
            assertThat(container.contains("name=FLORIN_HTTP_PUBLICADDRESS, value=https://bank1.example.org"))
                    .isEqualTo(String.valueOf(at(set, "metadata", "name")).endsWith("release-name-bank-1"));
        }
        assertThat(ofKind(RenderedChart.documents(rendered), "ServiceMonitor").toString())
                .contains("authorization={credentials={name=florin-metrics, key=token}}");
        assertThatThrownBy(() -> new Helm(CHART)
                        .template()
                        .set("serviceMonitor.enabled", true)
                        .call())
                .hasMessageContaining("metrics.tokenSecret");
    }

    @Test
    void givesOfficersKeysToTheCentralBankAlone() {
        for (Map<String, Object> set : ofKind(RenderedChart.withDefaults(), "StatefulSet")) {
            boolean centralBank = String.valueOf(at(set, "metadata", "name")).contains("central-bank");
            assertThat(String.valueOf(at(set, "spec")).contains("florin-officers"))
                    .isEqualTo(centralBank);
        }
    }

    @Test
    void refusesABankThatNobodyDescribed() {
        assertThatThrownBy(
                        () -> new Helm(CHART).template().set("nodes.bank[0]", 9).call())
                .hasMessageContaining("banks has no entry for bank 9");
    }

    @Test
    void refusesValuesThatTheSchemaDoesNotKnow() {
        assertThatThrownBy(() -> new Helm(CHART)
                        .template()
                        .set("network.name", "No Capitals")
                        .call())
                .hasMessageContaining("network");
        assertThatThrownBy(() -> new Helm(CHART).template().set("typo", "x").call())
                .hasMessageContaining("typo");
        assertThatThrownBy(
                        () -> new Helm(CHART).template().set("ports.http", "80").call())
                .hasMessageContaining("ports");
    }
}
