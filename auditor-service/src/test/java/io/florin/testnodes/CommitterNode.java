package io.florin.testnodes;

import com.sun.net.httpserver.HttpServer;
import io.florin.ledger.fixture.ToldBlocks;
import io.florin.ledger.status.BlockResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// A committer that answers what blocks did, and nothing else.
public final class CommitterNode implements AutoCloseable {
    private final List<BlockResult> results = new CopyOnWriteArrayList<>();
    private final AtomicInteger askedForNothing = new AtomicInteger();
    private final HttpServer server;
    private volatile Optional<byte[]> nonsense = Optional.empty();

    public CommitterNode() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/results", exchange -> {
            long from = Long.parseLong(exchange.getRequestURI().getQuery().replaceAll(".*from=(\\d+).*", "$1"));
            nonsense.ifPresent(_ -> askedForNothing.incrementAndGet());
            byte[] body = nonsense.orElseGet(() -> ToldBlocks.answer(
                    results.stream().filter(block -> block.number() >= from).toList()));
            exchange.getResponseHeaders().set("Content-Type", "application/octet-stream");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    /// From now on it answers this.
    public void answers(byte[] body) {
        askedForNothing.set(0);
        nonsense = Optional.of(body);
    }

    /// From now on it answers what it says.
    public void answersAgain() {
        nonsense = Optional.empty();
    }

    /// Number of times that it has answered what it was told to.
    public int answered() {
        return askedForNothing.get();
    }

    public String api() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /// From now on it says this, among others.
    public void says(BlockResult result) {
        results.add(result);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
