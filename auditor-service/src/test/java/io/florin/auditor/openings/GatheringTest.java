package io.florin.auditor.openings;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.audit.PartNames;
import io.florin.audit.ShareEntries;
import io.florin.auditor.openings.Gathering.Target;
import io.florin.crypto.Bytes32;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.elgamal.AuditKeyShare;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.fixture.TestAuditors;
import io.florin.ledger.privacy.AuditCiphertexts.Part;
import io.florin.ledger.privacy.AuditCiphertexts.Sealed;
import io.florin.runtime.api.AuditMemberInternalApi.Evidence;
import io.florin.runtime.api.AuditMemberInternalApi.PartShare;
import io.florin.runtime.api.AuditMemberInternalApi.ShareAnswer;
import io.florin.runtime.api.AuditMemberInternalApi.ShareEntry;
import io.florin.runtime.api.AuditSession;
import io.florin.runtime.api.ChainedEntry;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GatheringTest {
    private static final Random RANDOM = new Random(3);
    private static final TestAuditors AUDITORS = new TestAuditors(1, RANDOM);
    private static final Target TARGET = new Target(
            new NetworkId(Bytes32.of(new byte[32])),
            new TransactionId(Bytes32.of(new byte[32])),
            "AZ-1",
            "ada",
            AUDITORS.key());
    private static final Sealed PAYER = sealed(new Part.Payer(0), 5);
    private static final Sealed PAYEE = sealed(new Part.Payee(0), 6);

    private final Gathering gathering = new Gathering(TARGET, List.of(PAYER, PAYEE));

    @Test
    void opensWithAnswersOfExactlyThePartsAskedFor() {
        gathering.add(1, answer(1, share(1, PAYER), share(1, PAYEE)));
        gathering.add(3, answer(3, share(3, PAYEE), share(3, PAYER)));

        assertThat(gathering.open().orElseThrow())
                .containsEntry(PAYER.part(), Generators.ENROLLMENT.multiply(Scalar.ofLong(5)))
                .containsEntry(PAYEE.part(), Generators.ENROLLMENT.multiply(Scalar.ofLong(6)));
        assertThat(gathering.evidence()).extracting(Evidence::member).containsExactly(1, 1, 3, 3);
        assertThat(gathering.entries()).extracting(Gathering.Entry::member).containsExactly(1, 3);
        assertThat(gathering.blamed()).isEmpty();
    }

    /// A share that is right does not count if its member's log does not say that it gave it.
    @Test
    void namesWhoseLogDoesNotSaySo() {
        ShareAnswer good = answer(1, share(1, PAYER), share(1, PAYEE));
        ShareEntry entry = good.entries().getFirst();
        List<List<ShareEntry>> wrong = List.of(
                List.of(),
                List.of(entry, entry),
                List.of(entry(1, TARGET.network(), "case AZ-1, 1 parts: payer-0")),
                List.of(entry(1, TARGET.network(), "case AZ-2, 2 parts: payer-0 payee-0")),
                List.of(entry(2, TARGET.network(), "case AZ-1, 2 parts: payer-0 payee-0")));
        for (List<ShareEntry> entries : wrong) {
            Gathering one = new Gathering(TARGET, List.of(PAYER, PAYEE));
            one.add(1, new ShareAnswer(1, good.shares(), entries));
            assertThat(one.blamed()).as(entries.toString()).containsExactly(1);
            assertThat(one.evidence()).isEmpty();
            assertThat(one.entries()).isEmpty();
        }
        gathering.add(1, good);
        assertThat(gathering.blamed()).isEmpty();
    }

    /// What is passed on as evidence is bounded by what was asked for, and other members take each part once.
    @Test
    void namesWhoAnswersMoreLessOrOtherThings() {
        gathering.add(1, answer(1, share(1, PAYER), share(1, PAYEE), share(1, PAYEE)));
        gathering.add(2, answer(2, share(2, PAYER), share(2, PAYEE), share(2, sealed(new Part.Payee(1), 7))));
        gathering.add(3, answer(3, share(3, PAYER)));

        assertThat(gathering.blamed()).containsExactly(1, 2, 3);
        assertThat(gathering.evidence()).isEmpty();
        assertThat(gathering.mayBeEnough()).isFalse();
    }

    @Test
    void namesWhoAnswersNothingAtAll() {
        gathering.addUnreadable(2);

        assertThat(gathering.blamed()).containsExactly(2);
    }

    private static Sealed sealed(Part part, long id) {
        Scalar blinding = Scalar.random(RANDOM);
        G1 commitment = Generators.ENROLLMENT.multiply(Scalar.ofLong(id)).add(Generators.BLINDING.multiply(blinding));
        return new Sealed(part, commitment, AUDITORS.key().handle(blinding));
    }

    private static PartShare share(int member, Sealed sealed) {
        String name = PartNames.of(sealed.part());
        var context = AuditSession.opening(TARGET.network(), TARGET.transaction(), name, TARGET.caseReference());
        return PartShare.of(
                name,
                new AuditKeyShare(member, AUDITORS.secret(member), AUDITORS.key())
                        .decrypt(sealed.handle(), context, RANDOM));
    }

    private static ShareAnswer answer(int member, PartShare... shares) {
        return new ShareAnswer(
                member,
                List.of(shares),
                List.of(entry(member, TARGET.network(), "case AZ-1, 2 parts: payer-0 payee-0")));
    }

    private static ShareEntry entry(int member, NetworkId network, String reason) {
        ChainedEntry bare = new ChainedEntry(
                7,
                1_700,
                "auditor-1 person:ada",
                ShareEntries.ACTION,
                ShareEntries.subject(TARGET.transaction()),
                reason,
                Bytes32.ZERO,
                Bytes32.ZERO);
        ChainedEntry entry = ShareEntries.LOG.chained(bare, network);
        return ShareEntry.of(
                entry,
                new AuditKeyShare(member, AUDITORS.secret(member), AUDITORS.key())
                        .decrypt(AUDITORS.key().point(), AuditSession.logEntry(network, 7, entry.hash()), RANDOM));
    }
}
