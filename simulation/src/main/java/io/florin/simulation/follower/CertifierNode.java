package io.florin.simulation.follower;

import io.florin.certifier.ChainPosition;
import io.florin.certifier.CommittedChain;
import io.florin.crypto.Bytes32;
import io.florin.ledger.block.Block;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.status.ResultTip;
import io.florin.ledger.status.SettledBlock;
import io.florin.simulation.ordering.PartyNode;
import io.florin.simulation.world.Life;
import java.util.List;
import java.util.Optional;

/// A certifier: believes its own committer and the ordering parties' certificates, both of each block, by the real
/// [CommittedChain].
public final class CertifierNode extends ResultFollower {
    private static final int OWN_COMMITTER = 0;

    private CommittedChain chain;
    private Optional<Block> block = Optional.empty();
    private int turn;

    public CertifierNode(FollowerSurroundings around, FollowerHabits habits) {
        super("certifier", around, habits);
        this.chain = new CommittedChain(OWN_COMMITTER, genesis());
    }

    private ChainPosition genesis() {
        Bytes32 network = ledger().genesis().networkId().value();
        return new ChainPosition(network, ResultTip.of(ledger().genesis()));
    }

    @Override
    protected void resume(List<SettledBlock> settled, Life life) {
        ChainPosition position = settled.isEmpty()
                ? genesis()
                : new ChainPosition(
                        settled.getLast().checkpoint().headerHash(),
                        settled.getLast().after());
        chain = new CommittedChain(OWN_COMMITTER, position);
    }

    @Override
    protected void forget() {
        super.forget();
        block = Optional.empty();
    }

    @Override
    protected boolean mayTake(SettledBlock settled, Life life) {
        if (settled.signed().signature().committer() != OWN_COMMITTER) {
            return false;
        }
        if (block.filter(it -> it.header().number() == settled.number()).isEmpty()) {
            ask(settled.number(), life);
            return false;
        }
        return switch (chain.offer(block.get(), settled)) {
            case CommittedChain.Offer.Settled it -> {
                chain.moveTo(it.after());
                yield true;
            }
            case CommittedChain.Offer.NotNext _ -> {
                block = Optional.empty();
                yield false;
            }
            case CommittedChain.Offer.StatusFlaw _ -> false;
        };
    }

    /// Another party each time.
    private void ask(long number, Life life) {
        PartyNode party = ledger().parties().get(turn++ % ledger().parties().size());
        ledger().network()
                .<Optional<byte[]>>call(
                        this,
                        life,
                        party,
                        answer -> answer.accept(party.block(number)),
                        bytes -> bytes.ifPresent(this::got));
    }

    private void got(byte[] bytes) {
        try {
            block = Optional.of(Block.decode(bytes));
        } catch (DecodeException unreadable) {
            block = Optional.empty();
        }
    }

    @Override
    protected void take(SettledBlock settled) {
        block = Optional.empty();
    }
}
