package io.florin.crypto.ps;

import io.florin.crypto.Bytes32;
import io.florin.crypto.dkg.KeyEffect;
import io.florin.crypto.dkg.KeyNetwork;
import io.florin.crypto.dkg.KeySetup;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.hash.Sha256;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Four certifiers, of whom three make a signature, with a key of their own making, and one committed token.
final class PsFixture {
    static final int THRESHOLD = 3;
    static final List<Bytes32> CONTEXT = List.of(Sha256.hash(new byte[] {1}), Sha256.hash(new byte[] {2}));

    final Random random = new Random(83);
    final PsPublicKey key;
    final Certification certification;
    final List<PsKeyShare> keyShares = new ArrayList<>();
    final List<Certifier> certifiers = new ArrayList<>();
    final TokenBase base = TokenBase.of(CONTEXT, 0);
    final TokenOpening opening = new TokenOpening(
            Scalar.random(random), Scalar.ofLong(12_345), Scalar.random(random), Scalar.random(random));
    final BlindedToken token = opening.commit(base);
    final PsMessage message = opening.message(base);

    PsFixture() {
        KeyNetwork network = new KeyNetwork(4, 89);
        Map<Integer, KeyEffect> ends =
                network.generate(network.setup(KeySetup.Kind.FRESH, THRESHOLD, PsKeys.components()));
        KeyEffect.Completed first = KeyNetwork.completed(ends, 1);
        key = PsKeys.publicKey(first.key());
        certification = new Certification(key, THRESHOLD, PsKeys.verificationKeys(first.key()));
        for (int index = 1; index <= 4; index++) {
            keyShares.add(PsKeys.share(KeyNetwork.completed(ends, index).shares()));
            certifiers.add(new Certifier(keyShares.getLast(), new Memory()));
        }
    }

    CertificationShare share(int index) {
        return certifiers.get(index - 1).certify(CONTEXT, 0, token).orElseThrow();
    }

    List<CertificationShare> shares(Integer... indexes) {
        return List.of(indexes).stream().map(this::share).toList();
    }

    PsSignature signature() {
        var outcome = certification.combine(base, token, opening, shares(1, 2, 3));
        return ((Certification.Outcome.Certified) outcome).signature();
    }

    /// The certifier service's rows in its database.
    static final class Memory implements SignedBases {
        private final Map<Bytes32, Bytes32> tokens = new HashMap<>();

        @Override
        public boolean admit(Bytes32 base, Bytes32 token) {
            return token.equals(tokens.computeIfAbsent(base, _ -> token));
        }
    }
}
