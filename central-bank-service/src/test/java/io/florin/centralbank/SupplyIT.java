package io.florin.centralbank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.centralbank.fixture.CentralBankUnderTest;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.Redeem;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.SupplyRequest.Direction;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.enrollment.RegistrationEvent.ParticipantChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.api.CentralBankInternalApi;
import io.florin.runtime.api.CentralBankInternalApi.ApprovalView;
import io.florin.runtime.api.CentralBankInternalApi.SupplyRequestOrder;
import io.florin.runtime.api.CentralBankInternalApi.SupplyRequestView;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.internal.NodeRole;
import io.florin.testkit.Patience;
import io.florin.wallet.submit.adapter.HttpApis;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.HttpServerErrorException;

/// Withdrawals and redemptions from a bank's wish to the ledger's word, and those that are refused.
class SupplyIT extends SupplyScenes {

    private static final NamespaceId CURRENCY = new NamespaceId(1);

    @Test
    void issuesAWithdrawalOnceTwoOfficersSigned() {
        SupplyRequestOrder order = withdrawal(1, 250_000);
        int before = bank.network().ledger().supplyRecords();

        SupplyRequestView view = bank.as(NodeRole.BANK, 1).request(order);
        assertThat(view.state()).isEqualTo("REQUESTED");
        assertThat(bank.as(NodeRole.BANK, 1).reserves().held()).isGreaterThanOrEqualTo(250_000);
        approve(order.id(), 1);
        assertThat(state(order.id())).isEqualTo("REQUESTED");
        approve(order.id(), 2);

        awaitSettled(order.id());
        assertThat(bank.network().ledger().supplyRecords()).isEqualTo(before + 1);
        assertThat(bank.as(NodeRole.BANK, 1).request(order).state()).isEqualTo("SETTLED");
        assertThat(bank.as(NodeRole.BANK, 1).supplyRequest(order.id()).approvals())
                .as("the signatures of a withdrawal stay with the central bank")
                .isEmpty();
        assertThat(bank.network()
                        .ledger()
                        .tokensOf(new OwnerKey(bank.treasury(1).publicKey())))
                .extracting(reference -> reference.token().value().minorUnits())
                .contains(250_000L);
    }

    @Test
    void redeemsByTheBanksOwnTransaction() {
        settleWithdrawal(1, 90_000);
        SupplyRequestOrder order =
                new SupplyRequestOrder("REDEMPTION", bank.newId().toHex(), owner(1), 30_000);
        CentralBankInternalApi api = bank.as(NodeRole.BANK, 1);
        api.request(order);
        long reservesBefore = api.reserves().balance();
        approve(order.id(), 2);
        assertThat(api.supplyRequest(order.id()).approvals())
                .as("not enough yet")
                .isEmpty();
        approve(order.id(), 3);
        SupplyRequestView approved = api.supplyRequest(order.id());
        assertThat(approved.state()).isEqualTo("APPROVED");

        redeem(approved);

        awaitSettled(order.id());
        assertThat(api.reserves().balance()).isEqualTo(reservesBefore + 30_000);
    }

    @Test
    void takesARequestOnceAndOnlyOfItsBank() {
        SupplyRequestOrder order = withdrawal(1, 1_000);
        CentralBankInternalApi one = bank.as(NodeRole.BANK, 1);
        one.request(order);

        assertThat(one.request(order).state()).isEqualTo("REQUESTED");
        assertProblem(
                () -> one.request(new SupplyRequestOrder("WITHDRAWAL", order.id(), owner(1), 1_001)), "other-content");
        assertThatThrownBy(() -> bank.as(NodeRole.BANK, 2).supplyRequest(order.id()))
                .isInstanceOf(HttpClientErrorException.NotFound.class);
        assertThatThrownBy(() -> bank.as(NodeRole.ENDORSER, 1).request(order))
                .isInstanceOf(HttpClientErrorException.Forbidden.class);
        assertProblem(
                () -> one.request(
                        new SupplyRequestOrder("WITHDRAWAL", bank.newId().toHex(), owner(2), 1)),
                "not-a-treasury");
        assertThatThrownBy(() -> one.request(
                        new SupplyRequestOrder("WITHDRAWAL", bank.newId().toHex(), owner(1), -5)))
                .isInstanceOf(HttpClientErrorException.BadRequest.class);
        assertThatThrownBy(() -> one.request(new SupplyRequestOrder(
                        "WITHDRAWAL", bank.newId().toHex(), bank.newId().toHex(), 5)))
                .as("an owner that no record names may be named later")
                .isInstanceOf(HttpServerErrorException.ServiceUnavailable.class);
        SupplyRequestView tooMuch = one.request(withdrawal(1, CentralBankUnderTest.OPENING + 1));
        assertThat(tooMuch.state()).isEqualTo("REFUSED");
    }

    @Test
    void releasesTheHoldOfARefusedWithdrawal() {
        SupplyRequestOrder order = withdrawal(2, 70_000);
        bank.as(NodeRole.BANK, 2).request(order);
        long free = bank.as(NodeRole.BANK, 2).reserves().balance();
        approve(order.id(), 1);

        HttpResponse<String> refused =
                bank.post("/v1/supply-requests/" + order.id() + "/refusal", bank.officer(2), "{\"reason\":\"no\"}");

        assertThat(bank.json(refused).get("state").asString()).isEqualTo("REFUSED");
        assertThat(bank.as(NodeRole.BANK, 2).reserves().balance()).isEqualTo(free + 70_000);
        assertThat(code(approveAs(order.id(), 2, CentralBankUnderTest.passphrase(2))))
                .isEqualTo("already-decided");
    }

    @Test
    void putsARequestOfASuspendedBankOff() {
        SupplyRequestOrder order = withdrawal(2, 16_000);
        bank.publish(List.of(new ParticipantChanged(2, "Bank 2", "FLB2DEFF", Standing.SUSPENDED)));
        await().atMost(SOON)
                .untilAsserted(() ->
                        assertProblem(() -> bank.as(NodeRole.BANK, 2).request(withdrawal(2, 1)), "not-a-treasury"));
        bank.publish(List.of(new ParticipantChanged(2, "Bank 2", "FLB2DEFF", Standing.ACTIVE)));
        await().atMost(SOON).until(() -> {
            try {
                return bank.as(NodeRole.BANK, 2).request(order).state().equals("REQUESTED");
            } catch (HttpClientErrorException notYet) {
                return false;
            }
        });
    }

    private static void redeem(SupplyRequestView approved) {
        Ed25519KeyPair treasury = bank.treasury(1);
        OwnerKey owner = new OwnerKey(treasury.publicKey());
        TokenReference input = bank.network().ledger().tokensOf(owner).stream()
                .filter(reference -> reference.token().value().minorUnits() > approved.amount())
                .findFirst()
                .orElseThrow();
        SupplyRequest request = new SupplyRequest(
                Direction.REDEMPTION, Bytes32.fromHex(approved.id()), 1, owner, Amount.of(approved.amount()));
        byte[] nonce = new byte[TransactionHeader.NONCE_SIZE];
        bank.random().nextBytes(nonce);
        TransactionHeader header = new TransactionHeader(
                bank.genesis().networkId(),
                CURRENCY,
                1,
                bank.network().ledger().configuration().version(),
                bank.network().ledger().expiryHeight(),
                Bytes.of(nonce));
        Token change = new Token(owner, CURRENCY.value(), input.token().value().minus(request.amount()));
        Redeem unsigned = new Redeem(
                header, request, List.of(input), List.of(change), List.of(Bytes.EMPTY), List.of(), List.of());
        Redeem redeem = unsigned.withSignatures(
                List.of(treasury.sign(ClientTransaction.ownerMessage(header, unsigned.id()))),
                approved.approvals().stream().map(SupplyIT::approval).toList());
        new HttpApis(Patience.LIMIT, Patience.LIMIT)
                .client(EndorserApi.class, bank.network().base())
                .submit(Submission.of(redeem).encode());
    }

    private static OfficerApproval approval(ApprovalView view) {
        return new OfficerApproval(view.officer(), Bytes.fromHex(view.signature()));
    }

    private static void settleWithdrawal(int participant, long amount) {
        SupplyRequestOrder order = withdrawal(participant, amount);
        bank.as(NodeRole.BANK, participant).request(order);
        approve(order.id(), 1);
        approve(order.id(), 2);
        awaitSettled(order.id());
    }
}
