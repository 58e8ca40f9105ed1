package io.florin.wallet.cli;

import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.DecodeException;
import io.florin.runtime.keys.SecretFiles;
import io.florin.wallet.keys.WalletSeed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// The state of a wallet in a file beside its seed: AES-256-GCM under a key of the seed, bound to the network; nonce
/// (12), ciphertext, tag. Written whole or not at all, readable by its owner only.
final class HiddenStateFile {

    private static final String SUFFIX = ".hidden";
    private static final int SIZE_MAX = 256 * 1024 * 1024;
    private static final int NONCE_SIZE = 12;
    private static final int TAG_BITS = 128;

    private final Path path;
    private final WalletSeed seed;
    private final NetworkId network;
    private final SecureRandom random = new SecureRandom();

    HiddenStateFile(Path seedFile, WalletSeed seed, NetworkId network) {
        this.path = seedFile.resolveSibling(seedFile.getFileName() + SUFFIX);
        this.seed = seed;
        this.network = network;
    }

    /// A new state where there is no file.
    ///
    /// @throws IOException if the file is another wallet's, another network's, or altered
    HiddenState read() throws IOException {
        if (!Files.exists(path)) {
            return new HiddenState();
        }
        byte[] content = SecretFiles.read(path, SIZE_MAX);
        try {
            byte[] plain = cipher(Cipher.DECRYPT_MODE, Arrays.copyOf(content, NONCE_SIZE))
                    .doFinal(content, NONCE_SIZE, Math.max(0, content.length - NONCE_SIZE));
            return HiddenState.decode(plain);
        } catch (GeneralSecurityException | DecodeException | IllegalArgumentException e) {
            throw new IOException(
                    path + " does not belong to this wallet and network, or is damaged; without it the wallet is"
                            + " restored from its seed",
                    e);
        }
    }

    void write(HiddenState state) {
        byte[] nonce = new byte[NONCE_SIZE];
        random.nextBytes(nonce);
        try {
            byte[] encrypted = cipher(Cipher.ENCRYPT_MODE, nonce).doFinal(state.encode());
            SecretFiles.write(
                    path,
                    ByteBuffer.allocate(NONCE_SIZE + encrypted.length)
                            .put(nonce)
                            .put(encrypted)
                            .array());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM is not available", e);
        }
    }

    private Cipher cipher(int mode, byte[] nonce) throws GeneralSecurityException {
        byte[] key = seed.storageKey(network);
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(network.value().toArray());
            return cipher;
        } finally {
            Arrays.fill(key, (byte) 0);
        }
    }
}
