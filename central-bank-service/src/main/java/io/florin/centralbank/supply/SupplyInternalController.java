package io.florin.centralbank.supply;

import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.SupplyRequest.Direction;
import io.florin.runtime.api.CentralBankInternalApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.internal.AllowPeers;
import io.florin.runtime.internal.PeerAuthentication;
import org.springframework.web.bind.annotation.RestController;

/// What banks may ask; each for itself.
@RestController
@AllowPeers("bank")
class SupplyInternalController implements CentralBankInternalApi {

    private final SupplyDesk desk;
    private final Reserves reserves;

    SupplyInternalController(SupplyDesk desk, Reserves reserves) {
        this.desk = desk;
        this.reserves = reserves;
    }

    @Override
    public SupplyRequestView request(SupplyRequestOrder order) {
        SupplyRequest request;
        try {
            request = new SupplyRequest(
                    Direction.valueOf(order.direction()),
                    SupplyController.id(order.id()),
                    PeerAuthentication.currentPeer().id(),
                    OwnerKey.fromHex(order.owner()),
                    Amount.of(order.amount()));
        } catch (IllegalArgumentException e) {
            throw new ProblemException(ProblemCode.INVALID_REQUEST, String.valueOf(e.getMessage()));
        }
        return desk.request(request);
    }

    @Override
    public SupplyRequestView supplyRequest(String id) {
        return desk.view(SupplyController.id(id))
                .filter(view -> view.participant() == PeerAuthentication.currentPeer().id())
                .orElseThrow(() -> new ProblemException(ProblemCode.NOT_FOUND, "there is no such request"));
    }

    @Override
    public ReserveView reserves() {
        int participant = PeerAuthentication.currentPeer().id();
        return reserves.account(participant)
                .map(account -> new ReserveView(participant, account.balance(), account.held()))
                .orElseThrow(() -> new ProblemException(ProblemCode.NOT_FOUND, "there is no reserve account"));
    }
}
