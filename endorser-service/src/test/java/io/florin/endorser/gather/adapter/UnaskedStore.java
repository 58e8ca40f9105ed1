package io.florin.endorser.gather.adapter;

import io.florin.crypto.Bytes32;
import io.florin.doubles.api.Unasked;
import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.endorser.protocol.EndorsedBundle;
import io.florin.endorser.protocol.LeftBehind;
import io.florin.endorser.protocol.OpenTransaction;
import io.florin.endorser.protocol.ProvenStatus;
import io.florin.endorser.protocol.ShareOrder;
import io.florin.endorser.protocol.StatusPosition;
import io.florin.endorser.protocol.StoredNote;
import io.florin.endorser.protocol.TransactionProgress;
import io.florin.endorser.protocol.TransactionStore;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.Submission;
import io.florin.ledger.rules.RefusalReason;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A store that nobody should ask; tests override what it is asked.
class UnaskedStore implements TransactionStore {
    @Override
    public Set<TransactionId> store(List<AcceptedTransaction> transactions, boolean own) {
        throw new Unasked("store");
    }

    @Override
    public void shareGiven(ShareOrder order, long nowMillis) {
        throw new Unasked("shareGiven");
    }

    @Override
    public void remember(EndorsedBundle bundle) {
        throw new Unasked("remember");
    }

    @Override
    public void rememberRefused(Map<TransactionId, RefusalReason> refused) {
        throw new Unasked("rememberRefused");
    }

    @Override
    public List<Submission> settle(List<ProvenStatus> statuses, long nowMillis) {
        throw new Unasked("settle");
    }

    @Override
    public List<Submission> settle(List<ProvenStatus> statuses, StatusPosition read, long nowMillis) {
        throw new Unasked("settle");
    }

    @Override
    public void expire(Collection<TransactionId> ids, long nowMillis) {
        throw new Unasked("expire");
    }

    @Override
    public Map<TransactionId, Submission> submissions(Collection<TransactionId> ids) {
        throw new Unasked("submissions");
    }

    @Override
    public Set<TransactionId> endorsed(Collection<TransactionId> ids) {
        throw new Unasked("endorsed");
    }

    @Override
    public Optional<Submission> configurationChange(long replacedVersion) {
        throw new Unasked("configurationChange");
    }

    @Override
    public void expectQuestions(Map<TransactionId, Bytes32> keys) {
        throw new Unasked("expectQuestions");
    }

    @Override
    public Optional<TransactionId> submittedUnder(Bytes32 key) {
        throw new Unasked("submittedUnder");
    }

    @Override
    public Optional<TransactionProgress> progress(TransactionId id) {
        throw new Unasked("progress");
    }

    @Override
    public List<StoredNote> notes(long after, int limit) {
        throw new Unasked("notes");
    }

    @Override
    public List<OpenTransaction> openOwn(LeftBehind stored, long afterPlace, int limit) {
        throw new Unasked("openOwn");
    }

    @Override
    public List<OpenShare> openShares(LeftBehind given, int limit) {
        throw new Unasked("openShares");
    }

    @Override
    public Optional<EndorsedBundle> bundle(Bytes32 root, List<TransactionId> ids) {
        throw new Unasked("bundle");
    }
}
