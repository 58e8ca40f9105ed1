package io.florin.crypto.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// A buffer reads what [CurvePoint] and [G1] read, refuses what they refuse, and keeps points as they came.
class PointBufferTest {
    private final Random random = new Random(31);

    private static final List<byte[]> ENCODINGS = encodings();

    private static List<byte[]> encodings() {
        List<byte[]> encodings = new ArrayList<>();
        CurvePoint outside = Torsion.sum(G1.generator(), Torsion.ofOrder11());
        for (CurvePoint point :
                List.of(G1.generator(), G1.generator().negate(), outside, Torsion.ofOrder3(), Torsion.ofOrder10177())) {
            encodings.add(point.encode());
            encodings.add(point.encodeUncompressed());
        }
        encodings.add(G1.identity().encode());
        encodings.add(G1.identity().encodeUncompressed());
        encodings.add(new byte[CurvePoint.SIZE]);
        encodings.add(new byte[CurvePoint.UNCOMPRESSED_SIZE]);
        encodings.add(Arrays.copyOf(G1.generator().encode(), CurvePoint.UNCOMPRESSED_SIZE));
        encodings.add(Arrays.copyOf(G1.generator().encodeUncompressed(), CurvePoint.SIZE));
        return encodings;
    }

    /// Damaged encodings too, in the middle of other bytes, after points of the other form.
    @Test
    void readsWhatPointsRead() {
        PointBuffer buffer = new PointBuffer();
        int accepted = 0;
        int refused = 0;
        for (int round = 0; round < 60; round++) {
            for (byte[] good : ENCODINGS) {
                byte[] bytes = good.clone();
                if (round > 0) {
                    bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                }
                byte[] source = new byte[bytes.length + 20];
                random.nextBytes(source);
                System.arraycopy(bytes, 0, source, 11, bytes.length);
                int size = buffer.size();
                try {
                    CurvePoint expected = CurvePoint.decode(bytes);
                    int handle = buffer.decode(source, 11, bytes.length);
                    assertThat(handle).isEqualTo(size);
                    assertThat(buffer.get(handle)).isEqualTo(expected).isExactlyInstanceOf(CurvePoint.class);
                    accepted++;
                } catch (IllegalArgumentException malformed) {
                    assertThatIllegalArgumentException()
                            .isThrownBy(() -> buffer.decode(source, 11, bytes.length))
                            .withMessage(malformed.getMessage());
                    assertThat(buffer.size()).isEqualTo(size);
                    refused++;
                }
            }
        }
        assertThat(accepted).isGreaterThan(60);
        assertThat(refused).isGreaterThan(60);
    }

    @Test
    void readsMembersAsGroupElementsAreRead() {
        PointBuffer buffer = new PointBuffer();
        int members = 0;
        for (byte[] bytes : ENCODINGS) {
            try {
                G1 expected = G1.decode(bytes);
                int handle = buffer.decodeMember(bytes, 0, bytes.length);
                assertThat(buffer.isMember(handle)).isTrue();
                assertThat(buffer.member(handle)).isEqualTo(expected);
                members++;
            } catch (IllegalArgumentException malformed) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> buffer.decodeMember(bytes, 0, bytes.length))
                        .withMessage(malformed.getMessage());
            }
        }
        assertThat(members).isEqualTo(4);
        assertThat(buffer.size()).isEqualTo(4);
        int unchecked = buffer.decode(G1.generator().encode(), 0, CurvePoint.SIZE);
        assertThatIllegalStateException().isThrownBy(() -> buffer.member(unchecked));
    }

    /// By whichever way a point came, encodings and hashed form are its own, however many came after.
    @Test
    void writesWhatPointsWrite() {
        PointBuffer buffer = new PointBuffer();
        List<CurvePoint> points = new ArrayList<>();
        for (int i = 1; i < 200; i++) {
            G1 point = G1.generator().multiply(Scalar.ofLong(i));
            points.add(point);
            if (i % 3 == 0) {
                assertThat(buffer.handle(point)).isEqualTo(i - 1);
            } else {
                byte[] bytes = i % 3 == 1 ? point.encode() : point.encodeUncompressed();
                buffer.decode(bytes, 0, bytes.length);
            }
        }
        for (int handle = 0; handle < points.size(); handle++) {
            byte[] encoded = new byte[50];
            byte[] form = new byte[98];
            byte[] expected = new byte[98];
            buffer.encodeInto(handle, encoded, 2);
            buffer.copyInto(handle, form, 2);
            points.get(handle).copyInto(expected, 2);
            assertThat(Arrays.copyOfRange(encoded, 2, 50))
                    .isEqualTo(points.get(handle).encode());
            assertThat(form).isEqualTo(expected);
            assertThat(buffer.isSame(handle, points.get(handle))).isTrue();
            assertThat(buffer.isSame(handle, G1.identity())).isFalse();
        }
    }

    /// An object has one handle, and from buffer to buffer; a decoded point is another each time.
    @Test
    void knowsObjectsAgain() {
        PointBuffer buffer = new PointBuffer();
        List<G1> points = new ArrayList<>();
        for (int i = 1; i < 300; i++) {
            points.add(G1.generator().multiply(Scalar.ofLong(i)));
            assertThat(buffer.handle(points.getLast())).isEqualTo(i - 1);
        }
        for (int i = 0; i < points.size(); i++) {
            assertThat(buffer.handle(points.get(i))).isEqualTo(i);
        }
        PointBuffer other = new PointBuffer();
        int decoded = other.decodeMember(G1.generator().encode(), 0, CurvePoint.SIZE);
        int known = other.handle(points.get(77));
        assertThat(buffer.handle(other, known)).isEqualTo(77);
        int copied = buffer.handle(other, decoded);
        assertThat(copied).isEqualTo(points.size());
        assertThat(buffer.isMember(copied)).isTrue();
        assertThat(buffer.get(copied)).isEqualTo(G1.generator());
        assertThat(buffer.handle(buffer, 5)).isEqualTo(5);
        assertThat(buffer.append(points.get(77))).isEqualTo(points.size() + 1);
        assertThat(buffer.handle(points.get(77))).isEqualTo(77);
        CurvePoint outside = Torsion.ofOrder11();
        assertThat(buffer.isMember(buffer.handle(outside))).isFalse();
        assertThat(buffer.isIdentity(buffer.handle(G1.identity()))).isTrue();
        assertThat(buffer.isIdentity(copied)).isFalse();
        assertThat(buffer).hasToString("PointBuffer[" + buffer.size() + "]");
    }

    @Test
    void refusesPlacesThatDoNotExist() {
        PointBuffer buffer = new PointBuffer();
        buffer.handle(G1.generator());
        byte[] bytes = G1.generator().encode();
        for (Runnable wrong : List.<Runnable>of(
                () -> buffer.get(1),
                () -> buffer.isMember(-1),
                () -> buffer.isIdentity(1),
                () -> buffer.handle(buffer, 1),
                () -> buffer.handle(new PointBuffer(), 0),
                () -> buffer.decode(bytes, 1, CurvePoint.SIZE),
                () -> buffer.decode(bytes, -1, CurvePoint.SIZE),
                () -> buffer.encodeInto(0, new byte[48], 1),
                () -> buffer.encodeInto(1, new byte[48], 0),
                () -> new Terms().add(Scalar.ONE, buffer, 1))) {
            assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(wrong::run);
        }
        assertThat(buffer.size()).isOne();
    }

    /// The slots of both engines decode, check and encode alike.
    @Test
    void slotsOfBothEnginesAgree() {
        CurveEngine.Slot fast = TestEngines.fast().g1().slot();
        CurveEngine.Slot slow = TestEngines.slow().g1().slot();
        int accepted = 0;
        for (byte[] bytes : ENCODINGS) {
            boolean ok = fast.decode(bytes, 0, bytes.length);
            assertThat(slow.decode(bytes, 0, bytes.length)).isEqualTo(ok);
            if (ok) {
                assertThat(slow.words()).isEqualTo(fast.words());
                assertThat(slow.inGroup()).isEqualTo(fast.inGroup());
                byte[] a = new byte[60];
                byte[] b = new byte[60];
                fast.encode(a, 5);
                slow.encode(b, 5);
                assertThat(a).isEqualTo(b);
                accepted++;
            }
        }
        assertThat(accepted).isEqualTo(10);
    }

    /// What nobody checked is not checked by being copied, as an object or not.
    @Test
    void aCopyIsNoCheck() {
        PointBuffer source = new PointBuffer();
        PointBuffer target = new PointBuffer();
        CurvePoint outside = Torsion.sum(G1.generator(), Torsion.ofOrder11());
        int read = source.decode(outside.encode(), 0, CurvePoint.SIZE);
        int member = source.decodeMember(G1.generator().encode(), 0, CurvePoint.SIZE);
        assertThat(target.isMember(target.handle(source, read))).isFalse();
        assertThat(target.isMember(target.handle(source, source.append(outside))))
                .isFalse();
        assertThat(target.isMember(target.handle(source, member))).isTrue();
    }
}
