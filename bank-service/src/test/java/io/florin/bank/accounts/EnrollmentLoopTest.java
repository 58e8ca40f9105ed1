package io.florin.bank.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.CredentialDesk;
import io.florin.bank.protocol.WalletInfo;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.OwnerKey;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentApplication;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentView;
import io.florin.wallet.address.WalletAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Who waits for registration's officers keeps nobody else waiting.
class EnrollmentLoopTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final int MANY = 1_200;

    private final TreeMap<Long, Wallet> wallets = new TreeMap<>();
    private final Set<String> applied = new HashSet<>();
    private final List<Long> enrolled = new ArrayList<>();
    private final EnrollmentLoop loop =
            new EnrollmentLoop(new Opened(), new Undecided(), CredentialDesk.NONE, () -> NOON, Duration.ofSeconds(2));

    private void open(long number) {
        Bytes32 key = Bytes32.of(Sha256.digest(("key" + number).getBytes(StandardCharsets.UTF_8)));
        wallets.put(
                number,
                new Wallet(
                        number,
                        null,
                        "XF" + number,
                        true,
                        new WalletAddress(new OwnerKey(key), key),
                        1,
                        new byte[64],
                        NOON));
    }

    @Test
    void allThatAreOpenComeToTheirTurn() {
        for (long number = 1; number <= MANY; number++) {
            open(number);
        }
        for (int turn = 0; turn < 4; turn++) {
            loop.run();
        }
        assertThat(applied).hasSize(MANY);
        open(MANY + 1);
        for (int turn = 0; turn < 4; turn++) {
            loop.run();
        }
        assertThat(enrolled).containsExactly(MANY + 1L);
    }

    /// Leaves all applications to the officers but the last one.
    private final class Undecided implements RegistrationInternalApi {
        @Override
        public EnrollmentView apply(EnrollmentApplication application) {
            applied.add(application.reference());
            return enrollment(application.reference());
        }

        @Override
        public EnrollmentView enrollment(String reference) {
            boolean last = reference.equals(Accounts.reference(MANY + 1));
            return new EnrollmentView(reference, last ? "APPROVED" : "SCREENED", "", 1, "", "");
        }

        @Override
        public List<String> records(long after) {
            throw new UnsupportedOperationException();
        }
    }

    private final class Opened implements EnrollmentLoop.Book {
        @Override
        public List<Wallet> openingAfter(long number, int limit) {
            return wallets.tailMap(number, false).values().stream()
                    .filter(wallet -> wallet.state() == WalletInfo.State.OPENING)
                    .limit(limit)
                    .toList();
        }

        @Override
        public List<Wallet> enrolledAfter(long number, int limit) {
            return List.of();
        }

        @Override
        public CustomerForm formOf(Wallet wallet) {
            return new CustomerForm("PERSON", "Anna", "1980-05-05", "LU", "PASSPORT", "X1", null);
        }

        @Override
        public void enrolled(long number, WalletInfo.State state, String enrollmentId, String reason) {
            enrolled.add(number);
            Objects.requireNonNull(wallets.get(number)).enrolled(state, enrollmentId, reason);
        }

        @Override
        public void notTaken(long number, String reason) {
            throw new UnsupportedOperationException();
        }
    }
}
