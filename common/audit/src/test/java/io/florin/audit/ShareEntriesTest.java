package io.florin.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.audit.ShareEntries.Asked;
import io.florin.crypto.Bytes32;
import io.florin.crypto.elgamal.AuditKeyShare;
import io.florin.crypto.hash.Sha256;
import io.florin.decisions.DecisionFormat;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.fixture.TestAuditors;
import io.florin.runtime.api.AuditMemberInternalApi.ShareEntry;
import io.florin.runtime.api.AuditSession;
import io.florin.runtime.api.ChainedEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShareEntriesTest {
    private static final Random RANDOM = new Random(5);
    private static final TestAuditors AUDITORS = new TestAuditors(1, RANDOM);
    private static final NetworkId NETWORK = new NetworkId(Sha256.hash(new byte[] {1}));
    private static final NetworkId OTHER_NETWORK = new NetworkId(Sha256.hash(new byte[] {2}));
    private static final TransactionId TRANSACTION = new TransactionId(Sha256.hash(new byte[] {3}));
    private static final Asked ASKED = new Asked(NETWORK, TRANSACTION, "AZ-1", "ada");
    private static final String ACTOR = "auditor-1 person:ada";
    private static final String SUBJECT = "transaction/" + TRANSACTION.toHex();
    private static final ChainedEntry FIRST =
            entry(7, ACTOR, "share-given", SUBJECT, "case AZ-1, 1 parts: payer-0", Sha256.hash(new byte[] {4}));
    private static final ChainedEntry SECOND =
            entry(8, ACTOR, "share-given", SUBJECT, "case AZ-1, 2 parts: payee-0 payee-1", FIRST.hash());

    @Test
    void nameEveryPartInAsManyEntriesAsTheyNeed() {
        assertThat(ShareEntries.of("AZ-1", List.of("payer-0", "payee-0"), 500))
                .containsExactly("case AZ-1, 2 parts: payer-0 payee-0");

        String reference = "x".repeat(64);
        List<String> parts =
                IntStream.range(0, 64).mapToObj(i -> "value-" + i + "-high").toList();
        List<String> entries = ShareEntries.of(reference, parts, 500);
        assertThat(entries).hasSizeGreaterThan(1).allMatch(entry -> entry.length() <= 500);
        assertThat(entries.stream().flatMap(entry -> Arrays.stream(entry.split(": ", 2)[1].split(" "))))
                .containsExactlyElementsOf(parts);
        assertThat(entries.stream().flatMap(entry -> ShareEntries.names(reference, entry).orElseThrow().stream()))
                .containsExactlyElementsOf(parts);
    }

    @Test
    void areReadAsTheyWereWrittenAndInNoOtherWay() {
        assertThat(ShareEntries.names("AZ-1", "case AZ-1, 2 parts: payer-0 payee-0"))
                .contains(List.of("payer-0", "payee-0"));
        for (String other : List.of(
                "",
                "payer-0",
                "case AZ-1, 1 parts: payer-0 payee-0",
                "case AZ-1, 2 parts: payer-0  payee-0",
                "case AZ-1, 2 parts: payer-0 payee-0 ",
                "case AZ-11, 2 parts: payer-0 payee-0",
                "no case AZ-1, 2 parts: payer-0 payee-0")) {
            assertThat(ShareEntries.names("AZ-1", other)).as(other).isEmpty();
        }
    }

    @Test
    void sayWhatAMemberGave() {
        assertThat(parts(signed(2, FIRST), signed(2, SECOND))).containsExactly("payer-0", "payee-0", "payee-1");
        ChainedEntry later = entry(11, ACTOR, "share-given", SUBJECT, FIRST.reason(), Sha256.hash(new byte[] {9}));
        assertThat(parts(signed(2, FIRST), signed(2, later)))
                .as("others between")
                .hasSize(2);
        assertThat(parts()).isEmpty();
        assertThat(ShareEntries.person("x".repeat(70))).hasSize(ShareEntries.PERSON_MAX);
        assertThat(ShareEntries.actor("auditor-1", "ada")).isEqualTo(ACTOR);
    }

    @Test
    void ofAnotherCaseTransactionPersonOrActSayNothing() {
        Bytes32 before = FIRST.previousHash();
        assertWrong(
                "is of another case", entry(7, ACTOR, "share-given", SUBJECT, "case AZ-2, 1 parts: payer-0", before));
        String other = ShareEntries.subject(new TransactionId(before));
        for (ChainedEntry wrong : List.of(
                entry(7, ACTOR, "case-approved", SUBJECT, FIRST.reason(), before),
                entry(7, ACTOR, "share-given", other, FIRST.reason(), before),
                entry(7, "auditor-1 person:bea", "share-given", SUBJECT, FIRST.reason(), before),
                entry(7, "auditor-1 person:x person:ada", "share-given", SUBJECT, FIRST.reason(), before),
                entry(7, "ada", "share-given", SUBJECT, FIRST.reason(), before))) {
            assertWrong("is of something else", wrong);
        }
    }

    @Test
    void haveToBeInTheirPlaceOfTheChain() {
        ShareEntry genuine = signed(2, FIRST);
        for (ShareEntry changed : List.of(
                copy(genuine, 6, genuine.atMillis(), genuine.reason(), genuine.previousHash(), genuine.hash()),
                copy(genuine, 7, 1, genuine.reason(), genuine.previousHash(), genuine.hash()),
                copy(
                        genuine,
                        7,
                        genuine.atMillis(),
                        "case AZ-1, 1 parts: payer-1",
                        genuine.previousHash(),
                        genuine.hash()),
                copy(genuine, 7, genuine.atMillis(), genuine.reason(), genuine.hash(), genuine.hash()),
                copy(
                        genuine,
                        7,
                        genuine.atMillis(),
                        genuine.reason(),
                        genuine.previousHash(),
                        genuine.previousHash()))) {
            assertThatThrownBy(() -> parts(changed)).hasMessageContaining("was changed, or does not follow the hash");
        }
        // the next number, though not after the first; and one that comes before
        ChainedEntry astray = entry(8, ACTOR, "share-given", SUBJECT, SECOND.reason(), FIRST.previousHash());
        assertThatThrownBy(() -> parts(signed(2, FIRST), signed(2, astray)))
                .hasMessageContaining("does not follow the one before it");
        assertThatThrownBy(() -> parts(signed(2, SECOND), signed(2, FIRST)))
                .hasMessageContaining("does not follow the one before it");
        assertThatThrownBy(() -> parts(genuine, genuine)).hasMessageContaining("does not follow the one before it");
    }

    @Test
    void haveToBeSignedByTheMemberForThisNetwork() {
        assertThatThrownBy(() -> parts(signed(3, FIRST))).hasMessageContaining("is not signed by it");
        assertThatThrownBy(() -> ShareEntries.parts(ASKED, AUDITORS.key(), 9, List.of(signed(2, FIRST))))
                .as("a member that the key does not have")
                .hasMessageContaining("is not signed by it");
        assertThatThrownBy(() -> ShareEntries.parts(ASKED, AUDITORS.refreshed().key(), 2, List.of(signed(2, FIRST))))
                .as("a share of before a refresh")
                .hasMessageContaining("is not signed by it");
        ShareEntry genuine = signed(2, FIRST);
        ShareEntry other = signed(2, SECOND);
        assertThatThrownBy(() -> parts(new ShareEntry(
                        genuine.sequence(),
                        genuine.atMillis(),
                        genuine.actor(),
                        genuine.action(),
                        genuine.subject(),
                        genuine.reason(),
                        genuine.previousHash(),
                        genuine.hash(),
                        other.signature())))
                .hasMessageContaining("is not signed by it");
        var elsewhere = new Asked(OTHER_NETWORK, TRANSACTION, "AZ-1", "ada");
        ChainedEntry there = ShareEntries.LOG.chained(FIRST, OTHER_NETWORK);
        assertThatThrownBy(() -> ShareEntries.parts(elsewhere, AUDITORS.key(), 2, List.of(signed(2, there))))
                .hasMessageContaining("is not signed by it");
        ChainedEntry otherLog = new DecisionFormat("audit-log", false, 1).chained(FIRST, NETWORK);
        assertThatThrownBy(() -> parts(signed(2, otherLog))).hasMessageContaining("was changed");
    }

    private static void assertWrong(String what, ChainedEntry entry) {
        assertThatThrownBy(() -> parts(signed(2, entry)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(what);
    }

    private static List<String> parts(ShareEntry... entries) {
        return ShareEntries.parts(ASKED, AUDITORS.key(), 2, new ArrayList<>(Arrays.asList(entries)));
    }

    private static ChainedEntry entry(
            long sequence, String actor, String action, String subject, String reason, Bytes32 previous) {
        return ShareEntries.LOG.chained(
                new ChainedEntry(sequence, 1_700, actor, action, subject, reason, previous, Bytes32.ZERO), NETWORK);
    }

    private static ShareEntry signed(int member, ChainedEntry entry) {
        return ShareEntry.of(
                entry,
                new AuditKeyShare(member, AUDITORS.secret(member), AUDITORS.key())
                        .decrypt(
                                AUDITORS.key().point(),
                                AuditSession.logEntry(NETWORK, entry.sequence(), entry.hash()),
                                RANDOM));
    }

    private static ShareEntry copy(
            ShareEntry of, long sequence, long atMillis, String reason, String previousHash, String hash) {
        return new ShareEntry(
                sequence, atMillis, of.actor(), of.action(), of.subject(), reason, previousHash, hash, of.signature());
    }
}
