package io.florin.ledger.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import io.florin.ledger.codec.DecodeException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Duty of every decoder: one value has one encoding, everything else is refused with a [DecodeException] and nothing
/// else, and no length that bytes merely claim is believed.
class CanonicalFormsTest {

    private static final List<Specimen> SPECIMENS = Specimens.all();
    private static final int[] EVERY_BIT = {1, 2, 4, 8, 16, 32, 64, 128, 0xFF};
    private static final int[] FEW_BITS = {1, 0x80};
    /// In turn.
    private static final int[][] ONE_BIT = {{1}, {0x80}};
    private static final int[] EVERY_WIDTH = {1, 2, 4};
    /// Begun at each byte, it gives every length of one, two or four bytes its largest values, of either sign.
    private static final int[] WIDEST = {4};
    private static final int LARGE = 700;

    static List<Specimen> specimens() {
        return SPECIMENS;
    }

    @ParameterizedTest
    @MethodSource("specimens")
    void decodesToAValueOfTheSameEncoding(Specimen specimen) {
        assertThat(specimen.read(specimen.bytes()).bytes()).isEqualTo(specimen.bytes());
    }

    @ParameterizedTest
    @MethodSource("specimens")
    void refusesEveryTruncation(Specimen specimen) {
        for (int length = 0; length < specimen.bytes().length; length++) {
            assertThat(isRefused(specimen, Arrays.copyOf(specimen.bytes(), length)))
                    .as("first %d bytes", length)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("specimens")
    void refusesBytesAfterTheEnd(Specimen specimen) {
        for (int more : new int[] {1, 2, 32, 64}) {
            byte[] longer = Arrays.copyOf(specimen.bytes(), specimen.bytes().length + more);
            assertThat(isRefused(specimen, longer)).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("specimens")
    void readsAFlippedByteAsAnotherValueOfExactlyThoseBytesOrRefusesIt(Specimen specimen) {
        byte[] bytes = specimen.bytes().clone();
        int[] masks = bytes.length > LARGE ? FEW_BITS : EVERY_BIT;
        for (int i = 0; i < bytes.length; i++) {
            for (int mask : specimen.holdsPoints() ? ONE_BIT[i % ONE_BIT.length] : masks) {
                bytes[i] ^= (byte) mask;
                assertCanonicalOrRefused(specimen, bytes, i);
                bytes[i] ^= (byte) mask;
            }
        }
    }

    @ParameterizedTest
    @MethodSource("specimens")
    void believesNoLengthThatIsNotThere(Specimen specimen) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allowed = 64 * 1024 + 64L * specimen.bytes().length;
        for (int width : specimen.holdsPoints() ? WIDEST : EVERY_WIDTH) {
            for (int i = 0; i + width <= specimen.bytes().length; i++) {
                byte[] bomb = specimen.bytes().clone();
                Arrays.fill(bomb, i, i + width, (byte) 0xFF);
                bomb[i] = width == 1 ? bomb[i] : 0x7F;
                long before = threads.getCurrentThreadAllocatedBytes();
                assertCanonicalOrRefused(specimen, bomb, i);
                long spent = threads.getCurrentThreadAllocatedBytes() - before;
                if (spent > allowed) {
                    fail("%d bytes allocated for %d bytes of length at %d", spent, width, i);
                }
            }
        }
    }

    private static boolean isRefused(Specimen specimen, byte[] bytes) {
        try {
            specimen.read(bytes);
            return false;
        } catch (DecodeException expected) {
            return true;
        }
    }

    private static void assertCanonicalOrRefused(Specimen specimen, byte[] bytes, int position) {
        byte[] again;
        try {
            again = specimen.read(bytes).bytes();
        } catch (DecodeException expected) {
            return;
        }
        if (!Arrays.equals(again, bytes)) {
            assertThat(again).as("changed at byte %d", position).isEqualTo(bytes);
        }
    }
}
