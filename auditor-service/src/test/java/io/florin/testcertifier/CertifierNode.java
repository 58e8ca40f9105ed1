package io.florin.testcertifier;

import io.florin.identity.FlorinIdentity;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Checkpoint;
import io.florin.runtime.api.CertifierInternalApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.internal.AllowPeers;
import io.florin.runtime.internal.InternalPort;
import io.florin.runtime.service.FlorinService;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// A certifier that shows what it was told, behind the real internal port.
public final class CertifierNode implements AutoCloseable {
    private final ConfigurableApplicationContext context;

    private CertifierNode(ConfigurableApplicationContext context) {
        this.context = context;
    }

    public static CertifierNode start(Path networkDirectory, int id) {
        return new CertifierNode(FlorinService.runEmbedded(
                Application.class,
                "certifier-node",
                "--florin.network.directory=" + networkDirectory,
                "--florin.node.role=certifier",
                "--florin.node.id=" + id));
    }

    public URI internal() {
        return URI.create(
                "https://127.0.0.1:" + context.getBean(InternalPort.class).value());
    }

    /// Its committer tells it this of the next block.
    public void isTold(BlockStatuses word) {
        Checkpoint checkpoint = word.checkpoint();
        StringBuilder statuses = new StringBuilder();
        word.outcomes()
                .forEach(outcome ->
                        statuses.append("%02x".formatted(outcome.status().number())));
        context.getBean(Told.class)
                .checkpoints()
                .add(new CertifierInternalApi.BelievedCheckpoint(
                        checkpoint.number(),
                        checkpoint.headerHash().toHex(),
                        checkpoint.statusRoot().toHex(),
                        checkpoint.stateHash().toHex(),
                        word.committer(),
                        statuses.toString(),
                        word.signature().toHex()));
    }

    @Override
    public void close() {
        context.close();
    }

    record Told(List<CertifierInternalApi.BelievedCheckpoint> checkpoints) {}

    @SpringBootApplication(proxyBeanMethods = false)
    @Import(FlorinIdentity.class)
    static class Application {
        @Bean
        Told told() {
            return new Told(new CopyOnWriteArrayList<>());
        }
    }

    @RestController
    @AllowPeers("auditor")
    static class Controller implements CertifierInternalApi {
        private final Told told;

        Controller(Told told) {
            this.told = told;
        }

        @Override
        public List<BelievedCheckpoint> checkpoints(
                @RequestParam("fromBlock") long fromBlock, @RequestParam("limit") int limit) {
            if (fromBlock < 1) {
                throw new ProblemException(ProblemCode.INVALID_REQUEST, "There is no such block.");
            }
            return told.checkpoints().stream()
                    .filter(each -> each.number() >= fromBlock)
                    .limit(limit)
                    .toList();
        }
    }
}
