package io.florin.instant.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes32;
import io.florin.instant.inbox.Inbox.Arrival;
import io.florin.ledger.Invariant;
import io.florin.ledger.rail.RailAccount;
import org.junit.jupiter.api.Test;

class OutboxTest {

    private static final Notice NOTICE = new Notice.Final(new RailAccount(Bytes32.ZERO), Bytes32.ZERO);

    @Test
    void keepsWhatIsNotAcknowledged() {
        Outbox<Notice> outbox = new Outbox<>();
        outbox.add(NOTICE);
        outbox.add(NOTICE);
        NumberedNotice<Notice> third = outbox.add(NOTICE);

        outbox.acknowledged(2);
        outbox.acknowledged(1);

        assertThat(outbox.kept()).containsExactly(third);
        assertThat(outbox.last()).isEqualTo(3);
    }

    @Test
    void cannotBeAcknowledgedAhead() {
        assertThatThrownBy(() -> new Outbox<>().acknowledged(1)).isInstanceOf(Invariant.Broken.class);
    }

    @Test
    void takesEachOnceInItsOrder() {
        Inbox inbox = new Inbox();

        assertThat(inbox.arrival(2)).isEqualTo(Arrival.TOO_EARLY);
        assertThat(inbox.arrival(1)).isEqualTo(Arrival.NEXT);
        inbox.take(1);
        assertThat(inbox.arrival(1)).isEqualTo(Arrival.REPEATED);
        assertThatThrownBy(() -> inbox.take(1)).isInstanceOf(Invariant.Broken.class);
        assertThatThrownBy(() -> inbox.take(3)).isInstanceOf(Invariant.Broken.class);
    }
}
