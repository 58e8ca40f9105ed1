package io.florin.endorser.gather;

import io.florin.crypto.Bytes;
import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.endorser.protocol.ShareOrder;
import io.florin.ledger.TransactionId;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// One bundle on its way to a signature: *checking* (peers look at the transactions while they are stored here),
/// *preparing* (where the scheme has one-time secrets: the chosen signers' are got), *sharing* (the signers are asked
/// for shares), *combining*. A changed choice of signers or transactions is a
/// new bundle with a number of its own, so that late shares for the old choice meet nothing; late verdicts on the
/// proposal still count.
final class BundleInProgress {

    enum Phase {
        CHECKING,
        PREPARING,
        SHARING,
        COMBINING
    }

    private final long number;
    private final long proposal;
    private final EndorserGroup group;
    private final int rulesVersion;
    private final Votes votes;
    private final long proposedMillis;
    private final SortedMap<Integer, Bytes> shares = new TreeMap<>();
    private final Attempts attempts;
    private SortedMap<Integer, Bytes> preparations = Collections.emptySortedMap();
    private List<AcceptedTransaction> transactions;
    private List<Integer> signers = List.of();
    private Phase phase = Phase.CHECKING;
    private long phaseSinceMillis;
    private boolean stored;

    private BundleInProgress(
            long number,
            long proposal,
            EndorserGroup group,
            int rulesVersion,
            Votes votes,
            List<AcceptedTransaction> transactions,
            long proposedMillis,
            Attempts attempts) {
        this.attempts = attempts;
        this.number = number;
        this.proposal = proposal;
        this.group = group;
        this.rulesVersion = rulesVersion;
        this.votes = votes;
        this.transactions = List.copyOf(transactions);
        this.proposedMillis = proposedMillis;
        this.phaseSinceMillis = proposedMillis;
    }

    /// A new proposal; its bundle has the proposal's number.
    static BundleInProgress propose(
            long number,
            EndorserGroup group,
            int rulesVersion,
            Votes votes,
            List<AcceptedTransaction> transactions,
            long nowMillis) {
        return new BundleInProgress(
                number, number, group, rulesVersion, votes, transactions, nowMillis, new Attempts());
    }

    /// The same proposal under another number, for a part of its transactions.
    BundleInProgress part(long newNumber, List<AcceptedTransaction> some) {
        var part = new BundleInProgress(
                newNumber, proposal, group, rulesVersion, votes, some, proposedMillis, attempts.copy());
        part.stored = stored;
        return part;
    }

    long number() {
        return number;
    }

    long proposal() {
        return proposal;
    }

    EndorserGroup group() {
        return group;
    }

    Votes votes() {
        return votes;
    }

    Phase phase() {
        return phase;
    }

    long phaseSinceMillis() {
        return phaseSinceMillis;
    }

    long proposedMillis() {
        return proposedMillis;
    }

    boolean isStored() {
        return stored;
    }

    /// The transactions that still want a signature.
    List<AcceptedTransaction> transactions() {
        return transactions;
    }

    List<TransactionId> ids() {
        return transactions.stream().map(AcceptedTransaction::id).toList();
    }

    /// Durable here; those endorsed before want nothing more.
    void stored(Set<TransactionId> endorsedBefore) {
        stored = true;
        transactions = transactions.stream()
                .filter(transaction -> !endorsedBefore.contains(transaction.id()))
                .toList();
    }

    /// Settles on signers, who prepare first.
    void prepare(List<Integer> chosen, long nowMillis) {
        signers = chosen.stream().sorted().toList();
        phase = Phase.PREPARING;
        phaseSinceMillis = nowMillis;
    }

    /// The signers prepared; the order they are asked with.
    ShareOrder share(SortedMap<Integer, Bytes> prepared, long nowMillis) {
        preparations = Collections.unmodifiableSortedMap(new TreeMap<>(prepared));
        phase = Phase.SHARING;
        phaseSinceMillis = nowMillis;
        return order();
    }

    /// Settles on signers, who need no preparation; the order they are asked with.
    ShareOrder share(List<Integer> chosen, long nowMillis) {
        signers = List.copyOf(chosen);
        return share(Collections.emptySortedMap(), nowMillis);
    }

    /// Number of times that this was tried in vain.
    Attempts attempts() {
        return attempts;
    }

    ShareOrder order() {
        return new ShareOrder(
                group,
                rulesVersion,
                ids(),
                Bundle.rootOf(
                        transactions.stream().map(AcceptedTransaction::encoded).toList()),
                preparations);
    }

    List<Integer> signers() {
        return signers;
    }

    /// Signers that have not answered.
    List<Integer> owing() {
        return signers.stream().filter(member -> !shares.containsKey(member)).toList();
    }

    /// Takes a share of a signer; true when no more is missing.
    boolean give(int member, Bytes share) {
        if (phase != Phase.SHARING || !signers.contains(member)) {
            return false;
        }
        shares.put(member, share);
        if (shares.size() < signers.size()) {
            return false;
        }
        phase = Phase.COMBINING;
        return true;
    }

    SortedMap<Integer, Bytes> shares() {
        return Collections.unmodifiableSortedMap(new TreeMap<>(shares));
    }

    Bundle signed(Bytes signature) {
        List<Bytes> raws = new ArrayList<>(transactions.size());
        List<Bundle.IndexedAudit> audits = new ArrayList<>();
        for (AcceptedTransaction transaction : transactions) {
            int index = raws.size();
            transaction.requiredAudit().ifPresent(approval -> audits.add(new Bundle.IndexedAudit(index, approval)));
            raws.add(transaction.encoded());
        }
        return new Bundle(group.namespace(), rulesVersion, group.epoch(), raws, audits, signature);
    }

    /// The last height at which some of its transactions may commit.
    long expiryHeight() {
        return transactions.stream()
                .mapToLong(transaction -> transaction.settlement().expiryHeight())
                .max()
                .orElse(0);
    }
}
