package io.florin.centralbank.officers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.centralbank.officers.KeyFileOfficers.Signing;
import io.florin.centralbank.officers.OfficerProperties.Officer;
import io.florin.centralbank.officers.adapter.OfficerKeyTool;
import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.decisions.Decision;
import io.florin.runtime.http.ProblemException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OfficerKeyTest {
    private static final byte[] MESSAGE = {1, 2, 3};
    private static final String PASSPHRASE = "correct horse battery";
    private static final Signing SIGNING = new Signing(0, "one", "supply-request/00", MESSAGE);

    @TempDir
    private Path directory;

    @Test
    void opensUnderItsPassphraseOnly() throws IOException {
        Path file = directory.resolve("officer.key");
        Ed25519KeyPair key = Ed25519.generate(new Random(1));
        OfficerKeyFile.write(file, key, PASSPHRASE.toCharArray(), new Random(2));

        assertThat(OfficerKeyFile.open(file, PASSPHRASE.toCharArray())
                        .orElseThrow()
                        .publicKey())
                .isEqualTo(key.publicKey());
        assertThat(OfficerKeyFile.open(file, "correct horse batterY".toCharArray()))
                .isEmpty();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(Bytes.of(Files.readAllBytes(file)).toHex())
                .doesNotContain(Bytes.of(key.seed()).toHex());
    }

    @Test
    void isRefusedWhenAByteOfTheFileWasChanged() throws IOException {
        Path file = directory.resolve("officer.key");
        OfficerKeyFile.write(file, Ed25519.generate(new Random(1)), PASSPHRASE.toCharArray(), new Random(2));
        byte[] content = Files.readAllBytes(file);
        for (int place : new int[] {1, 20, 40, content.length - 1}) {
            byte[] changed = content.clone();
            changed[place] ^= 1;
            Files.write(file, changed);
            assertThat(OfficerKeyFile.open(file, PASSPHRASE.toCharArray())).isEmpty();
        }
        Files.write(file, new byte[] {9});
        assertThatThrownBy(() -> OfficerKeyFile.open(file, PASSPHRASE.toCharArray()))
                .isInstanceOf(IOException.class);
    }

    @Test
    void makesAKeyFromTheCommandLine() throws IOException {
        Path file = directory.resolve("new.key");
        Path passphrase = Files.writeString(directory.resolve("passphrase"), PASSPHRASE + "\n");

        String created = run("create", file.toString(), passphrase.toString());

        assertThat(run("show", file.toString())).isEqualTo(created).hasSize(64);
        assertThat(OfficerKeyFile.open(file, PASSPHRASE.toCharArray())).isPresent();
        assertThatThrownBy(() -> run("create", file.toString(), passphrase.toString()))
                .as("a key is never overwritten")
                .isInstanceOf(IOException.class);
        Path shortOne = Files.writeString(directory.resolve("short"), "short");
        assertThatThrownBy(() -> run("create", directory.resolve("x.key").toString(), shortOne.toString()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> run("destroy")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void locksAnOfficerAfterFiveWrongPassphrasesForAWhile() throws IOException {
        Path file = directory.resolve("officer.key");
        Ed25519KeyPair key = Ed25519.generate(new Random(1));
        OfficerKeyFile.write(file, key, PASSPHRASE.toCharArray(), new Random(2));
        AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
        List<Decision> log = new ArrayList<>();
        KeyFileOfficers officers = new KeyFileOfficers(
                new OfficerProperties(List.of(new Officer(Set.of("one"), file))), now::get, log::add);
        for (int guess = 0; guess < 5; guess++) {
            assertThat(officers.sign(SIGNING, "wrong".toCharArray())).isEmpty();
        }
        assertThat(log).extracting(Decision::action).containsOnly("wrong-passphrase");
        assertThat(log)
                .extracting(Decision::reason)
                .startsWith("officer 1, attempt 1 of 5")
                .endsWith("officer 1, attempt 5 of 5, locked for 15 minutes")
                .hasSize(5);

        assertThatThrownBy(() -> officers.sign(SIGNING, PASSPHRASE.toCharArray()))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("officer-locked");
        now.set(Instant.EPOCH.plus(Duration.ofMinutes(16)));
        Bytes signature = officers.sign(SIGNING, PASSPHRASE.toCharArray()).orElseThrow();
        assertThat(Ed25519.verify(key.publicKey(), MESSAGE, signature.toArray()))
                .isTrue();
    }

    @Test
    void givesALoginToOneOfficerOnly() {
        Officer one = new Officer(Set.of("one", "both"), directory);
        Officer two = new Officer(Set.of("two", "both"), directory);

        assertThat(new OfficerProperties(List.of(one, two)).isEachLoginOfOneOfficer())
                .isFalse();
        assertThat(new OfficerProperties(List.of(one)).isEachLoginOfOneOfficer())
                .isTrue();
    }

    private static String run(String... arguments) throws IOException {
        var out = new ByteArrayOutputStream();
        OfficerKeyTool.run(List.of(arguments), new PrintStream(out, true, StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8).strip();
    }
}
