package io.florin.bank.overview;

import io.florin.bank.protocol.Amounts;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.runtime.audit.AuditBook;
import io.florin.runtime.audit.AuditBook.AuditedSupply;
import io.florin.runtime.audit.AuditNews;
import io.florin.runtime.audit.AuditNews.Line;
import io.florin.runtime.audit.AuditNews.Opinion;
import io.florin.runtime.audit.AuditNews.Tone;
import java.time.InstantSource;

/// The auditor's announcements about this bank's currency. A bank knows its own money only, so it compares nothing.
public final class AuditorsWord {

    private final AuditBook audit;
    private final Holdings holdings;
    private final LedgerAccess ledger;
    private final Amounts amounts;
    private final InstantSource clock;

    public AuditorsWord(AuditBook audit, Holdings holdings, LedgerAccess ledger, Amounts amounts, InstantSource clock) {
        this.audit = audit;
        this.holdings = holdings;
        this.ledger = ledger;
        this.amounts = amounts;
        this.clock = clock;
    }

    AuditNews news() {
        long block = holdings.block();
        return AuditNews.of(
                audit,
                audit.supplies().stream()
                        .filter(signed ->
                                signed.namespace() == ledger.currency().value())
                        .map(signed -> line(signed, block))
                        .toList());
    }

    private Line line(AuditedSupply signed, long block) {
        return Line.of(
                signed, amounts.show(signed.outstanding()), Line.UNKNOWN, opinion(signed), block, clock.instant());
    }

    private static Opinion opinion(AuditedSupply signed) {
        return signed.holds()
                ? new Opinion(Tone.GOOD, "The auditor signed that the supply holds at block " + signed.block() + ".")
                : new Opinion(
                        Tone.BAD, "The auditor signed that the supply does not hold at block " + signed.block() + ".");
    }
}
