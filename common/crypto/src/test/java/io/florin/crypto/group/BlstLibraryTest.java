package io.florin.crypto.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BlstLibraryTest {
    @ParameterizedTest
    @EnumSource
    void theJarHoldsTheExpectedLibraryAndNoOtherPasses(BlstLibrary library) {
        byte[] bytes = library.read();
        assertThat(bytes).hasSizeGreaterThan(100_000);
        bytes[bytes.length / 2] ^= 1;
        assertThatExceptionOfType(SecurityException.class).isThrownBy(() -> library.check(bytes));
        assertThatExceptionOfType(SecurityException.class).isThrownBy(() -> library.check(new byte[0]));
    }

    @Test
    void picksByArchitectureAndRefusesWhatItDoesNotKnow() {
        assertThat(BlstLibrary.of("Linux", "amd64")).isEqualTo(BlstLibrary.LINUX_AMD64);
        assertThat(BlstLibrary.of("Linux", "aarch64")).isEqualTo(BlstLibrary.LINUX_AARCH64);
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> BlstLibrary.of("Linux", "riscv64"));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> BlstLibrary.of("Windows 11", "amd64"));
    }
}
