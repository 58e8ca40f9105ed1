package io.florin.certifier.adapter;

import io.florin.runtime.api.CertifierInternalApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.internal.AllowPeers;
import java.util.List;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Shows auditors what this certifier was told.
@RestController
@AllowPeers("auditor")
public class CheckpointController implements CertifierInternalApi {

    private final BelievedCheckpoints checkpoints;

    public CheckpointController(BelievedCheckpoints checkpoints) {
        this.checkpoints = checkpoints;
    }

    @Override
    public List<BelievedCheckpoint> checkpoints(
            @RequestParam("fromBlock") long fromBlock, @RequestParam("limit") int limit) {
        if (fromBlock < 1 || limit < 1 || limit > CHECKPOINTS_MAX) {
            throw new ProblemException(
                    ProblemCode.INVALID_REQUEST,
                    "fromBlock is at least 1 and limit is from 1 to " + CHECKPOINTS_MAX + ".");
        }
        return checkpoints.from(fromBlock, limit);
    }
}
