package io.florin.bank.reserves;

import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.reserves.SupplyOrder.State;
import io.florin.crypto.Bytes32;
import io.florin.runtime.api.CentralBankInternalApi;
import io.florin.runtime.api.CentralBankInternalApi.SupplyRequestView;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.RestClientException;
import org.springframework.web.client.RestClientResponseException;

/// Takes an order back at the central bank, which alone knows how many officers have signed. The order ends here when
/// the central bank has ended it, and not before: money is on its way otherwise.
final class SupplyCancellation {
    /// The central bank's codes that mean no.
    static final String DECIDED = "already-decided";
    static final String NOT_ASKED = "no-such-request";

    private final SupplyOrders orders;
    private final CentralBankInternalApi centralBank;

    SupplyCancellation(SupplyOrders orders, CentralBankInternalApi centralBank) {
        this.orders = orders;
        this.centralBank = centralBank;
    }

    /// @throws ProblemException 404 for an order that is not there, 409 where officers have decided or the central bank
    /// has not been asked yet, 503 where it does not answer
    SupplyOrderView cancel(String id) {
        if (!id.matches("[0-9a-f]{64}") || orders.find(Bytes32.fromHex(id)).isEmpty()) {
            throw ApiProblems.unknown("supply order");
        }
        SupplyRequestView ended = atTheCentralBank(id);
        orders.moved(Bytes32.fromHex(id), State.valueOf(ended.state()), ended.reason());
        return orders.find(Bytes32.fromHex(id)).orElseThrow();
    }

    private SupplyRequestView atTheCentralBank(String id) {
        try {
            return centralBank.cancelSupplyRequest(id);
        } catch (RestClientResponseException answer) {
            String code = ProblemCode.of(answer).orElse("");
            throw switch (code) {
                case DECIDED -> conflict(DECIDED, "Officers of the central bank have decided already.");
                case NOT_ASKED -> conflict(NOT_ASKED, "The central bank has not been asked yet; try again.");
                default -> unavailable();
            };
        } catch (RestClientException away) {
            throw unavailable();
        }
    }

    private static ProblemException conflict(String code, String detail) {
        return new ProblemException(HttpStatus.CONFLICT, code, "The order cannot be cancelled now", detail);
    }

    private static ProblemException unavailable() {
        return new ProblemException(ProblemCode.UNAVAILABLE, "the central bank does not answer");
    }
}
