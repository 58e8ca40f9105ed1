package io.florin.sandbox.check;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.florin.crypto.Bytes;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Submission;
import io.florin.ledger.rules.SettlementTranslator;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.runtime.api.EndorserApi.SubmissionAnswer;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.demo.SelfHeldWallet;
import io.florin.sandbox.economy.DemoPerson;
import io.florin.sandbox.run.SandboxException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.json.JsonMapper;

/// Endorsers that together let a payment pass whose proof does not hold, in a currency that hides it: the twin of
/// [CollusionInjection]. A holder's own wallet makes the payment and hands it to a colluder in an endorser's place. He
/// breaks the proof, which the id does not cover, so the auditor's approval stays; has the payment signed and recorded
/// by as many endorsers as must sign, and orders it. It commits, since no committer verifies proofs of payments, and
/// pays what it says, so nothing else shows: only who verifies the kept proof again can know that money may have been
/// made.
final class HiddenCollusionInjection implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String AMOUNT = "0.01";

    /// Positions that are free: an endorser that numbers its notes has the last number in its memory and comes to none
    /// of these.
    private static final long POSITIONS_FREE = 1_000_000;

    private final CheckContext context;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient http = HttpClient.newHttpClient();
    private final HttpServer server;
    private final AtomicInteger broken = new AtomicInteger();

    private HiddenCollusionInjection(CheckContext context) throws IOException {
        this.context = context;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::pass);
        server.createContext("/v1/client-transactions", this::collude);
        server.start();
    }

    /// Pays the last holder with a wallet of his own what he had, by a payment whose proof is broken.
    ///
    /// @throws SandboxException unless it is committed
    static void pay(CheckContext context) {
        SelfHeldWallet wallet = context.economy().people().stream()
                .filter(person -> person.custody() == DemoPerson.Custody.SELF)
                .map(DemoPerson::id)
                .toList()
                .reversed()
                .stream()
                .flatMap(person -> SelfHeldWallet.of(context.plan(), person).stream())
                .findFirst()
                .orElseThrow(() -> new SandboxException("nobody holds a wallet of his own"));
        try (var colluder = new HiddenCollusionInjection(context)) {
            SelfHeldWallet own = wallet.over(URI.create(
                    "http://127.0.0.1:" + colluder.server.getAddress().getPort()));
            own.pay(own.address(), AMOUNT, "to myself");
            if (colluder.broken.get() < 1) {
                throw new SandboxException("the payment went another way");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("no place for a colluder", e);
        }
    }

    private void collude(HttpExchange exchange) throws IOException {
        Submission given = Submission.decode(exchange.getRequestBody().readAllBytes());
        Submission changed = new Submission(broken((HiddenPayment) given.transaction()), given.audit());
        record(changed);
        FaultInjections.offer(context, bundle(changed));
        broken.incrementAndGet();
        String id = given.transaction().id().toHex();
        answer(exchange, 202, JSON.writeValueAsBytes(new SubmissionAnswer(id, true, 0, "")));
    }

    private static HiddenPayment broken(HiddenPayment payment) {
        byte[] proof = payment.proof().toArray();
        proof[proof.length - 1] ^= 1;
        return new HiddenPayment(
                payment.header(),
                payment.request(),
                payment.certifierEpoch(),
                payment.statement(),
                payment.notes(),
                Bytes.of(proof),
                payment.approvals());
    }

    private Bundle bundle(Submission submission) {
        var header = submission.transaction().header();
        SettlementTransaction settlement = SettlementTranslator.translate(
                submission.transaction(), submission.audit().isPresent());
        Bundle signed = CollusionInjection.endorsed(
                context, header.namespace(), header.rulesVersion(), List.of(Bytes.of(settlement.encode())));
        return new Bundle(
                signed.namespace(),
                signed.rulesVersion(),
                signed.keyEpoch(),
                signed.transactions(),
                submission.audit().stream()
                        .map(approval -> new Bundle.IndexedAudit(0, approval))
                        .toList(),
                signed.signature());
    }

    /// With the notes, by which the holder finds what he paid himself.
    private void record(Submission submission) {
        CollusionInjection.record(context, submission);
        List<Bytes> notes = submission.transaction().notes();
        for (Peer endorser : context.plan().topology().nodes(NodeRole.ENDORSER)) {
            try (Connection database = Databases.connect(context.plan(), endorser);
                    PreparedStatement insert =
                            database.prepareStatement("insert into note (position, transaction_id, output, note)"
                                    + " select (select max(position) + ? from note), id, ?, ? from client_transaction"
                                    + " where id = ?")) {
                for (int output = 0; output < notes.size(); output++) {
                    insert.setLong(1, POSITIONS_FREE);
                    insert.setInt(2, output);
                    insert.setBytes(3, notes.get(output).toArray());
                    insert.setBytes(4, submission.transaction().id().value().toArray());
                    insert.executeUpdate();
                }
            } catch (SQLException e) {
                throw new IllegalStateException("the endorser's notes cannot be written", e);
            }
        }
    }

    /// Everything else is answered by the endorser in whose place the colluder stands.
    private void pass(HttpExchange exchange) throws IOException {
        URI endorser = context.plan().http(new Peer(NodeRole.ENDORSER, 1));
        try {
            HttpResponse<byte[]> given = http.send(
                    HttpRequest.newBuilder(URI.create(
                                    endorser + exchange.getRequestURI().toString()))
                            .build(),
                    HttpResponse.BodyHandlers.ofByteArray());
            answer(exchange, given.statusCode(), given.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static void answer(HttpExchange exchange, int status, byte[] json) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, json.length == 0 ? -1 : json.length);
        exchange.getResponseBody().write(json);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        http.close();
    }
}
