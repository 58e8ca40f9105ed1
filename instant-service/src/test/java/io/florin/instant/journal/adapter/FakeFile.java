package io.florin.instant.journal.adapter;

import java.util.Arrays;
import java.util.Random;

/// Content of a file as it is read, and as much of it as is on the disk.
final class FakeFile {
    byte[] seen = new byte[0];
    byte[] safe = new byte[0];
    private boolean dropped;

    void force() {
        if (!dropped) {
            safe = seen.clone();
        }
    }

    /// What was written until now never gets to the disk, whatever is said of it.
    void drop() {
        dropped = true;
    }

    void crash(FakeDisk.Unforced unforced, Random random) {
        seen = switch (unforced) {
            case LOST -> safe;
            case KEPT -> dropped ? safe : seen;
            case TORN -> torn(random);
        };
        safe = seen.clone();
        dropped = false;
    }

    /// A journal only appends, so what is not safe is what stands behind what is.
    private byte[] torn(Random random) {
        if (seen.length <= safe.length) {
            return safe;
        }
        int kept = safe.length + random.nextInt(seen.length - safe.length + 1);
        byte[] prefix = Arrays.copyOf(seen, kept);
        return random.nextBoolean() ? prefix : Arrays.copyOf(prefix, seen.length);
    }
}
