package io.florin.certifier.adapter;

import io.florin.certifier.CertifierKeys;
import io.florin.certifier.CertifierLog;
import io.florin.certifier.CommittedOutput;
import io.florin.certifier.Signer;
import io.florin.certifier.Signer.Signed;
import io.florin.certifier.adapter.CertificationStore.Kept;
import io.florin.ledger.TransactionId;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.api.CertificationApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.util.List;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Gives the certifier's shares to whoever asks: only a token's owner can use them.
@RestController
public class CertificationController implements CertificationApi {

    private final CertificationStore store;
    private final CertifierLoop loop;
    private final CertifierKeys keys;
    private final int certifier;

    /// @param certifier index of the shares
    public CertificationController(CertificationStore store, CertifierLoop loop, CertifierKeys keys, int certifier) {
        this.store = store;
        this.loop = loop;
        this.keys = keys;
        this.certifier = certifier;
    }

    @Operation(summary = "Shares of the certifiers' signatures, block by block")
    @ApiResponse(responseCode = "200", description = "The shares of whole blocks, in the order of the ledger")
    @Override
    public CertificationPage certifications(
            @RequestParam("fromBlock") long fromBlock, @RequestParam("limit") int limit) {
        if (fromBlock < 1 || limit < 1 || limit > SHARES_MAX) {
            throw new ProblemException(
                    ProblemCode.INVALID_REQUEST, "fromBlock is at least 1 and limit is from 1 to " + SHARES_MAX + ".");
        }
        long followed = loop.followed();
        if (fromBlock > followed) {
            return new CertificationPage(certifier, followed, fromBlock, List.of());
        }
        long last = store.lastBlockOfPage(fromBlock, followed, limit);
        return new CertificationPage(certifier, followed, last + 1, store.shares(fromBlock, last));
    }

    @Operation(
            summary = "The share of one output under the newest key",
            description = "For a token that was certified under a key that is gone. It shows which token the caller is"
                    + " interested in: prefer whole blocks. What whole blocks show stays as it is.")
    @ApiResponse(responseCode = "200", description = "The share")
    @Override
    public Certified certify(@RequestBody CertificationRequest request) {
        Kept kept = store.find(id(request), request.output())
                .orElseThrow(() -> new ProblemException(
                        ProblemCode.NOT_FOUND,
                        "No such output of the unlinkable model is known to be committed here."));
        return keys.inForce(loop.configuration(), kept.output().namespace())
                .filter(key -> !kept.isUnder(key))
                .map(key -> again(kept, key))
                .or(kept::share)
                .orElseThrow(CertificationController::noShare);
    }

    private Certified again(Kept kept, CertifierKeys.Key key) {
        CommittedOutput output = kept.output();
        List<Signed> signed =
                Signer.sign(List.of(new Signer.Order(output, key))).signed();
        if (signed.isEmpty() || !store.keepAgain(kept.block(), signed.getFirst())) {
            CertifierLog.outputRefused(output.transaction().toHex(), output.output());
            throw noShare();
        }
        return store.find(output.transaction(), output.output())
                .flatMap(Kept::share)
                .orElseThrow(CertificationController::noShare);
    }

    private static ProblemException noShare() {
        return new ProblemException(ProblemCode.NOT_FOUND, "No share is given for this output.");
    }

    private static TransactionId id(CertificationRequest request) {
        if (request.output() < 0 || request.output() > TokenReference.INDEX_MAX) {
            throw new ProblemException(
                    ProblemCode.INVALID_REQUEST, "An output's index is from 0 to " + TokenReference.INDEX_MAX + ".");
        }
        try {
            return TransactionId.fromHex(request.transactionId());
        } catch (IllegalArgumentException unreadable) {
            throw new ProblemException(ProblemCode.MALFORMED_REQUEST, "A transaction id has 32 bytes, in hex.");
        }
    }
}
