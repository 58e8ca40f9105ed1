package io.florin.wallet.cli;

import static io.florin.ledger.fixture.ToldBlocks.told;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.ToldBlocks;
import io.florin.ledger.rules.SettlementTranslator;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.SettledTransaction;
import io.florin.ledger.status.TransactionStatus;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.api.CommitterApi.LedgerHead;
import io.florin.runtime.api.CommitterApi.NetworkView;
import io.florin.runtime.api.CommitterApi.OwnerTokens;
import io.florin.runtime.api.CommitterApi.TokenView;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/// A committer and an endorser on one port, showing what a test puts there.
final class FakeNode implements AutoCloseable {

    private static final long BLOCK = 3;
    private static final long HEAD = 7;

    private static final Pattern RANGE = Pattern.compile("from=(\\d+)&limit=(\\d+)&waitMillis=0");

    private final HttpServer server;
    private final TestNetwork network;
    private final JsonMapper json = new JsonMapper();
    private final List<TokenView> tokens = new ArrayList<>();
    private final List<NoteEntry> notes = new ArrayList<>();
    private final List<NoteEntry> lies = new ArrayList<>();
    private final List<SettledTransaction> created = new ArrayList<>();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger submissionsLost = new AtomicInteger();
    private final List<SettlementTransaction> taken = new CopyOnWriteArrayList<>();
    private final AtomicInteger forgeries = new AtomicInteger();
    private final RecordedRequests requests = new RecordedRequests();
    private volatile int submissionStatus = 503;
    private volatile boolean taking;
    private volatile TransactionStatus takenStatus = TransactionStatus.COMMITTED;
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
        context("/v1/results", exchange -> {
            Matcher asked = RANGE.matcher(exchange.getRequestURI().getQuery());
            if (failures.getAndDecrement() > 0 || !asked.matches()) {
                exchange.sendResponseHeaders(503, -1);
                exchange.close();
            } else {
                answer(exchange, "application/octet-stream", results(asked));
            }
        });
        serve("/v1/ledger", () -> new LedgerHead(network.networkId().toHex(), head(), "", "", 1));
        context("/v1/client-transactions", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            ClientTransaction transaction = Submission.decode(body).transaction();
            String id = transaction.id().toHex();
            boolean lost = submissionsLost.getAndDecrement() > 0;
            if (taking && !lost) {
                taken.add(SettlementTranslator.translate(transaction, false));
            }
            if (submissionStatus == 202 && !lost) {
                answer(exchange, new SubmissionAnswer(id, true, 0, ""));
            } else {
                exchange.sendResponseHeaders(lost ? 503 : submissionStatus, -1);
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

    private long head() {
        return HEAD + taken.size();
    }

    /// A transaction that is taken comes into a block of its own.
    private byte[] results(Matcher asked) {
        boolean forged = forgeries.getAndDecrement() > 0;
        ToldBlocks told = new ToldBlocks(network.genesis(), 0, forged ? network.auditor() : network.committer());
        for (long block = 1; block <= HEAD; block++) {
            told.add(block == BLOCK ? created.toArray(SettledTransaction[]::new) : new SettledTransaction[0]);
        }
        taken.forEach(each -> told.add(told(each, forged ? TransactionStatus.COMMITTED : takenStatus)));
        return ToldBlocks.answer(told.results(Long.parseLong(asked.group(1)), Long.parseLong(asked.group(2))));
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

    private void answer(HttpExchange exchange, Object body) throws IOException {
        answer(exchange, "application/json", json.writeValueAsBytes(body));
    }

    private void answer(HttpExchange exchange, String type, byte[] bytes) throws IOException {
        exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().set("Content-Type", type);
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
        tokens.add(new TokenView(
                token.key().toHex(),
                token.token().owner().toHex(),
                token.token().type(),
                claimed,
                token.transaction().toHex(),
                token.index()));
    }

    /// A note of a transaction that creates nothing, or has not committed.
    void carries(String transaction, String note, String status) {
        notes.add(new NoteEntry(notes.size() + 1L, transaction, 0, note));
        if (!status.isEmpty()) {
            created.add(told(redemption(TransactionId.fromHex(transaction)), TransactionStatus.valueOf(status)));
        }
    }

    /// A committed output with its note.
    void carries(TokenReference token, String note) {
        carries(token.transaction().toHex(), note, "");
        created.add(told(
                settlement(
                        token.transaction(),
                        TransactionKind.TRANSFER,
                        List.of(spent()),
                        List.of(new Write.Spend(0), new Write.Output(token.index(), token.token()))),
                TransactionStatus.COMMITTED));
    }

    private SettlementTransaction redemption(TransactionId id) {
        Read record = Read.absent(StateKey.of(TestNetwork.CURRENCY, network.newId()));
        return settlement(
                id,
                TransactionKind.REDEEM,
                List.of(spent(), record),
                List.of(new Write.Spend(0), new Write.Put(1, Bytes.EMPTY)));
    }

    private Read spent() {
        return Read.token(StateKey.of(TestNetwork.CURRENCY, network.newId()));
    }

    private static SettlementTransaction settlement(
            TransactionId id, TransactionKind kind, List<Read> reads, List<Write> writes) {
        return new SettlementTransaction(id, kind, TestNetwork.CURRENCY, false, 1, 100, reads, writes);
    }

    /// Note that the endorser at `/liar` gives of an output besides.
    void liesOf(TokenReference token, String note) {
        lies.add(new NoteEntry(lies.size() + 1L, token.transaction().toHex(), token.index(), note));
    }

    /// So often the committer does not show its blocks.
    void failsResults(int times) {
        failures.set(times);
    }

    /// So often the committer's blocks, in which all is committed, are under a key that is no committer's.
    void forgesResults(int times) {
        forgeries.set(times);
    }

    /// @param taken whether the transaction commits, whatever is answered
    void answersSubmissions(int status, boolean taken) {
        submissionStatus = status;
        taking = taken;
        takenStatus = TransactionStatus.COMMITTED;
    }

    /// The next submissions are neither taken nor refused, those after them are taken.
    void losesSubmissions(int times) {
        answersSubmissions(202, true);
        submissionsLost.set(times);
    }

    /// From now on what is handed in is taken and aborts.
    void aborts() {
        answersSubmissions(202, true);
        takenStatus = TransactionStatus.ABORTED_READ_CONFLICT;
    }

    static String text(Bytes sealed) {
        return Base64.getEncoder().encodeToString(sealed.toArray());
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
