package io.florin.bank.credentials;

import io.florin.crypto.Bytes32;
import io.florin.runtime.api.CredentialInternalApi;
import io.florin.runtime.api.CredentialInternalApi.EidList;
import io.florin.runtime.api.CredentialInternalApi.EpochAnswer;
import io.florin.runtime.api.CredentialInternalApi.EpochCredentials;
import java.util.HexFormat;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.client.RestClientException;

/// Fetches signatures: at the beginning of an epoch everybody's, and within it again and again, one batch in each turn,
/// those of wallets that registration had none for. Who is reinstated pays again at once, not from the next epoch on.
/// One thread.
final class CredentialRenewal {
    private static final Logger LOG = LoggerFactory.getLogger(CredentialRenewal.class);
    private static final HexFormat HEX = HexFormat.of();
    private static final byte[] START = {};

    private final EpochSignatures signatures;
    private final CredentialInternalApi registration;
    private byte[] after = START;

    CredentialRenewal(EpochSignatures signatures, CredentialInternalApi registration) {
        this.signatures = signatures;
        this.registration = registration;
    }

    /// Takes over the epoch that payments show now, and its signatures.
    ///
    /// @return 0: there is nothing to do before the next turn
    int step() {
        try {
            EpochAnswer now = registration.credentialEpoch();
            if (now.epoch() > signatures.epoch()) {
                byte[] last = part(now.epoch(), START);
                while (last.length > 0) {
                    last = part(now.epoch(), last);
                }
                signatures.inForce(now.epoch());
                after = START;
            } else {
                after = part(now.epoch(), after);
            }
        } catch (RestClientException e) {
            LOG.debug("registration does not answer: {}", e.getMessage());
        }
        return 0;
    }

    /// @return where the next part begins; empty after the last one
    private byte[] part(long epoch, byte[] from) {
        List<byte[]> part = signatures.behind(epoch, from, CredentialInternalApi.EIDS_MAX);
        if (part.isEmpty()) {
            return START;
        }
        EpochCredentials answer = registration.credentials(
                new EidList(part.stream().map(HEX::formatHex).toList()));
        signatures.renewed(
                answer.epoch(),
                answer.credentials().stream()
                        .map(each ->
                                new Object[] {Bytes32.fromHex(each.eid()).toArray(), HEX.parseHex(each.signature())})
                        .toList());
        return part.getLast();
    }
}
