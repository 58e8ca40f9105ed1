package io.florin.centralbank.officers;

import io.florin.centralbank.protocol.OfficerDesk;
import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.runtime.Failure;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Officers whose keys are encrypted files on this node.
final class KeyFileOfficers implements OfficerDesk {

    private final List<OfficerProperties.Officer> officers;

    KeyFileOfficers(OfficerProperties properties) {
        this.officers = List.copyOf(properties.officers());
    }

    @Override
    public Optional<Integer> officerOf(String login) {
        for (int i = 0; i < officers.size(); i++) {
            if (officers.get(i).logins().contains(login)) {
                return Optional.of(i);
            }
        }
        return Optional.empty();
    }

    @Override
    public Optional<Bytes> sign(int officer, char[] passphrase, byte[] message) {
        try {
            Optional<Ed25519KeyPair> key = OfficerKeyFile.open(officers.get(officer).key(), passphrase);
            if (key.isEmpty()) {
                return Optional.empty();
            }
            try (Ed25519KeyPair opened = key.get()) {
                return Optional.of(opened.sign(message));
            }
        } catch (IOException e) {
            throw new Failure("the key file of officer " + (officer + 1) + " cannot be read: " + e.getMessage());
        }
    }
}
