package io.florin.ledger.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKeys;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.Redeem;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.SupplyRequest.Direction;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.SupplyRecord;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Issue and redeem: the only two ways in which the supply changes, each with the signatures of m officers.
class SupplyRulesTest extends RulesUnderTest {

    @Test
    void acceptsAnIssueOfTwoOfficersAndRecordsTheWithdrawalOnce() {
        SupplyRequest request = request(Direction.WITHDRAWAL, 300);
        List<Token> outputs = List.of(TestNetwork.token(treasury, 100), TestNetwork.token(treasury, 200));

        SettlementTransaction settlement = accepted(issue(request, outputs, network.approvals(request, 0, 2)));

        assertThat(settlement.reads())
                .containsExactly(Read.absent(StateKeys.withdrawal(TestNetwork.CURRENCY, request.id())));
        assertThat(settlement.writes())
                .containsExactly(
                        new Write.Put(0, SupplyRecord.of(request).encode()),
                        new Write.Output(0, outputs.get(0)),
                        new Write.Output(1, outputs.get(1)));
    }

    @Test
    void readsTheSameWithdrawalKeyInEveryRetry() {
        SupplyRequest request = request(Direction.WITHDRAWAL, 300);
        List<Token> outputs = List.of(TestNetwork.token(treasury, 300));
        Issue first = issue(request, outputs, network.approvals(request, 0, 1));
        Issue retry = issue(request, outputs, network.approvals(request, 1, 2));

        assertThat(retry.id()).isNotEqualTo(first.id());
        assertThat(accepted(retry).reads()).isEqualTo(accepted(first).reads());
    }

    @Test
    void refusesAnIssueOfFewerThanMOfficers() {
        SupplyRequest request = request(Direction.WITHDRAWAL, 300);
        List<Token> outputs = List.of(TestNetwork.token(treasury, 300));

        assertRefused(issue(request, outputs, List.of()), RefusalReason.TOO_FEW_APPROVALS);
        assertRefused(issue(request, outputs, network.approvals(request, 1)), RefusalReason.TOO_FEW_APPROVALS);
        accepted(issue(request, outputs, network.approvals(request, 0, 1, 2)));
    }

    @Test
    void countsAnOfficerOnceOnly() {
        SupplyRequest request = request(Direction.WITHDRAWAL, 300);
        List<Token> outputs = List.of(TestNetwork.token(treasury, 300));

        assertRefused(issue(request, outputs, network.approvals(request, 1, 1)), RefusalReason.BAD_OFFICER_APPROVAL);
    }

    @Test
    void refusesAnApprovalThatIsForgedOfAnotherOfficerUnknownOrOfAnotherRequest() {
        SupplyRequest request = request(Direction.WITHDRAWAL, 300);
        List<Token> outputs = List.of(TestNetwork.token(treasury, 300));
        OfficerApproval good = network.approvals(request, 0).get(0);
        Bytes ofTwo = network.approvals(request, 2).get(0).signature();
        OfficerApproval ofAnotherRequest =
                network.approvals(request(Direction.WITHDRAWAL, 300), 1).get(0);
        byte[] unbound = request.officerMessage(network.networkId(), new NamespaceId(2), 1);

        for (OfficerApproval bad : List.of(
                new OfficerApproval(1, ofTwo),
                new OfficerApproval(3, ofTwo),
                new OfficerApproval(255, ofTwo),
                new OfficerApproval(1, Bytes.of(new byte[64])),
                new OfficerApproval(1, network.officer(1).sign(unbound)),
                ofAnotherRequest)) {
            assertRefused(issue(request, outputs, List.of(good, bad)), RefusalReason.BAD_OFFICER_APPROVAL);
        }
    }

    @Test
    void refusesAnIssueWhoseTokensDoNotFitTheRequest() {
        SupplyRequest request = request(Direction.WITHDRAWAL, 300);
        SupplyRequest redemption = request(Direction.REDEMPTION, 300);
        List<OfficerApproval> approvals = network.approvals(request, 0, 1);

        assertRefused(
                issue(request, List.of(TestNetwork.token(treasury, 301)), approvals), RefusalReason.REQUEST_MISMATCH);
        assertRefused(
                issue(request, List.of(TestNetwork.token(treasury, 299)), approvals), RefusalReason.REQUEST_MISMATCH);
        assertRefused(
                issue(request, List.of(TestNetwork.token(alice, 300)), approvals), RefusalReason.REQUEST_MISMATCH);
        assertRefused(
                issue(redemption, List.of(TestNetwork.token(treasury, 300)), network.approvals(redemption, 0, 1)),
                RefusalReason.REQUEST_MISMATCH);
    }

    @Test
    void refusesAnIssueToAnyoneButTheTreasuryOfTheBankThatAsks() {
        assertRefusedIssueTo(key(alice), BANK, RefusalReason.REQUEST_MISMATCH);
        assertRefusedIssueTo(key(stranger), BANK, RefusalReason.REQUEST_MISMATCH);
        assertRefusedIssueTo(key(treasury), 2, RefusalReason.REQUEST_MISMATCH);
    }

    @Test
    void refusesASuspendedOrRevokedTreasury() {
        registry.enroll(treasury, BANK, 255, Standing.SUSPENDED);
        assertRefusedIssueTo(key(treasury), BANK, RefusalReason.OWNER_SUSPENDED);
        registry.enroll(treasury, BANK, 255, Standing.REVOKED);
        assertRefusedIssueTo(key(treasury), BANK, RefusalReason.OWNER_REVOKED);
    }

    @Test
    void refusesAnIssueOfAnotherCurrencyAndSumsThatOverflow() {
        SupplyRequest request = request(Direction.WITHDRAWAL, 300);
        List<OfficerApproval> approvals = network.approvals(request, 0, 1);
        Token half = TestNetwork.token(treasury, Long.MAX_VALUE / 2 + 1);

        assertRefused(issue(request, List.of(token(treasury, 2, 300)), approvals), RefusalReason.WRONG_TOKEN_TYPE);
        assertRefused(issue(request, List.of(half, half), approvals), RefusalReason.VALUE_OVERFLOW);
    }

    @Test
    void refusesIssueAndRedeemInTheConfigurationNamespace() {
        TransactionHeader header = headerOf(NamespaceId.CONFIGURATION);
        SupplyRequest request = request(Direction.WITHDRAWAL, 300);
        Issue issue =
                new Issue(header, request, List.of(token(treasury, 0, 300)), noNotes(1), approvalsOf(header, request));
        SupplyRequest back = request(Direction.REDEMPTION, 300);
        Redeem unsigned = new Redeem(
                header,
                back,
                List.of(coin(token(treasury, 0, 300))),
                List.of(),
                List.of(),
                List.of(),
                approvalsOf(header, back));

        assertRefused(issue, RefusalReason.UNKNOWN_NAMESPACE);
        assertRefused(signed(unsigned, back), RefusalReason.UNKNOWN_NAMESPACE);
    }

    @Test
    void hasNoRequestOfZeroAndNoIssueWithoutTokens() {
        assertThatThrownBy(() -> request(Direction.WITHDRAWAL, 0)).isInstanceOf(IllegalArgumentException.class);
        SupplyRequest request = request(Direction.WITHDRAWAL, 1);
        assertThatThrownBy(() -> issue(request, List.of(), List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void acceptsARedeemOfOwnerAndOfficersAndSpendsItsInputs() {
        TokenReference coin = coin(treasury, 500);
        SupplyRequest request = request(Direction.REDEMPTION, 300);

        SettlementTransaction settlement =
                accepted(redeem(request, List.of(coin), List.of(TestNetwork.token(treasury, 200))));

        assertThat(settlement.reads())
                .containsExactly(
                        Read.absent(StateKeys.redemption(TestNetwork.CURRENCY, request.id())), Read.token(coin.key()));
        assertThat(settlement.spends()).containsExactly(new Write.Spend(1));
        assertThat(settlement.outputs()).hasSize(1);
        accepted(redeem(request, List.of(coin(treasury, 300)), List.of()));
    }

    @Test
    void refusesARedeemThatDoesNotAddUp() {
        SupplyRequest request = request(Direction.REDEMPTION, 300);
        List<TokenReference> coins = List.of(coin(treasury, 500));

        assertRefused(redeem(request, coins, List.of(TestNetwork.token(treasury, 201))), RefusalReason.UNBALANCED);
        assertRefused(redeem(request, coins, List.of()), RefusalReason.UNBALANCED);
    }

    @Test
    void refusesARedeemOfAnotherOwnersTokensOrDirection() {
        SupplyRequest request = request(Direction.REDEMPTION, 300);

        assertRefused(redeem(request, List.of(coin(alice, 300)), List.of()), RefusalReason.REQUEST_MISMATCH);
        assertRefused(
                redeem(request, List.of(coin(treasury, 400)), List.of(TestNetwork.token(alice, 100))),
                RefusalReason.REQUEST_MISMATCH);
        assertRefused(
                redeem(request(Direction.WITHDRAWAL, 300), List.of(coin(treasury, 300)), List.of()),
                RefusalReason.REQUEST_MISMATCH);
    }

    @Test
    void refusesARedeemWithTheSameTokenTwiceOrOfAnotherCurrency() {
        TokenReference coin = coin(treasury, 150);
        SupplyRequest request = request(Direction.REDEMPTION, 300);

        assertRefused(redeem(request, List.of(coin, coin), List.of()), RefusalReason.DUPLICATE_INPUT);
        assertRefused(
                redeem(request, List.of(coin(token(treasury, 2, 300))), List.of()), RefusalReason.WRONG_TOKEN_TYPE);
    }

    @Test
    void refusesARedeemWithoutTheOwnersOrTheOfficersSignatures() {
        SupplyRequest request = request(Direction.REDEMPTION, 300);
        Redeem good = redeem(request, List.of(coin(treasury, 300)), List.of());
        Bytes byStranger = stranger.sign(ClientTransaction.ownerMessage(good.header(), good.id()));

        assertRefused(good.withSignatures(List.of(), good.approvals()), RefusalReason.BAD_OWNER_SIGNATURE);
        assertRefused(good.withSignatures(List.of(byStranger), good.approvals()), RefusalReason.BAD_OWNER_SIGNATURE);
        assertRefused(
                good.withSignatures(good.signatures(), network.approvals(request, 0)), RefusalReason.TOO_FEW_APPROVALS);
        assertRefused(
                good.withSignatures(good.signatures(), network.approvals(request, 0, 0)),
                RefusalReason.BAD_OFFICER_APPROVAL);
    }

    @Test
    void keepsWithdrawalsAndRedemptionsOfOneIdApart() {
        var id = network.newId();

        assertThat(StateKeys.withdrawal(TestNetwork.CURRENCY, id))
                .isNotEqualTo(StateKeys.redemption(TestNetwork.CURRENCY, id))
                .isNotEqualTo(StateKeys.withdrawal(new NamespaceId(2), id));
    }

    private void assertRefusedIssueTo(OwnerKey owner, int participant, RefusalReason reason) {
        SupplyRequest request =
                new SupplyRequest(Direction.WITHDRAWAL, network.newId(), participant, owner, Amount.of(300));
        assertRefused(issue(request, List.of(TestNetwork.token(owner, 300)), network.approvals(request, 0, 1)), reason);
    }

    private SupplyRequest request(Direction direction, long value) {
        return new SupplyRequest(direction, network.newId(), BANK, key(treasury), Amount.of(value));
    }

    private Issue issue(SupplyRequest request, List<Token> outputs, List<OfficerApproval> approvals) {
        return new Issue(header(), request, outputs, noNotes(outputs.size()), approvals);
    }

    private Redeem redeem(SupplyRequest request, List<TokenReference> inputs, List<Token> change) {
        return signed(
                new Redeem(
                        header(),
                        request,
                        inputs,
                        change,
                        noNotes(change.size()),
                        List.of(),
                        network.approvals(request, 0, 1)),
                request);
    }

    private Redeem signed(Redeem unsigned, SupplyRequest request) {
        byte[] message = ClientTransaction.ownerMessage(unsigned.header(), unsigned.id());
        List<Bytes> signatures = unsigned.signers().stream()
                .map(owner -> (owner.equals(key(alice)) ? alice : treasury).sign(message))
                .toList();
        assertThat(unsigned.request()).isEqualTo(request);
        return unsigned.withSignatures(signatures, unsigned.approvals());
    }

    private List<OfficerApproval> approvalsOf(TransactionHeader header, SupplyRequest request) {
        byte[] message = request.officerMessage(header.network(), header.namespace(), header.rulesVersion());
        return List.of(
                new OfficerApproval(0, network.officer(0).sign(message)),
                new OfficerApproval(1, network.officer(1).sign(message)));
    }
}
