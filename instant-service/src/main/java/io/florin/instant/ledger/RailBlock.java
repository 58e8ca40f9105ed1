package io.florin.instant.ledger;

import io.florin.crypto.Bytes;
import io.florin.ledger.StateKeys;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.rail.RailId;
import io.florin.ledger.rail.RescueEvidence;
import io.florin.ledger.rail.RescueOutcome;
import io.florin.ledger.settlement.CounterAdd;
import io.florin.ledger.settlement.RailDepositRecord;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.SettledBlock;
import io.florin.ledger.status.SettledTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Events that a block brings to a rail, in its order. A function of the block, and of the configuration in force for
/// it, so that all authorities hear the same.
///
/// That a deposit is committed says that its counter rose, not by how much it should: as many endorsers as sign could
/// write a record of any amount. A deposit whose addition is not the one that the rules make of its record and of the
/// float limit is ignored; the auditor names it as well. So what is credited stays within the float limit, whoever
/// lies. Evidence and outcomes are judged by the shards themselves.
public final class RailBlock {

    private RailBlock() {}

    /// @param block proved by committers' signatures
    /// @param inForce for this block
    public static List<RailNews> of(SettledBlock block, NetworkConfiguration inForce, RailId id) {
        Optional<InstantRail> rail = inForce.rail(id);
        List<RailNews> news = new ArrayList<>();
        for (SettledTransaction settled : block.committed()) {
            settled.committed().flatMap(each -> of(each, rail, id)).ifPresent(news::add);
        }
        return news;
    }

    private static Optional<RailNews> of(SettlementTransaction transaction, Optional<InstantRail> rail, RailId id) {
        TransactionKind kind = transaction.kind();
        if (kind != TransactionKind.RAIL_DEPOSIT
                && kind != TransactionKind.RAIL_RESCUE
                && kind != TransactionKind.RAIL_RESCUE_OUTCOME) {
            return Optional.empty();
        }
        try {
            for (Write write : transaction.writes()) {
                if (write instanceof Write.Put(int _, Bytes value)) {
                    return of(transaction, write, value, rail, id);
                }
            }
            return Optional.of(ignored(transaction, "it has no record"));
        } catch (DecodeException unreadable) {
            return Optional.of(ignored(transaction, "its record cannot be read"));
        }
    }

    private static Optional<RailNews> of(
            SettlementTransaction transaction, Write write, Bytes value, Optional<InstantRail> rail, RailId id) {
        return switch (transaction.kind()) {
            case RAIL_DEPOSIT -> {
                RailDepositRecord record = RailDepositRecord.decode(value);
                yield record.rail().equals(id)
                        ? Optional.of(deposit(transaction, write, record, rail))
                        : Optional.empty();
            }
            case RAIL_RESCUE -> {
                RescueEvidence evidence = RescueEvidence.decode(value.toArray());
                yield evidence.sequence().scope().rail().equals(id)
                        ? Optional.of(new RailNews.RescueBegun(evidence))
                        : Optional.empty();
            }
            case RAIL_RESCUE_OUTCOME -> {
                RescueOutcome outcome = RescueOutcome.decode(value.toArray());
                yield outcome.rescue().scope().rail().equals(id)
                        ? Optional.of(new RailNews.RescueEnded(outcome))
                        : Optional.empty();
            }
            case ISSUE, TRANSFER, REDEEM, CONFIGURATION, RAIL_WITHDRAWAL -> Optional.empty();
        };
    }

    private static RailNews deposit(
            SettlementTransaction transaction, Write write, RailDepositRecord record, Optional<InstantRail> rail) {
        Optional<InstantRail> ofCurrency = rail.filter(each -> each.currency().equals(transaction.namespace()));
        if (ofCurrency.isEmpty()) {
            return ignored(transaction, "the configuration has no such rail of its currency");
        }
        if (record.amount().isZero()) {
            return ignored(transaction, "it deposits nothing");
        }
        var right = new CounterAdd.Raise(
                StateKeys.railFloat(transaction.namespace(), record.rail()),
                record.amount(),
                ofCurrency.get().committee().floatLimit());
        return transaction.adds().equals(List.of(right))
                ? new RailNews.Deposited(transaction.keyOf(write).value(), record.recipient(), record.amount())
                : ignored(transaction, "its addition is not that of its record within the float limit");
    }

    private static RailNews ignored(SettlementTransaction transaction, String why) {
        return new RailNews.Ignored(transaction.id().toHex(), why);
    }
}
