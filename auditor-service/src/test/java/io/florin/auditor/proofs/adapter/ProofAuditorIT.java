package io.florin.auditor.proofs.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.audit.PaymentArchive;
import io.florin.audit.ProofReview;
import io.florin.auditor.protocol.Incident;
import io.florin.auditor.protocol.ReplayPosition;
import io.florin.auditor.protocol.ReplayedBlocks;
import io.florin.crypto.Bytes;
import io.florin.doubles.ledger.HeldPayments;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.audit.IncidentKind;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.HiddenStory;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.api.EndorserInternalApi;
import io.florin.testkit.PostgresUnderTest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionTemplate;

/// The check of proofs over a real database, with endorsers that lose or lie.
class ProofAuditorIT {
    private static final ProofProperties PATIENCE =
            new ProofProperties(Duration.ofMillis(1), 3, Duration.ofSeconds(1), Duration.ofSeconds(4), 2);

    private static PostgresUnderTest postgres;
    private static DriverManagerDataSource database;

    private final HiddenStory story = HiddenStory.of(PrivacyModel.ANONYMOUS);
    private final Chain chain = new Chain();
    private final List<Incident> incidents = new ArrayList<>();
    private final Map<TransactionId, ClientTransaction> held = new HashMap<>();
    private final Map<TransactionId, ClientTransaction> liar = new HashMap<>();
    private boolean silent;
    private Instant now = Instant.parse("2026-11-20T12:00:00Z");
    private ProofAuditor auditor;

    ProofAuditorIT() {
        auditor = auditor();
    }

    @BeforeAll
    static void start() {
        postgres = PostgresUnderTest.start("auditor_proofs");
        database = new DriverManagerDataSource(postgres.jdbcUrl(), postgres.username(), postgres.password());
        Flyway.configure()
                .dataSource(database)
                .locations("classpath:db/migration/auditor-service")
                .load()
                .migrate();
    }

    @AfterAll
    static void stop() {
        postgres.close();
    }

    @BeforeEach
    void empty() {
        JdbcClient jdbc = JdbcClient.create(database);
        jdbc.sql("delete from audit_proof_case").update();
        jdbc.sql("update audit_proof_position set block = 0, verified = 0").update();
        for (HiddenPayment payment : story.all()) {
            chain.append(payment);
            held.put(payment.id(), payment);
        }
    }

    @Test
    void verifiesEveryPaymentAndGoesOnAfterARestart() {
        while (auditor.step() > 0) {}
        assertThat(auditor.provenThrough()).isEqualTo(3);
        assertThat(auditor.progress().verified()).isEqualTo(3);
        assertThat(auditor.notProvenFrom()).isZero();

        auditor = auditor();
        chain.append();
        assertThat(auditor.step()).as("only the new block").isEqualTo(1);
        assertThat(auditor.provenThrough()).isEqualTo(4);
        assertThat(incidents).isEmpty();
    }

    @Test
    void saysThatNothingIsProvenFromAMissingPaymentOnUntilItTurnsUp() {
        held.remove(story.payment.payment().id());
        while (auditor.step() > 0) {}
        assertThat(auditor.provenThrough()).isEqualTo(1);
        assertThat(auditor.notProvenFrom()).as("not found is not missing yet").isZero();

        for (int look = 0; look < 3; look++) {
            now = now.plusSeconds(5);
            auditor.step();
        }
        assertThat(auditor.notProvenFrom()).isEqualTo(2);
        assertThat(incidents).extracting(Incident::kind).contains(IncidentKind.PROOF_MISSING);
        assertThat(incidents.getFirst().subject())
                .isEqualTo(story.payment.payment().id().toHex());

        held.put(story.payment.payment().id(), story.payment.payment());
        auditor = auditor();
        now = now.plusSeconds(5);
        auditor.step();
        assertThat(auditor.notProvenFrom()).isZero();
        assertThat(auditor.provenThrough()).isEqualTo(3);
    }

    @Test
    void keepsTheEvidenceOfAWrongPayment() {
        HiddenPayment alone = story.issue.payment().withApprovals(List.of());
        held.put(alone.id(), alone);

        while (auditor.step() > 0) {}

        assertThat(auditor.notProvenFrom()).isEqualTo(1);
        assertThat(auditor.provenThrough()).isZero();
        assertThat(incidents).singleElement().satisfies(incident -> {
            assertThat(incident.kind()).isEqualTo(IncidentKind.PROOF_WRONG);
            assertThat(incident.detail()).isEqualTo("too-few-approvals");
            assertThat(incident.evidence().toArray()).isEqualTo(alone.encode());
        });
    }

    @Test
    void takesABrokenProofForADenialAndAsksTheNext() {
        HiddenPayment broken = withoutProof(story.payment.payment());
        liar.put(broken.id(), broken);

        while (auditor.step() > 0) {}

        assertThat(auditor.provenThrough()).isEqualTo(3);
        assertThat(auditor.notProvenFrom()).isZero();
        assertThat(incidents).isEmpty();
    }

    @Test
    void aBrokenProofIsNotTheLastWordWhileAnEndorserIsSilent() {
        HiddenPayment broken = withoutProof(story.payment.payment());
        liar.put(broken.id(), broken);
        held.remove(broken.id());
        silent = true;
        while (auditor.step() > 0) {}
        for (int look = 0; look < 3; look++) {
            now = now.plusSeconds(5);
            auditor.step();
        }
        assertThat(auditor.notProvenFrom()).isEqualTo(2);
        assertThat(incidents).extracting(Incident::kind).contains(IncidentKind.PROOF_MISSING);
        assertThat(incidents).extracting(Incident::kind).doesNotContain(IncidentKind.PROOF_WRONG);
        assertThat(incidents.getFirst().evidence().toArray()).isEqualTo(broken.encode());

        silent = false;
        held.put(broken.id(), story.payment.payment());
        now = now.plusSeconds(5);
        auditor.step();
        assertThat(auditor.notProvenFrom()).isZero();
        assertThat(auditor.provenThrough()).isEqualTo(3);
    }

    private static HiddenPayment withoutProof(HiddenPayment payment) {
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

    @Test
    void waitsWithFurtherBlocksWhileTooManyAreOpen() {
        held.clear();
        auditor.step();
        chain.append();

        assertThat(auditor.step()).isZero();
        assertThat(auditor.progress().block()).isEqualTo(3);
        assertThat(auditor.progress().open()).isEqualTo(3);
    }

    private ProofAuditor auditor() {
        return new ProofAuditor(
                chain,
                chain,
                new PaymentArchive(List.of(endorser(true, false), endorser(false, false), endorser(false, true))),
                new ProofReview(story.network.networkId(), new Random(1)),
                store(),
                new ProofAuditor.Office(incidents::add, PATIENCE, () -> now));
    }

    private static ProofStore store() {
        return new ProofStore(
                JdbcClient.create(database), new TransactionTemplate(new DataSourceTransactionManager(database)));
    }

    /// A replayed ledger of one payment in each block.
    private final class Chain implements ReplayPosition, ReplayedBlocks {
        private final TestChain blocks = new TestChain(story.network);
        private final List<CommittedBlock> committed = new ArrayList<>();

        void append(HiddenPayment... payments) {
            Block block = payments.length == 0
                    ? blocks.appendEntries(List.of(Bytes.of(new byte[] {1})))
                    : blocks.append(payments);
            committed.add(new CommittedBlock(
                    committed.size() + 1L, OrderedTransaction.of(block.entries()), story.network.configuration()));
        }

        @Override
        public Optional<CommittedBlock> committed(long number) {
            return Stream.of(number)
                    .filter(wanted -> wanted <= committed.size())
                    .map(wanted -> committed.get(Math.toIntExact(wanted) - 1))
                    .findFirst();
        }

        @Override
        public NetworkId network() {
            return story.network.networkId();
        }

        @Override
        public NetworkConfiguration configuration() {
            return story.network.configuration();
        }

        @Override
        public long height() {
            return committed.size();
        }

        @Override
        public String stateHash() {
            return "";
        }

        @Override
        public long knownHead() {
            return committed.size();
        }

        @Override
        public boolean isCaughtUpWithStore() {
            return true;
        }

        @Override
        public Optional<Instant> seenAt(long block) {
            return Optional.empty();
        }
    }

    /// Holds what `held` has, denies the rest. One lies, one may be silent.
    private EndorserInternalApi endorser(boolean lies, boolean mayBeSilent) {
        return HeldPayments.endorser(id -> lies && liar.containsKey(id) ? liar.get(id) : held.get(id), () -> {
            if (mayBeSilent && silent) {
                throw new IllegalStateException("no answer");
            }
        });
    }
}
