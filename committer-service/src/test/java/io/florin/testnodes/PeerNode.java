package io.florin.testnodes;

import io.florin.identity.FlorinIdentity;
import io.florin.ledger.block.Block;
import io.florin.ledger.client.ClientTransaction;
import io.florin.runtime.api.EndorserInternalApi;
import io.florin.runtime.api.OrderingInternalApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.internal.AllowPeers;
import io.florin.runtime.internal.InternalPort;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.service.FlorinService;
import java.net.URI;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.RestController;

/// An ordering party with a block store, or an endorser with an archive, on the real internal port.
public final class PeerNode implements AutoCloseable {

    private final ConfigurableApplicationContext context;

    private PeerNode(ConfigurableApplicationContext context) {
        this.context = context;
    }

    public static PeerNode start(Path networkDirectory, Peer self) {
        return new PeerNode(FlorinService.runEmbedded(
                Application.class,
                "peer-node",
                "--server.port=0",
                "--florin.network.directory=" + networkDirectory,
                "--florin.node.role=" + self.role().label(),
                "--florin.node.id=" + self.id()));
    }

    public static PeerNode party(Path networkDirectory, int id) {
        return start(networkDirectory, new Peer(NodeRole.ORDERING, id));
    }

    public static PeerNode endorser(Path networkDirectory, int id) {
        return start(networkDirectory, new Peer(NodeRole.ENDORSER, id));
    }

    public URI internal() {
        return URI.create(
                "https://127.0.0.1:" + context.getBean(InternalPort.class).value());
    }

    /// Has nothing any more.
    public void clear() {
        Holdings holdings = context.getBean(Holdings.class);
        holdings.blocks().clear();
        holdings.transactions().clear();
        holdings.searches().set(0);
    }

    /// Number of times that the endorser was asked for client transactions.
    public int searches() {
        return context.getBean(Holdings.class).searches().get();
    }

    /// From now on the party has this block.
    public PeerNode has(Block block) {
        return has(block.header().number(), block.encode());
    }

    /// From now on the party gives these bytes for a number.
    public PeerNode has(long number, byte[] bytes) {
        context.getBean(Holdings.class).blocks().put(number, bytes);
        return this;
    }

    /// From now on the endorser has this client transaction.
    public PeerNode has(ClientTransaction transaction) {
        context.getBean(Holdings.class).transactions().put(transaction.id().toHex(), transaction.encode());
        return this;
    }

    @Override
    public void close() {
        context.close();
    }

    record Holdings(Map<Long, byte[]> blocks, Map<String, byte[]> transactions, AtomicInteger searches) {}

    private static byte[] orNotFound(byte @org.jspecify.annotations.Nullable [] found) {
        if (found == null) {
            throw new ProblemException(ProblemCode.NOT_FOUND, "This node does not have it.");
        }
        return found;
    }

    @SpringBootApplication(proxyBeanMethods = false)
    @Import(FlorinIdentity.class)
    static class Application {

        @Bean
        Holdings holdings() {
            ConcurrentMap<Long, byte[]> blocks = new ConcurrentHashMap<>();
            ConcurrentMap<String, byte[]> transactions = new ConcurrentHashMap<>();
            return new Holdings(blocks, transactions, new AtomicInteger());
        }
    }

    @RestController
    @AllowPeers("committer")
    static class PartyController implements OrderingInternalApi {

        private final Holdings holdings;

        PartyController(Holdings holdings) {
            this.holdings = holdings;
        }

        @Override
        public void submit(byte[] bundle) {
            throw new ProblemException(ProblemCode.UNAVAILABLE, "This party takes nothing.");
        }

        @Override
        public byte[] block(long number) {
            return orNotFound(holdings.blocks().get(number));
        }

        @Override
        public ChainHead head() {
            return new ChainHead(
                    holdings.blocks().keySet().stream()
                            .mapToLong(Long::longValue)
                            .max()
                            .orElse(0),
                    "");
        }
    }

    @RestController
    @AllowPeers("committer")
    static class EndorserController implements EndorserInternalApi {

        private final Holdings holdings;

        EndorserController(Holdings holdings) {
            this.holdings = holdings;
        }

        @Override
        public List<Integer> check(byte[] submissions) {
            throw new ProblemException(ProblemCode.UNAVAILABLE, "This endorser checks nothing.");
        }

        @Override
        public ProposalAnswer propose(
                byte[] submissions, int rulesVersion, long keyEpoch, String sharing, String root) {
            throw new ProblemException(ProblemCode.UNAVAILABLE, "This endorser signs nothing.");
        }

        @Override
        public ShareAnswer share(ShareRequest request) {
            throw new ProblemException(ProblemCode.UNAVAILABLE, "This endorser signs nothing.");
        }

        @Override
        public byte[] clientTransaction(String id) {
            return orNotFound(holdings.transactions().get(id));
        }

        @Override
        public ClientTransactions clientTransactions(List<String> ids) {
            holdings.searches().incrementAndGet();
            List<HeldTransaction> held = ids.stream()
                    .filter(holdings.transactions()::containsKey)
                    .map(id -> new HeldTransaction(
                            id,
                            Base64.getEncoder()
                                    .encodeToString(holdings.transactions().get(id))))
                    .toList();
            return new ClientTransactions(
                    held,
                    ids.stream()
                            .filter(id -> !holdings.transactions().containsKey(id))
                            .toList());
        }
    }
}
