package io.florin.endorser.status.adapter;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.service.annotation.GetExchange;

/// Question between endorsers that missed a change of the configuration.
public interface ConfigurationChangesApi {

    /// @param version of the configuration that was replaced
    /// @return the encoded client transaction that committed; 404 when this endorser does not hold it
    @GetExchange(
            value = "/internal/v1/configuration-changes/{version}",
            accept = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    byte[] configurationChange(@PathVariable("version") long version);
}
