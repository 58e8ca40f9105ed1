package io.florin.certifier.adapter;

import io.florin.certifier.CertifierKeys;
import io.florin.certifier.CertifierKeys.Duty;
import io.florin.certifier.CertifierLog;
import io.florin.certifier.ChainPosition;
import io.florin.certifier.CommittedChain;
import io.florin.certifier.CommittedChain.Offer;
import io.florin.certifier.CommittedOutput;
import io.florin.certifier.Signer;
import io.florin.certifier.adapter.CertificationStore.KeptBlock;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.BlockFlaw;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.status.SettledBlock;
import io.florin.runtime.Failure;
import io.florin.runtime.api.OrderingInternalApi;
import io.florin.runtime.api.ResultsApi;
import io.florin.runtime.chain.FirstThatAnswers;
import io.florin.runtime.chain.ResultReader;
import io.florin.runtime.http.OutboundCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.springframework.web.client.RestClientException;

/// Follows the ledger block by block: the committer's word, the block itself from any ordering party, the shares; and
/// the database once for all that are there. What is not complete is begun anew; nothing is ever passed over.
public final class CertifierLoop {

    private final ResultReader results;
    private final FirstThatAnswers<Map.Entry<Integer, OrderingInternalApi>> parties;
    private final CertifierKeys keys;
    private final CertificationStore store;
    private final CertifierMetrics metrics;
    private final CertifierProperties properties;
    private final CommittedChain chain;
    private volatile ChainPosition position;
    private volatile String trouble = "nothing followed yet";

    /// @param committer the own one
    /// @param parties block stores by party
    public CertifierLoop(
            ResultsApi committer,
            SortedMap<Integer, OrderingInternalApi> parties,
            CertifierKeys keys,
            CertificationStore store,
            ChainPosition start,
            CertifierMetrics metrics,
            CertifierProperties properties) {
        this.results = new ResultReader(List.of(committer), (_, block, reason) -> refused(block, reason));
        this.parties = new FirstThatAnswers<>(List.copyOf(parties.entrySet()), _ -> {});
        this.keys = keys;
        this.store = store;
        this.metrics = metrics;
        this.properties = properties;
        this.position = start;
        this.chain = new CommittedChain(properties.committer() - 1, start);
        keys.follow(start.configuration());
        CertifierLog.started(start.number());
    }

    /// Reason for which nothing is certified now; empty when all is well.
    public String trouble() {
        return trouble;
    }

    /// Last block certified.
    public long followed() {
        return position.number();
    }

    /// In force for the next block.
    public NetworkConfiguration configuration() {
        return position.configuration();
    }

    /// Certifies what has been committed since.
    ///
    /// @return how many blocks
    public int step() {
        try {
            List<SettledBlock> blocks =
                    results.after(position.results(), properties.blocksMax(), properties.awaitBlock());
            certify(blocks);
            trouble = keys.lacksShareOfOwnEpoch(position.configuration())
                    ? "the configuration names other shares than this certifier has of the key in force"
                    : "";
            return blocks.size();
        } catch (Failure known) {
            // why a call failed may name addresses, and health is shown to everybody
            trouble = known.getCause() instanceof RestClientException
                    ? "the own committer does not answer"
                    : String.valueOf(known.getMessage());
            throw known;
        }
    }

    /// Blocks that are there together are kept together. A configuration that changes ends that, for the next block may
    /// be under another key.
    private void certify(List<SettledBlock> blocks) {
        try {
            List<Followed> together = new ArrayList<>();
            for (SettledBlock block : blocks) {
                Followed followed = followAfter(together, block);
                together.add(followed);
                chain.moveTo(followed.after());
                if (isChange(followed.after())) {
                    keep(together);
                    together.clear();
                }
            }
            keep(together);
        } catch (RuntimeException failed) {
            chain.moveTo(position);
            throw failed;
        }
    }

    private boolean isChange(ChainPosition after) {
        return after.configuration().version() != position.configuration().version();
    }

    /// The next block; where it cannot be followed, those before it count all the same.
    private Followed followAfter(List<Followed> before, SettledBlock block) {
        try {
            return follow(block);
        } catch (Failure stopsHere) {
            keep(before);
            throw stopsHere;
        }
    }

    /// A block that is not kept yet.
    private record Followed(Offer.Settled settled, Signer.Signatures signatures, KeptBlock block) {
        ChainPosition after() {
            return settled.after();
        }
    }

    private Followed follow(SettledBlock result) {
        Offer.Settled settled = settled(result);
        List<Signer.Order> orders = new ArrayList<>();
        List<CommittedOutput> unsigned = new ArrayList<>();
        for (CommittedOutput output : settled.outputs()) {
            if (keys.concerns(output.namespace())) {
                switch (keys.duty(settled.after().configuration(), output.namespace())) {
                    case Duty.Sign(var key) -> orders.add(new Signer.Order(output, key));
                    case Duty.Remember() -> unsigned.add(output);
                    case Duty.Wait() -> throw keyNotInForce(output, settled.after());
                }
            }
        }
        long began = System.nanoTime();
        Signer.Signatures signatures = Signer.sign(orders);
        metrics.signed(System.nanoTime() - began);
        // of every namespace: a share of its certifiers' key may come later, and the ledger is not followed anew then
        return new Followed(
                settled,
                signatures,
                new KeptBlock(settled.after(), result, settled.once(), signatures.signed(), unsigned));
    }

    private void keep(List<Followed> together) {
        if (together.isEmpty()) {
            return;
        }
        List<Signer.Signed> another;
        try {
            another = store.keep(together.stream().map(Followed::block).toList());
        } catch (CertificationStore.SpentTwice lie) {
            if (together.size() == 1) {
                throw proveNothing(together.getFirst().after().number(), String.valueOf(lie.getMessage()));
            }
            together.forEach(each -> keep(List.of(each))); // those before it are no lies
            return;
        }
        another.forEach(signed -> refused(signed.output()));
        int signed = -another.size();
        for (Followed each : together) {
            signed += each.signatures().signed().size();
            each.signatures().refused().forEach(this::refused);
            each.settled().noPoints().forEach(output -> refused(output.transaction(), output.output()));
            if (!each.block().unsigned().isEmpty()) {
                CertifierLog.remembered(
                        each.block().unsigned().size(), each.after().number());
            }
        }
        metrics.certified(signed);
        ChainPosition after = together.getLast().after();
        if (isChange(after)) {
            keys.follow(after.configuration());
        }
        position = after;
    }

    private void refused(long block, String reason) {
        metrics.flaw("statuses");
        CertifierLog.statusesRefused(block, reason);
    }

    private Failure proveNothing(long block, String reason) {
        refused(block, reason);
        return new Failure("the own committer's statuses prove nothing: " + reason);
    }

    private static Failure keyNotInForce(CommittedOutput output, ChainPosition after) {
        CertifierLog.keyNotInForce(output.namespace().value(), after.number());
        return new Failure("this certifier has no share of the newest key");
    }

    private void refused(CommittedOutput output) {
        refused(output.transaction(), output.output());
    }

    private void refused(TransactionId transaction, int output) {
        metrics.refused();
        CertifierLog.outputRefused(transaction.toHex(), output);
    }

    /// The block from the first party that has it, beginning with the one that had the last.
    private Offer.Settled settled(SettledBlock result) {
        return parties.ask(
                        party -> block(party, result.number()).flatMap(block -> settled(party.getKey(), block, result)))
                .orElseThrow(() -> new Failure("no party gives block " + result.number()));
    }

    private Optional<Offer.Settled> settled(int party, Block block, SettledBlock result) {
        return switch (chain.offer(block, result)) {
            case Offer.Settled settled -> Optional.of(settled);
            case Offer.NotNext(BlockFlaw flaw) -> {
                metrics.flaw("block");
                CertifierLog.blockRefused(party, result.number(), flaw.reason());
                yield Optional.empty();
            }
            case Offer.StatusFlaw(String reason) -> throw proveNothing(result.number(), reason);
        };
    }

    private Optional<Block> block(Map.Entry<Integer, OrderingInternalApi> party, long number) {
        try {
            byte[] encoded = party.getValue().block(number);
            return encoded == null ? Optional.empty() : Optional.of(Block.decode(encoded));
        } catch (RestClientException silent) {
            CertifierLog.blockRefused(party.getKey(), number, OutboundCalls.reason(silent));
        } catch (DecodeException unreadable) {
            metrics.flaw("block");
            CertifierLog.blockRefused(party.getKey(), number, "unreadable");
        }
        return Optional.empty();
    }
}
