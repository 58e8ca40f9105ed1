package io.florin.bank.accounts;

import jakarta.validation.constraints.Min;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// `florin.bank.recovery.*`: what a bank does that has lost its database, and has no backup of it.
///
/// @param fromRegistration whether an empty database is filled with the wallets that registration knows of this bank
/// @param waitForOpenTransactions whether no payment is taken until what was sent before can commit no more; an
/// operator who knows that nothing was on its way need not wait for blocks on an idle ledger
/// @param unknownMax numbers in a row that registration has never heard of, after which there are no more wallets, once
/// every enrollment of the records is found; a hundred times as many before
/// @param withoutCommitters ids of committers that are gone for ever: how far the ledger is, all others must say. What
/// the bank had sent before could commit in blocks that only one of these knows of, and be paid a second time
@Validated
@ConfigurationProperties("florin.bank.recovery")
public record RecoveryProperties(
        @DefaultValue("false") boolean fromRegistration,
        @DefaultValue("true") boolean waitForOpenTransactions,
        @DefaultValue("1000") @Min(1) int unknownMax,
        @DefaultValue Set<Integer> withoutCommitters) {}
