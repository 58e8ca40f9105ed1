package io.florin.bank.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.identity.NodeSecrets;
import io.florin.runtime.Failure;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.keys.KeyWrapping;
import io.florin.runtime.keys.PassphraseWrapping;
import io.florin.runtime.keys.SecretFiles;
import io.florin.wallet.keys.WalletSeed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CustodySeedFileTest {
    private static final boolean USED = true;
    private static final boolean NEW = false;

    @TempDir
    private Path parent;

    @Test
    void isMadeOnceWrappedAndReadableByItsOwnerOnly() throws IOException {
        byte[] made = open(1, "ours", NEW, 1);

        assertThat(open(1, "ours", USED, 2)).isEqualTo(made);
        assertThat(open(1, "ours", NEW, 3)).isEqualTo(made);
        assertThat(Files.readString(file())).startsWith("-----BEGIN FLORIN WRAPPED KEY-----\n");
        assertThat(contains(Files.readAllBytes(file()), made)).isFalse();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory())))
                .isEqualTo("rwx------");
        assertThat(files()).containsExactly("custody.seed");
    }

    @Test
    void isOfTheRandomSourceAlone() {
        WalletSeed expected = WalletSeed.generate(new Random(7));

        assertThat(open(1, "ours", NEW, 7)).isEqualTo(expected.toArray());
    }

    @Test
    void anotherPassphraseOrAnotherBanksFileIsRefusedAndNothingChanges() throws IOException {
        open(1, "ours", NEW, 1);
        byte[] before = Files.readAllBytes(file());

        for (boolean used : new boolean[] {USED, NEW}) {
            assertThatThrownBy(() -> open(1, "another", used, 2))
                    .isInstanceOf(Failure.class)
                    .hasMessageContaining("bank-1/custody.seed does not open: another passphrase");
            assertThatThrownBy(() -> open(2, "ours", used, 2))
                    .isInstanceOf(Failure.class)
                    .hasMessageContaining("bank-2/custody.seed does not open");
            assertThat(Files.readAllBytes(file())).isEqualTo(before);
        }
        assertThat(files()).containsExactly("custody.seed");
    }

    @Test
    void anOpenSeedIsWrappedOnceAndItsBytesAreOverwritten() throws IOException {
        byte[] raw = new byte[WalletSeed.SIZE];
        new Random(5).nextBytes(raw);
        Files.createDirectories(directory());
        Files.write(file(), raw);

        try (FileChannel before = FileChannel.open(file(), StandardOpenOption.READ)) {
            assertThat(open(1, "ours", USED, 1)).isEqualTo(raw);

            ByteBuffer left = ByteBuffer.allocate(WalletSeed.SIZE + 1);
            before.read(left, 0);
            assertThat(left.position()).isEqualTo(WalletSeed.SIZE);
            assertThat(left.array()).containsOnly(0);
        }
        assertThat(contains(Files.readAllBytes(file()), raw)).isFalse();
        byte[] wrapped = Files.readAllBytes(file());
        assertThat(open(1, "ours", USED, 2)).isEqualTo(raw);
        assertThat(Files.readAllBytes(file())).as("once").isEqualTo(wrapped);
        assertThatThrownBy(() -> open(1, "another", USED, 2)).isInstanceOf(Failure.class);
    }

    @Test
    void anOpenSeedStaysWhereTheWrappingDoesNotGiveItBack() throws IOException {
        byte[] raw = new byte[WalletSeed.SIZE];
        new Random(5).nextBytes(raw);
        Files.createDirectories(directory());
        Files.write(file(), raw);

        assertThatThrownBy(() -> open(1, new Forgetful(), USED, 1))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("the file stays as it is");
        assertThat(Files.readAllBytes(file())).isEqualTo(raw);
        assertThat(files()).containsExactly("custody.seed");
    }

    @Test
    void aLostSeedIsNotMadeAnewForWalletsOfAnother() throws IOException {
        assertThatIllegalStateException()
                .isThrownBy(() -> open(1, "ours", USED, 1))
                .withMessageContaining("the custody seed is missing");
        assertThat(file()).doesNotExist();

        Files.createDirectories(directory());
        Files.createFile(file());
        assertThatIllegalStateException()
                .isThrownBy(() -> open(1, "ours", USED, 1))
                .withMessageContaining("the custody seed is missing");
        assertThat(file()).isEmptyFile();
    }

    /// Killed after the new file was begun, or by a version that wrote under the name itself.
    @Test
    void killedWhileItIsMadeTheNextStartMakesIt() throws IOException {
        Files.createDirectories(directory());
        Files.createFile(file());
        Files.writeString(file().resolveSibling("custody.seed.new"), "-----BEGIN FLO");

        byte[] made = open(1, "ours", NEW, 1);

        assertThat(open(1, "ours", USED, 2)).isEqualTo(made);
        assertThat(files()).containsExactly("custody.seed");
    }

    @Test
    void whatIsNoSeedIsRefusedAndStays() throws IOException {
        Files.createDirectories(directory());
        for (String content : new String[] {"x", "no seed, but longer than thirty-two bytes"}) {
            Files.writeString(file(), content);
            assertThatThrownBy(() -> open(1, "ours", NEW, 1)).isInstanceOf(Failure.class);
            assertThat(file()).hasContent(content);
        }
        byte[] tooShort = "of sixteen bytes".getBytes(StandardCharsets.US_ASCII);
        SecretFiles.writeWrapped(file(), wrapping("ours"), "test-net/bank-1/custody.seed", tooShort);
        assertThatThrownBy(() -> open(1, "ours", NEW, 1))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("not a custody seed");
    }

    private Path directory() {
        return parent.resolve("bank");
    }

    private Path file() {
        return directory().resolve("custody.seed");
    }

    private String[] files() throws IOException {
        try (var files = Files.list(directory())) {
            return files.map(each -> each.getFileName().toString()).toArray(String[]::new);
        }
    }

    private byte[] open(int bank, String passphrase, boolean used, long seed) {
        return open(bank, wrapping(passphrase), used, seed);
    }

    private byte[] open(int bank, KeyWrapping wrapping, boolean used, long seed) {
        var self = new Peer(NodeRole.BANK, bank);
        try (var secrets = new NodeSecrets("test-net", self, parent, wrapping);
                WalletSeed opened = new CustodySeedFile(directory(), secrets).open(used, new Random(seed))) {
            return opened.toArray();
        }
    }

    private static KeyWrapping wrapping(String passphrase) {
        return new PassphraseWrapping(passphrase.toCharArray(), PassphraseWrapping.RANDOM_SECRET);
    }

    private static boolean contains(byte[] content, byte[] part) {
        return new String(content, StandardCharsets.ISO_8859_1).contains(new String(part, StandardCharsets.ISO_8859_1));
    }

    /// A wrapping that opens to something else, as a token might that has lost its key.
    private static final class Forgetful implements KeyWrapping {
        @Override
        public byte[] wrap(String label, byte[] secret) {
            return secret.clone();
        }

        @Override
        public byte[] unwrap(String label, byte[] wrapped) {
            byte[] other = wrapped.clone();
            other[0] ^= 1;
            return other;
        }

        @Override
        public void close() {}
    }
}
