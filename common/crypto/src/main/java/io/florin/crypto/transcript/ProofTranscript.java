package io.florin.crypto.transcript;

import io.florin.crypto.Bytes32;
import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.group.Scalar;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Source of a proof's challenges: everything public about the statement, then the prover's messages, in the order they
/// were made.
///
/// Absorption is injective: every entry begins with its kind, its label, the number of its elements and their size,
/// then come the elements in their unique encodings. So two transcripts collide only if they hold the same entries
/// in the same order. A challenge is an entry too: the same label asked twice gives two different challenges, and
/// a challenge depends on all that stands before it.
///
/// The life of a transcript has two parts. First the **statement**: parameters, context, commitments, all of it
/// before the first challenge; a statement that comes later is a bug and refused, because a challenge that does not
/// depend on the statement is what weak Fiat–Shamir attacks live on (Bernhard, Pereira, Warinschi 2012). Then
/// **messages** and **challenges** alternate.
///
/// The session id of the sponge comes from the protocol's name and version, the first entry is the digest of all
/// public parameters. Owned by one thread.
public final class ProofTranscript {
    private static final String TAG = "FLORIN-V1-TRANSCRIPT-";
    private static final int SCALAR_SIZE = 32;
    private static final int POINT_SIZE = 48;
    private static final int BINDING_SIZE = 32;

    private final DuplexSponge sponge;

    /// Room for one element; nothing secret stands in a transcript.
    private final byte[] element = new byte[POINT_SIZE];

    private boolean challenged;

    private ProofTranscript(DuplexSponge sponge, boolean challenged) {
        this.sponge = sponge;
        this.challenged = challenged;
    }

    /// An empty transcript of a protocol under the given public parameters.
    ///
    /// @param protocol a name that no other protocol has, and which says its version
    /// @param parameters the digest of everything that all proofs of the protocol share: bases, keys, sizes
    public static ProofTranscript of(String protocol, Bytes32 parameters) {
        byte[] tag = (TAG + protocol).getBytes(StandardCharsets.UTF_8);
        ProofTranscript transcript = new ProofTranscript(new DuplexSponge(DuplexSponge.deriveSessionId(tag)), false);
        transcript.statement("parameters", parameters.toArray());
        return transcript;
    }

    /// Adds bytes to the statement.
    ///
    /// @throws IllegalStateException after the first challenge
    public void statement(String label, byte[] bytes) {
        requireStatement(label);
        header(Kind.BYTES, label, 1, bytes.length);
        sponge.absorb(bytes);
    }

    /// Adds a number to the statement: a size, a count, a height, an index.
    ///
    /// @throws IllegalStateException after the first challenge
    public void statement(String label, long number) {
        requireStatement(label);
        number(label, number);
    }

    /// Adds points to the statement.
    ///
    /// @throws IllegalStateException after the first challenge
    public void statement(String label, List<? extends CurvePoint> points) {
        requireStatement(label);
        points(label, points);
    }

    /// Adds consecutive points of a buffer to the statement: the same entry as that of a list of them.
    ///
    /// @throws IllegalStateException after the first challenge
    /// @throws IndexOutOfBoundsException if there are not so many points
    public void statement(String label, PointBuffer points, int from, int count) {
        requireStatement(label);
        points(label, points, from, count);
    }

    /// Adds scalars to the statement.
    ///
    /// @throws IllegalStateException after the first challenge
    public void statementScalars(String label, List<Scalar> scalars) {
        requireStatement(label);
        scalars(label, scalars);
    }

    /// Adds bytes of the proof.
    public void message(String label, byte[] bytes) {
        header(Kind.BYTES, label, 1, bytes.length);
        sponge.absorb(bytes);
    }

    /// Adds a number of the proof.
    public void message(String label, long number) {
        number(label, number);
    }

    /// Adds points of the proof.
    public void message(String label, List<? extends CurvePoint> points) {
        points(label, points);
    }

    /// Adds consecutive points of a buffer: the same entry as that of a list of them.
    ///
    /// @throws IndexOutOfBoundsException if there are not so many points
    public void message(String label, PointBuffer points, int from, int count) {
        points(label, points, from, count);
    }

    /// Adds points of a buffer by their handles: the same entry as that of a list of them.
    ///
    /// @throws IndexOutOfBoundsException if there is no such point
    public void message(String label, PointBuffer points, int[] handles) {
        header(Kind.POINT, label, handles.length, POINT_SIZE);
        for (int handle : handles) {
            point(points, handle);
        }
    }

    /// Adds scalars of the proof.
    public void messageScalars(String label, List<Scalar> scalars) {
        scalars(label, scalars);
    }

    /// A challenge: 48 bytes reduced modulo the group order, so uniform up to 2⁻¹²⁸.
    public Scalar challenge(String label) {
        challenged = true;
        header(Kind.CHALLENGE, label, 1, FiatShamir.UNIFORM_SIZE);
        return FiatShamir.scalar(sponge);
    }

    /// 32 bytes that depend on all of the transcript, which does not notice. For the nonces of a prover.
    public byte[] binding() {
        ProofTranscript fork = copy();
        fork.header(Kind.BINDING, "", 1, BINDING_SIZE);
        return fork.sponge.squeeze(BINDING_SIZE);
    }

    /// A transcript in the same state that goes its own way from here.
    public ProofTranscript copy() {
        return new ProofTranscript(sponge.copy(), challenged);
    }

    private void number(String label, long number) {
        header(Kind.NUMBER, label, 1, Long.BYTES);
        sponge.absorb(Framing.uint64(number));
    }

    private void points(String label, List<? extends CurvePoint> points) {
        header(Kind.POINT, label, points.size(), POINT_SIZE);
        for (CurvePoint point : points) {
            point.encodeInto(element, 0);
            sponge.absorb(element, 0, POINT_SIZE);
        }
    }

    private void points(String label, PointBuffer points, int from, int count) {
        header(Kind.POINT, label, count, POINT_SIZE);
        for (int i = 0; i < count; i++) {
            point(points, from + i);
        }
    }

    private void point(PointBuffer points, int handle) {
        points.encodeInto(handle, element, 0);
        sponge.absorb(element, 0, POINT_SIZE);
    }

    private void scalars(String label, List<Scalar> scalars) {
        header(Kind.SCALAR, label, scalars.size(), SCALAR_SIZE);
        for (Scalar scalar : scalars) {
            scalar.copyInto(element, 0);
            sponge.absorb(element, 0, SCALAR_SIZE);
        }
    }

    /// Start of an entry: kind, label behind its length, number and size of the elements.
    private void header(Kind kind, String label, int count, int size) {
        byte[] name = label.getBytes(StandardCharsets.UTF_8);
        element[0] = kind.code;
        Framing.putUint32(name.length, element, 1);
        sponge.absorb(element, 0, 1 + Integer.BYTES);
        sponge.absorb(name);
        Framing.putUint32(count, element, 0);
        Framing.putUint32(size, element, Integer.BYTES);
        sponge.absorb(element, 0, 2 * Integer.BYTES);
    }

    private void requireStatement(String label) {
        if (challenged) {
            throw new IllegalStateException("statement " + label + " after the first challenge");
        }
    }

    /// The first byte of an entry; wire format, never reused.
    private enum Kind {
        BYTES(1),
        NUMBER(2),
        SCALAR(3),
        POINT(4),
        CHALLENGE(5),
        BINDING(6);

        private final byte code;

        Kind(int code) {
            this.code = (byte) code;
        }
    }
}
