package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.fakenet.BankDatabase;
import io.florin.ledger.NetworkId;
import io.florin.ledger.audit.AuditEvent;
import io.florin.ledger.audit.AuditEvent.IncidentFound;
import io.florin.ledger.audit.AuditEvent.SupplyProved;
import io.florin.ledger.audit.IncidentKind;
import io.florin.ledger.audit.SignedEvent;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.runtime.Failure;
import io.florin.runtime.audit.AuditBook;
import io.florin.runtime.audit.AuditBook.AnnouncedIncident;
import io.florin.runtime.audit.AuditBook.AuditedSupply;
import io.florin.runtime.audit.AuditorKeys;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The tables of a bank, and what a broker may hand to their writer.
class AuditBookIT {
    private static final Instant NOW = Instant.parse("2026-11-23T10:00:00Z");

    private final TestNetwork network = new TestNetwork(12);
    private final BankDatabase database = new BankDatabase();
    private final Counter taken = new SimpleMeterRegistry().counter("taken");
    private final Counter refused = new SimpleMeterRegistry().counter("refused");
    private List<Bytes32> inForce = List.of(network.auditor().publicKey());
    private long version = 5;
    private boolean committerAway;
    private AuditBook book = open();
    private long position;

    @AfterEach
    void close() {
        database.close();
    }

    private AuditBook open() {
        return new AuditBook(
                database.jdbc(),
                database.transactions(),
                new AuditBook.Authority(network.networkId(), () -> {
                    if (committerAway) {
                        throw new Failure("nobody answers");
                    }
                    return new AuditorKeys.Shown(version, inForce);
                }),
                () -> NOW,
                new AuditBook.Counts(taken, refused));
    }

    private SupplyProved supply(int namespace, long block, long outstanding) {
        Bytes signature = Bytes.of(network.newBytes(64));
        return new SupplyProved(
                block, namespace, outstanding, 0, outstanding, true, network.newId(), network.newId(), signature);
    }

    private static IncidentFound incident(long number) {
        return new IncidentFound(number, IncidentKind.SUPPLY_VIOLATION, 5, Optional.of(3L));
    }

    private byte[] sign(AuditEvent event, long at) {
        return sign(network.networkId(), event, at, 0, network.auditor());
    }

    private static byte[] sign(NetworkId of, AuditEvent event, long at, int auditor, Ed25519KeyPair key) {
        return SignedEvent.of(of, at, event, auditor, key).encode();
    }

    private void take(byte[]... records) {
        position += records.length;
        book.take(List.of(records), position);
        assertThat(book.nextOffset()).isEqualTo(position);
    }

    private List<Long> outstanding() {
        return book.supplies().stream().map(AuditedSupply::outstanding).toList();
    }

    @Test
    void anOlderSupplyNeverTakesThePlaceOfANewerOne() {
        byte[] seventh = sign(supply(1, 7, 700), 1);
        take(seventh);
        take(sign(supply(1, 9, 900), 2));
        take(seventh, sign(supply(1, 8, 800), 3), seventh);
        assertThat(outstanding()).containsExactly(900L);

        take(sign(supply(1, 11, 1100), 4), sign(supply(1, 10, 1000), 5));
        take(sign(supply(2, 3, 30), 6));

        assertThat(outstanding()).containsExactly(1100L, 30L);
        book = open();
        assertThat(outstanding()).containsExactly(1100L, 30L);
        assertThat(refused.count()).isZero();
    }

    /// An auditor whose store was altered signs a block again.
    @Test
    void whatTheAuditorSignedLaterOfTheSameBlockCounts() {
        take(sign(supply(1, 7, 700), 20));
        take(sign(supply(1, 7, 701), 30));
        take(sign(supply(1, 7, 702), 10));

        assertThat(outstanding()).containsExactly(701L);
    }

    @Test
    void whatTheAuditorDidNotSignIsCountedAndIgnored() {
        SupplyProved lie = supply(1, 99, 1);
        byte[] changed = sign(lie, 1);
        changed[60] ^= 1;
        take(sign(supply(1, 7, 700), 1));
        take(
                sign(network.networkId(), lie, 1, 0, network.committer()),
                sign(new NetworkId(network.newId()), lie, 1, 0, network.auditor()),
                sign(network.networkId(), lie, 1, 1, network.auditor()),
                sign(network.networkId(), incident(1), 1, 0, network.committer()),
                changed,
                new byte[0],
                network.newBytes(600));

        assertThat(outstanding()).containsExactly(700L);
        assertThat(book.incidentCount()).isZero();
        assertThat(refused.count()).isEqualTo(7);
        assertThat(taken.count()).isEqualTo(1);
    }

    /// Also those of an auditor that counts from 1 again.
    @Test
    void everyIncidentIsListedOnce() {
        byte[] first = sign(incident(1), 1_000);
        take(first, first);
        take(first, sign(incident(2), 2_000));
        take(sign(incident(1), 3_000));

        assertThat(book.incidents(10))
                .hasSize(3)
                .contains(new AnnouncedIncident(1, 2, "Supply violated", true, 5, Instant.ofEpochSecond(2), NOW));
        assertThat(book.incidents(2)).hasSize(2);
        assertThat(book.incidentCount()).isEqualTo(3);
    }

    @Test
    void theKeyInForceCountsAndNothingOfTheOneBeforeIt() {
        take(sign(supply(1, Long.MAX_VALUE, 1), Long.MAX_VALUE));
        Ed25519KeyPair next = Ed25519.generate(new Random(5));
        inForce = List.of(next.publicKey());

        take(sign(network.networkId(), supply(1, 7, 700), 1, 0, next));
        assertThat(outstanding()).containsExactly(700L);

        take(sign(supply(1, 8, 800), 2));
        assertThat(outstanding()).containsExactly(700L);
        assertThat(refused.count()).isEqualTo(1);

        version = 4;
        inForce = List.of(network.auditor().publicKey());
        take(sign(supply(1, 9, 900), 3));
        assertThat(outstanding())
                .as("a committer that is behind puts no key back")
                .containsExactly(700L);
    }

    @Test
    void nothingIsTakenOrSkippedWhileNobodyShowsTheKeys() {
        committerAway = true;
        byte[] seventh = sign(supply(1, 7, 700), 1);
        assertThatThrownBy(() -> book.take(List.of(seventh), 1)).isInstanceOf(Failure.class);
        assertThat(book.nextOffset()).isZero();

        committerAway = false;
        take(seventh);
        assertThat(outstanding()).containsExactly(700L);
    }
}
