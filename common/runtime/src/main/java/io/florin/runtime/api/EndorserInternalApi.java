package io.florin.runtime.api;

import io.florin.runtime.http.AnswerMax;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.PostExchange;

/// An endorser's interface for other endorsers, reconciliation and auditors, on the internal port.
@AnswerMax(bytes = 4 << 20)
public interface EndorserInternalApi {

    /// Largest number of client transactions that may be asked for at once.
    int CLIENT_TRANSACTIONS_MAX = 256;

    /// Checks submissions and stores the acceptable ones durably, before any share is given (protocol decisions 6, 8).
    ///
    /// @param submissions an encoded list of `Submission`s
    /// @return for each, 0 or the number of the refusal reason
    @PostExchange(value = "/internal/v1/endorsements/checks", contentType = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    List<Integer> check(@RequestBody byte[] submissions);

    /// [#check], and where all are accepted also what [#share] would give over a bundle of all of them in this order:
    /// mostly it is needed, and comes without a question of its own. For schemes that need no preparation.
    ///
    /// @param submissions an encoded list of `Submission`s, of one namespace
    /// @param sharing as in [ShareRequest]
    /// @param root as in [ShareRequest]
    @PostExchange(value = "/internal/v1/endorsements/proposals", contentType = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    ProposalAnswer propose(
            @RequestBody byte[] submissions,
            @RequestParam("rulesVersion") int rulesVersion,
            @RequestParam("keyEpoch") long keyEpoch,
            @RequestParam("sharing") String sharing,
            @RequestParam("root") String root);

    /// A share of the threshold signature over a bundle of transactions checked before; 410 when what the request says
    /// this endorser prepared is not, or no longer, there; 412 when it has a share of before or after another refresh.
    @PostExchange("/internal/v1/endorsements/shares")
    ShareAnswer share(@RequestBody ShareRequest request);

    /// @return the encoded client transaction; 404 when this endorser does not hold it
    @GetExchange(value = "/internal/v1/client-transactions/{id}", accept = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    byte[] clientTransaction(@PathVariable("id") String id);

    /// Many client transactions at once, for those who follow the whole ledger.
    ///
    /// @param ids at most [#CLIENT_TRANSACTIONS_MAX]
    /// @return some of them at least; the caller asks again for ids that are in neither list
    @PostExchange("/internal/v1/client-transactions/batch")
    ClientTransactions clientTransactions(@RequestBody List<String> ids);

    /// @param namespace of the bundle
    /// @param sharing hash of the key and of the verification keys of the shares that sign together, hex: a refresh
    /// changes it
    /// @param transactionIds in bundle order; the endorser rebuilds each settlement transaction itself
    /// @param root RFC 9162 root, hex; must be the root of what the endorser rebuilt
    /// @param preparations of all signers, by index; none where the scheme has none
    record ShareRequest(
            int namespace,
            int rulesVersion,
            long keyEpoch,
            String sharing,
            List<String> transactionIds,
            String root,
            List<Preparation> preparations) {}

    /// @param refusals as [#check] gives them
    /// @param index the endorser's share index, from 1; 0 without a share
    /// @param signature its share, hex; empty where it gives none
    record ProposalAnswer(List<Integer> refusals, int index, String signature) {}

    /// Preparation that a signer signs with, made ahead.
    ///
    /// @param index of its share
    /// @param prepared hex: with FROST a nonce commitment, with ECDSA the presignature's name
    record Preparation(int index, String prepared) {}

    /// @param held in the order of the question, as many as an answer takes
    /// @param absent ids of those asked for that this endorser does not hold
    record ClientTransactions(List<HeldTransaction> held, List<String> absent) {}

    /// @param encoded the client transaction, base64
    record HeldTransaction(String id, String encoded) {}

    /// @param index the endorser's share index, from 1
    /// @param signature its share of the signature, hex: 48 bytes with BLS, else 32
    record ShareAnswer(int index, String signature) {}
}
