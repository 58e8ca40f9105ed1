package io.florin.committer.verifier;

import io.florin.committer.protocol.VerifiedTransaction;
import io.florin.crypto.Bytes;
import io.florin.crypto.bls.BlsPublicKey;
import io.florin.crypto.bls.BlsSignature;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.NetworkId;
import io.florin.ledger.StateKey;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.rules.EndorsementCheck;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.TransactionStatus;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// The checks of transactions that need no state: is it a bundle, is it endorsed under the configuration in force, is
/// it a transaction, is its configuration in force, is it in time, is it audited. The order of the checks is that of
/// `SerialReplay`, which defines the verdicts.
///
/// All bundles under one BLS key are verified as one batch: about 0.07 ms for each bundle and 0.7 ms for the batch,
/// instead of 0.75 ms for each. When the batch fails it is halved until the wrong ones are found (`KeyBatch`), so a
/// forger costs CPU time of ours, at most 1.5 times that of each bundle alone, but never changes another's verdict.
/// Ed25519 and ECDSA signatures, of groups that sign by FROST or threshold ECDSA, cost no more alone than a BLS
/// signature in a batch, so each is verified alone. For each transaction: one decoding, one SHA-256 of its bytes and
/// one for each output's key.
///
/// Stateless; any thread.
public final class SignatureVerifier {

    private final NetworkId network;
    private final KeyBatch.Check check;

    public SignatureVerifier(NetworkId network) {
        this(network, KeyBatch.Check.bls());
    }

    /// @param check of BLS signatures
    SignatureVerifier(NetworkId network, KeyBatch.Check check) {
        this.network = network;
        this.check = check;
    }

    /// Checks some consecutive entries of one block.
    ///
    /// @param height number of the block
    /// @param configuration in force for the block
    /// @param random unpredictable to whoever made the signatures
    /// @return all transactions of the entries in order
    public List<VerifiedTransaction> verify(
            List<Bytes> entries, long height, NetworkConfiguration configuration, RandomGenerator random) {
        List<OrderedTransaction> ordered = OrderedTransaction.of(entries);
        Map<Bundle, Boolean> endorsed = endorsed(bundlesOf(ordered), configuration, random);
        List<VerifiedTransaction> verified = new ArrayList<>(ordered.size());
        for (OrderedTransaction transaction : ordered) {
            Optional<TransactionStatus> fate = fate(transaction, height, configuration, endorsed);
            Optional<SettlementTransaction> settlement = transaction.transaction();
            boolean mayClaim = fate.isEmpty() || fate.get().claimsId();
            verified.add(new VerifiedTransaction(
                    settlement,
                    Sha256.hash(transaction.raw().toArray()),
                    fate,
                    mayClaim ? writeKeys(settlement.orElseThrow()) : List.of()));
        }
        return verified;
    }

    private Optional<TransactionStatus> fate(
            OrderedTransaction ordered,
            long height,
            NetworkConfiguration configuration,
            Map<Bundle, Boolean> endorsed) {
        if (ordered.bundle().isEmpty()) {
            return Optional.of(TransactionStatus.MALFORMED_BUNDLE);
        }
        if (!endorsed.getOrDefault(ordered.bundle().get(), false)) {
            return Optional.of(TransactionStatus.MALFORMED_ENDORSEMENT);
        }
        if (ordered.transaction().isEmpty()) {
            return Optional.of(TransactionStatus.MALFORMED_TRANSACTION);
        }
        SettlementTransaction transaction = ordered.transaction().get();
        if (transaction.configurationVersion() != configuration.version()) {
            return Optional.of(TransactionStatus.ABORTED_STALE_CONFIG);
        }
        if (height > transaction.expiryHeight()) {
            return Optional.of(TransactionStatus.ABORTED_EXPIRED);
        }
        if (!EndorsementCheck.isAudited(ordered, network, configuration)) {
            return Optional.of(TransactionStatus.ABORTED_NOT_AUDITED);
        }
        return Optional.empty();
    }

    private static List<Bundle> bundlesOf(List<OrderedTransaction> ordered) {
        List<Bundle> bundles = new ArrayList<>();
        for (OrderedTransaction transaction : ordered) {
            if (transaction.position() == 0) {
                transaction.bundle().ifPresent(bundles::add);
            }
        }
        return bundles;
    }

    /// Bundles that can be endorsed by BLS at all, with their signatures, by the key they need.
    private record Batch(KeyBatch signatures, List<Bundle> bundles) {}

    private Map<Bundle, Boolean> endorsed(
            List<Bundle> bundles, NetworkConfiguration configuration, RandomGenerator random) {
        Map<Bundle, Boolean> endorsed = new IdentityHashMap<>();
        Map<Bytes, Batch> batches = new LinkedHashMap<>();
        for (Bundle bundle : bundles) {
            EndorsementCheck.policy(bundle, configuration).ifPresent(group -> {
                switch (group.scheme()) {
                    case BLS_G1 -> addTo(batches, group, bundle);
                    case FROST_ED25519, ECDSA_P256 ->
                        endorsed.put(bundle, EndorsementCheck.isEndorsed(bundle, network, configuration));
                }
            });
        }
        for (Batch batch : batches.values()) {
            BitSet wrong = batch.signatures().wrong(random);
            for (int i = 0; i < batch.bundles().size(); i++) {
                endorsed.put(batch.bundles().get(i), !wrong.get(i));
            }
        }
        return endorsed;
    }

    private void addTo(Map<Bytes, Batch> batches, EndorserGroup group, Bundle bundle) {
        try {
            BlsSignature signature = BlsSignature.decode(bundle.signature().toArray());
            Batch batch = batches.computeIfAbsent(
                    group.groupKey(),
                    key -> new Batch(new KeyBatch(BlsPublicKey.decode(key.toArray()), check), new ArrayList<>()));
            batch.bundles().add(bundle);
            batch.signatures().add(bundle.message(network), signature);
        } catch (IllegalArgumentException notAPoint) {
            // a key or signature that is no point of its group endorses nothing; the bundle stays out of the map
        }
    }

    private static List<StateKey> writeKeys(SettlementTransaction transaction) {
        List<StateKey> keys = new ArrayList<>(transaction.writes().size());
        transaction.writes().forEach(write -> keys.add(transaction.keyOf(write)));
        return keys;
    }
}
