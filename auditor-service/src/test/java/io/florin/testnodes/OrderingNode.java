package io.florin.testnodes;

import io.florin.identity.FlorinIdentity;
import io.florin.ledger.block.Block;
import io.florin.runtime.api.OrderingInternalApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.internal.AllowPeers;
import io.florin.runtime.internal.InternalPort;
import io.florin.runtime.service.FlorinService;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.RestController;

/// An ordering party with a block store and the real internal port.
public final class OrderingNode implements AutoCloseable {
    private final ConfigurableApplicationContext context;

    private OrderingNode(ConfigurableApplicationContext context) {
        this.context = context;
    }

    public static OrderingNode start(Path networkDirectory, int party) {
        return new OrderingNode(FlorinService.runEmbedded(
                Application.class,
                "ordering-node",
                "--florin.network.directory=" + networkDirectory,
                "--florin.node.role=ordering",
                "--florin.node.id=" + party));
    }

    public URI internal() {
        return URI.create(
                "https://127.0.0.1:" + context.getBean(InternalPort.class).value());
    }

    /// From now on it has this block.
    public void has(Block block) {
        context.getBean(Blocks.class).encoded().add(block.encode());
    }

    /// Whether it answers questions for its head with nothing.
    public void mute(boolean now) {
        context.getBean(Blocks.class).mute().set(now);
    }

    /// Number of times that it answered with nothing.
    public int answeredMutely() {
        return context.getBean(Blocks.class).mutely().get();
    }

    void forget() {
        context.getBean(Blocks.class).encoded().clear();
        mute(false);
    }

    @Override
    public void close() {
        context.close();
    }

    /// The party's block store.
    record Blocks(List<byte[]> encoded, AtomicBoolean mute, AtomicInteger mutely) {}

    @SpringBootApplication(proxyBeanMethods = false)
    @Import(FlorinIdentity.class)
    static class Application {
        @Bean
        Blocks blocks() {
            return new Blocks(new CopyOnWriteArrayList<>(), new AtomicBoolean(), new AtomicInteger());
        }
    }

    @RestController
    @AllowPeers("auditor")
    static class Controller implements OrderingInternalApi {
        private final Blocks blocks;

        Controller(Blocks blocks) {
            this.blocks = blocks;
        }

        @Override
        public void submit(byte[] bundle) {
            throw new ProblemException(ProblemCode.UNAVAILABLE, "This party takes nothing.");
        }

        @Override
        public byte[] block(long number) {
            if (number < 1 || number > blocks.encoded().size()) {
                throw new ProblemException(ProblemCode.NOT_FOUND, "There is no such block.");
            }
            return blocks.encoded().get((int) number - 1);
        }

        @Override
        @SuppressWarnings("NullAway")
        public ChainHead head() {
            if (blocks.mute().get()) {
                blocks.mutely().incrementAndGet();
                return null;
            }
            return new ChainHead(blocks.encoded().size(), "");
        }
    }
}
