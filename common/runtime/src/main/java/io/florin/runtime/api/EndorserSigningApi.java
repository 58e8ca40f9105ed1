package io.florin.runtime.api;

import io.florin.runtime.http.AnswerMax;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.PostExchange;

/// Interface between endorsers for what they make together ahead of signatures whose scheme has one-time secrets, on
/// the internal port. What one prepares for another serves nobody else.
@AnswerMax(bytes = 256 << 10)
public interface EndorserSigningApi {

    /// Largest number of preparations that may be asked for at once.
    int PREPARATIONS_MAX = 64;

    /// Fresh FROST commitments for the caller.
    @PostExchange("/internal/v1/endorsements/preparations")
    Prepared prepare(@RequestBody PreparationRequest request);

    /// Position of an endorser's one-time secrets.
    @GetExchange("/internal/v1/endorsements/signers/{namespace}/{keyEpoch}")
    SignerState signer(@PathVariable("namespace") int namespace, @PathVariable("keyEpoch") long keyEpoch);

    /// One step of making ECDSA presignatures: what everybody said in the step before, for what this endorser says
    /// next.
    ///
    /// @param step encoded; who asks makes the presignatures for itself
    /// @return this endorser's signed message; empty after the last step
    @PostExchange(
            value = "/internal/v1/endorsements/presignings",
            contentType = MediaType.APPLICATION_OCTET_STREAM_VALUE,
            accept = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    byte[] presign(@RequestBody byte[] step);

    /// The message of a sender in a step of presigning as this endorser was shown it; 404 when it was not. Two of one
    /// place prove that their sender signed both.
    @GetExchange(
            value = "/internal/v1/endorsements/presignings/{session}/{step}/{sender}",
            accept = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    byte[] counted(
            @PathVariable("session") String session,
            @PathVariable("step") int step,
            @PathVariable("sender") int sender);

    /// @param count 1 to [#PREPARATIONS_MAX]
    record PreparationRequest(int namespace, long keyEpoch, int count) {}

    /// @param index of the endorser's share
    /// @param prepared hex
    /// @param epochSignature the endorser's, under the epoch of its ledger that they are of, hex
    record Prepared(
            int index, List<String> prepared, @Nullable String epochSignature) {}

    /// @param nonceEpoch of the endorser's ledger of one-time secrets; 0 while it is not open
    /// @param nonceEpochSignature the endorser's under it, hex; empty while the ledger is not open
    /// @param seenOfCaller the latest epoch of the caller's ledger that this endorser has seen the caller sign; 0 if
    ///     none
    /// @param seenOfCallerSignature the caller's under it, hex; empty if none
    record SignerState(
            int index,
            long nonceEpoch,
            @Nullable String nonceEpochSignature,
            long seenOfCaller,
            @Nullable String seenOfCallerSignature) {}
}
