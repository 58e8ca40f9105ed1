package io.florin.ordering.link.adapter;

import io.florin.runtime.http.AnswerMax;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.service.annotation.PostExchange;

/// Messages between ordering parties over the internal port. The caller's certificate names the party.
@AnswerMax(bytes = 64 << 10)
public interface PartyApi {

    /// @param messages canonical encodings, each after its length as u32
    @PostExchange(value = "/internal/v1/chain-messages", contentType = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    void chainMessages(@RequestBody byte[] messages);

    /// A batch of the caller for the consensus group; 409 when this party's member does not take it now.
    @PostExchange(value = "/internal/v1/batches", contentType = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    void batch(@RequestBody byte[] batch);
}
