package io.florin.runtime.api;

import java.util.List;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.PostExchange;

/// A certifier's interface for everybody, on its public port: its shares of signatures on committed tokens of the
/// unlinkable model. Only a token's owner can make use of them, with those of enough other certifiers; whoever fetches
/// all shares of a block tells nobody which of them it wants.
public interface CertificationApi {

    int SHARES_MAX = 10_000;

    /// Shares in the order of the ledger, of whole blocks only.
    ///
    /// @param fromBlock first block
    /// @param limit of shares, 1 to [#SHARES_MAX]; one block is given whole, however many it has
    @GetExchange("/v1/certifications")
    CertificationPage certifications(@RequestParam("fromBlock") long fromBlock, @RequestParam("limit") int limit);

    /// The share of one output, under the newest key: for an owner whose token was certified under a key that is gone.
    /// It shows whose token that is to whoever watches, so wallets fetch whole blocks where they can.
    ///
    /// @return 404 while the output is not known to be committed
    @PostExchange("/v1/certifications")
    Certified certify(@RequestBody CertificationRequest request);

    /// @param certifier index of the shares' key
    /// @param followed last block that is certified completely; 0 before the first
    /// @param next where to go on: above `followed` when there is no more now
    record CertificationPage(int certifier, long followed, long next, List<Certified> shares) {}

    /// A share of one output.
    ///
    /// @param output index in its transaction
    /// @param epoch of the certifiers' key
    /// @param share point of G1 in hex, 48 bytes: `CertificationShare.signature`
    record Certified(long block, String transactionId, int output, int namespace, long epoch, String share) {}

    record CertificationRequest(String transactionId, int output) {}
}
