package io.florin.endorser.status.adapter;

import io.florin.endorser.protocol.TransactionStore;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.internal.AllowPeers;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/// Gives peers the changes of the configuration that they missed.
@RestController
public class ConfigurationChangesController implements ConfigurationChangesApi {

    private final LedgerPositionStore followed;
    private final TransactionStore store;

    public ConfigurationChangesController(LedgerPositionStore followed, TransactionStore store) {
        this.followed = followed;
        this.store = store;
    }

    @Override
    @AllowPeers("endorser")
    public byte[] configurationChange(@PathVariable("version") long version) {
        return followed.change(version)
                .or(() -> store.configurationChange(version)
                        .map(submission -> submission.transaction().encode()))
                .orElseThrow(() -> new ProblemException(
                        ProblemCode.NOT_FOUND, "This endorser does not know of a change of that version."));
    }
}
