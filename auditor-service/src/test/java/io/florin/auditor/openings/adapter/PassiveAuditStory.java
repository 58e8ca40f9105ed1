package io.florin.auditor.openings.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.florin.audit.PaymentArchive;
import io.florin.audit.ProofReview;
import io.florin.auditor.member.CaseScope;
import io.florin.auditor.member.adapter.CommitVerifier;
import io.florin.auditor.openings.adapter.LedgerUnderTest.Flaw;
import io.florin.auditor.protocol.Incident;
import io.florin.auditor.protocol.ReplayPosition;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestHiddenEconomy.Holder;
import io.florin.ledger.fixture.TestHiddenEconomy.Paid;
import io.florin.ledger.fixture.TestHiddenEconomy.Payee;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.api.AuditMemberInternalApi.Evidence;
import io.florin.runtime.api.AuditMemberInternalApi.ShareRequest;
import io.florin.runtime.http.ProblemException;
import io.florin.testkit.PostgresUnderTest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.RestClientResponseException;

/// An auditor's desk and three members with their logs in a real database, real proofs and ciphertexts; the test plays
/// committer, party, endorsers and registration.
abstract class PassiveAuditStory {
    static final String CASE = "AZ-12.2026";
    static final Duration SOON = Duration.ofSeconds(20);
    static final Duration SHUT = Duration.ofMinutes(10);
    static final Random RANDOM = new Random(4);
    static final TestHiddenEconomy ECONOMY = TestHiddenEconomy.audited(11, PrivacyModel.CONFIDENTIAL);
    static final TestNetwork NETWORK = ECONOMY.network();
    static final Holder ALICE = ECONOMY.newHolder();
    static final Holder BOB = ECONOMY.newHolder();
    static final Holder CAROL = ECONOMY.newHolder();
    static final TestHiddenEconomy ECONOMY_OF_TWO = TestHiddenEconomy.audited(17, PrivacyModel.ANONYMOUS);
    static final Ed25519KeyPair TREASURY = NETWORK.newKey();
    static final Paid ISSUE = ECONOMY.issue(
            NETWORK.header(100),
            new OwnerKey(TREASURY.publicKey()),
            new Payee(ALICE, 12_884_901_895L),
            new Payee(CAROL, 55));
    static final Paid PAYMENT = ECONOMY.pay(
            NETWORK.header(100),
            ISSUE.coins().subList(0, 1),
            new Payee(BOB, 4_294_967_299L),
            new Payee(ALICE, 8_589_934_596L));
    static final Paid OF_OTHERS =
            ECONOMY.pay(NETWORK.header(100), ISSUE.coins().subList(1, 2), new Payee(BOB, 50), new Payee(CAROL, 5));
    static final Paid NEVER_ORDERED = ECONOMY.pay(
            NETWORK.header(100), PAYMENT.coins().subList(0, 1), new Payee(CAROL, 1), new Payee(BOB, 4_294_967_298L));
    static final LedgerUnderTest LEDGER = new LedgerUnderTest(NETWORK, ISSUE, PAYMENT, OF_OTHERS);
    static final ValueTable VALUES = new ValueTable(12);

    static PostgresUnderTest postgres;
    static List<SingleConnectionDataSource> databases;

    final Map<TransactionId, ClientTransaction> held = new HashMap<>();
    final List<Incident> incidents = new ArrayList<>();
    final List<String> log = new ArrayList<>();
    Instant now = Instant.parse("2026-11-20T12:00:00Z");
    Runnable meanwhile = () -> {};
    MembersUnderTest members = members(ECONOMY, LEDGER);
    DisclosureService desk = desk(NETWORK, LEDGER);

    @BeforeAll
    static void start() {
        postgres = PostgresUnderTest.start("auditor_members");
        databases = MembersUnderTest.databases(postgres);
        VALUES.prepare().join();
    }

    @AfterAll
    static void stop() {
        databases.forEach(SingleConnectionDataSource::destroy);
        postgres.close();
    }

    @BeforeEach
    void hold() {
        for (Paid paid : List.of(ISSUE, PAYMENT, OF_OTHERS, NEVER_ORDERED)) {
            held.put(paid.payment().id(), paid.payment());
        }
    }

    void open(String reference, CaseScope scope, int... indexes) {
        for (int index : indexes) {
            members.open(index, reference, scope);
        }
    }

    static ShareRequest request(String reference, Paid paid, List<Evidence> evidence, String... parts) {
        return new ShareRequest(reference, hex(paid), "ada", List.of(parts), evidence);
    }

    /// Why too few members gave shares, by member.
    Map<String, String> refusals(Paid paid) {
        return refusals(CASE, paid);
    }

    @SuppressWarnings("unchecked")
    Map<String, String> refusals(String reference, Paid paid) {
        ProblemException refused =
                catchThrowableOfType(ProblemException.class, () -> desk.open(reference, hex(paid), "ada"));
        assertThat(properties(refused)).containsEntry("code", "too-few-shares");
        return (Map<String, String>) Objects.requireNonNull(properties(refused).get("members"));
    }

    static Map<String, Object> properties(ProblemException refused) {
        return Objects.requireNonNull(refused.problem().getProperties());
    }

    static String code(Runnable act) {
        ProblemException refused = catchThrowableOfType(ProblemException.class, act::run);
        return String.valueOf(properties(refused).get("code"));
    }

    /// The code of a member's refusal.
    static String refused(Runnable act) {
        RestClientResponseException refused = catchThrowableOfType(RestClientResponseException.class, act::run);
        return refused.getResponseBodyAsString().replaceAll(".*:\"(.*)\".*", "$1");
    }

    static String hex(Paid paid) {
        return paid.payment().id().toHex();
    }

    static String id(Holder holder) {
        return Bytes32.of(holder.enrollment().toBytes()).toHex();
    }

    MembersUnderTest members(TestHiddenEconomy economy, LedgerUnderTest ledger) {
        ledger.flaw = Flaw.NONE;
        return new MembersUnderTest(
                databases,
                economy,
                () -> new CommitVerifier(economy.network().genesis(), List.of(ledger), List.of(ledger.party()), SOON),
                new PaymentArchive(List.of(new EndorserUnderTest(held, () -> meanwhile.run()))),
                () -> now);
    }

    DisclosureService desk(TestNetwork network, LedgerUnderTest ledger) {
        return desk(ledger, ledger.view(network.configuration()));
    }

    DisclosureService desk(LedgerUnderTest ledger, ReplayPosition now) {
        List<String> registered =
                Stream.of(ALICE, BOB).map(PassiveAuditStory::id).sorted().toList();
        return new DisclosureService(
                now.network(),
                new DisclosureService.Ledger(
                        now,
                        ledger,
                        ledger,
                        new PaymentArchive(List.of(new EndorserUnderTest(held, () -> meanwhile.run()))),
                        new ProofReview(now.network(), new Random(2))),
                members.members(),
                new RegisteredIds(Optional.of(after -> after.isEmpty() ? registered : List.of())),
                VALUES,
                new DisclosureService.Office(
                        (actor, action, subject, detail) ->
                                log.add(actor + " " + action + " " + subject + " " + detail),
                        incidents::add,
                        new TransactionTemplate(new DataSourceTransactionManager(databases.getFirst()))));
    }

    KeyWatch watch(ReplayPosition view) {
        return new KeyWatch(
                view,
                members.members(),
                VALUES,
                new OpeningProperties(12, Duration.ofHours(24), SHUT, Duration.ofSeconds(1)),
                new KeyWatch.Office(incidents::add, () -> now, RANDOM));
    }

    static KeyWatch.Check check(KeyWatch watch) {
        return Objects.requireNonNull(watch.last().get(new KeyWatch.KeyName(TestNetwork.CURRENCY, 1)));
    }
}
