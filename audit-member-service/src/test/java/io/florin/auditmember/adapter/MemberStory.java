package io.florin.auditmember.adapter;

import static io.florin.doubles.ledger.AuditedPayments.hex;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.florin.audit.PartNames;
import io.florin.audit.PaymentArchive;
import io.florin.auditmember.CaseScope;
import io.florin.doubles.ledger.AuditedPayments;
import io.florin.doubles.ledger.HeldPayments;
import io.florin.doubles.ledger.ShownLedger;
import io.florin.doubles.ledger.ShownLedger.Flaw;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.fixture.TestAuditors;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestHiddenEconomy.Paid;
import io.florin.ledger.privacy.AuditCiphertexts;
import io.florin.ledger.privacy.AuditCiphertexts.Part;
import io.florin.runtime.api.AuditMemberInternalApi.Evidence;
import io.florin.runtime.api.AuditMemberInternalApi.ShareRequest;
import io.florin.runtime.http.ProblemException;
import io.florin.testkit.Patience;
import io.florin.testkit.PostgresUnderTest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/// Three members with their logs in a real database, real proofs and ciphertexts; the test plays committer, party,
/// endorsers and the auditor.
abstract class MemberStory {
    static final String CASE = "AZ-12.2026";
    static final Duration SOON = Patience.LIMIT;
    static final ShownLedger LEDGER = AuditedPayments.ledger();

    static PostgresUnderTest postgres;
    static List<SingleConnectionDataSource> databases;

    final Map<TransactionId, ClientTransaction> held = new HashMap<>();
    Instant now = Instant.parse("2026-11-20T12:00:00Z");
    /// Happens before an endorser answers.
    Runnable meanwhile = () -> {};
    MembersUnderTest members = members(AuditedPayments.ECONOMY, LEDGER);

    @BeforeAll
    static void start() {
        postgres = PostgresUnderTest.start("audit_members");
        databases = MembersUnderTest.databases(postgres);
    }

    @AfterAll
    static void stop() {
        databases.forEach(SingleConnectionDataSource::destroy);
        postgres.close();
    }

    @BeforeEach
    void hold() {
        AuditedPayments.ALL.forEach(this::hold);
    }

    /// From now on endorsers have it.
    void hold(Paid paid) {
        held.put(paid.payment().id(), paid.payment());
    }

    MembersUnderTest members(TestHiddenEconomy economy, ShownLedger ledger) {
        ledger.show(Flaw.NONE);
        return new MembersUnderTest(
                databases,
                economy,
                () -> sight(economy, ledger),
                new PaymentArchive(List.of(HeldPayments.endorser(held::get, () -> meanwhile.run()))),
                () -> now);
    }

    static CommitVerifier sight(TestHiddenEconomy economy, ShownLedger ledger) {
        return new CommitVerifier(
                economy.network().genesis(), List.of(ledger.committer()), List.of(ledger.party()), SOON);
    }

    void open(String reference, CaseScope scope, int... indexes) {
        for (int index : indexes) {
            members.open(index, reference, scope);
        }
    }

    static CaseScope of(Paid paid) {
        return new CaseScope.OfTransaction(paid.payment().id());
    }

    static ShareRequest request(String reference, Paid paid, List<Evidence> evidence, String... parts) {
        return new ShareRequest(reference, hex(paid), "ada", List.of(parts), evidence);
    }

    /// Why members give no shares, by member. As an auditor asks: for the people, and then with what members gave for
    /// the values, or for the people once more where no value is hidden.
    SortedMap<Integer, String> refusals(String reference, Paid paid) {
        List<String> people = new ArrayList<>();
        List<String> values = new ArrayList<>();
        AuditCiphertexts.sealed(paid.payment().statement())
                .forEach(each -> (each.part() instanceof Part.Value ? values : people).add(PartNames.of(each.part())));
        SortedMap<Integer, String> refusals = new TreeMap<>();
        List<Evidence> evidence = new ArrayList<>();
        for (List<String> parts : List.of(people, values.isEmpty() ? people : values)) {
            ShareRequest request = request(reference, paid, List.copyOf(evidence), parts.toArray(String[]::new));
            for (int index = 1; index <= TestAuditors.MEMBERS; index++) {
                int member = index;
                try {
                    members.member(member)
                            .shares(request)
                            .shares()
                            .forEach(share -> evidence.add(new Evidence(member, share)));
                } catch (ProblemException refused) {
                    refusals.put(member, codeOf(refused));
                }
            }
        }
        return refusals;
    }

    SortedMap<Integer, String> refusals(Paid paid) {
        return refusals(CASE, paid);
    }

    /// The code of a refusal.
    static String code(Runnable act) {
        return codeOf(catchThrowableOfType(ProblemException.class, act::run));
    }

    private static String codeOf(ProblemException refused) {
        return String.valueOf(
                Objects.requireNonNull(refused.problem().getProperties()).get("code"));
    }
}
