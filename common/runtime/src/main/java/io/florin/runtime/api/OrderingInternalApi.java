package io.florin.runtime.api;

import io.florin.ledger.block.Block;
import io.florin.runtime.http.AnswerMax;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.PostExchange;

/// Questions of endorsers, committers and auditors to an ordering party, without Kafka (protocol decision 15).
@AnswerMax(bytes = Block.ENCODED_SIZE_MAX)
public interface OrderingInternalApi {

    /// Direct submission of an encoded bundle; taken once it is in the router, final only when a block carries it.
    @PostExchange(value = "/internal/v1/bundles", contentType = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    void submit(@RequestBody byte[] bundle);

    /// @return the encoded certified block; 404 when this party does not have it yet
    @GetExchange(value = "/internal/v1/blocks/{number}", accept = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    byte[] block(@PathVariable("number") long number);

    @GetExchange("/internal/v1/blocks/head")
    ChainHead head();

    /// The head, as soon as it is above a block: a party keeps the question until then.
    ///
    /// @param waitMillis how long it may, at most 10,000; well below the caller's own time limit
    /// @return the head after that time, above the block or not
    @GetExchange("/internal/v1/blocks/head/awaited")
    default ChainHead headAbove(@RequestParam("above") long above, @RequestParam("waitMillis") long waitMillis) {
        return head();
    }

    /// @param number of the last certified block, 0 before the first
    record ChainHead(long number, String headerHash) {}
}
