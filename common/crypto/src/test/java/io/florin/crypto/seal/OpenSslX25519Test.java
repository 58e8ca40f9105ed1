package io.florin.crypto.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.florin.crypto.Bytes32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What becomes of OpenSSL's objects, of secrets in its memory and of its errors; which libraries are refused.
class OpenSslX25519Test {
    private static final Bytes32 SCALAR = Bytes32.fromHex("5d".repeat(32));
    private static final Bytes32 NINE = Bytes32.fromHex("09" + "00".repeat(31));

    /// The one context of the slot that waits for the next agreement stays.
    private static final int KEPT = 1;

    private final WatchedOpenSsl library = new WatchedOpenSsl();

    @Test
    void freesAllThatItMakesAndZeroesWhatIsSecretBefore() throws Throwable {
        X25519Engine engine = OpenSslX25519.load(library).orElseThrow();
        assertThat(library.live()).isEqualTo(KEPT);
        int made = library.made();
        for (int i = 0; i < 20; i++) {
            assertThat(X25519VectorsTest.agree(engine, SCALAR, NINE, new byte[32]))
                    .isTrue();
        }
        for (Bytes32 point : SmallOrder.coordinates()) {
            assertThat(X25519VectorsTest.agree(engine, SCALAR, point, new byte[32]))
                    .isFalse();
            assertThat(library.hasErrors()).isFalse();
        }
        assertThat(library.made() - made).isEqualTo(27 * 3); // two keys and a context each
        assertNothingIsLeft(KEPT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "EVP_PKEY_fromdata135",
                "EVP_PKEY_fromdata134",
                "EVP_PKEY_CTX_new_from_pkey",
                "EVP_PKEY_derive_set_peer_ex",
                "EVP_PKEY_derive"
            })
    void aFailureOfItsOwnIsAnErrorAndLeavesNothing(String function) throws Throwable {
        X25519Engine engine = OpenSslX25519.load(library).orElseThrow();
        library.fail(function);
        byte[] secret = new byte[32];
        assertThatIllegalStateException()
                .isThrownBy(() -> X25519VectorsTest.agree(engine, SCALAR, NINE, secret))
                .withMessageContaining("OpenSSL");
        assertNothingIsLeft(0); // nor is the slot used again
        assertThat(secret).containsOnly(0);
        library.mend();
        assertThat(X25519VectorsTest.agree(engine, SCALAR, NINE, secret)).isTrue();
        assertNothingIsLeft(KEPT);
    }

    private void assertNothingIsLeft(int kept) throws Throwable {
        assertThat(library.live()).isEqualTo(kept);
        assertThat(library.strangersFreed()).isZero();
        assertThat(library.secretsLeft()).isZero();
        assertThat(library.hasErrors()).isFalse();
    }

    /// Such a machine must not go on: what it sealed nobody could open, or whoever knows its fault.
    @ParameterizedTest
    @EnumSource(
            names = {"RIGHT", "SMALL_ORDER_SAID_TO_BE_RIGHT"},
            mode = EnumSource.Mode.EXCLUDE)
    void aLibraryThatComputesWronglyIsNotReplaced(WatchedOpenSsl.Answers answers) {
        library.answer(answers);
        assertThatIllegalStateException().isThrownBy(() -> OpenSslX25519.load(library));
    }

    @Test
    void aSecretOfZerosIsRefusedWhateverTheLibrarySaysOfIt() {
        library.answer(WatchedOpenSsl.Answers.SMALL_ORDER_SAID_TO_BE_RIGHT);
        X25519Engine engine = OpenSslX25519.load(library).orElseThrow();
        byte[] secret = NINE.toArray();
        assertThat(X25519VectorsTest.agree(engine, SCALAR, Bytes32.ZERO, secret))
                .isFalse();
        assertThat(secret).containsOnly(0);
    }

    @Test
    void aLibraryThatStopsToComputeIsNotReplaced() {
        library.fail("EVP_PKEY_derive");
        assertThatIllegalStateException().isThrownBy(() -> OpenSslX25519.load(library));
    }

    @Test
    void aLibraryOfAnotherKindIsLeftAlone() throws Throwable {
        library.fail("OpenSSL_version_num"); // 4.0
        assertThat(OpenSslX25519.load(library)).isEmpty();
        library.mend();
        library.fail("EVP_PKEY_CTX_new_from_name"); // a machine in FIPS mode: nobody offers X25519
        assertThat(OpenSslX25519.load(library)).isEmpty();
        assertNothingIsLeft(0);
        library.mend();
        assertThat(OpenSslX25519.load(library)).isPresent();
        library.hide("EVP_PKEY_derive_set_peer_ex");
        assertThat(OpenSslX25519.load(library)).isEmpty();
    }

    @Test
    void onlyTheNamedLibraryIsLookedForAndOnlyWhereItsLayoutsAreKnown() {
        assertThat(OpenSslLibrary.FILE).isEqualTo("libcrypto.so.3");
        assertThat(OpenSslLibrary.find("Linux", "amd64", OpenSslLibrary.FILE)).isPresent();
        assertThat(OpenSslLibrary.find("Linux", "amd64", "libcrypto-of-nobody.so.3"))
                .isEmpty();
        assertThat(OpenSslLibrary.find("Linux", "riscv64", OpenSslLibrary.FILE)).isEmpty();
        assertThat(OpenSslLibrary.find("Windows 11", "amd64", OpenSslLibrary.FILE))
                .isEmpty();
    }
}
