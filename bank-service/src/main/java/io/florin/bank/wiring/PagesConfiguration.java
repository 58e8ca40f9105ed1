package io.florin.bank.wiring;

import io.florin.bank.accounts.Closings;
import io.florin.bank.approvals.HeldOrders;
import io.florin.bank.overview.AuditorsWord;
import io.florin.bank.payments.adapter.Payments;
import io.florin.bank.protocol.Amounts;
import io.florin.bank.protocol.BankIdentity;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.WalletInfo;
import io.florin.bank.screening.ScreeningConfiguration.ScreeningFigures;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.runtime.audit.AuditBook;
import io.florin.runtime.console.ConsoleMenu;
import io.florin.runtime.console.ConsoleMenu.Entry;
import io.florin.runtime.console.OverviewTile;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/// Tiles and links of the pages besides the features' own figures.
@Configuration(proxyBeanMethods = false)
class PagesConfiguration {

    @Bean
    Amounts amounts(LedgerAccess ledger) {
        Namespace currency = ledger.configuration().namespace(ledger.currency()).orElseThrow();
        return new Amounts(currency.currency(), currency.minorDigits());
    }

    @Bean
    AuditorsWord auditorsWord(
            AuditBook audit, Holdings holdings, LedgerAccess ledger, Amounts amounts, InstantSource clock) {
        return new AuditorsWord(audit, holdings, ledger, amounts, clock);
    }

    @Bean
    ConsoleMenu consoleMenu(BankIdentity bank) {
        return ConsoleMenu.of(
                        bank.name(),
                        new Entry("/console", "Overview"),
                        new Entry("/console/customers", "Customers"),
                        new Entry("/console/payments", "Payments"),
                        new Entry("/console/payments/new", "Make a payment"),
                        new Entry("/console/files", "Payment files"),
                        new Entry("/console/approvals", "Approvals"),
                        new Entry("/console/held-credits", "Held credits"),
                        new Entry("/console/reserves", "Reserves"))
                .loading("htmx.min.js", "echarts.min.js", "charts.js");
    }

    @Bean
    @Order(1)
    OverviewTile ledgerTile(Holdings holdings) {
        return new OverviewTile("Ledger block seen", "/console/payments", () -> Long.toString(holdings.block()));
    }

    @Bean
    @Order(2)
    OverviewTile treasuryTile(Holdings holdings, Amounts amounts) {
        return new OverviewTile(
                "Treasury",
                "/console/wallets/0",
                () -> amounts.show(holdings.funds(WalletInfo.TREASURY).total()));
    }

    @Bean
    @Order(3)
    OverviewTile openTile(Payments payments) {
        return new OverviewTile("Open payments", "/console/payments?state=SUBMITTED", () -> {
            var counts = payments.counts();
            return Long.toString(
                    counts.getOrDefault(PaymentState.ACCEPTED, 0L) + counts.getOrDefault(PaymentState.SUBMITTED, 0L));
        });
    }

    @Bean
    @Order(5)
    OverviewTile closedTile(Closings closings) {
        return new OverviewTile(
                "Closed wallets with money",
                "/console/customers?state=CLOSED_WITH_MONEY",
                () -> Long.toString(closings.closedWithMoney()));
    }

    @Bean
    @Order(4)
    OverviewTile scheduledTile(Payments payments) {
        return new OverviewTile(
                "Wait for their day",
                "/console/payments?state=SCHEDULED",
                () -> Long.toString(payments.counts().getOrDefault(PaymentState.SCHEDULED, 0L)));
    }

    @Bean
    @Order(5)
    OverviewTile approvalsTile(HeldOrders held) {
        return new OverviewTile("Wait for approval", "/console/approvals", () -> Long.toString(held.waiting()));
    }

    @Bean
    @Order(5)
    OverviewTile heldTile(ScreeningFigures figures) {
        return new OverviewTile(
                "Held for screening",
                "/console/held-credits",
                () -> Long.toString(
                        figures.held().applyAsLong("HIT") + figures.held().applyAsLong("UNNAMED")));
    }
}
