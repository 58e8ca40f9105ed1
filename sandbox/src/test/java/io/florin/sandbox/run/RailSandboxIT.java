package io.florin.sandbox.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.identity.NetworkMaterial;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.runtime.api.InstantApi;
import io.florin.runtime.http.PublicClients;
import io.florin.runtime.http.StrictJson;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.demo.Await;
import io.florin.sandbox.openapi.OpenApiFiles;
import io.florin.sandbox.plan.SandboxOptions;
import io.florin.sandbox.plan.SandboxPlan;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.client.RestClient;

/// The sandbox with an instant rail, in one JVM: what orders and commits, registration, and the rail's authorities.
class RailSandboxIT {

    private static final int PORT_OFFSET = 13_000;

    @TempDir
    private Path data;

    private static SandboxPlan plan(Path data) {
        return SandboxPlan.of(new SandboxOptions(data, PORT_OFFSET).withRail())
                .only(
                        "oidc-issuer",
                        "registration-1",
                        "ordering-1",
                        "ordering-2",
                        "ordering-3",
                        "ordering-4",
                        "committer-1",
                        "instant-1",
                        "instant-2",
                        "instant-3",
                        "instant-4");
    }

    @Test
    void authoritiesSignAndComeBackAfterARestart() throws Exception {
        SandboxPlan plan = plan(data);
        try (OneJvm sandbox = OneJvm.start(plan, _ -> {});
                PublicClients clients = new PublicClients(StrictJson.mapper(), Await.PATIENCE, Await.PATIENCE)) {
            RestClient http = RestClient.create();
            assertThat(NetworkMaterial.genesis(plan.networkDirectory())
                            .configuration()
                            .namespaces())
                    .as("nobody signs off payments on a rail")
                    .allMatch(namespace -> namespace.auditPolicy() == AuditPolicy.NEVER);
            for (Peer authority : plan.topology().nodes(NodeRole.INSTANT)) {
                awaitReady(http, plan, authority);
                InstantApi.RailView rail =
                        clients.proxy(InstantApi.class, plan.http(authority)).rail();
                assertThat(rail.standing()).isEqualTo("SIGNING");
                assertThat(rail.authority()).isEqualTo(authority.id());
                assertThat(rail.quorum()).isEqualTo(3);
            }
            Peer first = new Peer(NodeRole.INSTANT, 1);
            assertThat(OpenApiFiles.served(plan.http(first)))
                    .as(OpenApiFiles.fileOf(NodeRole.INSTANT) + " (written anew with -Dflorin.write=true)")
                    .isEqualTo(OpenApiFiles.described(NodeRole.INSTANT, plan.http(first)));

            sandbox.restart("instant-1");
            awaitReady(http, plan, first);
        }
    }

    /// 200 is for who signs.
    private static void awaitReady(RestClient http, SandboxPlan plan, Peer authority) {
        Await.until(
                authority + " signs",
                Await.PATIENCE,
                () -> http.get()
                        .uri(plan.service(authority.directoryName()).readiness())
                        .retrieve()
                        .toBodilessEntity()
                        .getStatusCode()
                        .is2xxSuccessful());
    }
}
