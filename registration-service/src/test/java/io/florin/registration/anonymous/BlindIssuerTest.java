package io.florin.registration.anonymous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes32;
import io.florin.crypto.bbs.BbsSecretKey;
import io.florin.crypto.bbs.BbsSignature;
import io.florin.crypto.bbs.Credential;
import io.florin.crypto.bbs.CredentialRequest;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.registration.anonymous.CredentialStore.Commitment;
import io.florin.registration.anonymous.CredentialStore.Seal;
import io.florin.runtime.Failure;
import io.florin.runtime.api.CredentialSession;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class BlindIssuerTest {
    private static final UUID ENROLLMENT = new UUID(1, 2);

    private final RandomGenerator random = new Random(20261120);
    private final NetworkId network = new NetworkId(Bytes32.ZERO);
    private final BbsSecretKey secret = BbsSecretKey.generate(random);
    private final Ed25519KeyPair identity = Ed25519.generate(random);
    private final BlindIssuer issuer = new BlindIssuer(network, secret, identity);
    private final CredentialSession session = issuer.session("0123456789abcdef0123456789abcdef");
    private final Scalar secretKey = Scalar.random(random);
    private final Scalar serialKey = Scalar.random(random);
    private final CredentialRequest request =
            CredentialRequest.of(session.scheme(), secretKey, serialKey, session.transcript(), random);
    private final Commitment stored = issuer.enroll(ENROLLMENT, request, random);

    @Test
    void signsWhatItStoredInEveryEpoch() {
        Scalar eid = Scalar.ofCanonical(stored.eid());
        Scalar whole = serialKey.add(Scalar.ofCanonical(stored.serialPart()));
        for (long epoch : List.of(1L, 2L, 700_000L)) {
            BbsSignature signature = BbsSignature.decode(issuer.sign(stored, epoch));
            assertThat(new Credential(session.scheme(), signature, secretKey, whole, eid, epoch).epoch())
                    .isEqualTo(epoch);
            assertThat(issuer.sign(stored, epoch)).isEqualTo(signature.encode());
        }
    }

    @Test
    void addsAPartOfKOfItsOwnUnderAFreshEid() {
        Commitment other = issuer.enroll(ENROLLMENT, request, random);

        assertThat(other.requested()).isEqualTo(stored.requested());
        assertThat(other.commitment()).isNotEqualTo(stored.commitment()).isNotEqualTo(other.requested());
        assertThat(other.eid()).isNotEqualTo(stored.eid());
        assertThat(other.serialPart()).isNotEqualTo(stored.serialPart());
    }

    @Test
    void aRequestHoldsInItsSessionOnly() {
        BbsSecretKey otherKey = BbsSecretKey.generate(random);
        assertThat(request.verify(issuer.scheme(), session.transcript())).isTrue();
        List<CredentialSession> others = List.of(
                new CredentialSession(network, session.key(), "0123456789abcdef0123456789abcdee"),
                new CredentialSession(new NetworkId(identity.publicKey()), session.key(), session.enrollmentId()),
                new CredentialSession(network, otherKey.publicKey(), session.enrollmentId()));
        for (CredentialSession other : others) {
            assertThat(request.verify(issuer.scheme(), other.transcript())).isFalse();
        }
    }

    /// Somebody who writes to the database cannot have another commitment, eid or person signed.
    @Test
    void signsNothingThatWasAltered() {
        Commitment other = issuer.enroll(new UUID(3, 4), secondRequest(), random);
        for (Commitment whole : List.of(stored, OldSeal.of(stored, network, identity))) {
            assertThat(issuer.isWhole(whole)).isTrue();
            issuer.sign(whole, 1);
            for (Commitment altered : List.of(
                    row(
                            new UUID(3, 4),
                            stored.eid(),
                            stored.requested(),
                            stored.serialPart(),
                            stored.commitment(),
                            whole),
                    row(ENROLLMENT, other.eid(), stored.requested(), stored.serialPart(), stored.commitment(), whole),
                    row(ENROLLMENT, stored.eid(), other.requested(), stored.serialPart(), stored.commitment(), whole),
                    row(ENROLLMENT, stored.eid(), new byte[48], stored.serialPart(), stored.commitment(), whole),
                    row(ENROLLMENT, stored.eid(), stored.requested(), other.serialPart(), stored.commitment(), whole),
                    row(ENROLLMENT, stored.eid(), stored.requested(), stored.serialPart(), other.commitment(), whole),
                    row(ENROLLMENT, stored.eid(), stored.requested(), stored.serialPart(), new byte[48], whole),
                    // one requested, and the sum it would give: K of the authority's choice is not taken from the seal
                    row(ENROLLMENT, stored.eid(), other.requested(), other.serialPart(), other.commitment(), whole),
                    // columns of other sizes, the same bytes in sequence
                    shifted(whole),
                    whole.with(other.seal()),
                    whole.with(new Seal(3 - whole.seal().version(), whole.seal().value())),
                    whole.with(new Seal(0, whole.seal().value())),
                    whole.with(new Seal(whole.seal().version(), new byte[32])))) {
                assertThat(issuer.isWhole(altered)).isFalse();
                assertThatThrownBy(() -> issuer.sign(altered, 1)).isInstanceOf(Failure.class);
            }
        }
        BlindIssuer elsewhere = new BlindIssuer(network, secret, Ed25519.generate(random));
        assertThatThrownBy(() -> elsewhere.sign(stored, 1)).isInstanceOf(Failure.class);
        assertThat(issuer).hasToString("BlindIssuer[" + network + "]");
    }

    private CredentialRequest secondRequest() {
        return CredentialRequest.of(session.scheme(), Scalar.random(random), serialKey, session.transcript(), random);
    }

    private static Commitment row(
            UUID enrollment, byte[] eid, byte[] requested, byte[] serialPart, byte[] commitment, Commitment sealed) {
        return new Commitment(enrollment, eid, requested, serialPart, commitment, sealed.seal());
    }

    private static Commitment shifted(Commitment row) {
        byte[] joined = Arrays.copyOf(row.eid(), 32 + 48);
        System.arraycopy(row.requested(), 0, joined, 32, 48);
        return row(
                row.enrollment(),
                Arrays.copyOf(joined, 48),
                Arrays.copyOfRange(joined, 48, 80),
                row.serialPart(),
                row.commitment(),
                row);
    }
}
