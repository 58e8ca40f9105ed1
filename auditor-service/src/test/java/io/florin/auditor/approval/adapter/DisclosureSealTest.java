package io.florin.auditor.approval.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.florin.auditor.approval.AuditedTransaction;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.AuditDisclosure;
import io.florin.ledger.fixture.HiddenStory;
import io.florin.ledger.fixture.TestHiddenEconomy.Coin;
import io.florin.ledger.privacy.PrivacyModel;
import java.lang.reflect.Field;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A payer's disclosure is not readable in the database while it waits for a person.
class DisclosureSealTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    private final HiddenStory story = HiddenStory.of(PrivacyModel.CONFIDENTIAL);
    private final AuditedTransaction audited = new AuditedTransaction(
            story.payment.payment(),
            Optional.of(new AuditDisclosure(
                    story.payment.payment(),
                    story.issue.coins().stream().map(Coin::opening).toList(),
                    story.payment.coins().stream().map(Coin::opening).toList())));
    private final DisclosureSeal seal =
            new DisclosureSeal(story.network.networkId(), story.network.auditor(), new Random(1));

    @Test
    void aPendingRowHoldsNoOpeningAndTheNodeReadsItAgain() throws Exception {
        ApprovalEntity row = new ApprovalEntity(audited, 300, "above-release-limit", NOW, seal);

        assertThat(bytesOf(row)).isNotEmpty().allSatisfy(column -> {
            for (Coin coin : Stream.concat(story.issue.coins().stream(), story.payment.coins().stream())
                    .toList()) {
                assertThat(column)
                        .doesNotContain(hex(coin.opening().enrollment().toBytes()))
                        .doesNotContain(hex(coin.opening().ownerBlinding().toBytes()));
            }
        });
        DisclosureSeal afterRestart =
                new DisclosureSeal(story.network.networkId(), story.network.auditor(), new Random(2));
        assertThat(row.audited(afterRestart).encode()).isEqualTo(audited.encode());
        assertThat(row.transaction()).isEqualTo(audited.transaction());
    }

    @Test
    void forgetsItWithTheDecision() {
        ApprovalEntity row = new ApprovalEntity(audited, 300, "above-release-limit", NOW, seal);
        row.approve("person:ada", new byte[64], NOW);

        assertThat(row.audited(seal).disclosure()).isEmpty();
        assertThat(row.transaction()).isEqualTo(audited.transaction());
    }

    @Test
    void opensForItsNodeAndTransactionOnly() {
        TransactionId id = audited.transaction().id();
        byte[] sealed = seal.seal(id, new byte[] {1, 2, 3});
        assertThat(seal.open(id, sealed)).containsExactly(1, 2, 3);

        DisclosureSeal other = new DisclosureSeal(story.network.networkId(), story.network.committer(), new Random(1));
        assertThatIllegalStateException().isThrownBy(() -> other.open(id, sealed));
        TransactionId none = new TransactionId(Bytes32.ZERO);
        assertThatIllegalStateException().isThrownBy(() -> seal.open(none, sealed));
        assertThatIllegalStateException().isThrownBy(() -> seal.open(id, new byte[3]));
        sealed[sealed.length - 1] ^= 1;
        assertThatIllegalStateException().isThrownBy(() -> seal.open(id, sealed));
    }

    /// All columns of bytes, in hex.
    private static List<String> bytesOf(ApprovalEntity row) throws IllegalAccessException {
        List<String> columns = new ArrayList<>();
        for (Field field : ApprovalEntity.class.getDeclaredFields()) {
            if (field.getType() == byte[].class) {
                field.setAccessible(true);
                columns.add(hex((byte[]) field.get(row)));
            }
        }
        return columns;
    }

    private static String hex(byte[] bytes) {
        return Bytes.of(bytes).toHex();
    }
}
