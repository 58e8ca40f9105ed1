package io.florin.bank.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.bank.accounts.RegisteredWallets.Registered;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.RegistrationEvent;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Heartbeat;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.enrollment.RegistrationRecord;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentApplication;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentView;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpClientErrorException;

/// Bank 1 has lost its database; a wallet that is left out would be money that is left out.
class RegisteredWalletsTest {

    private static final int PARTICIPANT = 1;
    private static final int UNKNOWN_MAX = 10;

    private final TestNetwork network = new TestNetwork(9);
    private final Ed25519KeyPair key = network.newKey();
    private final List<RegistrationRecord> records = new ArrayList<>();
    private final Map<String, EnrollmentView> views = new HashMap<>();
    private final RegisteredWallets registered =
            new RegisteredWallets(new Registration(), network.networkId(), key.publicKey(), PARTICIPANT, UNKNOWN_MAX);

    private void record(RegistrationEvent event) {
        long sequence = records.size() + 1L;
        byte[] message = RegistrationRecord.signedMessage(network.networkId(), sequence, 1, event);
        records.add(new RegistrationRecord(sequence, 1, event, key.sign(message)));
    }

    private EnrollmentChanged enrollment(long number, int participant, boolean custodial, Standing standing) {
        return new EnrollmentChanged(
                Sha256.hash(("e-" + participant + "-" + number).getBytes(StandardCharsets.US_ASCII)),
                new OwnerKey(network.newKey().publicKey()),
                network.newId(),
                participant,
                2,
                custodial,
                standing);
    }

    private void view(long number, String state) {
        String id = state.equals("APPROVED") || state.equals("SUSPENDED") ? "e-1-" + number : "";
        String reference = Accounts.reference(number);
        views.put(reference, new EnrollmentView(reference, state, id, 2, "", "", 10_000));
    }

    private EnrollmentChanged enrolled(long number, boolean custodial) {
        EnrollmentChanged event = enrollment(number, PARTICIPANT, custodial, Standing.ACTIVE);
        record(event);
        view(number, "APPROVED");
        return event;
    }

    @Test
    void findsEveryWalletUnderItsNumberByItsLastRecord() {
        EnrollmentChanged treasury = enrolled(0, true);
        record(new Heartbeat());
        EnrollmentChanged held = enrolled(4, false);
        record(enrollment(5, 2, true, Standing.ACTIVE));
        EnrollmentChanged before = enrolled(900, true);
        var suspended = new EnrollmentChanged(
                before.enrollment(), before.owner(), before.noteKey(), PARTICIPANT, 2, true, Standing.SUSPENDED);
        record(suspended);
        view(900, "SUSPENDED");
        view(901, "REFUSED");

        RegisteredWallets.All all = registered.all();

        assertThat(all.wallets())
                .containsExactly(new Registered(0, treasury), new Registered(4, held), new Registered(900, suspended));
        assertThat(all.last()).isEqualTo(901);
        assertThat(registered.application(901)).isPresent();
        assertThat(registered.application(902)).isEmpty();
    }

    @Test
    void numbersThatWereNeverUsedHideNoWallet() {
        enrolled(0, true);
        EnrollmentChanged far = enrolled(100 * UNKNOWN_MAX, false);
        assertThat(registered.all().wallets()).contains(new Registered(100 * UNKNOWN_MAX, far));
    }

    /// What registration has heard of beyond them is no enrollment, or it would be missing.
    @Test
    void endsAfterSoManyUnknownNumbersOnceAllAreFound() {
        enrolled(0, true);
        view(UNKNOWN_MAX, "REFUSED");
        view(2 * UNKNOWN_MAX + 1, "REFUSED");
        assertThat(registered.all().last()).isEqualTo(UNKNOWN_MAX);
    }

    @Test
    void anEnrollmentWithoutAWalletStopsIt() {
        enrolled(0, true);
        record(enrollment(7, PARTICIPANT, true, Standing.ACTIVE));
        assertThatThrownBy(registered::all).hasMessageContaining("count=1");
    }

    @Test
    void aWalletWithoutARecordStopsIt() {
        enrolled(0, true);
        view(1, "APPROVED");
        assertThatThrownBy(registered::all).hasMessageContaining("no record").hasMessageContaining("wallet=1");
    }

    @Test
    void whatIsNotDecidedStopsIt() {
        enrolled(0, true);
        view(1, "SCREENED");
        assertThatThrownBy(registered::all).hasMessageContaining("not decided").hasMessageContaining("wallet=1");
    }

    @Test
    void recordsThatAreForgedOrMissingStopIt() {
        enrolled(0, true);
        EnrollmentChanged event = enrolled(1, true);
        enrolled(2, true);
        RegistrationRecord genuine = records.get(1);
        records.set(1, new RegistrationRecord(2, 1, event, network.newKey().sign(new byte[1])));
        assertThatThrownBy(registered::all).hasMessageContaining("broken after 1");
        records.remove(1);
        assertThatThrownBy(registered::all).hasMessageContaining("broken after 1");
        records.add(1, genuine);
        assertThat(registered.all().wallets()).hasSize(3);
    }

    /// Another refusal than that there is none says nothing about the wallet.
    @Test
    void onlyRegistrationsOwnWordMakesAWalletUnknown() {
        views.put(Accounts.reference(3), new EnrollmentView("", "FAILS", "", 0, "", "", 0));
        assertThatThrownBy(() -> registered.application(3)).isInstanceOf(HttpClientErrorException.class);
    }

    private final class Registration implements RegistrationInternalApi {
        @Override
        public EnrollmentView apply(EnrollmentApplication application) {
            throw new UnsupportedOperationException();
        }

        @Override
        public EnrollmentView enrollment(String reference) {
            EnrollmentView view = views.get(reference);
            if (view == null || view.state().equals("FAILS")) {
                String code = view == null ? "no-such-application" : "not-found";
                throw HttpClientErrorException.create(
                        HttpStatus.NOT_FOUND,
                        "",
                        new HttpHeaders(),
                        ("{\"code\":\"" + code + "\"}").getBytes(StandardCharsets.UTF_8),
                        StandardCharsets.UTF_8);
            }
            return view;
        }

        @Override
        public EnrollmentView closing(String reference, ClosingForm form) {
            throw new UnsupportedOperationException();
        }

        @Override
        public EnrollmentView share(String reference, ShareForm form) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<String> records(long after) {
            return records.stream()
                    .filter(record -> record.sequence() > after)
                    .limit(2)
                    .map(record -> Base64.getEncoder().encodeToString(record.encode()))
                    .toList();
        }
    }
}
