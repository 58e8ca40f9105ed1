package io.florin.ledger.privacy;

import static io.florin.ledger.privacy.HiddenCurrency.transfer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.bbs.Credential;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.transcript.PointFormat;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.privacy.PublicParameters.RangeParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Payments prepared before payees and amounts are known.
final class PreparedPaymentTest {
    private static final String CLEAR = "CLEAR";

    private static HiddenCurrency currency(PrivacyModel model, boolean audited) {
        RandomGenerator random = new SplittableRandom(31);
        return audited
                ? HiddenCurrency.audited(model, RangeParameters.DEFAULT, PointFormat.UNCOMPRESSED, random)
                : new HiddenCurrency(model, PointFormat.UNCOMPRESSED, random);
    }

    private static List<SpentToken> tokens(HiddenCurrency currency) {
        ProvenPayment issue = currency.issue(currency.payout(0, 700), currency.payout(0, 55));
        List<SpentToken> tokens = new ArrayList<>(List.of(currency.spend(issue, 0, 0)));
        tokens.add(
                currency.parameters.model() == PrivacyModel.UNLINKABLE
                        ? new SpentToken.Padding(0)
                        : currency.spend(issue, 1, 0));
        return tokens;
    }

    private static long sum(HiddenCurrency currency) {
        return currency.parameters.model() == PrivacyModel.UNLINKABLE ? 700 : 755;
    }

    @ParameterizedTest
    @EnumSource(names = CLEAR, mode = EnumSource.Mode.EXCLUDE)
    void makesOnePaymentAndNoSecond(PrivacyModel model) {
        for (boolean audited : new boolean[] {false, true}) {
            HiddenCurrency currency = currency(model, audited);
            List<Credential> owners = List.of(currency.credential(0));
            PreparedPayment prepared = currency.prover.prepare(owners, tokens(currency), 2);
            List<HiddenOpening> outputs = List.of(currency.payout(1, 300), currency.payout(0, sum(currency) - 300));

            assertThatIllegalArgumentException()
                    .as("one output")
                    .isThrownBy(() -> currency.prover.prove(transfer(), prepared, outputs.subList(0, 1)));
            assertThatIllegalArgumentException()
                    .as("a redemption")
                    .isThrownBy(() ->
                            currency.prover.prove(currency.request(TransactionKind.REDEEM, 5), prepared, outputs));
            HiddenCurrency other = currency(model, !audited);
            assertThatIllegalArgumentException()
                    .as("another currency")
                    .isThrownBy(() -> other.prover.prove(transfer(), prepared, outputs));

            ProvenPayment payment = currency.prover.prove(transfer(), prepared, outputs);
            assertThat(currency.accepts(payment)).isTrue();
            assertThatIllegalStateException().isThrownBy(() -> currency.prover.prove(transfer(), prepared, outputs));
        }
    }

    @ParameterizedTest
    @EnumSource(names = CLEAR, mode = EnumSource.Mode.EXCLUDE)
    void refusesMoneyFromNothingOfPreparedInputs(PrivacyModel model) {
        HiddenCurrency currency = currency(model, true);
        PreparedPayment prepared = currency.prover.prepare(List.of(currency.credential(0)), tokens(currency), 2);
        ProvenPayment payment = currency.prover.prove(
                transfer(), prepared, List.of(currency.payout(1, 300), currency.payout(0, sum(currency) - 299)));
        assertThat(currency.accepts(payment)).isFalse();
    }

    private static final int RESPONSES = 42;

    /// Nonces of two preparations differ though the source of randomness is stuck.
    @Test
    void twoPreparationsOfTheSameTokensHaveNoNonceInCommon() {
        HiddenCurrency currency = currency(PrivacyModel.UNLINKABLE, true);
        PaymentProver stuck = new PaymentProver(currency.parameters, () -> 7);
        List<Credential> owners = List.of(currency.credential(0));
        List<SpentToken> tokens = tokens(currency);
        List<HiddenOpening> outputs = List.of(currency.payout(1, 300), currency.payout(0, 400));
        List<Bytes> proofs = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            ProvenPayment payment = stuck.prove(transfer(), stuck.prepare(owners, tokens, 2), outputs);
            assertThat(currency.accepts(payment)).isTrue();
            proofs.add(payment.proof());
        }
        int size = PointFormat.UNCOMPRESSED.size();
        int ranges = (3 + 2 * 6) * size; // after credential, and tokens with their selectors
        int first = ranges + 18 * size + 5 * Scalar.SIZE;
        int last = proofs.getFirst().size() - RESPONSES * Scalar.SIZE;
        assertThat((last - first) % size).isZero();
        List<Integer> nonces = new ArrayList<>(List.of(ranges + size)); // S, then the announcements
        for (int at = first; at < last; at += size) {
            nonces.add(at);
        }
        assertThat(nonces).hasSizeGreaterThan(30);
        assertThat(nonces).allMatch(at -> !point(proofs.get(0), at).equals(point(proofs.get(1), at)));
    }

    /// Everything that hides something is hedged with the payer's secrets and bound to the payment: two payments of the
    /// same tokens have no point of presentations or ciphertexts in common though the generator always says the same.
    @ParameterizedTest
    @EnumSource(names = CLEAR, mode = EnumSource.Mode.EXCLUDE)
    void twoPaymentsUnderAStuckGeneratorShareNothing(PrivacyModel model) {
        for (boolean audited : new boolean[] {false, true}) {
            HiddenCurrency currency = currency(model, audited);
            PaymentProver stuck = new PaymentProver(currency.parameters, () -> 7);
            List<SpentToken> tokens = tokens(currency);
            List<HiddenOpening> outputs = List.of(currency.payout(1, 300), currency.payout(0, sum(currency) - 300));
            List<Bytes> seen = new ArrayList<>();
            for (String content : List.of("ab", "cd")) {
                PaymentContext context = PaymentContext.transfer(1_000, Bytes32.fromHex(content.repeat(32)));
                ProvenPayment payment = stuck.prove(context, List.of(currency.credential(0)), tokens, outputs);
                assertThat(currency.accepts(payment)).isTrue();
                int points = Presentations.points(currency.parameters, payment.statement());
                for (int i = 0; i < points; i++) {
                    seen.add(point(payment.proof(), i * PointFormat.UNCOMPRESSED.size()));
                }
                payment.statement().audit().stream()
                        .flatMap(each -> each.points().stream())
                        .filter(point -> isFresh(model, currency, payment, point))
                        .forEach(point -> seen.add(Bytes.of(point.encode())));
            }
            assertThat(seen).hasSizeGreaterThan(5).doesNotHaveDuplicates();
        }
    }

    /// Whether a point of ciphertexts has randomness of its own: handles of a token's own commitments have the opening
    /// that the payer gave.
    private static boolean isFresh(PrivacyModel model, HiddenCurrency currency, ProvenPayment payment, G1 point) {
        return model == PrivacyModel.UNLINKABLE
                || payment.openings().stream()
                        .flatMap(each -> Stream.of(each.ownerBlinding(), each.valueBlinding()))
                        .noneMatch(blinding -> currency.auditors
                                .orElseThrow()
                                .key()
                                .handle(blinding)
                                .equals(point));
    }

    private static Bytes point(Bytes proof, int at) {
        return Bytes.of(java.util.Arrays.copyOfRange(proof.toArray(), at, at + PointFormat.UNCOMPRESSED.size()));
    }
}
