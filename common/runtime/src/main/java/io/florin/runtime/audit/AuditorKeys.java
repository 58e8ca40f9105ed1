package io.florin.runtime.audit;

import io.florin.crypto.Bytes32;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.runtime.Failure;
import io.florin.runtime.api.CommitterApi;
import java.util.Base64;
import java.util.List;
import org.springframework.web.client.RestClientException;

/// The auditors' public keys of the configuration in force, in the order of their indexes. Officers may change them.
@FunctionalInterface
public interface AuditorKeys {

    /// Asks anew.
    ///
    /// @throws Failure when nobody answers
    List<Bytes32> ask();

    /// By the configuration that a committer shows in a signed answer.
    static AuditorKeys of(CommitterApi committer) {
        return () -> {
            try {
                byte[] configuration =
                        Base64.getDecoder().decode(committer.network().configuration());
                return NetworkConfiguration.decode(configuration).auditors();
            } catch (RestClientException | DecodeException | IllegalArgumentException away) {
                throw new Failure("the committer shows no configuration", away);
            }
        };
    }
}
