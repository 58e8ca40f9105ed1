package io.florin.endorser.protocol;

import io.florin.crypto.Bytes32;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.Submission;
import io.florin.ledger.rules.RefusalReason;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The durable store of client transactions. What a method changes is on disk when it returns; a database that does not
/// answer shows as [io.florin.runtime.Failure]. Every change may be repeated.
public interface TransactionStore {

    /// Keeps accepted transactions and their notes, in order.
    ///
    /// @param own submitted here, not proposed by a peer
    /// @return those that are final or in a signed bundle already
    Set<TransactionId> store(List<AcceptedTransaction> transactions, boolean own);

    /// Notes that a share over these transactions leaves this endorser.
    void shareGiven(ShareOrder order, long nowMillis);

    /// Keeps a signed bundle and who is in it.
    void remember(EndorsedBundle bundle);

    /// Keeps that a submitter was told no.
    void rememberRefused(Map<TransactionId, RefusalReason> refused);

    /// Keeps final statuses.
    ///
    /// @return configuration changes among those that committed
    List<Submission> settle(List<ProvenStatus> statuses, long nowMillis);

    /// Keeps final statuses of several blocks, and with them how far their topic is read: both or nothing. Where none
    /// of them is of a transaction that is held, nothing need be written: up to 64 records are read again after a
    /// crash.
    ///
    /// @param statuses of each id the first one
    /// @return configuration changes among those that committed, all of them in the last block
    /// @throws ConfigurationBetween when one committed before it
    List<Submission> settle(List<ProvenStatus> statuses, StatusPosition read, long nowMillis);

    /// Keeps that these were never ordered and cannot commit any more.
    void expire(Collection<TransactionId> ids, long nowMillis);

    /// The submissions held of these ids, by id.
    Map<TransactionId, Submission> submissions(Collection<TransactionId> ids);

    /// Those of the ids that are in a signed bundle, or final.
    Set<TransactionId> endorsed(Collection<TransactionId> ids);

    /// The committed change that replaced the configuration of this version.
    Optional<Submission> configurationChange(long replacedVersion);

    /// Keeps under which keys a submitter may ask for its transactions. Whoever brings one that is held here already,
    /// by submission or from a peer, is not the one who submitted it: its key is not kept. Does not wait: the keys are
    /// durable no later than what is stored after them.
    void expectQuestions(Map<TransactionId, Bytes32> keys);

    /// The transaction that was submitted here under a key.
    Optional<TransactionId> submittedUnder(Bytes32 key);

    Optional<TransactionProgress> progress(TransactionId id);

    /// Notes after a position, in order.
    List<StoredNote> notes(long after, int limit);

    /// Own submissions that are open, in the order of the store.
    List<OpenTransaction> openOwn(LeftBehind stored, long afterPlace, int limit);

    /// Orders for shares this endorser gave to others, some of whose transactions are open.
    List<OpenShare> openShares(LeftBehind given, int limit);

    /// A signed bundle, with those of its transactions that the caller still wants to see final.
    Optional<EndorsedBundle> bundle(Bytes32 root, List<TransactionId> ids);

    /// Transactions of an order that are open, in its order.
    ///
    /// @param number of the share in this store
    record OpenShare(long number, List<OpenTransaction> transactions) {}
}
