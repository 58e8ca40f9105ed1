package io.florin.ceremony;

import io.florin.crypto.Bytes32;
import io.florin.crypto.dkg.Component;
import io.florin.crypto.dkg.KeyGeneration;
import io.florin.crypto.dkg.KeyGeneration.CurrentKey;
import io.florin.crypto.dkg.KeySetup;
import io.florin.crypto.dkg.KeySetup.Kind;
import io.florin.crypto.dkg.SharedKey;
import io.florin.crypto.elgamal.AuditKeyCeremony;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.crypto.threshold.SeedStream;
import io.florin.crypto.threshold.ThresholdParty;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// Makes the work of a charter, once everybody has joined.
///
/// Everything random in it comes from the participant's seed and the chain so far, so that a participant who starts
/// again says the same, and one who is shown other messages never uses the same random numbers for them.
final class WorkMaker {
    private final CeremonySpec charter;
    private final Bytes32 chain;
    private final int self;
    private final List<ThresholdParty> participants;
    private final X25519KeyPair sealKey;
    private final byte[] seed;

    WorkMaker(
            CeremonySpec charter,
            Bytes32 chain,
            int self,
            List<ThresholdParty> participants,
            X25519KeyPair sealKey,
            byte[] seed) {
        this.charter = charter;
        this.chain = chain;
        this.self = self;
        this.participants = participants;
        this.sealKey = sealKey;
        this.seed = seed;
    }

    KeyWork make(Optional<CurrentKey> current) {
        if (charter.kind() == Kind.REFRESH) {
            return refresh(current.orElseThrow(() -> new IllegalArgumentException("a refresh of no key")));
        }
        if (charter.purpose() == Purpose.AUDIT) {
            int threshold = charter.threshold();
            return new AuditKeyWork(
                    named("show"),
                    derived("show"),
                    List.of(
                            generation(setup("inverse", Kind.FRESH, threshold, AuditKeyCeremony.INVERSE), "inverse"),
                            generation(setup("factor", Kind.FRESH, threshold, AuditKeyCeremony.FACTOR), "factor"),
                            generation(setup("zero", Kind.REFRESH, 2 * threshold - 1, AuditKeyCeremony.ZERO), "zero")));
        }
        KeySetup setup =
                setup("key", Kind.FRESH, charter.threshold(), charter.purpose().components());
        return new SharedKeyWork(charter.purpose(), generation(setup, "key"));
    }

    /// Everybody deals zero over the bases of the key that stays; auditors over PK.
    private KeyWork refresh(CurrentKey current) {
        List<Component> components = current.key().components().stream()
                .map(SharedKey.KeyComponent::component)
                .toList();
        KeySetup setup = setup("key", Kind.REFRESH, charter.threshold(), components);
        try (SeedStream random = new SeedStream(derived("key"))) {
            KeyGeneration machine = KeyGeneration.refresh(setup, current, sealKey, random);
            return new SharedKeyWork(charter.purpose(), new Generation(setup, self, machine));
        }
    }

    private KeySetup setup(String name, Kind kind, int threshold, Component component) {
        return setup(name, kind, threshold, List.of(component));
    }

    private KeySetup setup(String name, Kind kind, int threshold, List<Component> components) {
        return new KeySetup(named(name), kind, threshold, participants, components);
    }

    private Generation generation(KeySetup setup, String name) {
        try (SeedStream random = new SeedStream(derived(name))) {
            KeyGeneration machine = setup.kind() == Kind.FRESH
                    ? KeyGeneration.fresh(setup, self, sealKey, random)
                    : KeyGeneration.zeros(setup, self, sealKey, random);
            return new Generation(setup, self, machine);
        }
    }

    private Bytes32 named(String name) {
        return Sha256.hash(chain.toArray(), name.getBytes(StandardCharsets.US_ASCII));
    }

    private byte[] derived(String name) {
        byte[] domain = "florin/ceremony/randomness/1".getBytes(StandardCharsets.US_ASCII);
        return Sha256.digest(domain, seed, chain.toArray(), name.getBytes(StandardCharsets.US_ASCII));
    }
}
