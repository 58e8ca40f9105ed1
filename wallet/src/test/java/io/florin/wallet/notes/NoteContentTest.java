package io.florin.wallet.notes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.seal.SealedBox;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.token.Token;
import io.florin.wallet.keys.WalletSeed;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NoteContentTest {

    private static final NetworkId NETWORK = new NetworkId(Bytes32.ZERO);

    private final Random random = new Random(5);
    private final WalletSeed payee = WalletSeed.generate(random);
    private final WalletSeed other = WalletSeed.generate(random);
    private final Token token = TestNetwork.token(payee.ownerKey(NETWORK, 0), 12_34);
    private final NoteContent note =
            new NoteContent(token, "E2E-1", "a2c6f2b0-5d0e-4f0e-9e56-0c3d1f1b2a3c", "Rent, März", "payer");

    @Test
    void opensForThePayeeAlone() {
        Bytes sealed = note.seal(NETWORK, payee.noteKey(NETWORK, 0).publicKey(), random);

        assertThat(NoteContent.open(NETWORK, payee.noteKey(NETWORK, 0), sealed)).contains(note);
        assertThat(NoteContent.open(NETWORK, other.noteKey(NETWORK, 0), sealed)).isEmpty();
        assertThat(NoteContent.open(NETWORK, payee.noteKey(NETWORK, 1), sealed)).isEmpty();
    }

    @Test
    void itsLengthTellsNothing() {
        Bytes32 key = payee.noteKey(NETWORK, 0).publicKey();
        NoteContent named = new NoteContent(token, "E2E-1", "", "ä".repeat(120), "XF00", "Ada Lund");

        assertThat(NoteContent.bare(token).seal(NETWORK, key, random).size()).isEqualTo(512);
        Bytes sealed = named.seal(NETWORK, key, random);
        assertThat(sealed.size()).isEqualTo(512);
        assertThat(NoteContent.open(NETWORK, payee.noteKey(NETWORK, 0), sealed)).contains(named);
    }

    /// As they stand in ledgers that began before notes had a name and one length.
    @Test
    void opensNotesOfTheFirstVersion() {
        CanonicalWriter writer = new CanonicalWriter(256).u8(1);
        token.writeTo(writer);
        byte[] plaintext =
                writer.text("E2E-1").text("").text("Rent").text("payer").toByteArray();
        Bytes sealed = SealedBox.seal(
                payee.noteKey(NETWORK, 0).publicKey(), plaintext, Domain.NOTE.message(NETWORK, new byte[0]), random);

        assertThat(NoteContent.open(NETWORK, payee.noteKey(NETWORK, 0), sealed))
                .contains(new NoteContent(token, "E2E-1", "", "Rent", "payer"));
    }

    @Test
    void refusesTextsThatDoNotFit() {
        NoteContent long_ = new NoteContent(token, "x".repeat(35), "y".repeat(36), "ä".repeat(200), "z");

        assertThatThrownBy(() -> long_.seal(NETWORK, payee.noteKey(NETWORK, 0).publicKey(), random))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
