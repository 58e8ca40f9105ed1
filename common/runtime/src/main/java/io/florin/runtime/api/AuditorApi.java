package io.florin.runtime.api;

import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.PostExchange;

/// The auditor's interface for payers and the public, on its public port.
public interface AuditorApi {

    /// Active audit: the auditor checks a client transaction and signs it off (protocol decision 26).
    ///
    /// @param clientTransaction encoded
    /// @return 422 with a code when the auditor refuses
    @PostExchange(value = "/v1/approvals", contentType = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    ApprovalAnswer approve(@RequestBody byte[] clientTransaction);

    /// The proof of supply at the auditor's last replayed block.
    @GetExchange("/v1/supply")
    SupplyView supply();

    /// The proof at earlier blocks, newest first.
    ///
    /// @param limit at most 1000
    @GetExchange("/v1/supply/history")
    List<SupplyView> history(@RequestParam("limit") int limit);

    /// @param auditor index into the configuration's auditors
    /// @param signature 64 bytes, hex
    record ApprovalAnswer(int auditor, String signature) {}

    /// All amounts in minor units. `holds` is issued = outstanding + redeemed, outstanding being the sum of unspent
    /// tokens in the auditor's own replay and of what is on instant rails, and that every transfer and redemption so
    /// far was balanced. Where values are hidden nobody can add tokens up: outstanding is issued less redeemed by the
    /// ledger's records, which says how much there is as far as the auditor verified the proofs of all payments again.
    ///
    /// @param onRails what of the outstanding is on instant rails: deposited less withdrawn
    /// @param evidence `TOKENS`: unspent tokens were added up; `PROOFS`: proofs of hidden values are verified again;
    ///     `TOKENS_AND_PROOFS`: both, where only owners are hidden
    /// @param provenThrough every payment up to this block was verified again; the block itself under `TOKENS`
    /// @param notProvenFrom first block with a payment whose proof is missing or wrong, from which on nothing is
    /// proven;
    ///     0 without. `holds` is then false from there on
    /// @param stateHash of the auditor's own replay, hex
    /// @param committerAgrees the committer's signed state hash of this block is the same
    record SupplyView(
            long block,
            long issued,
            long redeemed,
            long outstanding,
            long onRails,
            boolean holds,
            String stateHash,
            boolean committerAgrees,
            String evidence,
            long provenThrough,
            long notProvenFrom) {

        /// Of a currency that hides nothing, and has nothing on a rail.
        public SupplyView(
                long block,
                long issued,
                long redeemed,
                long outstanding,
                boolean holds,
                String stateHash,
                boolean committerAgrees) {
            this(block, issued, redeemed, outstanding, 0, holds, stateHash, committerAgrees, "TOKENS", block, 0);
        }
    }
}
