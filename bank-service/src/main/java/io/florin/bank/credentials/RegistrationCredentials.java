package io.florin.bank.credentials;

import io.florin.bank.accounts.Accounts;
import io.florin.bank.protocol.Custody;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.WalletCredentials;
import io.florin.crypto.Bytes;
import io.florin.crypto.bbs.BbsSignature;
import io.florin.crypto.group.Scalar;
import io.florin.runtime.api.CredentialInternalApi;
import io.florin.runtime.api.CredentialInternalApi.BlindRequest;
import io.florin.runtime.api.CredentialInternalApi.IssuedCredential;
import io.florin.runtime.api.CredentialSession;
import java.util.HexFormat;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.client.RestClientException;

/// Gets credentials from registration; their signatures of later epochs come by [CredentialRenewal]. A wallet that has
/// none in an epoch, because it is suspended or revoked, pays nothing in it.
final class RegistrationCredentials implements WalletCredentials {

    private static final Logger LOG = LoggerFactory.getLogger(RegistrationCredentials.class);
    private static final HexFormat HEX = HexFormat.of();

    private final CredentialBook book;
    private final CredentialInternalApi registration;
    private final Custody custody;
    private final LedgerAccess ledger;
    private final RandomGenerator random;

    RegistrationCredentials(
            CredentialBook book,
            CredentialInternalApi registration,
            Custody custody,
            LedgerAccess ledger,
            RandomGenerator random) {
        this.book = book;
        this.registration = registration;
        this.custody = custody;
        this.ledger = ledger;
        this.random = random;
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
                Accounts.reference(wallet), new BlindRequest(request.toHex(), signature.toHex()));
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
}
