package io.florin.ledger.rail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.ledger.Amount;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.signing.SigningScheme;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RailCommitteeTest {

    private final RailCommittee seven = new TestRail(7, 7).committee();

    @Test
    void faultsAndQuorumFollowFromTheNumberOfAuthorities() {
        assertThat(seven.size().faults()).isEqualTo(2);
        assertThat(seven.size().quorum()).isEqualTo(5);
    }

    @Test
    void refusesAnyOtherNumberOfAuthorities() {
        assertThatThrownBy(() -> with(seven.keys().subList(0, 5), seven.floatLimit()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesOneKeyInTwoPlaces() {
        List<Bytes> keys = Stream.concat(
                        seven.keys().stream().limit(6), Stream.of(seven.keys().getFirst()))
                .toList();

        assertThatThrownBy(() -> with(keys, seven.floatLimit())).isInstanceOf(IllegalArgumentException.class);
    }

    /// Twice the limit still fits a balance, which is what a credit that is known twice at once could come to.
    @Test
    void refusesAFloatThatSumsCouldExceed() {
        assertThat(with(seven.keys(), Amount.of((1L << 62) - 1)).floatLimit().minorUnits())
                .isPositive();
        assertThatThrownBy(() -> with(seven.keys(), Amount.of(1L << 62))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aKeyHasTheSizeOfItsScheme() {
        assertThatThrownBy(() -> new RailCommittee(
                        seven.rail(),
                        seven.epoch(),
                        SigningScheme.THRESHOLD_BLS,
                        seven.finality(),
                        seven.floatLimit(),
                        seven.expiryBlocksMax(),
                        seven.keys(),
                        Bytes.of(new byte[96])))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private RailCommittee with(List<Bytes> keys, Amount floatLimit) {
        return new RailCommittee(
                seven.rail(),
                seven.epoch(),
                seven.scheme(),
                seven.finality(),
                floatLimit,
                seven.expiryBlocksMax(),
                keys,
                seven.groupKey());
    }
}
