package io.florin.sandbox.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.threshold.SignatureScheme;
import io.florin.identity.NetworkPlan;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.ports.PortPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.core.io.ClassPathResource;

class SandboxPlanTest {
    @TempDir
    private Path directory;

    @Test
    void isTheSameForTheSameDataDirectory() {
        SandboxPlan first = plan(0);
        SandboxPlan second = plan(0);

        assertThat(second.services()).isEqualTo(first.services());
        assertThat(second.databases()).isEqualTo(first.databases());
    }

    @Test
    void listsTheWholeTopologyInTheOrderOfItsWaves() {
        SandboxPlan plan = plan(0);

        assertThat(plan.services().stream().map(ServiceLaunch::name))
                .containsExactlyInAnyOrder(
                        "oidc-issuer",
                        "registration-1",
                        "ordering-1",
                        "ordering-2",
                        "ordering-3",
                        "ordering-4",
                        "endorser-1",
                        "endorser-2",
                        "endorser-3",
                        "committer-1",
                        "auditor-1",
                        "central-bank-1",
                        "bank-1",
                        "bank-2",
                        "bank-3");
        assertThat(plan.services()).isSortedAccordingTo(Comparator.comparingInt(ServiceLaunch::wave));
        assertThat(plan.services().stream().map(ServiceLaunch::httpPort)).doesNotHaveDuplicates();
        assertThat(plan.databases()).containsKeys("bank_1", "endorser_3").doesNotContainKey("ordering_1");
    }

    @Test
    void hasOneOfEachKindAtLeast() {
        SandboxPlan plan = SandboxPlan.of(SandboxOptions.smallest(directory, 0));

        assertThat(plan.services().stream().map(ServiceLaunch::name))
                .containsExactlyInAnyOrder(
                        "oidc-issuer",
                        "registration-1",
                        "ordering-1",
                        "ordering-2",
                        "ordering-3",
                        "ordering-4",
                        "endorser-1",
                        "endorser-2",
                        "committer-1",
                        "auditor-1",
                        "central-bank-1",
                        "bank-1",
                        "certifier-1",
                        "certifier-2",
                        "audit-member-1",
                        "audit-member-2",
                        "audit-member-3");
        assertThat(plan.topology().nodes().stream().map(Peer::role))
                .containsAll(EnumSet.complementOf(EnumSet.of(NodeRole.INSTANT)));
    }

    /// Beside all others, whose ports stay as they are; the auditor signs off nothing there.
    @Test
    void hasFourAuthoritiesWithARail() {
        SandboxPlan plan = SandboxPlan.of(new SandboxOptions(directory, 0).withRail());

        assertThat(plan.topology().nodes(NodeRole.INSTANT)).hasSize(4);
        assertThat(plan.service("bank-3").httpPort())
                .isEqualTo(plan(0).service("bank-3").httpPort());
        ServiceLaunch first = plan.service("instant-1");
        assertThat(first.httpPort()).isEqualTo(17_240);
        assertThat(first.property("florin.instant.port")).isEqualTo("17244");
        assertThat(first.property("florin.instant.authorities[3].port")).isEqualTo("17274");
        assertThat(first.database()).isEmpty();
        assertThat(plan.topology().network().rules().namespaces())
                .extracting(NetworkConfiguration.Namespace::auditPolicy)
                .containsOnly(NetworkConfiguration.AuditPolicy.NEVER);
    }

    @Test
    void hasNoRailOfACurrencyThatHidesSomething() {
        assertThatThrownBy(() -> SandboxPlan.of(
                        new SandboxOptions(directory, 0, Optional.of(PrivacyModel.ANONYMOUS)).withRail()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("in the clear");
    }

    @Test
    void movesEveryPortWithTheOffset() {
        assertThat(plan(100).service("bank-1").httpPort())
                .isEqualTo(plan(0).service("bank-1").httpPort() + 100);
        assertThat(plan(PortPlan.OFFSET_MAX).ports().all().values()).allMatch(port -> port < 32_768);
    }

    @Test
    void hidesSecretsFromOthersAndFromLogs() throws IOException {
        ServiceLaunch bank = plan(0).service("bank-1");
        String password = bank.property("spring.datasource.password");
        assertThat(bank.toString()).doesNotContain(password);
        assertThat(bank.arguments(directory).getFirst()).doesNotContain(password);

        for (Path file : new Path[] {directory.resolve("bank-1.properties"), directory.resolve("secrets.properties")}) {
            assertThat(Files.readString(file)).contains(password);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void hasALoginForEveryPersonOfTheIssuer() {
        YamlPropertiesFactoryBean yaml = new YamlPropertiesFactoryBean();
        yaml.setResources(new ClassPathResource("oidc-issuer.yaml"));
        Properties properties = Objects.requireNonNull(yaml.getObject());

        var people = properties.stringPropertyNames().stream()
                .filter(key -> key.startsWith("florin.oidc-issuer.people."))
                .map(key -> key.split("\\.")[3])
                .collect(Collectors.toSet());

        assertThat(plan(0).logins().stream().map(DemoLogin::name)).containsExactlyInAnyOrderElementsOf(people);
    }

    /// As many endorsers as the scheme takes, of whom as many sign as is said.
    @Test
    void hasTheEndorsersThatTheSchemeTakes() {
        assertThat(plan(0).topology().network().endorsers()).isEqualTo(new NetworkPlan.Members(3, 2));
        assertThat(endorsers(Topology.endorsement(SignatureScheme.FROST_ED25519)))
                .isEqualTo(new NetworkPlan.Members(3, 2));
        assertThat(endorsers(Topology.endorsement(SignatureScheme.ECDSA_P256)))
                .isEqualTo(new NetworkPlan.Members(5, 3));
        assertThat(endorsers(new NetworkPlan.Endorsement(SignatureScheme.ECDSA_P256, 5)))
                .isEqualTo(new NetworkPlan.Members(5, 5));
    }

    private NetworkPlan.Members endorsers(NetworkPlan.Endorsement endorsement) {
        SandboxPlan plan =
                SandboxPlan.of(new SandboxOptions(directory, 0, Optional.empty(), false, Optional.of(endorsement)));
        NetworkPlan.Members endorsers = plan.topology().network().endorsers();
        assertThat(plan.topology().nodes(NodeRole.ENDORSER)).hasSize(endorsers.count());
        return endorsers;
    }

    private SandboxPlan plan(int offset) {
        return SandboxPlan.of(new SandboxOptions(directory, offset));
    }
}
