package io.florin.bank.credentials;

import io.florin.bank.protocol.CredentialDesk;
import io.florin.bank.protocol.Custody;
import io.florin.bank.protocol.EnrollmentReferences;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.bbs.BbsSignature;
import io.florin.crypto.group.Scalar;
import io.florin.runtime.api.CredentialInternalApi;
import io.florin.runtime.api.CredentialInternalApi.BlindRequest;
import io.florin.runtime.api.CredentialInternalApi.EidList;
import io.florin.runtime.api.CredentialInternalApi.EpochAnswer;
import io.florin.runtime.api.CredentialInternalApi.EpochCredentials;
import io.florin.runtime.api.CredentialInternalApi.IssuedCredential;
import io.florin.runtime.api.CredentialSession;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.client.RestClientException;

/// Gets credentials from registration and, in each epoch, the new signatures of all, in batches. A wallet that has none
/// in an epoch, because it is suspended or revoked, pays nothing in it.
final class RegistrationCredentials implements CredentialDesk {

    private static final Logger LOG = LoggerFactory.getLogger(RegistrationCredentials.class);
    private static final HexFormat HEX = HexFormat.of();

    private final CredentialBook book;
    private final CredentialInternalApi registration;
    private final Custody custody;
    private final LedgerAccess ledger;
    private final RandomGenerator random;
    private final EnrollmentReferences references;

    RegistrationCredentials(
            CredentialBook book,
            CredentialInternalApi registration,
            Custody custody,
            LedgerAccess ledger,
            RandomGenerator random,
            EnrollmentReferences references) {
        this.book = book;
        this.registration = registration;
        this.custody = custody;
        this.ledger = ledger;
        this.random = random;
        this.references = references;
    }

    @Override
    public void issue(long wallet, String enrollmentId) {
        if (book.account(wallet).isPresent()) {
            return;
        }
        CredentialSession session = new CredentialSession(ledger.network(), book.key(), enrollmentId);
        Bytes request = custody.hiddenKeys(wallet).request(session, random);
        Bytes signature = custody.payer(wallet).sign(session.message(request));
        IssuedCredential issued = registration.issueCredential(
                references.of(wallet), new BlindRequest(request.toHex(), signature.toHex()));
        try {
            book.issued(
                    wallet,
                    Scalar.ofCanonical(HEX.parseHex(issued.eid())),
                    Scalar.ofCanonical(HEX.parseHex(issued.serialPart())),
                    issued.epoch(),
                    BbsSignature.decode(HEX.parseHex(issued.signature())));
        } catch (IllegalArgumentException wrong) {
            LOG.error("registration gives a credential that does not hold: wallet={}", wallet);
            throw new RestClientException("a credential that does not hold", wrong);
        }
    }

    /// Takes over the epoch that payments show now, and its signatures.
    ///
    /// @return 0: there is nothing to do before the next turn
    int renew() {
        try {
            EpochAnswer now = registration.credentialEpoch();
            if (now.epoch() > book.epoch()) {
                renew(now.epoch());
                book.inForce(now.epoch());
            }
        } catch (RestClientException e) {
            LOG.debug("registration does not answer: {}", e.getMessage());
        }
        return 0;
    }

    private void renew(long epoch) {
        byte[] after = new byte[0];
        List<byte[]> part = book.behind(epoch, after, CredentialInternalApi.EIDS_MAX);
        while (!part.isEmpty()) {
            EpochCredentials answer = registration.credentials(
                    new EidList(part.stream().map(HEX::formatHex).toList()));
            book.renewed(
                    answer.epoch(),
                    answer.credentials().stream()
                            .map(each ->
                                    new Object[] {Bytes32.fromHex(each.eid()).toArray(), HEX.parseHex(each.signature())
                                    })
                            .toList());
            after = part.getLast();
            part = book.behind(epoch, after, CredentialInternalApi.EIDS_MAX);
        }
    }
}
