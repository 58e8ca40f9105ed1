package io.florin.endorser.gather;

import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;

/// Groups in force of whose keys this endorser has a share.
public interface KeysHeld {

    /// Of every group, as the configuration names it.
    KeysHeld ALL = new KeysHeld() {
        @Override
        public boolean holdsShareOf(EndorserGroup configured) {
            return true;
        }

        @Override
        public EndorserGroup inUse(EndorserGroup configured) {
            return configured;
        }
    };

    boolean holdsShareOf(EndorserGroup configured);

    /// The group with the verification keys of the shares in use, which a refresh changed.
    EndorserGroup inUse(EndorserGroup configured);
}
