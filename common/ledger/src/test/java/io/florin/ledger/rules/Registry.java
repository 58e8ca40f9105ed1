package io.florin.ledger.rules;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.TestNetwork;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Context of the rules in tests: who is enrolled, in which tier and standing, at which height.
final class Registry implements RulesContext {

    static final long HEIGHT = 10;

    private final NetworkId network;
    private final Map<OwnerKey, EnrollmentChanged> enrollments = new HashMap<>();
    private NetworkConfiguration configuration;
    private Set<Long> credentialEpochs = Set.of();

    Registry(TestNetwork network) {
        this.network = network.networkId();
        this.configuration = network.configuration();
    }

    Registry enroll(Ed25519KeyPair owner, int participant, int tier) {
        return enroll(owner, participant, tier, Standing.ACTIVE);
    }

    Registry enroll(Ed25519KeyPair owner, int participant, int tier, Standing standing) {
        OwnerKey key = new OwnerKey(owner.publicKey());
        enrollments.put(key, new EnrollmentChanged(Bytes32.ZERO, key, Bytes32.ZERO, participant, tier, true, standing));
        return this;
    }

    Registry under(NetworkConfiguration other) {
        configuration = other;
        return this;
    }

    Registry credentialEpochs(Set<Long> epochs) {
        credentialEpochs = epochs;
        return this;
    }

    @Override
    public Set<Long> credentialEpochs() {
        return credentialEpochs;
    }

    @Override
    public NetworkId network() {
        return network;
    }

    @Override
    public NetworkConfiguration configuration() {
        return configuration;
    }

    @Override
    public long height() {
        return HEIGHT;
    }

    @Override
    public Optional<EnrollmentChanged> enrollment(OwnerKey owner) {
        return Optional.ofNullable(enrollments.get(owner));
    }

    @Override
    public Optional<Standing> standing(OwnerKey owner) {
        return enrollment(owner).map(EnrollmentChanged::standing);
    }
}
