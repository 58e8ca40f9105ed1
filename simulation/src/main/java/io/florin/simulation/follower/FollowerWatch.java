package io.florin.simulation.follower;

import io.florin.auditor.supply.Figures;
import io.florin.auditor.supply.SupplyViolation;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.SettledBlock;
import java.util.List;

/// Observer of followers.
public interface FollowerWatch {

    /// A follower believes what committers told of a block.
    void believed(String who, SettledBlock block);

    /// An endorser that knows the blocks up to one gives a share of a key.
    void signed(String who, long block, NamespaceId namespace, long epoch);

    /// A bank's view of all wallets after a block.
    void balance(String who, long block, long balance);

    /// A bank's view of all wallets of a hidden currency after a block, by the notes that it has found so far.
    void found(String who, long block, long balance);

    /// The auditor's own replay came to this.
    void audited(String who, Checkpoint checkpoint, List<Figures> figures, List<SupplyViolation> violations);

    /// The auditor has a checkpoint that a committer signed, of a block that it has replayed.
    void compared(String who, String committer, Checkpoint checkpoint);

    /// The auditor says that a committer signed something else, or that the chain is forked.
    void accused(String who, String accused, String what);
}
