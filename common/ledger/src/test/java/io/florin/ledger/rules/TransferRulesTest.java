package io.florin.ledger.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TransferRulesTest extends RulesUnderTest {

    @Test
    void acceptsAPaymentAndTranslatesItToItsReadsAndWrites() {
        TokenReference coin = coin(alice, 100);
        List<Token> outputs = List.of(TestNetwork.token(bob, 60), TestNetwork.token(alice, 40));
        Transfer transfer = transfer(header(), List.of(coin), outputs);

        SettlementTransaction settlement = accepted(transfer);

        assertThat(settlement.id()).isEqualTo(transfer.id());
        assertThat(settlement.reads()).containsExactly(Read.token(coin.key()));
        assertThat(settlement.writes())
                .containsExactly(
                        new Write.Spend(0), new Write.Output(0, outputs.get(0)), new Write.Output(1, outputs.get(1)));
        assertThat(settlement.auditRequired()).isFalse();
    }

    @Test
    void acceptsSixteenInputsOfTwoOwnersAndSixteenOutputs() {
        List<TokenReference> inputs = new ArrayList<>();
        List<Token> outputs = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            inputs.add(coin(i % 2 == 0 ? alice : bob, 5));
            outputs.add(TestNetwork.token(i % 2 == 0 ? bob : alice, 5));
        }

        assertThat(accepted(transfer(header(), inputs, outputs)).reads()).hasSize(16);
    }

    @Test
    void refusesATransactionOfAnotherNetwork() {
        TransactionHeader own = header();
        TransactionHeader foreign = new TransactionHeader(
                new NetworkId(network.newId()), own.namespace(), 1, 1, own.expiryHeight(), own.nonce());

        assertRefused(pay(foreign), RefusalReason.WRONG_NETWORK);
    }

    @Test
    void refusesAnUnknownNamespace() {
        assertRefused(pay(headerOf(new NamespaceId(9))), RefusalReason.UNKNOWN_NAMESPACE);
    }

    @Test
    void refusesATransferOfTheConfigurationNamespace() {
        Transfer transfer = transfer(
                headerOf(NamespaceId.CONFIGURATION), List.of(coin(token(alice, 0, 10))), List.of(token(bob, 0, 10)));

        assertRefused(transfer, RefusalReason.UNKNOWN_NAMESPACE);
    }

    @Test
    void refusesAnotherVersionOfTheRules() {
        TransactionHeader own = header();

        assertRefused(
                pay(new TransactionHeader(own.network(), own.namespace(), 2, 1, own.expiryHeight(), own.nonce())),
                RefusalReason.WRONG_RULES_VERSION);
    }

    @Test
    void refusesAConfigurationThatIsNotInForce() {
        TransactionHeader own = header();
        for (long version : new long[] {0, 2}) {
            assertRefused(
                    pay(new TransactionHeader(
                            own.network(), own.namespace(), 1, version, own.expiryHeight(), own.nonce())),
                    RefusalReason.STALE_CONFIGURATION);
        }
        registry.under(versionTwo());
        assertRefused(payment(10), RefusalReason.STALE_CONFIGURATION);
    }

    @Test
    void refusesAnExpiryThatHasPassedOrLiesTooFarAhead() {
        long aheadMax = network.configuration().limits().expiryBlocksMax();

        assertRefused(pay(network.header(Registry.HEIGHT)), RefusalReason.EXPIRY_OUT_OF_RANGE);
        assertRefused(pay(network.header(Registry.HEIGHT + aheadMax + 1)), RefusalReason.EXPIRY_OUT_OF_RANGE);
        assertRefused(pay(network.header(Long.MAX_VALUE)), RefusalReason.EXPIRY_OUT_OF_RANGE);
        accepted(pay(network.header(Registry.HEIGHT + 1)));
        accepted(pay(network.header(Registry.HEIGHT + aheadMax)));
    }

    @Test
    void refusesTheSameTokenTwice() {
        TokenReference coin = coin(alice, 10);

        assertRefused(
                transfer(header(), List.of(coin, coin), List.of(TestNetwork.token(bob, 20))),
                RefusalReason.DUPLICATE_INPUT);
    }

    @Test
    void refusesTokensOfAnotherCurrencyAmongInputsOrOutputs() {
        assertRefused(
                transfer(
                        header(),
                        List.of(coin(alice, 10), coin(token(alice, 2, 10))),
                        List.of(TestNetwork.token(bob, 20))),
                RefusalReason.WRONG_TOKEN_TYPE);
        assertRefused(
                transfer(header(), List.of(coin(alice, 10)), List.of(token(bob, 2, 10))),
                RefusalReason.WRONG_TOKEN_TYPE);
        assertRefused(
                transfer(header(), List.of(coin(alice, 10)), List.of(token(bob, 0, 10))),
                RefusalReason.WRONG_TOKEN_TYPE);
    }

    @Test
    void refusesMoneyFromNowhereAndMoneyThatVanishes() {
        assertRefused(
                transfer(header(), List.of(coin(alice, 10)), List.of(TestNetwork.token(bob, 11))),
                RefusalReason.UNBALANCED);
        assertRefused(
                transfer(header(), List.of(coin(alice, 10)), List.of(TestNetwork.token(bob, 9))),
                RefusalReason.UNBALANCED);
    }

    @Test
    void refusesSumsThatOverflowOnEitherSide() {
        long half = Long.MAX_VALUE / 2 + 1;
        List<TokenReference> coins = List.of(coin(alice, half), coin(alice, half));
        List<Token> tokens = List.of(TestNetwork.token(bob, half), TestNetwork.token(bob, half));

        assertRefused(transfer(header(), coins, tokens), RefusalReason.VALUE_OVERFLOW);
        assertRefused(
                transfer(header(), List.of(coin(alice, 10)), List.of(tokens.get(0), tokens.get(1))),
                RefusalReason.VALUE_OVERFLOW);
    }

    @Test
    void hasNoTokensOfZeroOrNegativeValue() {
        assertThatThrownBy(() -> TestNetwork.token(bob, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TestNetwork.token(bob, -5)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Amount.of(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void hasNoTransferWithoutOrWithMoreThanSixteenInputsOrOutputs() {
        List<TokenReference> many = new ArrayList<>();
        List<Token> tokens = new ArrayList<>();
        for (int i = 0; i < 17; i++) {
            many.add(coin(alice, 1));
            tokens.add(TestNetwork.token(bob, 1));
        }

        assertNoTransfer(List.of(), tokens.subList(0, 1));
        assertNoTransfer(many.subList(0, 1), List.of());
        assertNoTransfer(many, tokens.subList(0, 16));
        assertNoTransfer(many.subList(0, 16), tokens);
    }

    @Test
    void refusesMissingSurplusForgedAndForeignSignatures() {
        Transfer two = transfer(header(), List.of(coin(alice, 10), coin(bob, 10)), List.of(TestNetwork.token(bob, 20)));
        byte[] message = ClientTransaction.ownerMessage(two.header(), two.id());
        Bytes byAlice = alice.sign(message);
        Bytes byBob = bob.sign(message);
        Bytes byStranger = stranger.sign(message);
        byte[] forged = byBob.toArray();
        forged[63] ^= 1;
        Bytes ofAnother = bob.sign(
                ClientTransaction.ownerMessage(two.header(), payment(10).id()));

        accepted(two.withSignatures(List.of(byAlice, byBob)));
        for (List<Bytes> bad : List.of(
                List.<Bytes>of(),
                List.of(byAlice),
                List.of(byBob, byAlice),
                List.of(byAlice, byAlice),
                List.of(byAlice, byBob, byBob),
                List.of(byAlice, byStranger),
                List.of(byAlice, Bytes.of(forged)),
                List.of(byAlice, Bytes.of(new byte[64])),
                List.of(byAlice, ofAnother))) {
            assertRefused(two.withSignatures(bad), RefusalReason.BAD_OWNER_SIGNATURE);
        }
    }

    @Test
    void bindsTheSignatureToNotesAndNonce() {
        Transfer signed = payment(10);
        Transfer otherNote = new Transfer(
                signed.header(),
                signed.inputs(),
                signed.outputs(),
                List.of(Bytes.of(new byte[1])),
                signed.signatures());
        Transfer otherNonce =
                new Transfer(header(), signed.inputs(), signed.outputs(), signed.notes(), signed.signatures());

        assertRefused(otherNote, RefusalReason.BAD_OWNER_SIGNATURE);
        assertRefused(otherNonce, RefusalReason.BAD_OWNER_SIGNATURE);
    }

    @Test
    void refusesAPayerOrAPayeeWhoIsNotEnrolled() {
        assertRefused(
                transfer(header(), List.of(coin(stranger, 10)), List.of(TestNetwork.token(bob, 10))),
                RefusalReason.OWNER_NOT_ENROLLED);
        assertRefused(
                transfer(header(), List.of(coin(alice, 10)), List.of(TestNetwork.token(stranger, 10))),
                RefusalReason.OWNER_NOT_ENROLLED);
    }

    @Test
    void refusesASuspendedPayerOrPayee() {
        registry.enroll(bob, 2, TestNetwork.TIER_BASIC, Standing.SUSPENDED);

        assertRefused(payment(10), RefusalReason.OWNER_SUSPENDED);
        assertRefused(
                transfer(header(), List.of(coin(bob, 10)), List.of(TestNetwork.token(alice, 10))),
                RefusalReason.OWNER_SUSPENDED);
    }

    @Test
    void refusesARevokedPayerOrPayee() {
        registry.enroll(bob, 2, TestNetwork.TIER_BASIC, Standing.REVOKED);

        assertRefused(payment(10), RefusalReason.OWNER_REVOKED);
        assertRefused(
                transfer(header(), List.of(coin(bob, 10)), List.of(TestNetwork.token(alice, 10))),
                RefusalReason.OWNER_REVOKED);
    }

    @Test
    void refusesAPaymentAboveTheLimitOfThePayersTierButNotItsChange() {
        long limit = 100_000; // of the basic tier
        TokenReference large = coin(bob, limit + 50);

        accepted(transfer(
                header(), List.of(large), List.of(TestNetwork.token(alice, limit), TestNetwork.token(bob, 50))));
        assertRefused(
                transfer(
                        header(),
                        List.of(large),
                        List.of(TestNetwork.token(alice, limit + 1), TestNetwork.token(bob, 49))),
                RefusalReason.PAYMENT_LIMIT_EXCEEDED);
        assertRefused(
                transfer(
                        header(),
                        List.of(large),
                        List.of(TestNetwork.token(alice, limit), TestNetwork.token(treasury, 50))),
                RefusalReason.PAYMENT_LIMIT_EXCEEDED);
    }

    @Test
    void appliesTheStrictestLimitOfSeveralPayersAndRefusesATierWithoutOne() {
        assertRefused(
                transfer(
                        header(),
                        List.of(coin(alice, 100_000), coin(bob, 1)),
                        List.of(TestNetwork.token(treasury, 100_001))),
                RefusalReason.PAYMENT_LIMIT_EXCEEDED);
        registry.enroll(alice, BANK, 77);
        assertRefused(payment(1), RefusalReason.PAYMENT_LIMIT_EXCEEDED);
    }

    private Transfer pay(TransactionHeader header) {
        return transfer(header, List.of(coin(alice, 10)), List.of(TestNetwork.token(bob, 10)));
    }

    private void assertNoTransfer(List<TokenReference> inputs, List<Token> outputs) {
        assertThatThrownBy(() -> new Transfer(header(), inputs, outputs, noNotes(outputs.size()), List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
