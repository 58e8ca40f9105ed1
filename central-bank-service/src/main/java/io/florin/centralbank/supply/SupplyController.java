package io.florin.centralbank.supply;

import io.florin.crypto.Bytes32;
import io.florin.runtime.api.CentralBankInternalApi.SupplyRequestView;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.security.Principal;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/// The central bank's own API: requests, approvals, supply and reserves.
@RestController
class SupplyController {

    private static final int NEWEST = 200;

    private final SupplyDesk desk;
    private final SupplyBook book;
    private final Reserves reserves;

    SupplyController(SupplyDesk desk, SupplyBook book, Reserves reserves) {
        this.desk = desk;
        this.book = book;
        this.reserves = reserves;
    }

    record ApprovalForm(@NotBlank @Size(max = 256) String passphrase) {}

    record RefusalForm(@NotBlank @Size(max = 140) String reason) {}

    @GetMapping("/v1/supply")
    SupplyView supply() {
        return book.view();
    }

    @GetMapping("/v1/reserves")
    List<Reserves.Account> reserves() {
        return reserves.accounts();
    }

    @GetMapping("/v1/supply-requests")
    List<SupplyRequestView> requests() {
        return desk.newest(NEWEST);
    }

    @GetMapping("/v1/supply-requests/{id}")
    SupplyRequestView request(@PathVariable("id") String id) {
        return desk.view(id(id))
                .orElseThrow(() -> new ProblemException(ProblemCode.NOT_FOUND, "there is no such request"));
    }

    @PostMapping("/v1/supply-requests/{id}/approvals")
    SupplyRequestView approve(
            @PathVariable("id") String id, @Valid @RequestBody ApprovalForm form, Principal officer) {
        return desk.approve(id(id), officer.getName(), form.passphrase().toCharArray());
    }

    @PostMapping("/v1/supply-requests/{id}/refusal")
    SupplyRequestView refuse(@PathVariable("id") String id, @Valid @RequestBody RefusalForm form, Principal officer) {
        return desk.refuse(id(id), officer.getName(), form.reason());
    }

    static Bytes32 id(String hex) {
        try {
            return Bytes32.fromHex(hex);
        } catch (IllegalArgumentException e) {
            throw new ProblemException(ProblemCode.INVALID_REQUEST, "an id is 64 hexadecimal digits");
        }
    }
}
