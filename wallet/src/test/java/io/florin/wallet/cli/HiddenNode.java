package io.florin.wallet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.florin.crypto.Bytes;
import io.florin.ledger.Amount;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Submission;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.ToldBlocks;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.SettledTransaction;
import io.florin.runtime.api.CertificationApi.CertificationPage;
import io.florin.runtime.api.CertificationApi.CertificationRequest;
import io.florin.runtime.api.CertificationApi.Certified;
import io.florin.runtime.api.CommitterApi.LedgerHead;
import io.florin.runtime.api.CommitterApi.NetworkView;
import io.florin.runtime.api.EndorserApi.NoteEntry;
import io.florin.runtime.api.EndorserApi.NotePage;
import io.florin.runtime.api.EndorserApi.SubmissionAnswer;
import io.florin.runtime.http.SignedAnswers;
import io.florin.wallet.hidden.HiddenAddress;
import io.florin.wallet.hidden.HiddenNote;
import io.florin.wallet.hidden.HiddenWorld;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/// A committer, an endorser and three certifiers on one port, in front of a world. What is handed in commits at once.
final class HiddenNode implements AutoCloseable {

    private static final Pattern RANGE = Pattern.compile("from=(\\d+)&limit=(\\d+)&waitMillis=0");

    private final HttpServer server;
    private final HiddenWorld world;
    private final JsonMapper json = new JsonMapper();
    private final Map<Long, SettledTransaction> invented = new ConcurrentHashMap<>();
    private final ToldBlocks second;
    private volatile ToldBlocks first;
    private volatile Optional<NetworkConfiguration> shown = Optional.empty();
    private final RecordedRequests requests = new RecordedRequests();
    private volatile boolean certifying = true;
    private volatile Set<Integer> hiding = Set.of();
    private volatile boolean firstCertifierLies;
    private volatile int requested;
    private volatile String enrollment = "";
    private volatile Function<String, Object> credentials = request -> request;
    private volatile boolean withholding;
    private final Map<String, BooleanSupplier> failing = new ConcurrentHashMap<>();
    private final List<NoteEntry> planted = new CopyOnWriteArrayList<>();
    private final List<HiddenAddress> victims = new CopyOnWriteArrayList<>();

    HiddenNode(HiddenWorld world) {
        this.world = world;
        this.first = blocks(0);
        this.second = blocks(1);
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        serve("/v1/network", _ -> network());
        serve(
                "/v1/ledger",
                _ -> new LedgerHead(
                        world.network.networkId().toHex(),
                        world.height(),
                        "",
                        "",
                        world.configuration().version()));
        context("/v1/results", exchange -> results(exchange, "", 0));
        context("/second/v1/results", exchange -> results(exchange, "/second", 1));
        serve("/v1/notes", this::notes);
        serve("/liar/v1/notes", this::lies);
        serve("/inventor/v1/notes", this::inventions);
        serve("/planter/v1/notes", after -> new NotePage(after == 0 ? planted : List.of(), planted.size()));
        for (String refusing : List.of("/no1", "/no2", "/taker")) {
            serve(refusing + "/v1/notes", this::notes);
            context(refusing + "/v1/client-transactions", exchange -> refuse(exchange, refusing.equals("/taker")));
        }
        for (int index = 1; index <= 3; index++) {
            int certifier = index;
            record("/c" + index + "/v1/certifications", exchange -> certify(certifier, exchange));
        }
        record("/v1/client-transactions", this::submit);
        record("/v1/wallets/7", this::bank);
        // whatever else is asked is recorded too
        record("/", exchange -> {
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });
        server.start();
    }

    private NetworkView network() {
        Base64.Encoder base64 = Base64.getEncoder();
        return new NetworkView(
                world.network.networkId().toHex(),
                base64.encodeToString(world.network.genesis().encode()),
                base64.encodeToString(shown.orElseGet(world::configuration).encode()));
    }

    private ToldBlocks blocks(int place) {
        boolean there = place < world.configuration().committers().keys().size();
        return new ToldBlocks(world.network.genesis(), place, world.network.committer(there ? place : 0));
    }

    /// At most as many blocks as asked for, of which two have transactions: at `/second` the truth.
    private void results(HttpExchange exchange, String prefix, int place) throws IOException {
        Matcher asked = RANGE.matcher(exchange.getRequestURI().getQuery());
        assertThat(asked.matches()).isTrue();
        ToldBlocks told = place == 0 ? first : second;
        while (told.height() < world.height()) {
            SerialReplay.Applied block = world.block(told.height() + 1);
            List<SettledTransaction> transactions = new ArrayList<>(ToldBlocks.transactionsOf(block));
            if (place == 0) {
                Optional.ofNullable(invented.get(told.height() + 1)).ifPresent(transactions::add);
            }
            told.add(block.checkpoint().headerHash(), transactions);
        }
        List<BlockResult> page = new ArrayList<>();
        int filled = 0;
        for (BlockResult result : told.results(Long.parseLong(asked.group(1)), Long.parseLong(asked.group(2)))) {
            if (filled < 2) {
                page.add(result);
                filled += result.statuses().outcomes().stream()
                                .anyMatch(outcome -> outcome.id().isPresent())
                        ? 1
                        : 0;
            }
        }
        answer(exchange, prefix, place, "application/octet-stream", ToldBlocks.answer(page));
    }

    /// Asked for the network, the committer shows another configuration in force than blocks made.
    void shows(NetworkConfiguration configuration) {
        shown = Optional.of(configuration);
    }

    /// The committer tells all blocks anew, the first one without what was in it.
    void rewrites() {
        first = blocks(0);
        first.add();
    }

    /// The committer shows from now on, in the newest block, a payment that there was not, and `/planter` has its note.
    ///
    /// @return the id that it gives it
    String invents(HiddenAddress victim, long amount) {
        HiddenOpening opening = HiddenOpening.fresh(victim.eid(), Amount.of(amount), world.network.random());
        SettledTransaction lie = world.invented(opening);
        assertThat(first.height()).as("nobody has read the newest block").isLessThan(world.height());
        invented.put(world.height(), lie);
        String id = lie.outcome().id().orElseThrow().toHex();
        plant(victim, id, opening);
        return id;
    }

    /// Positions are the numbers of blocks here; those without notes are passed over.
    private NotePage notes(long after) {
        List<NoteEntry> notes = new ArrayList<>();
        long block = after;
        while (notes.isEmpty() && block < world.height() && !withholding) {
            block++;
            for (SettlementTransaction transaction : world.committed(block)) {
                HiddenPayment payment = world.payment(transaction);
                for (int output = 0; output < payment.notes().size(); output++) {
                    notes.add(new NoteEntry(
                            block,
                            payment.id().toHex(),
                            output,
                            FakeNode.text(payment.notes().get(output))));
                }
            }
        }
        return new NotePage(notes, notes.isEmpty() ? after : block);
    }

    /// At `/planter` from now on: notes to the victim beside any transaction.
    ///
    /// @param amounts of each, minor units
    void plants(HiddenAddress victim, String transaction, long... amounts) {
        for (long amount : amounts) {
            plant(victim, transaction, HiddenOpening.fresh(victim.eid(), Amount.of(amount), world.network.random()));
        }
    }

    private void plant(HiddenAddress victim, String transaction, HiddenOpening opening) {
        Bytes note = HiddenNote.bare(opening).seal(world.network.networkId(), victim.noteKey(), world.network.random());
        planted.add(new NoteEntry(planted.size() + 1L, transaction, 0, FakeNode.text(note)));
    }

    /// Without end: notes to the victim beside transactions that there are not.
    private NotePage inventions(long after) {
        HiddenAddress victim = victims.getFirst();
        List<NoteEntry> notes = new ArrayList<>();
        for (int i = 1; i <= 10; i++) {
            HiddenOpening opening = HiddenOpening.fresh(victim.eid(), Amount.of(1_000_000), world.network.random());
            Bytes note =
                    HiddenNote.bare(opening).seal(world.network.networkId(), victim.noteKey(), world.network.random());
            String transaction = String.format(Locale.ROOT, "%064x", after + i);
            notes.add(new NoteEntry(after + i, transaction, 0, FakeNode.text(note)));
        }
        return new NotePage(notes, after + 10);
    }

    /// Each note replaced by one to the victim that says more than is true.
    private NotePage lies(long after) {
        HiddenAddress victim = victims.getFirst();
        NotePage truth = notes(after);
        List<NoteEntry> lies = new ArrayList<>();
        for (NoteEntry entry : truth.notes()) {
            HiddenOpening opening = HiddenOpening.fresh(victim.eid(), Amount.of(1_000_000), world.network.random());
            Bytes lie =
                    HiddenNote.bare(opening).seal(world.network.networkId(), victim.noteKey(), world.network.random());
            lies.add(new NoteEntry(entry.position(), entry.transactionId(), entry.output(), FakeNode.text(lie)));
        }
        return new NotePage(lies, truth.next());
    }

    private void certify(int certifier, HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (exchange.getRequestMethod().equals("GET")) {
            answer(exchange, certifications(certifier, number(exchange)));
            return;
        }
        CertificationRequest request = json.readValue(body, CertificationRequest.class);
        for (long block = 1; block <= world.height(); block++) {
            for (Certified share : shares(certifier, block)) {
                if (share.transactionId().equals(request.transactionId()) && share.output() == request.output()) {
                    requested = requested + 1;
                    answer(exchange, share);
                    return;
                }
            }
        }
        exchange.sendResponseHeaders(404, -1);
        exchange.close();
    }

    private CertificationPage certifications(int certifier, long from) {
        if (certifier == 1 && firstCertifierLies) {
            List<Certified> lies = new ArrayList<>(List.of(new Certified(from, "zz", 0, 1, 1, "")));
            lies.addAll(from > world.height() ? List.of() : shares(1, from));
            return new CertificationPage(2, Long.MAX_VALUE, from + 1, lies);
        }
        if (!certifying || from > world.height()) {
            return new CertificationPage(certifier, from - 1, from, List.of());
        }
        List<Certified> shares = hiding.contains(certifier) ? List.of() : shares(certifier, from);
        return new CertificationPage(certifier, world.height(), from + 1, shares);
    }

    private List<Certified> shares(int certifier, long from) {
        List<Certified> shares = new ArrayList<>();
        for (SettlementTransaction transaction : world.committed(from)) {
            for (Write.HiddenOutput output : transaction.hiddenOutputs()) {
                byte[] share = world.share(certifier, transaction, output.index())
                        .signature()
                        .encode();
                shares.add(new Certified(
                        from,
                        transaction.id().toHex(),
                        output.index(),
                        1,
                        world.certifierEpoch(from),
                        certifier == 3 ? "no point" : HexFormat.of().formatHex(share)));
            }
        }
        return shares;
    }

    private void submit(HttpExchange exchange) throws IOException {
        String id = commit(exchange.getRequestBody().readAllBytes());
        answer(exchange, new SubmissionAnswer(id, true, 0, ""));
    }

    private String commit(byte[] submission) {
        HiddenPayment payment = (HiddenPayment) Submission.decode(submission).transaction();
        world.tryCommit(payment);
        return payment.id().toHex();
    }

    /// @param taking whether the payment commits all the same
    private void refuse(HttpExchange exchange, boolean taking) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (taking) {
            commit(body);
        }
        byte[] reason = "no such owner".getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(422, reason.length);
        exchange.getResponseBody().write(reason);
        exchange.close();
    }

    /// A bank's answer for wallet 7 to whoever has its token.
    private void bank(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (!"Bearer good".equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            exchange.sendResponseHeaders(401, -1);
            exchange.close();
        } else if (exchange.getRequestURI().getPath().endsWith("/credential")) {
            answer(exchange, credentials.apply(new String(body, StandardCharsets.UTF_8)));
        } else {
            answer(exchange, Map.of("number", 7, "state", "ENROLLED", "enrollmentId", enrollment));
        }
    }

    /// @param id of the wallet's enrollment at the bank, empty before it is enrolled
    /// @param answers to a blind request, and to an empty one with a new signature
    void banks(String id, Function<String, Object> answers) {
        enrollment = id;
        credentials = answers;
    }

    private void serve(String path, LongFunction<Object> body) {
        context(path, exchange -> {
            exchange.getRequestBody().readAllBytes();
            answer(exchange, body.apply(number(exchange)));
        });
    }

    private void record(String path, HttpHandler handler) {
        server.createContext(path, handler).getFilters().add(requests);
    }

    /// Requests of wallets to this node.
    RecordedRequests requests() {
        return requests;
    }

    private void context(String path, HttpHandler handler) {
        record(path, exchange -> {
            if (failing.getOrDefault(path, () -> false).getAsBoolean()) {
                exchange.sendResponseHeaders(503, -1);
                exchange.close();
            } else {
                handler.handle(exchange);
            }
        });
    }

    /// @param when asked at each request
    void fails(String path, BooleanSupplier when) {
        failing.put(path, when);
    }

    private static long number(HttpExchange exchange) {
        String query = exchange.getRequestURI().getQuery();
        return query == null ? 0 : Long.parseLong(query.replaceAll("^[A-Za-z]+=([0-9]+).*$", "$1"));
    }

    private void answer(HttpExchange exchange, Object body) throws IOException {
        answer(exchange, "", 0, "application/json", json.writeValueAsBytes(body));
    }

    /// @param prefix of the path at which the committer stands
    /// @param place of the committer that signs
    private void answer(HttpExchange exchange, String prefix, int place, String type, byte[] bytes) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        String question = SignedAnswers.question(
                exchange.getRequestMethod(),
                exchange.getRequestURI().toString().substring(prefix.length()),
                exchange.getRequestHeaders().getFirst(SignedAnswers.QUESTION));
        exchange.getResponseHeaders()
                .set(
                        SignedAnswers.HEADER,
                        SignedAnswers.value(
                                world.network.networkId(), place, world.network.committer(place), question, bytes));
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    /// @param now whether certifiers publish anything
    void certifies(boolean now) {
        certifying = now;
    }

    /// At `/liar` and `/inventor` from now on.
    void liesTo(HiddenAddress victim) {
        victims.add(victim);
    }

    /// @param now whether the endorser does not hold the notes yet
    void withholdsNotes(boolean now) {
        withholding = now;
    }

    /// @param certifiers that leave their shares out of what they publish
    void hides(Set<Integer> certifiers) {
        hiding = certifiers;
    }

    /// The first one says that it is the second, of outputs that cannot be, and of blocks without end.
    void firstCertifierLies() {
        firstCertifierLies = true;
    }

    /// Number of times that somebody asked for a share by name.
    int requested() {
        return requested;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
