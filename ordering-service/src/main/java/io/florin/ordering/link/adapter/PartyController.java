package io.florin.ordering.link.adapter;

import io.florin.ledger.codec.DecodeException;
import io.florin.ordering.protocol.Batch;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.internal.AllowPeers;
import io.florin.runtime.internal.Peer;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/// The receiving side of [PartyApi].
@RestController
@AllowPeers("ordering")
public class PartyController {

    /// Receiver of what comes in.
    public interface Receiver {

        /// @throws DecodeException when it is no message
        void chainMessage(int party, byte[] encoded);

        boolean batch(Batch batch);
    }

    private final Receiver receiver;

    public PartyController(Receiver receiver) {
        this.receiver = receiver;
    }

    @PostMapping(value = "/internal/v1/chain-messages", consumes = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void chainMessages(@RequestBody byte[] body, Peer caller) {
        try {
            List<byte[]> messages = Frames.split(body);
            messages.forEach(message -> receiver.chainMessage(caller.id(), message));
        } catch (DecodeException malformed) {
            throw new ProblemException(ProblemCode.INVALID_REQUEST, String.valueOf(malformed.getMessage()));
        }
    }

    @PostMapping(value = "/internal/v1/batches", consumes = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void batch(@RequestBody byte[] body, Peer caller) {
        Batch batch;
        try {
            batch = Batch.decode(body);
        } catch (DecodeException malformed) {
            throw new ProblemException(ProblemCode.INVALID_REQUEST, String.valueOf(malformed.getMessage()));
        }
        if (batch.party() != caller.id()) {
            throw new ProblemException(ProblemCode.FORBIDDEN, "A party brings its own batches only.");
        }
        if (!receiver.batch(batch)) {
            throw new ProblemException(ProblemCode.CONFLICT, "This party's member does not take the batch now.");
        }
    }
}
