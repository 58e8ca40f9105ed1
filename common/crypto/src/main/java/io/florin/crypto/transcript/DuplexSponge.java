package io.florin.crypto.transcript;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.bouncycastle.crypto.digests.SHAKEDigest;
import org.jspecify.annotations.Nullable;

/// A stateful hash that absorbs and squeezes bytes in any order: the SHAKE128 instance of
/// draft-irtf-cfrg-fiat-shamir.
///
/// What is squeezed is the stream SHAKE128(session id ‖ 136 zero bytes ‖ everything absorbed so far). Consecutive
/// squeezes continue one stream; absorbing at least one byte begins a new one. Neither absorbing nothing nor
/// squeezing nothing changes anything, and squeezed bytes never flow back into the state. Absorbed bytes are
/// **not** framed: absorbing `ab` then `c` equals absorbing `abc`; [ProofTranscript] frames.
///
/// Bouncy Castle's SHAKE is used, because the JDK offers SHAKE128 with 32 bytes of output only. Owned by one thread.
public final class DuplexSponge {
    /// Bytes in a session id.
    public static final int SESSION_ID_SIZE = 32;

    /// Bytes between two permutations: the rate of SHAKE128.
    static final int RATE = 168;

    private static final int BIT_STRENGTH = 128;
    private static final byte[] DERIVATION = "irtf-cfrg-fiat-shamir/session-id".getBytes(StandardCharsets.US_ASCII);

    private final SHAKEDigest absorbed;

    /// The stream that is being squeezed, if [#squeezing]; otherwise a digest to be used again.
    private @Nullable SHAKEDigest stream;

    private boolean squeezing;

    /// A sponge for the session; all of its output depends on the session id.
    ///
    /// @throws IllegalArgumentException if the session id has not 32 bytes
    public DuplexSponge(byte[] sessionId) {
        if (sessionId.length != SESSION_ID_SIZE) {
            throw new IllegalArgumentException("a session id has 32 bytes, not " + sessionId.length);
        }
        byte[] block = new byte[RATE];
        System.arraycopy(sessionId, 0, block, 0, sessionId.length);
        absorbed = new SHAKEDigest(BIT_STRENGTH);
        absorbed.update(block, 0, block.length);
    }

    private DuplexSponge(DuplexSponge source) {
        absorbed = new SHAKEDigest(source.absorbed);
        squeezing = source.squeezing;
        stream = source.squeezing && source.stream != null ? new SHAKEDigest(source.stream) : null;
    }

    /// The session id of an application's tag (`DeriveSessionID`): 32 bytes.
    public static byte[] deriveSessionId(byte[] tag) {
        DuplexSponge sponge = new DuplexSponge(DERIVATION);
        sponge.absorb(tag);
        return sponge.squeeze(SESSION_ID_SIZE);
    }

    /// Takes the bytes in.
    public void absorb(byte[] bytes) {
        absorb(bytes, 0, bytes.length);
    }

    /// Takes so many bytes in, from an offset on.
    ///
    /// @throws IndexOutOfBoundsException if there are not so many
    public void absorb(byte[] source, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, source.length);
        if (count > 0) {
            squeezing = false;
            absorbed.update(source, offset, count);
        }
    }

    /// The next bytes of the stream.
    ///
    /// @throws IllegalArgumentException if the count is negative
    public byte[] squeeze(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("no negative number of bytes");
        }
        byte[] output = new byte[count];
        if (count > 0) {
            stream().doOutput(output, 0, count);
        }
        return output;
    }

    private SHAKEDigest stream() {
        SHAKEDigest current = stream;
        if (current == null) {
            current = new SHAKEDigest(absorbed);
            stream = current;
        } else if (!squeezing) {
            current.reset(absorbed);
        }
        squeezing = true;
        return current;
    }

    /// A sponge in the same state that goes its own way from here.
    public DuplexSponge copy() {
        return new DuplexSponge(this);
    }

    /// Overwrites the state; for sponges that absorbed a secret. The sponge is unusable afterwards.
    public void wipe() {
        absorbed.reset();
        if (stream != null) {
            stream.reset();
        }
    }
}
