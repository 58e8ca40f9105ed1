package io.florin.bank.payments.adapter;

import io.florin.doubles.api.Unasked;
import io.florin.runtime.api.ProgressTicket;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Rows of signed transactions that nobody should ask for; tests override what is asked of them.
class UnaskedOutbox implements OutboxRepository {
    @Override
    public void insert(List<OutboxTransaction> made) {
        throw new Unasked("insert");
    }

    @Override
    public Due due(Instant now, int limit) {
        throw new Unasked("due");
    }

    @Override
    public void claim(Collection<OutboxTransaction> held, Instant next, String trace, ProgressTicket ticket) {
        throw new Unasked("claim");
    }

    @Override
    public Optional<Instant> nextAttempt(Instant now) {
        throw new Unasked("nextAttempt");
    }

    @Override
    public int filesUnderWay() {
        throw new Unasked("filesUnderWay");
    }

    @Override
    public List<OutboxTransaction> lackingAudit(Instant now, int limit) {
        throw new Unasked("lackingAudit");
    }

    @Override
    public Optional<OutboxTransaction> find(byte[] transaction) {
        throw new Unasked("find");
    }

    @Override
    public List<OpenTransaction> openOf(Collection<byte[]> transactions) {
        throw new Unasked("openOf");
    }

    @Override
    public List<OpenTransaction> expiredAt(long height) {
        throw new Unasked("expiredAt");
    }

    @Override
    public List<OpenTransaction> unsentOf(Collection<UUID> plans) {
        throw new Unasked("unsentOf");
    }

    @Override
    public int finish(Collection<Long> seqs) {
        throw new Unasked("finish");
    }

    @Override
    public List<OpenTransaction> neverSentSince(Instant since, int limit) {
        throw new Unasked("neverSentSince");
    }

    @Override
    public int postpone(Collection<byte[]> transactions, Instant next) {
        throw new Unasked("postpone");
    }

    @Override
    public int recall(Instant now, Instant beyond) {
        throw new Unasked("recall");
    }

    @Override
    public int untouched(Collection<byte[]> transactions, Instant next) {
        throw new Unasked("untouched");
    }

    @Override
    public int audited(byte[] transaction, byte[] approval) {
        throw new Unasked("audited");
    }

    @Override
    public long countOpen() {
        throw new Unasked("countOpen");
    }
}
