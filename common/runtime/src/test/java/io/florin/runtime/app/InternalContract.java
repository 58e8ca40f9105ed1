package io.florin.runtime.app;

import io.florin.runtime.internal.AllowPeers;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.service.annotation.PostExchange;

/// An internal API as services write it: implemented by a controller, used as a client.
public interface InternalContract {

    @AllowPeers({"endorser", "ordering"})
    @PostExchange("/internal/questions")
    Answer ask(@RequestBody Question question);

    @AllowPeers("endorser")
    @PostExchange(url = "/internal/echo", contentType = "application/octet-stream", accept = "application/octet-stream")
    byte[] echo(@RequestBody byte[] bytes);

    record Question(String text) {}

    record Answer(String text, String caller) {}
}
