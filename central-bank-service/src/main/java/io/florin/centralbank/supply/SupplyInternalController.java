package io.florin.centralbank.supply;

import io.florin.centralbank.protocol.SupplyProblem;
import io.florin.centralbank.reserves.ReserveLedger;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.SupplyRequest.Direction;
import io.florin.runtime.api.CentralBankInternalApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.internal.AllowPeers;
import io.florin.runtime.internal.PeerAuthentication;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.web.bind.annotation.RestController;

/// The interface for banks; each asks for itself.
@RestController
@AllowPeers("bank")
class SupplyInternalController implements CentralBankInternalApi {
    private final SupplyService supply;
    private final ReserveLedger reserves;

    SupplyInternalController(SupplyService supply, ReserveLedger reserves) {
        this.supply = supply;
        this.reserves = reserves;
    }

    @Override
    public SupplyRequestView request(SupplyRequestOrder order) {
        SupplyRequest request = parse(order);
        Optional<TreasuryAddress> payee = payee(order.hiddenPayee());
        try {
            return supply.request(request, payee).bankView();
        } catch (DataIntegrityViolationException faster) {
            // the same id came twice at once; now it is there
            return supply.request(request, payee).bankView();
        }
    }

    private static SupplyRequest parse(SupplyRequestOrder order) {
        try {
            return new SupplyRequest(
                    Direction.valueOf(order.direction()),
                    SupplyController.id(order.id()),
                    PeerAuthentication.currentPeer().id(),
                    OwnerKey.fromHex(order.owner()),
                    Amount.of(order.amount()));
        } catch (IllegalArgumentException malformed) {
            throw new ProblemException(
                    ProblemCode.INVALID_REQUEST,
                    "direction is WITHDRAWAL or REDEMPTION, owner 64 hexadecimal digits, amount above zero");
        }
    }

    private static Optional<TreasuryAddress> payee(@Nullable HiddenPayee payee) {
        try {
            return Optional.ofNullable(payee).map(TreasuryAddress::of);
        } catch (IllegalArgumentException malformed) {
            throw new ProblemException(
                    ProblemCode.INVALID_REQUEST,
                    "a hidden address is an enrollment id and a note key, 128 hexadecimal digits, with a signature");
        }
    }

    @Override
    public SupplyRequestView supplyRequest(String id) {
        return supply.view(SupplyController.id(id))
                .filter(file ->
                        file.participant() == PeerAuthentication.currentPeer().id())
                .map(RequestFile::bankView)
                .orElseThrow(SupplyProblem.NO_SUCH_REQUEST::refusal);
    }

    @Override
    public SupplyRequestView cancelSupplyRequest(String id) {
        return supply.cancel(
                        SupplyController.id(id),
                        PeerAuthentication.currentPeer().id())
                .bankView();
    }

    @Override
    public ReserveView reserves() {
        int participant = PeerAuthentication.currentPeer().id();
        return reserves.account(participant)
                .map(account -> new ReserveView(participant, account.balance(), account.held()))
                .orElseThrow(SupplyProblem.NO_RESERVE_ACCOUNT::refusal);
    }
}
