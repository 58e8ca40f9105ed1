package io.florin.ledger.rail;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes32;
import org.junit.jupiter.api.Test;

class RailAccountTest {

    @Test
    void everyShardHasItsShareOfTheBuckets() {
        assertThat(RailAccount.shardOf(0, 3)).isZero();
        assertThat(RailAccount.shardOf(0xFFFF, 3)).isEqualTo(2);
        assertThat(RailAccount.shardOf(0x5555, 3)).isZero();
        assertThat(RailAccount.shardOf(0x5556, 3)).isEqualTo(1);
        assertThat(RailAccount.shardOf(0xFFFF, 1 << 16)).isEqualTo(0xFFFF);
    }

    @Test
    void theBucketIsTheBeginningOfTheAccount() {
        byte[] bytes = new byte[32];
        bytes[0] = (byte) 0xAB;
        bytes[1] = (byte) 0xCD;

        assertThat(new RailAccount(Bytes32.of(bytes)).bucket()).isEqualTo(0xABCD);
    }
}
