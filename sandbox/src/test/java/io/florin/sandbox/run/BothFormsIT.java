package io.florin.sandbox.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.sandbox.plan.SandboxOptions;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.process.ProcessStatus;
import io.florin.sandbox.process.ProcessSupervisor;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Both forms on one data directory, with the servers and the issuer: what one form leaves, the other takes up.
class BothFormsIT {
    private static final String ISSUER = "oidc-issuer";

    @TempDir
    private Path data;

    private final List<String> progress = new ArrayList<>();

    @AfterEach
    void leaveNothingBehind() {
        new ProcessForm(plan()).down(name -> {});
    }

    @Test
    void startInOneJvmThenAsProcessesWithTheSameKeysAndEndInOrder() throws Exception {
        String keys;
        try (OneJvm sandbox = OneJvm.start(plan(), line -> {
            synchronized (progress) {
                progress.add(line);
            }
        })) {
            assertThat(progress).containsExactlyInAnyOrder("PostgreSQL", "Kafka", ISSUER);
            keys = signingKeys();
            sandbox.restart(ISSUER);
            assertThat(signingKeys()).isEqualTo(keys);
            assertThatThrownBy(() -> OneJvm.start(plan(), line -> {}))
                    .isInstanceOf(SandboxException.class)
                    .hasMessageContaining("Another sandbox uses");
        }
        assertThat(plan().ports().taken()).isEmpty();

        ProcessForm processes = new ProcessForm(plan());
        processes.up(line -> {});
        assertThat(processes.status()).allMatch(one -> one.state() == ProcessStatus.State.RUNNING);
        assertThat(signingKeys()).isEqualTo(keys);
        assertThatThrownBy(() -> OneJvm.start(plan(), line -> {}))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("florin down");

        processes.kill(ISSUER);
        assertThat(new ProcessSupervisor(data).status(ISSUER).state()).isEqualTo(ProcessStatus.State.DIED);
        new ProcessForm(plan()).up(line -> {});
        assertThat(signingKeys()).isEqualTo(keys);

        new ProcessForm(plan()).down(line -> {});
        assertThat(processes.status()).allMatch(one -> one.state() == ProcessStatus.State.STOPPED);
        assertThat(plan().ports().taken()).isEmpty();
    }

    private SandboxPlan plan() {
        return SandboxPlan.of(new SandboxOptions(data, 12_000)).only(ISSUER);
    }

    private String signingKeys() throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(plan().issuer().resolve("/oauth2/jwks"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }
}
