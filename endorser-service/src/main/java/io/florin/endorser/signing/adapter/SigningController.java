package io.florin.endorser.signing.adapter;

import io.florin.crypto.Bytes32;
import io.florin.endorser.signing.adapter.PresigningPeer.Question;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.codec.DecodeException;
import io.florin.runtime.api.EndorserSigningApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.internal.AllowPeers;
import io.florin.runtime.internal.PeerAuthentication;
import java.util.function.Supplier;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/// The interface for other endorsers ahead of signatures. The caller is whom its certificate names.
@RestController
public class SigningController implements EndorserSigningApi {

    private final SigningPreparation preparation;

    public SigningController(SigningPreparation preparation) {
        this.preparation = preparation;
    }

    @Override
    @AllowPeers("endorser")
    public Prepared prepare(@RequestBody PreparationRequest request) {
        if (request.count() < 1 || request.count() > PREPARATIONS_MAX) {
            throw new ProblemException(
                    ProblemCode.MALFORMED_REQUEST, "1 to " + PREPARATIONS_MAX + " preparations at once.");
        }
        NamespaceId namespace = readable(() -> new NamespaceId(request.namespace()));
        return preparation.prepare(
                PeerAuthentication.currentPeer().id(), namespace, request.keyEpoch(), request.count());
    }

    @Override
    @AllowPeers("endorser")
    public SignerState signer(@PathVariable("namespace") int namespace, @PathVariable("keyEpoch") long keyEpoch) {
        NamespaceId id = readable(() -> new NamespaceId(namespace));
        return preparation.signer(PeerAuthentication.currentPeer().id(), id, keyEpoch);
    }

    @Override
    @AllowPeers("endorser")
    public byte[] presign(@RequestBody byte[] step) {
        Question question = readable(() -> Question.decode(step));
        return preparation.presign(PeerAuthentication.currentPeer().id(), question);
    }

    @Override
    @AllowPeers("endorser")
    public byte[] counted(
            @PathVariable("session") String session,
            @PathVariable("step") int step,
            @PathVariable("sender") int sender) {
        Bytes32 id = readable(() -> Bytes32.fromHex(session));
        return preparation
                .counted(id, step, sender)
                .orElseThrow(() -> new ProblemException(
                        ProblemCode.NOT_FOUND, "This endorser was shown no message of that place."))
                .encode();
    }

    private static <T> T readable(Supplier<T> decoder) {
        try {
            return decoder.get();
        } catch (DecodeException | IllegalArgumentException unreadable) {
            throw new ProblemException(ProblemCode.MALFORMED_REQUEST, String.valueOf(unreadable.getMessage()));
        }
    }
}
