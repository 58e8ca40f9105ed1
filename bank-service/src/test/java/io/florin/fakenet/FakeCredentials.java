package io.florin.fakenet;

import io.florin.crypto.Bytes;
import io.florin.crypto.bbs.BbsSecretKey;
import io.florin.crypto.bbs.CredentialIssuer;
import io.florin.crypto.bbs.CredentialRequest;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.sign.Ed25519;
import io.florin.runtime.api.CredentialInternalApi.BlindRequest;
import io.florin.runtime.api.CredentialInternalApi.EidList;
import io.florin.runtime.api.CredentialInternalApi.EpochAnswer;
import io.florin.runtime.api.CredentialInternalApi.EpochCredential;
import io.florin.runtime.api.CredentialInternalApi.EpochCredentials;
import io.florin.runtime.api.CredentialInternalApi.IssuedCredential;
import io.florin.runtime.api.CredentialSession;
import io.florin.runtime.http.ProblemException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpStatus;

/// Issues anonymous credentials and signs them again in each epoch, but not those of who does not stand.
public final class FakeCredentials {

    private static final HexFormat HEX = HexFormat.of();

    private final FakeRegistration registration;
    private final FakeLedger ledger;
    private final Optional<BbsSecretKey> key;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Member> members = new HashMap<>();

    private record Member(int participant, String reference, Scalar eid, Scalar serialPart, G1 commitment) {}

    FakeCredentials(FakeRegistration registration, FakeLedger ledger, Optional<BbsSecretKey> key) {
        this.registration = registration;
        this.ledger = ledger;
        this.key = key;
    }

    /// The next epoch begins.
    public void nextEpoch() {
        ledger.epoch(ledger.epoch() + 1);
    }

    synchronized Optional<EpochAnswer> epoch() {
        return key.map(secret -> new EpochAnswer(
                ledger.epoch(),
                0,
                Long.MAX_VALUE,
                HEX.formatHex(secret.publicKey().encode())));
    }

    synchronized IssuedCredential issue(int participant, String reference, BlindRequest request) {
        if (!registration.stands(participant, reference)) {
            throw new ProblemException(HttpStatus.CONFLICT, "not-possible-now", "Not active", "x");
        }
        String enrollment =
                registration.find(participant, reference).orElseThrow().enrollmentId();
        CredentialSession session =
                new CredentialSession(ledger.network(), key.orElseThrow().publicKey(), enrollment);
        Bytes encoded = Bytes.fromHex(request.request());
        CredentialRequest decoded = CredentialRequest.decode(session.scheme(), encoded.toArray());
        boolean owners = Ed25519.verify(
                registration.owner(participant, reference).value(),
                session.message(encoded),
                Bytes.fromHex(request.ownerSignature()).toArray());
        if (!owners || !decoded.verify(session.scheme(), session.transcript())) {
            throw new ProblemException(
                    HttpStatus.UNPROCESSABLE_CONTENT, "bad-proof-of-possession", "Proves nothing", "x");
        }
        Scalar part = Scalar.random(random);
        Member member = members.computeIfAbsent(
                participant + "/" + reference,
                _ -> new Member(
                        participant,
                        reference,
                        Scalar.random(random),
                        part,
                        issuer(session).enroll(decoded, part)));
        return new IssuedCredential(
                HEX.formatHex(member.eid().toBytes()),
                HEX.formatHex(member.serialPart().toBytes()),
                ledger.epoch(),
                signature(session, member));
    }

    private CredentialIssuer issuer(CredentialSession session) {
        return new CredentialIssuer(session.scheme(), key.orElseThrow());
    }

    private String signature(CredentialSession session, Member member) {
        return HEX.formatHex(issuer(session)
                .sign(member.commitment(), member.eid(), ledger.epoch())
                .encode());
    }

    synchronized EpochCredentials newest(EidList eids) {
        CredentialSession session =
                new CredentialSession(ledger.network(), key.orElseThrow().publicKey(), "");
        List<EpochCredential> found = new ArrayList<>();
        for (Member member : members.values()) {
            String eid = HEX.formatHex(member.eid().toBytes());
            if (eids.eids().contains(eid) && registration.stands(member.participant(), member.reference())) {
                found.add(new EpochCredential(eid, signature(session, member)));
            }
        }
        return new EpochCredentials(ledger.epoch(), 0, found);
    }
}
