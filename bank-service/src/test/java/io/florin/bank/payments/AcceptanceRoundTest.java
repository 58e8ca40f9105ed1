package io.florin.bank.payments;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.PayTo;
import io.florin.bank.protocol.PaymentService.Acceptance.Refused;
import io.florin.bank.protocol.WalletInfo;
import io.florin.crypto.Bytes32;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.HoldingShare;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.wallet.address.WalletAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// What a wallet may order, one payment after the other.
class AcceptanceRoundTest {

    private static final Amount MAX = Amount.of(1_000);

    private final TestNetwork network = new TestNetwork(6);
    private final WalletAddress own = address();
    private final PayTo payee = new PayTo.Open(address());

    private WalletAddress address() {
        return new WalletAddress(
                new OwnerKey(network.newKey().publicKey()),
                X25519KeyPair.fromSeed(network.newBytes(32)).publicKey());
    }

    private WalletInfo wallet(boolean custodial, WalletInfo.State state) {
        return new WalletInfo(1, new UUID(0, 1), "Payer", "XF", own, null, 1, HoldingShare.WHOLE, custodial, state);
    }

    private AcceptanceRound round(WalletInfo wallet, Optional<String> closed) {
        Map<OwnerKey, Long> room = new HashMap<>(Map.of(payee.owner().orElseThrow(), 70L));
        return new AcceptanceRound(
                Optional.of(wallet), 100, room, new AcceptanceRound.Bounds(closed, MAX, Amount.of(900)));
    }

    private AcceptanceRound round() {
        return round(wallet(true, WalletInfo.State.ENROLLED), Optional.empty());
    }

    private static String code(Optional<Refused> refused) {
        return refused.map(Refused::code).orElse("accepted");
    }

    @Test
    void whatIsPromisedIsNotThereForTheNext() {
        AcceptanceRound round = round();
        Amount amount = Amount.of(60);
        assertThat(code(round.unfunded(amount))).isEqualTo("accepted");
        assertThat(code(round.overfull(payee, amount))).isEqualTo("accepted");
        round.promise(payee, amount);
        assertThat(code(round.unfunded(Amount.of(40)))).isEqualTo("accepted");
        assertThat(code(round.unfunded(Amount.of(41)))).isEqualTo("insufficient-funds");
        assertThat(code(round.overfull(payee, Amount.of(10)))).isEqualTo("accepted");
        assertThat(code(round.overfull(payee, Amount.of(11)))).isEqualTo("payee-holding-limit-exceeded");
        assertThat(code(round.overfull(new PayTo.Open(address()), MAX))).isEqualTo("accepted");
    }

    @Test
    void whoMayPayWhomAndHowMuchAtOnce() {
        Amount one = Amount.of(1);
        assertThat(code(round().unpayable(payee, Amount.of(900)))).isEqualTo("accepted");
        assertThat(code(round().unpayable(payee, Amount.of(901)))).isEqualTo("amount-out-of-range");
        assertThat(code(round().unpayable(payee, Amount.of(1_001)))).isEqualTo("payment-limit-exceeded");
        assertThat(code(round().unpayable(new PayTo.Open(own), one))).isEqualTo("payee-is-payer");
        assertThat(code(round(wallet(false, WalletInfo.State.ENROLLED), Optional.empty())
                        .unpayable(payee, one)))
                .isEqualTo("self-held-wallet");
        assertThat(code(round(wallet(true, WalletInfo.State.CLOSING), Optional.empty())
                        .unpayable(payee, one)))
                .isEqualTo("wallet-not-enrolled");
        assertThat(code(round(wallet(true, WalletInfo.State.ENROLLED), Optional.of("it recovers"))
                        .unpayable(payee, one)))
                .isEqualTo("bank-recovering");
        assertThat(code(new AcceptanceRound(
                                Optional.empty(),
                                0,
                                Map.of(),
                                new AcceptanceRound.Bounds(Optional.of("it recovers"), MAX, MAX))
                        .unpayable(payee, one)))
                .as("said first")
                .isEqualTo("unknown-wallet");
    }

    @Test
    void aNoteThatCannotBeSealedIsSaidAtOnce() {
        assertThat(code(round().unsealable(payee))).isEqualTo("accepted");
        PayTo zero = new PayTo.Open(new WalletAddress(own.owner(), Bytes32.of(new byte[32])));
        assertThat(code(round().unsealable(zero))).isEqualTo("account-not-payable");
    }
}
