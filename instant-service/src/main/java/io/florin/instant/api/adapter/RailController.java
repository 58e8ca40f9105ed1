package io.florin.instant.api.adapter;

import io.florin.crypto.Bytes32;
import io.florin.instant.process.adapter.AuthorityProcess;
import io.florin.instant.process.adapter.AuthorityProcess.Opened;
import io.florin.ledger.StateKeys;
import io.florin.ledger.TransactionId;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.rail.RailCommittee;
import io.florin.runtime.api.InstantApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/// Public questions to an authority.
@RestController
public class RailController implements InstantApi {

    private final AuthorityProcess process;
    private final int authority;

    /// @param authority its number
    public RailController(AuthorityProcess process, int authority) {
        this.process = process;
        this.authority = authority;
    }

    @Operation(summary = "The rail, its committee and this authority")
    @ApiResponse(responseCode = "200", description = "As the configuration has the rail, and as the authority stands")
    @Override
    public RailView rail() {
        Opened opened = ShardQuestions.opened(process);
        InstantRail rail = opened.rail();
        RailCommittee committee = rail.committee();
        return new RailView(
                rail.id().value(),
                rail.currency().value(),
                rail.kind().name(),
                committee.epoch(),
                committee.scheme().name(),
                committee.finality().name(),
                committee.size().authorities(),
                committee.size().quorum(),
                committee.floatLimit().minorUnits(),
                committee.expiryBlocksMax(),
                authority,
                opened.authority().standing().name(),
                process.ledger().told(),
                opened.authority().shards(),
                (int) process.connected());
    }

    @Operation(
            summary = "Whether a deposit is credited here",
            description = "By the id of the deposit's transaction. A deposit is credited once its block is followed;"
                    + " ask 2F + 1 authorities to know that it can be spent.")
    @ApiResponse(responseCode = "200", description = "Credited or not, and how far the ledger is followed")
    @Override
    public DepositView deposit(@PathVariable("id") String id) {
        Opened opened = ShardQuestions.opened(process);
        Bytes32 key =
                StateKeys.railDeposit(opened.rail().currency(), transaction(id)).value();
        long height = process.ledger().told();
        boolean credited = ShardQuestions.<Boolean>all(
                        opened.authority(), (asked, shard, answer) -> asked.isCredited(shard, key, answer))
                .contains(Boolean.TRUE);
        return new DepositView(id, credited, height);
    }

    private static TransactionId transaction(String id) {
        try {
            return TransactionId.fromHex(id);
        } catch (IllegalArgumentException malformed) {
            throw new ProblemException(ProblemCode.INVALID_REQUEST, "id is 32 bytes in hex.");
        }
    }
}
