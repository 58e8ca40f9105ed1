package io.florin.bank.credentials;

import io.florin.crypto.bbs.BbsSignature;
import io.florin.runtime.api.CredentialInternalApi;
import io.florin.runtime.api.CredentialInternalApi.EidList;
import io.florin.runtime.api.CredentialInternalApi.EpochAnswer;
import io.florin.runtime.api.CredentialInternalApi.EpochCredential;
import io.florin.runtime.api.CredentialInternalApi.EpochCredentials;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
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
    private static final Pattern SIGNATURE = Pattern.compile("[0-9a-f]{" + 2 * BbsSignature.SIZE + "}");

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
        List<String> asked = part.stream().map(HEX::formatHex).toList();
        EpochCredentials answer = registration.credentials(new EidList(asked));
        if (answer.epoch() != epoch) {
            throw new RestClientException("signatures of epoch " + answer.epoch() + " instead of " + epoch);
        }
        signatures.renewed(epoch, readable(answer, Set.copyOf(asked)));
        return part.getLast();
    }

    /// Credentials of the answer that were asked for and can be read; [CredentialBook] finds out whether one holds when
    /// it is used.
    private static List<Object[]> readable(EpochCredentials answer, Set<String> asked) {
        List<Object[]> eidsAndSignatures = new ArrayList<>();
        for (EpochCredential each : answer.credentials()) {
            if (asked.contains(each.eid())
                    && SIGNATURE.matcher(each.signature()).matches()) {
                eidsAndSignatures.add(new Object[] {HEX.parseHex(each.eid()), HEX.parseHex(each.signature())});
            }
        }
        int unusable = answer.credentials().size() - eidsAndSignatures.size();
        if (unusable > 0) {
            LOG.error("registration gives signatures that cannot be used: count={}", unusable);
        }
        return eidsAndSignatures;
    }
}
