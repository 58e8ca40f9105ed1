package io.florin.bank.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.runtime.api.CredentialInternalApi;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.springframework.web.client.RestClientException;

class CredentialRenewalTest {
    private static final String SIGNATURE = "00".repeat(80);

    private final Book book = new Book();
    private final Registration registration = new Registration();
    private final CredentialRenewal renewal = new CredentialRenewal(book, registration);

    @Test
    void takesOverEverybodyAtTheBeginningOfAnEpoch() {
        people(2 * CredentialInternalApi.EIDS_MAX + 1);

        renewal.step();

        assertThat(book.epoch()).isEqualTo(1);
        assertThat(book.epochs.values()).containsOnly(1L);
        assertThat(registration.asked).isEqualTo(3);
        renewal.step();
        assertThat(registration.asked).as("nobody is behind").isEqualTo(3);
    }

    @Test
    void whoIsReinstatedPaysInTheSameEpoch() {
        people(3);
        registration.inactive.add(eid(1));
        renewal.step();
        assertThat(book.epochs).containsEntry(eid(1), 0L).containsEntry(eid(0), 1L);

        renewal.step();
        assertThat(book.epochs).as("still suspended").containsEntry(eid(1), 0L);
        registration.inactive.clear();
        renewal.step();
        renewal.step();

        assertThat(book.epochs).containsEntry(eid(1), 1L);
    }

    /// Those who are gone for good do not stand in the way of who comes after them.
    @Test
    void comesToEverybodyBehindOneBatchInEachTurn() {
        people(3 * CredentialInternalApi.EIDS_MAX);
        registration.inactive.addAll(book.epochs.keySet());
        renewal.step();
        registration.inactive.remove(eid(3 * CredentialInternalApi.EIDS_MAX - 1));
        int before = registration.asked;

        for (int turn = 0; turn < 3; turn++) {
            renewal.step();
        }

        assertThat(registration.asked).isEqualTo(before + 3);
        assertThat(book.epochs).containsEntry(eid(3 * CredentialInternalApi.EIDS_MAX - 1), 1L);
    }

    @Test
    void keepsTheEpochBeforeWhileRegistrationIsAway() {
        people(1);
        registration.away = true;

        renewal.step();
        assertThat(book.epoch()).isZero();

        registration.away = false;
        renewal.step();
        assertThat(book.epochs).containsEntry(eid(0), 1L);
    }

    /// What is not of the epoch that was asked for is not kept: the next turn asks again.
    @Test
    void signaturesOfAnotherEpochAreNotKept() {
        people(2);
        registration.answers = Long.MAX_VALUE;
        renewal.step();
        assertThat(book.epoch()).isZero();
        assertThat(book.epochs.values()).containsOnly(0L);

        registration.answers = 1;
        renewal.step();
        assertThat(book.epoch()).isEqualTo(1);
        assertThat(book.epochs.values()).containsOnly(1L);
    }

    /// One answer that is none does not stop the others, and is asked for again.
    @Test
    void whatIsNoSignatureIsNotKept() {
        people(4);
        registration.unreadable.put(eid(1), "00");
        registration.unreadable.put(eid(2), "no hex");
        renewal.step();
        assertThat(book.epoch()).isEqualTo(1);
        assertThat(book.epochs)
                .containsEntry(eid(0), 1L)
                .containsEntry(eid(1), 0L)
                .containsEntry(eid(2), 0L)
                .containsEntry(eid(3), 1L);

        registration.unreadable.clear();
        renewal.step();
        assertThat(book.epochs.values()).containsOnly(1L);
    }

    /// Nobody else's row changes.
    @Test
    void whoWasNotAskedForIsNotRenewed() {
        people(2);
        renewal.step();
        book.epochs.replace(eid(1), 0L);
        registration.stranger = eid(0);
        book.epochs.replace(eid(0), 5L);

        renewal.step();

        assertThat(book.epochs).containsEntry(eid(0), 5L).containsEntry(eid(1), 1L);
    }

    private void people(int count) {
        for (int i = 0; i < count; i++) {
            book.epochs.put(eid(i), 0L);
        }
    }

    private static String eid(int number) {
        return "%064x".formatted(number + 1);
    }

    private static final class Book implements EpochSignatures {
        private final TreeMap<String, Long> epochs = new TreeMap<>();
        private long epoch;

        @Override
        public long epoch() {
            return epoch;
        }

        @Override
        public void inForce(long now) {
            epoch = now;
        }

        @Override
        public List<byte[]> behind(long now, byte[] after, int limit) {
            return epochs.tailMap(HexFormat.of().formatHex(after), false).entrySet().stream()
                    .filter(entry -> entry.getValue() < now)
                    .limit(limit)
                    .map(entry -> HexFormat.of().parseHex(entry.getKey()))
                    .toList();
        }

        @Override
        public void renewed(long signedEpoch, List<Object[]> eidsAndSignatures) {
            for (Object[] each : eidsAndSignatures) {
                epochs.replace(HexFormat.of().formatHex((byte[]) each[0]), signedEpoch);
            }
        }
    }

    private static final class Registration implements CredentialInternalApi {
        private final TreeSet<String> inactive = new TreeSet<>();
        private final TreeMap<String, String> unreadable = new TreeMap<>();
        private String stranger = "";
        private long answers = 1;
        private boolean away;
        private int asked;

        @Override
        public EpochAnswer credentialEpoch() {
            if (away) {
                throw new RestClientException("away");
            }
            return new EpochAnswer(1, 0, 1, "");
        }

        @Override
        public IssuedCredential issueCredential(String reference, BlindRequest request) {
            throw new IllegalStateException("not in this test");
        }

        @Override
        public EpochCredentials credentials(EidList eids) {
            asked++;
            List<EpochCredential> signed = new ArrayList<>();
            for (String eid : eids.eids()) {
                if (!inactive.contains(eid)) {
                    signed.add(new EpochCredential(eid, unreadable.getOrDefault(eid, SIGNATURE)));
                }
            }
            if (!stranger.isEmpty()) {
                signed.add(new EpochCredential(stranger, SIGNATURE));
            }
            return new EpochCredentials(answers, 0, signed);
        }
    }
}
