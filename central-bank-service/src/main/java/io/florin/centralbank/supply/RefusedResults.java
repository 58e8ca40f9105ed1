package io.florin.centralbank.supply;

import io.florin.centralbank.incidents.Incidents;
import io.florin.ledger.status.ResultTip;
import io.florin.runtime.chain.ResultReader;

/// A committer signed an answer that proves nothing: whatever is wrong with it, it is an incident and stops issuing.
record RefusedResults(Incidents incidents) implements ResultReader.Observer {

    @Override
    public void refused(int committer, long block, String reason) {
        if (reason.equals(ResultTip.NOT_SIGNED)) {
            incidents.raise("checkpoint-not-signed", "block " + block);
        } else {
            incidents.raise("result-proves-nothing", "block " + block + ": " + reason);
        }
    }
}
