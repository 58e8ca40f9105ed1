package io.florin.centralbank.supply;

import io.florin.centralbank.protocol.MoneyText;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.runtime.audit.AuditBook;
import io.florin.runtime.audit.AuditBook.AuditedSupply;
import io.florin.runtime.audit.AuditNews;
import io.florin.runtime.audit.AuditNews.Line;
import io.florin.runtime.audit.AuditNews.Opinion;
import io.florin.runtime.audit.AuditNews.Tone;
import java.time.InstantSource;

/// The supply that the auditor signed last beside the ledger's records at the same block, as followed here.
public final class AuditComparison {
    private final AuditBook audit;
    private final SupplySummary book;
    private final Network network;
    private final MoneyText money;
    private final InstantSource clock;

    AuditComparison(AuditBook audit, SupplySummary book, Network network, MoneyText money, InstantSource clock) {
        this.audit = audit;
        this.book = book;
        this.network = network;
        this.money = money;
        this.clock = clock;
    }

    public AuditNews news() {
        long followed = book.followed();
        return AuditNews.of(
                audit,
                audit.supplies().stream().map(signed -> line(signed, followed)).toList());
    }

    private Line line(AuditedSupply signed, long followed) {
        String currency =
                network.namespace(signed.namespace()).map(Namespace::currency).orElse("currency " + signed.namespace());
        boolean known = network.currency().id().value() == signed.namespace() && signed.block() <= followed;
        long ours = known ? book.at(signed.block()).outstanding() : 0;
        return Line.of(
                signed,
                money.text(signed.outstanding()) + " " + currency,
                known ? money.text(ours) + " " + currency : Line.UNKNOWN,
                opinion(signed, currency, known, ours),
                followed,
                clock.instant());
    }

    private static Opinion opinion(AuditedSupply signed, String currency, boolean known, long ours) {
        if (!signed.holds()) {
            return new Opinion(
                    Tone.BAD,
                    currency + ": the auditor signed that the supply does not hold at block " + signed.block() + ".");
        }
        if (!known) {
            return new Opinion(
                    Tone.PLAIN, currency + ": not compared, no figure of block " + signed.block() + " here.");
        }
        return ours == signed.outstanding()
                ? new Opinion(Tone.GOOD, currency + ": auditor and central bank agree at block " + signed.block() + ".")
                : new Opinion(
                        Tone.BAD, currency + ": auditor and central bank differ at block " + signed.block() + ".");
    }
}
