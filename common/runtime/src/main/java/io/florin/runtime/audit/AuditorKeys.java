package io.florin.runtime.audit;

import io.florin.crypto.Bytes32;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.runtime.Failure;
import io.florin.runtime.api.CommitterApi;
import java.util.Base64;
import java.util.List;
import org.springframework.web.client.RestClientException;

/// The auditors' public keys of the configuration in force. Officers may change them.
@FunctionalInterface
public interface AuditorKeys {

    /// Asks anew.
    ///
    /// @throws Failure when nobody answers
    Shown ask();

    /// @param version of the configuration: a committer that is behind shows an older one
    /// @param keys in the order of the auditors' indexes
    record Shown(long version, List<Bytes32> keys) {
        public Shown {
            keys = List.copyOf(keys);
        }
    }

    /// By the configuration that a committer shows in a signed answer.
    static AuditorKeys of(CommitterApi committer) {
        return () -> {
            try {
                CommitterApi.NetworkView view = committer.network();
                if (view == null || view.configuration() == null) {
                    throw new Failure("the committer shows no configuration");
                }
                NetworkConfiguration shown =
                        NetworkConfiguration.decode(Base64.getDecoder().decode(view.configuration()));
                return new Shown(shown.version(), shown.auditors());
            } catch (RestClientException | DecodeException | IllegalArgumentException away) {
                throw new Failure("the committer shows no configuration", away);
            }
        };
    }
}
