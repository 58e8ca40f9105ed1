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
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpClientErrorException;

/// Who waits for registration's officers keeps nobody else waiting.
class EnrollmentLoopTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final int MANY = 1_200;

    private final TreeMap<Long, Wallet> wallets = new TreeMap<>();
    private final Set<String> applied = new HashSet<>();
    private final List<Long> enrolled = new ArrayList<>();
    private Instant now = NOON;
    private long unknown;
    private long suspended;
    private final EnrollmentLoop loop =
            new EnrollmentLoop(new Opened(), new Undecided(), CredentialDesk.NONE, () -> now, Duration.ofSeconds(2));

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

    /// One that registration has lost keeps nobody behind it from being asked for, in any round.
    @Test
    void whoIsUnknownHidesNobodysSuspension() {
        for (long number = 1; number <= 40; number++) {
            open(number);
            Objects.requireNonNull(wallets.get(number)).enrolled(WalletInfo.State.ENROLLED, "e", "");
        }
        unknown = 3;
        suspended = 38;
        for (int round = 0; round < 2; round++) {
            loop.run();
            now = now.plusSeconds(3);
        }
        assertThat(Objects.requireNonNull(wallets.get(38L)).state()).isEqualTo(WalletInfo.State.SUSPENDED);
        unknown = 0;
        suspended = 3;
        for (int round = 0; round < 2; round++) {
            loop.run();
            now = now.plusSeconds(3);
        }
        assertThat(Objects.requireNonNull(wallets.get(3L)).state()).isEqualTo(WalletInfo.State.SUSPENDED);
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
            if (reference.equals(Accounts.reference(unknown))) {
                throw new HttpClientErrorException(HttpStatus.NOT_FOUND);
            }
            if (reference.equals(Accounts.reference(suspended))) {
                return new EnrollmentView(reference, "SUSPENDED", "e", 1, "court", "");
            }
            if (suspended > 0) {
                return new EnrollmentView(reference, "APPROVED", "e", 1, "", "");
            }
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
            return wallets.tailMap(number, false).values().stream()
                    .filter(wallet -> wallet.state() == WalletInfo.State.ENROLLED)
                    .limit(limit)
                    .toList();
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
