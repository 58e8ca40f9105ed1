package io.florin.wallet.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.wallet.keys.WalletSeed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WalletFileTest {
    /// The least cost there is: these passphrases protect nothing.
    private static final int LOG_COST = 10;

    private static final String SEED = "0123456789abcdef".repeat(4);
    private static final Optional<String> NONE = Optional.empty();
    private static final Optional<String> OURS = Optional.of("correct horse");

    @TempDir
    private Path directory = Path.of("");

    private Path path = Path.of("");

    @BeforeEach
    void path() {
        path = directory.resolve("w");
    }

    @Test
    void withoutAPassphraseIsTheSeedInHex() throws IOException {
        file(NONE).create(seed());

        assertThat(path).hasContent(SEED + System.lineSeparator());
        assertThat(file(NONE).read().toArray()).isEqualTo(seed().toArray());
        assertThat(file(OURS).read().toArray()).as("as every file of before").isEqualTo(seed().toArray());
        assertThat(file(NONE).isProtected()).isFalse();
        assertThat(permissions()).isEqualTo("rw-------");
    }

    @Test
    void underAPassphraseOpensWithItOnly() throws IOException {
        file(OURS).create(seed());

        assertThat(Files.readString(path))
                .startsWith("-----BEGIN FLORIN WRAPPED KEY-----")
                .doesNotContain(SEED);
        assertThat(permissions()).isEqualTo("rw-------");
        assertThat(file(OURS).isProtected()).isTrue();
        assertThat(file(OURS).read().toArray()).isEqualTo(seed().toArray());
        assertThatThrownBy(file(NONE)::read)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is under a passphrase: give --passphrase-file or set FLORIN_WALLET_PASSPHRASE");
        assertThatThrownBy(file(Optional.of("correct house"))::read)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("does not open: the passphrase is another one");
    }

    @Test
    void aFileSaysItsCost() throws IOException {
        new WalletFile(path, WalletPassphrase.ofVariable(OURS), LOG_COST + 1).create(seed());

        assertThat(file(OURS).read().toArray()).isEqualTo(seed().toArray());
    }

    @Test
    void aChangedFileDoesNotOpen() throws IOException {
        file(OURS).create(seed());
        String whole = Files.readString(path);
        int middle = whole.length() / 2;
        char other = whole.charAt(middle) == 'A' ? 'B' : 'A';

        Files.writeString(path, whole.substring(0, middle) + other + whole.substring(middle + 1));
        assertThatThrownBy(file(OURS)::read).isInstanceOf(IOException.class).hasMessageContaining("damaged");
        Files.writeString(path, whole.substring(0, middle));
        assertThatThrownBy(file(OURS)::read).isInstanceOf(IOException.class).hasMessageContaining("damaged");
    }

    @Test
    void protectingOverwritesTheOpenSeed() throws IOException {
        file(NONE).create(seed());
        long length = Files.size(path);

        try (FileChannel before = FileChannel.open(path, StandardOpenOption.READ)) {
            file(NONE).protect(WalletPassphrase.ofVariable(OURS));

            ByteBuffer left = ByteBuffer.allocate(Math.toIntExact(length));
            assertThat(before.read(left, 0)).isEqualTo(Math.toIntExact(length));
            assertThat(left.array()).containsOnly(0);
        }
        assertThat(file(OURS).isProtected()).isTrue();
        assertThat(file(OURS).read().toArray()).isEqualTo(seed().toArray());
        assertThat(permissions()).isEqualTo("rw-------");
        assertThat(directory.toFile().list()).containsExactly("w");
    }

    @Test
    void anotherPassphraseTakesThePlaceOfTheOneBefore() throws IOException {
        file(OURS).create(seed());
        Optional<String> next = Optional.of("battery staple");

        file(OURS).protect(WalletPassphrase.ofVariable(next));

        assertThat(file(next).read().toArray()).isEqualTo(seed().toArray());
        assertThatThrownBy(file(OURS)::read).hasMessageContaining("does not open");
    }

    @Test
    void whatCannotBeProtectedStaysAsItIs() throws IOException {
        file(OURS).create(seed());
        byte[] before = Files.readAllBytes(path);
        var other = WalletPassphrase.ofVariable(Optional.of("battery staple"));

        assertThatThrownBy(() -> file(Optional.of("correct house")).protect(other))
                .hasMessageContaining("does not open");
        assertThatThrownBy(() -> file(OURS).protect(WalletPassphrase.ofVariable(Optional.of("1234567"))))
                .hasMessageContaining("at least 8 characters");
        assertThatThrownBy(() -> file(OURS).protect(WalletPassphrase.ofVariable(NONE)))
                .hasMessageContaining("no passphrase");
        assertThat(path).hasBinaryContent(before);
    }

    @Test
    void neverTakesThePlaceOfAnother() throws IOException {
        Files.writeString(path, "something");

        assertThatThrownBy(() -> file(NONE).create(seed())).isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> file(OURS).create(seed())).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(path).hasContent("something");
    }

    @Test
    void leavesNothingWhereItCannotBeWritten() throws IOException {
        assertThatThrownBy(() -> file(Optional.of("1234567")).create(seed())).hasMessageContaining("at least 8");
        assertThat(path).doesNotExist();

        Files.createDirectories(directory.resolve("w.new/in-the-way"));
        assertThatThrownBy(() -> file(OURS).create(seed())).hasMessageContaining("cannot be written");
        assertThat(path).doesNotExist();
    }

    @Test
    void aPassphraseIsTheFirstLineOfAFile() throws IOException {
        Path passphrase = directory.resolve("p");
        Files.writeString(passphrase, "correct horse\nand a remark\n");
        file(OURS).create(seed());

        assertThat(new WalletFile(path, WalletPassphrase.ofFile(passphrase), LOG_COST)
                        .read()
                        .toArray())
                .isEqualTo(seed().toArray());

        Files.writeString(passphrase, "\ncorrect horse");
        assertThatThrownBy(new WalletFile(path, WalletPassphrase.ofFile(passphrase), LOG_COST)::read)
                .hasMessageContaining("no passphrase in");
    }

    private WalletFile file(Optional<String> passphrase) {
        return new WalletFile(path, WalletPassphrase.ofVariable(passphrase), LOG_COST);
    }

    private static WalletSeed seed() {
        return WalletSeed.of(HexFormat.of().parseHex(SEED));
    }

    private String permissions() throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
