package io.florin.bank.payments.adapter;

import io.florin.bank.payments.adapter.ReceivedPayments.Received;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import jakarta.validation.constraints.Pattern;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Payments as the payee's bank knows them.
@RestController
class ReceivedPaymentsController {

    private final ReceivedPayments received;

    ReceivedPaymentsController(ReceivedPayments received) {
        this.received = received;
    }

    @Operation(
            summary = "Payments that wallets of this bank got, by UETR",
            description = "The UETR travels from the payer's bank in the sealed note, never on the ledger. The list is"
                    + " empty where nothing is found; a payer that lies can send a UETR that is another payment's.")
    @GetMapping("/v1/received-payments")
    List<Received> find(
            @Parameter(
                            description = "Unique end-to-end transaction reference",
                            example = "3f0c6a52-0c5d-4f0e-9d6f-2f8d3b1c4a5e")
                    @RequestParam("uetr")
                    @Pattern(regexp = PaymentsController.UETR)
                    String uetr) {
        return received.byUetr(uetr);
    }
}
