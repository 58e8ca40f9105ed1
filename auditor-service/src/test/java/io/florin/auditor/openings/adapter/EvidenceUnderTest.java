package io.florin.auditor.openings.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.audit.CommittedProof;
import io.florin.audit.PaymentArchive;
import io.florin.audit.ProofReview;
import io.florin.audit.adapter.CommitSources;
import io.florin.auditor.openings.OpeningEvidence;
import io.florin.auditor.protocol.ReplayPosition;
import io.florin.crypto.Bytes32;
import io.florin.decisions.Decision;
import io.florin.decisions.DecisionFormat;
import io.florin.decisions.DecisionStore;
import io.florin.doubles.ledger.HeldPayments;
import io.florin.doubles.ledger.ShownLedger;
import io.florin.doubles.ledger.ShownLedger.Flaw;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestHiddenEconomy.Holder;
import io.florin.ledger.fixture.TestHiddenEconomy.Paid;
import io.florin.ledger.fixture.TestHiddenEconomy.Payee;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.testkit.PostgresUnderTest;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Surroundings of tests of evidence: an auditor's service with its log in a real database, a ledger that took
/// a payment, and the command that a third party has; and ways to change a file of evidence. The test plays members.
abstract class EvidenceUnderTest {
    static final String CASE = "AZ-77.2026";
    static final TestHiddenEconomy BEFORE = TestHiddenEconomy.audited(31, PrivacyModel.CONFIDENTIAL);
    static final TestNetwork NETWORK = BEFORE.network();
    static final TestHiddenEconomy AFTER = BEFORE.after(BEFORE.auditors().refreshed());
    static final Holder ALICE = BEFORE.newHolder();
    static final Holder BOB = BEFORE.newHolder();
    /// Beyond 32 bits, with small limbs: the tests' table of logarithms is small.
    static final long TO_BOB = (1L << 32) + 100;
    static final Paid ISSUE =
            BEFORE.issue(BEFORE.header(100), new OwnerKey(NETWORK.newKey().publicKey()), new Payee(ALICE, TO_BOB + 23));
    static final Paid PAYMENT =
            BEFORE.pay(BEFORE.header(100), ISSUE.coins().subList(0, 1), new Payee(BOB, TO_BOB), new Payee(ALICE, 23));
    static final ConfigurationChange REFRESH = NETWORK.change(AFTER.configuration(), 100);
    static final ShownLedger LEDGER = new ShownLedger(NETWORK, ISSUE.payment(), PAYMENT.payment(), REFRESH);
    static final ReplayedLedger REPLAYED = new ReplayedLedger(LEDGER);
    static final ValueTable VALUES = new ValueTable(12);
    static final JsonMapper JSON = JsonMapper.builder().build();

    private static @Nullable OpeningEvidence genuine;

    static PostgresUnderTest postgres;
    static SingleConnectionDataSource own;

    @TempDir
    Path directory;

    FakeMembers members;
    DecisionStore log;
    TransactionTemplate transactions;
    DisclosureService openings;
    EvidenceService evidences;

    @BeforeAll
    static void start() {
        postgres = PostgresUnderTest.start("opening_evidence");
        String url = postgres.jdbcUrl() + (postgres.jdbcUrl().contains("?") ? "&" : "?") + "currentSchema=auditor";
        Flyway.configure()
                .dataSource(url, postgres.username(), postgres.password())
                .schemas("auditor")
                .locations("classpath:db/migration/auditor-service")
                .load()
                .migrate();
        own = new SingleConnectionDataSource(url, postgres.username(), postgres.password(), true);
        JdbcClient.create(own)
                .sql("insert into audit_transaction (block, place, transaction_id, status, kind, namespace, inputs,"
                        + " outputs, amount_in, amount_out, amount_recorded) values"
                        + " (3, 0, ?, 'COMMITTED', 'CONFIGURATION', 0, 0, 0, 0, 0, 0)")
                .param(REFRESH.id().toHex())
                .update();
        VALUES.prepare().join();
    }

    @AfterAll
    static void stop() {
        own.destroy();
        postgres.close();
    }

    @BeforeEach
    void buildServices() {
        LEDGER.show(Flaw.NONE);
        Map<TransactionId, ClientTransaction> held = new HashMap<>();
        Stream.of(ISSUE, PAYMENT).forEach(paid -> held.put(paid.payment().id(), paid.payment()));
        PaymentArchive archive = new PaymentArchive(List.of(HeldPayments.endorser(held::get, () -> {})));
        members = new FakeMembers(BEFORE, held);
        JdbcClient jdbc = JdbcClient.create(own);
        transactions = new TransactionTemplate(new DataSourceTransactionManager(own));
        log = new DecisionStore(
                new DecisionFormat("audit-log", false, 7_301),
                jdbc,
                NETWORK.networkId(),
                NETWORK.auditor(),
                InstantSource.system());
        openings = openings(REPLAYED.view(BEFORE.configuration()), archive);
        evidences = evidences();
        members.open(CASE, 1, 3);
    }

    /// Evidence as it was given, for who only tries what becomes of it: made once.
    OpeningEvidence genuine() {
        OpeningEvidence made = genuine;
        if (made == null) {
            made = evidences.make(CASE, hex(PAYMENT), "ada");
            genuine = made;
        }
        return made;
    }

    DisclosureService openings(ReplayPosition now, PaymentArchive archive) {
        List<String> registered = Stream.of(ALICE, BOB)
                .map(holder -> Bytes32.of(holder.enrollment().toBytes()).toHex())
                .sorted()
                .toList();
        return new DisclosureService(
                NETWORK.networkId(),
                new DisclosureService.Ledger(
                        now, REPLAYED, REPLAYED, archive, new ProofReview(NETWORK.networkId(), new Random(2))),
                members.members(),
                new RegisteredIds(Optional.of(after -> after.isEmpty() ? registered : List.of())),
                VALUES,
                new DisclosureService.Office(
                        (actor, action, subject, detail) -> log.append(new Decision(actor, action, subject, detail)),
                        _ -> {},
                        transactions));
    }

    EvidenceService evidences() {
        return new EvidenceService(
                NETWORK.genesis(),
                openings,
                new CommittedSource(
                        new CommitSources(
                                new CommittedProof(NETWORK.networkId(), NETWORK.configuration()),
                                List.of(LEDGER.committer()),
                                List.of(LEDGER.party())),
                        JdbcClient.create(own)),
                log,
                transactions,
                new Random(3));
    }

    // ---- how

    void assertItem(OpeningEvidence genuine, String item, Consumer<ObjectNode> change) throws Exception {
        assertThat(check(EvidenceFile.write(resigned(genuine, change))).text()).startsWith("INVALID " + item + ":");
    }

    /// As an auditor signs it who does not care what is so.
    OpeningEvidence resigned(OpeningEvidence genuine, Consumer<ObjectNode> change) {
        return resigned(genuine, "person:ada", change);
    }

    OpeningEvidence resigned(OpeningEvidence genuine, String actor, Consumer<ObjectNode> change) {
        ObjectNode root = (ObjectNode) JSON.readTree(EvidenceFile.write(genuine));
        change.accept(root);
        OpeningEvidence changed = EvidenceFile.read(JSON.writeValueAsBytes(root));
        return Objects.requireNonNull(transactions.execute(_ -> {
            log.append(new Decision(
                    actor, OpeningEvidence.ACTION, changed.transactionId(), changed.logged(changed.members())));
            return changed.with(log.signedEnd());
        }));
    }

    static ArrayNode shares(ObjectNode root) {
        return (ArrayNode) root.get("shares");
    }

    void assertInvalid(String what, JsonNode evidence) throws Exception {
        Checked checked = check(JSON.writeValueAsBytes(evidence));
        assertThat(checked.status()).as(what + ": " + checked.text()).isEqualTo(1);
        assertThat(checked.text()).as(what).startsWith("INVALID ");
    }

    static void leaves(JsonNode node, String pointer, List<String> found) {
        if (node.isObject()) {
            node.propertyStream().forEach(each -> leaves(each.getValue(), pointer + "/" + each.getKey(), found));
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                leaves(node.get(i), pointer + "/" + i, found);
            }
        } else {
            found.add(pointer);
        }
    }

    static JsonNode tampered(JsonNode genuine, String leaf) {
        JsonNode copy = genuine.deepCopy();
        int slash = leaf.lastIndexOf('/');
        JsonNode parent = copy.at(leaf.substring(0, slash));
        String name = leaf.substring(slash + 1);
        JsonNode value = copy.at(leaf);
        ObjectNode object = (ObjectNode) parent;
        if (value.isNumber()) {
            object.put(name, value.asLong() + 1);
        } else {
            String text = value.asString();
            int middle = text.length() / 2;
            char other = text.isEmpty() || text.charAt(middle) != 'a' ? 'a' : 'b';
            object.put(name, text.isEmpty() ? "a" : text.substring(0, middle) + other + text.substring(middle + 1));
        }
        return copy;
    }

    record Checked(int status, String text) {}

    /// As on another machine: a file and the command.
    Checked check(byte[] file, String... network) throws Exception {
        Path path = Files.write(directory.resolve("evidence.json"), file);
        List<String> arguments = new ArrayList<>(List.of(path.toString()));
        if (network.length > 0) {
            arguments.addAll(List.of("--network", network[0]));
        }
        return run(arguments);
    }

    static Checked run(List<String> arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        int status = VerifyOpening.run(arguments, stream, stream);
        return new Checked(status, out.toString(StandardCharsets.UTF_8));
    }

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    static String hex(Paid paid) {
        return paid.payment().id().toHex();
    }

    static String id(Holder holder) {
        return Bytes32.of(holder.enrollment().toBytes()).toHex();
    }

    /// As if a member had given its shares and nobody asked for its log.
    static void remove(ObjectNode root, int member) {
        ArrayNode kept = JSON.createArrayNode();
        entries(root).forEach(each -> {
            if (each.get("member").asInt() != member) {
                kept.add(each);
            }
        });
        root.set("entries", kept);
    }

    static ArrayNode entries(OpeningEvidence evidence) {
        return entries((ObjectNode) JSON.readTree(EvidenceFile.write(evidence)));
    }

    static ArrayNode entries(ObjectNode root) {
        return (ArrayNode) root.get("entries");
    }

    static ObjectNode entry(ObjectNode root, int index) {
        return (ObjectNode) entries(root).get(index).get("entry");
    }
}
