package io.florin.crypto.seal;

import org.opentest4j.TestAbortedException;

/// The end of a test that needs OpenSSL 3 on a machine that has none: it is skipped, and with `CI=true` it fails.
final class MissingOpenSsl {

    private MissingOpenSsl() {}

    static boolean isFailure() {
        return "true".equals(System.getenv("CI"));
    }

    static RuntimeException endsTheTest() {
        String reason = "libcrypto.so.3 of OpenSSL 3 is not there; Debian: apt-get install libssl3";
        return isFailure() ? new IllegalStateException(reason) : new TestAbortedException(reason);
    }
}
