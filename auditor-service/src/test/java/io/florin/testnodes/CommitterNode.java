package io.florin.testnodes;

import com.sun.net.httpserver.HttpServer;
import io.florin.ledger.TransactionId;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Checkpoint;
import io.florin.runtime.api.CommitterApi.BlockChanges;
import io.florin.runtime.api.CommitterApi.TransactionChange;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.json.JsonMapper;

/// A committer that answers what blocks did, and nothing else.
public final class CommitterNode implements AutoCloseable {
    private final List<BlockChanges> changes = new CopyOnWriteArrayList<>();
    private final JsonMapper json = new JsonMapper();
    private final AtomicInteger askedForNothing = new AtomicInteger();
    private final HttpServer server;
    private volatile String nonsense = "";

    public CommitterNode() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/changes", exchange -> {
            long from = Long.parseLong(exchange.getRequestURI().getQuery().replaceAll(".*from=(\\d+).*", "$1"));
            byte[] body = nonsense.isEmpty()
                    ? json.writeValueAsBytes(changes.stream()
                            .filter(block -> block.number() >= from)
                            .toList())
                    : nonsense();
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    private byte[] nonsense() {
        askedForNothing.incrementAndGet();
        return nonsense.getBytes(StandardCharsets.UTF_8);
    }

    /// From now on it answers this; the empty text ends it.
    public void answers(String text) {
        askedForNothing.set(0);
        nonsense = text;
    }

    /// How often it has answered what it was told to.
    public int answered() {
        return askedForNothing.get();
    }

    public String api() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /// From now on it says this, among others.
    public void says(BlockStatuses statuses) {
        Checkpoint checkpoint = statuses.checkpoint();
        changes.add(new BlockChanges(
                checkpoint.number(),
                checkpoint.headerHash().toHex(),
                checkpoint.statusRoot().toHex(),
                checkpoint.stateHash().toHex(),
                statuses.committer(),
                statuses.signature().toHex(),
                statuses.outcomes().stream()
                        .map(outcome -> new TransactionChange(
                                outcome.index(),
                                outcome.id().map(TransactionId::toHex).orElse(""),
                                outcome.status().name(),
                                "",
                                List.of(),
                                List.of(),
                                ""))
                        .toList()));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
