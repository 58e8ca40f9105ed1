package io.florin.registration.anonymous;

import io.florin.crypto.Bytes;
import io.florin.crypto.bbs.CredentialRequest;
import io.florin.crypto.sign.Ed25519;
import io.florin.decisions.Decision;
import io.florin.decisions.DecisionLog;
import io.florin.ledger.enrollment.RegistrationEvent.CredentialEpoch;
import io.florin.registration.anonymous.CredentialRenewal.Schedule;
import io.florin.registration.anonymous.CredentialStore.Commitment;
import io.florin.registration.anonymous.CredentialStore.Enrolled;
import io.florin.registration.anonymous.CredentialStore.Signed;
import io.florin.registration.participants.ParticipantStandings;
import io.florin.registration.protocol.Actor;
import io.florin.registration.protocol.AnonymousCredentials;
import io.florin.registration.protocol.CredentialProblem;
import io.florin.registration.protocol.RegistrationProblem;
import io.florin.runtime.api.CredentialInternalApi;
import io.florin.runtime.api.CredentialInternalApi.BlindRequest;
import io.florin.runtime.api.CredentialInternalApi.EpochAnswer;
import io.florin.runtime.api.CredentialInternalApi.EpochCredential;
import io.florin.runtime.api.CredentialInternalApi.EpochCredentials;
import io.florin.runtime.api.CredentialInternalApi.IssuedCredential;
import io.florin.runtime.api.CredentialSession;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionOperations;

/// Issues credentials blindly and hands out signatures of the current epoch.
///
/// An enrollment gets one eid for one commitment, for ever. Its request is bound to the enrollment by the proof's
/// session and signed with the enrollment's owner key; a repeat is recognised by the commitment, not by its bytes, so
/// an applicant who lost the answer may make the proof again.
public class CredentialIssuance implements AnonymousCredentials {
    private static final int EID_SIZE = 32;

    private final CredentialStore store;
    private final BlindIssuer issuer;
    private final EpochSigner signer;
    private final TransactionOperations transactions;
    private final Office office;
    private final Schedule schedule;

    /// Collaborators of issuing.
    ///
    /// @param random a `SecureRandom` outside tests
    public record Office(
            ParticipantStandings participants, DecisionLog log, InstantSource clock, RandomGenerator random) {}

    public CredentialIssuance(
            CredentialStore store,
            EpochSigner signer,
            TransactionOperations transactions,
            Office office,
            Schedule schedule) {
        this.store = store;
        this.issuer = signer.issuer();
        this.signer = signer;
        this.transactions = transactions;
        this.office = office;
        this.schedule = schedule;
    }

    @Override
    public EpochAnswer epoch() {
        CredentialEpoch now = required(transactions.execute(_ -> current()));
        return new EpochAnswer(now.epoch(), now.startMillis(), schedule.nextMillis(now), issuer.keyHex());
    }

    @Override
    public IssuedCredential issue(int participant, String reference, BlindRequest request) {
        byte[] encoded = bytes(request.request(), CredentialRequest.SIZE, "request");
        byte[] ownerSignature = bytes(request.ownerSignature(), Ed25519.SIGNATURE_SIZE, "ownerSignature");
        Issued issued = required(transactions.execute(_ -> {
            Enrolled enrolled =
                    store.hold(participant, reference).orElseThrow(RegistrationProblem.NO_SUCH_APPLICATION::refusal);
            if (!enrolled.active()) {
                throw RegistrationProblem.NOT_POSSIBLE_NOW.refusal(
                        "A credential needs an approved, active enrollment.");
            }
            if (!office.participants().isActive(participant)) {
                throw RegistrationProblem.PARTICIPANT_NOT_ACTIVE.refusal();
            }
            CredentialRequest checked = checked(enrolled, encoded, ownerSignature);
            Optional<Commitment> before = store.commitment(enrolled.id());
            EpochSigner.Batch found = signer.check(before.stream().toList());
            if (!found.altered().isEmpty()) {
                return new Issued(Optional.empty(), found);
            }
            Commitment kept =
                    before.map(one -> same(one, checked)).orElseGet(() -> take(participant, enrolled, checked));
            long epoch = current().epoch();
            byte[] signature = issuer.sign(kept, epoch);
            store.sign(epoch, List.<byte[][]>of(new byte[][] {kept.eid(), signature}));
            HexFormat hex = HexFormat.of();
            return new Issued(
                    Optional.of(new IssuedCredential(
                            hex.formatHex(kept.eid()),
                            hex.formatHex(kept.serialPart()),
                            epoch,
                            hex.formatHex(signature))),
                    found);
        }));
        signer.tell(issued.found());
        return issued.credential().orElseThrow(CredentialProblem.COMMITMENT_ALTERED::refusal);
    }

    /// @param credential empty where the stored commitment was altered: nothing of such a row leaves, whoever asks
    private record Issued(Optional<IssuedCredential> credential, EpochSigner.Batch found) {}

    private CredentialRequest checked(Enrolled enrolled, byte[] encoded, byte[] ownerSignature) {
        CredentialSession session = issuer.session(enrolled.enrollmentId());
        if (!Ed25519.verify(enrolled.owner().value(), session.message(Bytes.of(encoded)), ownerSignature)) {
            throw RegistrationProblem.BAD_PROOF_OF_POSSESSION.refusal("The owner key has not signed this request.");
        }
        CredentialRequest request;
        try {
            request = CredentialRequest.decode(issuer.scheme(), encoded);
        } catch (IllegalArgumentException malformed) {
            throw CredentialProblem.BAD_CREDENTIAL_REQUEST.refusal();
        }
        if (!request.verify(issuer.scheme(), session.transcript())) {
            throw CredentialProblem.BAD_CREDENTIAL_REQUEST.refusal();
        }
        return request;
    }

    private static Commitment same(Commitment before, CredentialRequest request) {
        if (!Arrays.equals(before.requested(), request.commitment().encode())) {
            throw CredentialProblem.OTHER_COMMITMENT.refusal();
        }
        return before;
    }

    private Commitment take(int participant, Enrolled enrolled, CredentialRequest request) {
        Commitment fresh = issuer.enroll(enrolled.id(), request, office.random());
        store.add(fresh, office.clock().instant());
        office.log()
                .append(new Decision(
                        Actor.bank(participant).text(),
                        "credential-issued",
                        "enrollment/" + enrolled.id(),
                        "blindly, one for ever"));
        return fresh;
    }

    @Override
    public EpochCredentials ofEpoch(int participant, List<String> eids) {
        if (eids.size() > CredentialInternalApi.EIDS_MAX
                || eids.stream().distinct().count() < eids.size()) {
            throw RegistrationProblem.BAD_FIELD.refusal(
                    "eids has at most " + CredentialInternalApi.EIDS_MAX + " entries, each once.");
        }
        List<byte[]> wanted =
                eids.stream().map(eid -> bytes(eid, EID_SIZE, "eids")).toList();
        Renewed renewed = required(transactions.execute(_ -> {
            if (!office.participants().isActive(participant)) {
                throw RegistrationProblem.PARTICIPANT_NOT_ACTIVE.refusal();
            }
            CredentialEpoch now = current();
            return renewed(store.ofBank(participant, wanted, now.epoch()), now);
        }));
        signer.tell(renewed.found());
        return renewed.answer();
    }

    private record Renewed(EpochCredentials answer, EpochSigner.Batch found) {}

    /// Gives signatures of the epoch to those that have none yet: new ones, reinstated ones, and those to whom a late
    /// signing has not come. An altered commitment is left out, though it may have been signed before.
    private Renewed renewed(List<Signed> found, CredentialEpoch now) {
        List<EpochCredential> credentials = new ArrayList<>(found.size());
        List<Commitment> missing = new ArrayList<>();
        EpochSigner.Batch checked =
                signer.check(found.stream().map(Signed::commitment).toList());
        Set<UUID> altered = Set.copyOf(checked.altered());
        for (Signed one : found) {
            if (!altered.contains(one.commitment().enrollment())) {
                one.signature()
                        .ifPresentOrElse(
                                signature -> credentials.add(
                                        credential(one.commitment().eid(), signature)),
                                () -> missing.add(one.commitment()));
            }
        }
        EpochSigner.Batch fresh = signer.sign(missing, now.epoch());
        store.sign(now.epoch(), fresh.signatures());
        fresh.signatures().forEach(each -> credentials.add(credential(each[0], each[1])));
        return new Renewed(new EpochCredentials(now.epoch(), now.startMillis(), credentials), checked);
    }

    private static EpochCredential credential(byte[] eid, byte[] signature) {
        HexFormat hex = HexFormat.of();
        return new EpochCredential(hex.formatHex(eid), hex.formatHex(signature));
    }

    private CredentialEpoch current() {
        return store.epoch().orElseThrow(CredentialProblem.NO_EPOCH_YET::refusal);
    }

    private static byte[] bytes(@Nullable String hex, int size, String field) {
        try {
            byte[] bytes = HexFormat.of().parseHex(hex == null ? "" : hex);
            if (bytes.length == size) {
                return bytes;
            }
        } catch (IllegalArgumentException malformed) {
            // told below
        }
        throw RegistrationProblem.BAD_FIELD.refusal(field + " has " + 2 * size + " hexadecimal digits.");
    }

    private static <T> T required(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("a transaction gave nothing");
        }
        return value;
    }
}
