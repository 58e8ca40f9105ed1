package io.florin.auditmember.adapter;

import io.florin.audit.PaymentArchive;
import io.florin.audit.ProofReview;
import io.florin.audit.ShareEntries;
import io.florin.auditmember.CaseScope;
import io.florin.crypto.elgamal.AuditKeyShare;
import io.florin.decisions.DecisionStore;
import io.florin.decisions.LogWatch;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.fixture.TestAuditors;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.runtime.api.AuditMemberInternalApi.ShareAnswer;
import io.florin.runtime.api.AuditMemberInternalApi.ShareRequest;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.testkit.PostgresUnderTest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.support.TransactionTemplate;

/// Three members of the audit authority with their services over schemas of one database.
final class MembersUnderTest {
    private final SortedMap<Integer, Member> all = new TreeMap<>();

    MembersUnderTest(
            List<SingleConnectionDataSource> databases,
            TestHiddenEconomy economy,
            Supplier<CommitVerifier> sight,
            PaymentArchive archive,
            InstantSource clock) {
        for (int index = 1; index <= TestAuditors.MEMBERS; index++) {
            all.put(index, new Member(databases, economy, index, sight.get(), archive, clock));
        }
    }

    /// A schema for each member, with a connection.
    static List<SingleConnectionDataSource> databases(PostgresUnderTest postgres) {
        List<SingleConnectionDataSource> databases = new ArrayList<>();
        for (int index = 1; index <= TestAuditors.MEMBERS; index++) {
            String schema = "member" + index;
            String url =
                    postgres.jdbcUrl() + (postgres.jdbcUrl().contains("?") ? "&" : "?") + "currentSchema=" + schema;
            Flyway.configure()
                    .dataSource(url, postgres.username(), postgres.password())
                    .schemas(schema)
                    .locations("classpath:db/migration/audit-member-service")
                    .load()
                    .migrate();
            databases.add(new SingleConnectionDataSource(url, postgres.username(), postgres.password(), true));
        }
        return databases;
    }

    private static void empty(JdbcClient jdbc) {
        jdbc.sql("alter table decision disable trigger user").update();
        jdbc.sql("truncate decision, decision_head").update();
        jdbc.sql("alter table decision enable trigger user").update();
    }

    Member member(int index) {
        return Objects.requireNonNull(all.get(index));
    }

    /// Two persons open a case at a member.
    void open(int index, String reference, CaseScope scope) {
        member(index).cases.ask(reference, scope, "suspicion of fraud", "ines");
        member(index).cases.approve(reference, "jo");
    }

    static final class Member {
        CaseService cases;
        final DecisionStore log;
        final JdbcClient jdbc;
        List<TestAuditors> keys;
        final TransactionTemplate transactions;
        LogWatch watch;
        private final Supplier<CaseService> startedCases;
        private final Supplier<ShareService> started;
        private ShareService shares;
        private final int index;

        Member(
                List<? extends DataSource> databases,
                TestHiddenEconomy economy,
                int index,
                CommitVerifier sight,
                PaymentArchive archive,
                InstantSource clock) {
            TestNetwork network = economy.network();
            this.index = index;
            DataSource database = Objects.requireNonNull(databases.get(index - 1));
            jdbc = JdbcClient.create(database);
            empty(jdbc);
            log = new DecisionStore(ShareEntries.LOG, jdbc, network.networkId(), network.party(index), clock);
            transactions = new TransactionTemplate(new DataSourceTransactionManager(database));
            var properties = new MemberProperties(
                    null, Duration.ofDays(90), Duration.ofSeconds(5), Duration.ofMinutes(1), Duration.ofMinutes(10));
            keys = List.of(economy.auditors());
            watch = new LogWatch(log);
            startedCases = () -> new CaseService(CaseService.Log.of(log, watch), jdbc, transactions, clock, properties);
            cases = startedCases.get();
            started = () -> new ShareService(
                    new ShareService.Self(network.networkId(), index, this::held),
                    cases,
                    sight,
                    archive,
                    new ProofReview(network.networkId(), new Random(index)),
                    new ShareService.Office(log, transactions, new Random(index)));
            shares = started.get();
        }

        /// Its process, anew.
        void restart() {
            watch = new LogWatch(log);
            cases = startedCases.get();
            shares = started.get();
        }

        /// The newest first, as its files give them at its start.
        private List<AuditKeyShare> held(NamespaceId namespace) {
            return namespace.equals(TestNetwork.CURRENCY)
                    ? keys.stream()
                            .map(each -> new AuditKeyShare(index, each.secret(index), each.key()))
                            .toList()
                    : List.of();
        }

        /// Answers to the first auditor.
        ShareAnswer shares(ShareRequest request) {
            return shares.shares(new Peer(NodeRole.AUDITOR, 1), request);
        }

        /// What the log says of a subject, oldest first.
        List<String> entries(String subject) {
            List<String> entries = new ArrayList<>();
            log.of(subject)
                    .forEach(entry -> entries.add(entry.action() + " by " + entry.actor() + ": " + entry.reason()));
            return entries;
        }
    }
}
