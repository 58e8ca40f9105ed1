package io.florin.wallet.cli;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.client.Submission;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.status.TransactionStatus;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.api.CommitterApi.BlockChanges;
import io.florin.runtime.api.CommitterApi.LedgerHead;
import io.florin.runtime.api.CommitterApi.NetworkView;
import io.florin.runtime.api.CommitterApi.OwnerTokens;
import io.florin.runtime.api.CommitterApi.TokenView;
import io.florin.runtime.api.CommitterApi.TransactionChange;
import io.florin.runtime.api.EndorserApi.NoteEntry;
import io.florin.runtime.api.EndorserApi.NotePage;
import io.florin.runtime.api.EndorserApi.SubmissionAnswer;
import io.florin.runtime.http.SignedAnswers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;

/// A committer and an endorser on one port, showing what a test puts there.
final class FakeNode implements AutoCloseable {

    private static final long BLOCK = 3;
    private static final long HEAD = 7;

    private final HttpServer server;
    private final TestNetwork network;
    private final JsonMapper json = new JsonMapper();
    private final List<TokenView> tokens = new ArrayList<>();
    private final List<NoteEntry> notes = new ArrayList<>();
    private final List<NoteEntry> lies = new ArrayList<>();
    private final List<TransactionChange> created = new ArrayList<>();
    private final AtomicInteger failures = new AtomicInteger();
    private final List<TransactionChange> taken = new CopyOnWriteArrayList<>();
    private final RecordedRequests requests = new RecordedRequests();
    private volatile int submissionStatus = 503;
    private volatile boolean taking;
    private volatile Optional<Ed25519KeyPair> signer;

    FakeNode(TestNetwork network) {
        this.network = network;
        this.signer = Optional.of(network.committer());
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        serve(
                "/v1/network",
                () -> new NetworkView(
                        network.networkId().toHex(),
                        Base64.getEncoder().encodeToString(network.genesis().encode()),
                        Base64.getEncoder()
                                .encodeToString(network.configuration().encode())));
        serve("/v1/owners/", () -> new OwnerTokens("", 7, tokens));
        notesAt("", notes);
        notesAt("/liar", lies);
        context("/v1/changes", exchange -> {
            long from = Long.parseLong(exchange.getRequestURI().getQuery().replaceAll("^.*from=([0-9]+).*$", "$1"));
            if (failures.getAndDecrement() > 0) {
                exchange.sendResponseHeaders(503, -1);
                exchange.close();
            } else {
                answer(exchange, changes(from));
            }
        });
        serve("/v1/ledger", () -> new LedgerHead(network.networkId().toHex(), HEAD, "", "", 1));
        context("/v1/client-transactions", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String id = Submission.decode(body).transaction().id().toHex();
            if (taking) {
                taken.add(change(id, "COMMITTED", List.of()));
            }
            if (submissionStatus == 202) {
                answer(exchange, new SubmissionAnswer(id, true, 0, ""));
            } else {
                exchange.sendResponseHeaders(submissionStatus, -1);
                exchange.close();
            }
        });
        // whatever else is asked is recorded too
        context("/", exchange -> {
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });
        server.start();
    }

    /// Up to the head as it was, and the next block where something was handed in since.
    private List<BlockChanges> changes(long from) {
        List<BlockChanges> blocks = new ArrayList<>();
        for (long block = from; block <= (taken.isEmpty() ? HEAD : HEAD + 1); block++) {
            List<TransactionChange> changes = block == BLOCK ? created : block == HEAD + 1 ? taken : List.of();
            blocks.add(new BlockChanges(block, "", "", "", 0, "", changes));
        }
        return blocks;
    }

    private TransactionChange change(String transaction, String status, List<TokenView> tokens) {
        return new TransactionChange(created.size(), transaction, status, "TRANSFER", tokens, List.of(), "");
    }

    private void notesAt(String path, List<NoteEntry> given) {
        context(path + "/v1/notes", exchange -> {
            boolean first = exchange.getRequestURI().getQuery().contains("after=0");
            List<NoteEntry> page = first ? given : List.of();
            answer(exchange, new NotePage(page, page.isEmpty() ? 0 : page.size()));
        });
    }

    private void context(String path, HttpHandler handler) {
        server.createContext(path, handler).getFilters().add(requests);
    }

    /// Requests of wallets to this node.
    RecordedRequests requests() {
        return requests;
    }

    private void serve(String path, Supplier<Object> body) {
        context(path, exchange -> answer(exchange, body.get()));
    }

    private void answer(com.sun.net.httpserver.HttpExchange exchange, Object body) throws IOException {
        exchange.getRequestBody().readAllBytes();
        byte[] bytes = json.writeValueAsBytes(body);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        String question = SignedAnswers.question(
                exchange.getRequestMethod(),
                exchange.getRequestURI().toString(),
                exchange.getRequestHeaders().getFirst(SignedAnswers.QUESTION));
        Optional<Ed25519KeyPair> key = signer;
        if (key.isPresent()) {
            exchange.getResponseHeaders()
                    .set(SignedAnswers.HEADER, SignedAnswers.value(network.networkId(), 0, key.get(), question, bytes));
        }
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    /// From now on answers are under this key, or under none.
    void signsWith(Optional<Ed25519KeyPair> key) {
        signer = key;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    TestNetwork network() {
        return network;
    }

    void shows(TokenReference token) {
        shows(token, token.token().value().minorUnits());
    }

    /// @param claimed what the committer says it is worth
    void shows(TokenReference token, long claimed) {
        tokens.add(view(token, claimed));
    }

    private static TokenView view(TokenReference token, long claimed) {
        return new TokenView(
                token.key().toHex(),
                token.token().owner().toHex(),
                token.token().type(),
                claimed,
                token.transaction().toHex(),
                token.index());
    }

    /// A note of a transaction that creates nothing, or has not committed.
    void carries(String transaction, String note, String status) {
        notes.add(new NoteEntry(notes.size() + 1L, transaction, 0, note));
        if (!status.isEmpty()) {
            created.add(change(transaction, status, List.of()));
        }
    }

    /// A committed output with its note.
    void carries(TokenReference token, String note) {
        String transaction = token.transaction().toHex();
        carries(transaction, note, "");
        created.add(change(
                transaction,
                TransactionStatus.COMMITTED.name(),
                List.of(view(token, token.token().value().minorUnits()))));
    }

    /// What the endorser at `/liar` says of an output besides.
    void liesOf(TokenReference token, String note) {
        lies.add(new NoteEntry(lies.size() + 1L, token.transaction().toHex(), token.index(), note));
    }

    /// So often the committer does not show its blocks.
    void failsChanges(int times) {
        failures.set(times);
    }

    /// @param taken whether the transaction commits, whatever is answered
    void answersSubmissions(int status, boolean taken) {
        submissionStatus = status;
        taking = taken;
    }

    static String text(Bytes sealed) {
        return Base64.getEncoder().encodeToString(sealed.toArray());
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
