package io.florin.centralbank.configuration;

import io.florin.centralbank.configuration.ChangeStore.Proposal;
import io.florin.centralbank.configuration.ChangeStore.Signature;
import io.florin.centralbank.configuration.ConfigurationProposal.Approval;
import io.florin.centralbank.configuration.LedgerConfiguration.Seen;
import io.florin.centralbank.officers.KeyFileOfficers;
import io.florin.centralbank.protocol.ConfigurationProblem;
import io.florin.centralbank.protocol.SupplyProblem;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.decisions.Decision;
import io.florin.decisions.DecisionLog;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.runtime.console.ListPage;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionOperations;

/// Takes proposals, collects officers' signatures and keeps each proposal's state.
///
/// An officer signs the whole next configuration, after it was checked against the one that the ledger has and against
/// the digest of what the officer was shown: what somebody wrote into the database is neither shown as harmless nor
/// signed unseen. A signature counts while it verifies under the keys in force, as endorsers will check it again, so
/// with this database alone nobody changes anything.
final class ChangeService {
    private final ChangeStore store;
    private final LedgerConfiguration ledger;
    private final Office office;
    private final TransactionOperations transactions;
    private final ChangeProperties properties;

    /// Collaborators of handling proposals.
    record Office(KeyFileOfficers officers, DecisionLog log, InstantSource clock, Supplier<UUID> ids) {}

    ChangeService(
            ChangeStore store,
            LedgerConfiguration ledger,
            Office office,
            TransactionOperations transactions,
            ChangeProperties properties) {
        this.store = store;
        this.ledger = ledger;
        this.office = office;
        this.transactions = transactions;
        this.properties = properties;
    }

    /// An officer proposes; the same key and request again get the same proposal.
    ///
    /// @param request SHA-256 of the form as it came
    ConfigurationProposal propose(String key, Bytes32 request, ChangeForm form, String login) {
        officerOf(login);
        Seen seen = ledger.ask();
        return inTransaction(() -> {
            Optional<Bytes32> before = store.request(login, key);
            if (before.isPresent()) {
                if (!before.get().equals(request)) {
                    throw ConfigurationProblem.IDEMPOTENCY_KEY_REUSED.refusal();
                }
                return file(store.byKey(login, key).orElseThrow(), seen);
            }
            if (store.openCount() >= properties.openMax()) {
                throw new ProblemException(ProblemCode.CONFLICT, "Too many proposals are open.");
            }
            NetworkConfiguration next = ChangeRules.next(seen.configuration(), form, ledger.identity());
            UUID id = office.ids().get();
            log(login, "configuration-proposed", id, form.reason());
            Instant now = now();
            store.insert(
                    new Proposal(id, key, request, seen.configuration(), next, form.reason(), login),
                    now,
                    now.plus(properties.proposalLifetime()));
            return file(find(id), seen);
        });
    }

    /// One officer approves with a signature under the officer's own key, which the passphrase opens for this once.
    ///
    /// @param digest of the change that the officer was shown
    ConfigurationProposal approve(UUID id, String login, String digest, char[] passphrase) {
        int officer = officerOf(login);
        Seen seen = ledger.ask();
        byte[] message = inTransaction(() -> shown(proposed(id), seen.configuration(), officer, digest));
        Bytes signature = office.officers()
                .sign(new KeyFileOfficers.Signing(officer, login, subject(id), message), passphrase)
                .orElseThrow(SupplyProblem.WRONG_PASSPHRASE::refusal);
        return approveSigned(id, login, digest, signature);
    }

    /// One officer approves with a signature that was made elsewhere.
    ConfigurationProposal approveSigned(UUID id, String login, String digest, Bytes signature) {
        int officer = officerOf(login);
        Seen seen = ledger.ask();
        return inTransaction(() -> {
            StoredChange change = proposed(id);
            NetworkConfiguration inForce = seen.configuration();
            byte[] message = shown(change, inForce, officer, digest);
            Signature signed = new Signature(officer, login, signature, now());
            if (!isGenuine(signed, message, inForce)) {
                throw SupplyProblem.WRONG_KEY.refusal();
            }
            String number = "officer " + KeyFileOfficers.number(officer);
            log(login, "configuration-approved", id, number + ", digest " + digest);
            store.sign(id, signed);
            if (genuine(change, inForce).size() >= inForce.officers().approvalsRequired()) {
                store.approved(id);
            }
            return file(find(id), seen);
        });
    }

    /// The bytes that the officer signs: the change that was shown, which may still follow the configuration in force.
    private byte[] shown(StoredChange change, NetworkConfiguration inForce, int officer, String digest) {
        if (change.base().version() != inForce.version()) {
            throw ConfigurationProblem.CONFIGURATION_MOVED.refusal();
        }
        ChangeRules.check(inForce, change.configuration(), ledger.identity());
        if (!ledger.digest(change.configuration()).equals(digest)) {
            throw ConfigurationProblem.NOT_AS_SHOWN.refusal();
        }
        if (genuine(change, inForce).stream().anyMatch(kept -> kept.officer() == officer)) {
            throw SupplyProblem.ALREADY_APPROVED.refusal();
        }
        return ledger.officerMessage(change.configuration());
    }

    /// An officer refuses, for all.
    ConfigurationProposal refuse(UUID id, String login, String reason) {
        officerOf(login);
        return inTransaction(() -> {
            proposed(id);
            log(login, "configuration-refused", id, reason);
            store.ended(id, ChangeState.REFUSED, reason, 0);
            return file(find(id), ledger.known());
        });
    }

    Optional<ConfigurationProposal> proposal(UUID id) {
        return inTransaction(() -> store.find(id).map(change -> file(change, ledger.known())));
    }

    List<ConfigurationProposal> newest(int limit) {
        return inTransaction(() -> store.newest(limit).stream()
                .map(change -> file(change, ledger.known()))
                .toList());
    }

    /// @param cursor null for the first page
    ListPage<ConfigurationProposal> newest(@Nullable String cursor, int size) {
        return inTransaction(() -> store.newest(cursor, size)
                .map(changes -> changes.stream()
                        .map(change -> file(change, ledger.known()))
                        .toList()));
    }

    /// Proposals that wait for officers.
    long waitingCount() {
        return store.count(ChangeState.PROPOSED);
    }

    /// The signatures that count: each by another officer, under the key in force, over exactly this change.
    List<OfficerApproval> approvals(StoredChange change, NetworkConfiguration inForce) {
        return genuine(change, inForce).stream()
                .map(signature -> new OfficerApproval(signature.officer(), signature.signature()))
                .toList();
    }

    private List<Signature> genuine(StoredChange change, NetworkConfiguration inForce) {
        byte[] message = ledger.officerMessage(change.configuration());
        return store.signatures(change.id()).stream()
                .filter(signature -> isGenuine(signature, message, inForce))
                .toList();
    }

    private static boolean isGenuine(Signature signature, byte[] message, NetworkConfiguration inForce) {
        List<Bytes32> keys = inForce.officers().keys();
        return signature.officer() >= 0
                && signature.officer() < keys.size()
                && Ed25519.verify(
                        keys.get(signature.officer()),
                        message,
                        signature.signature().toArray());
    }

    /// Ends a proposal by what the ledger says, or by its time.
    void ended(StoredChange change, ChangeState state, String ending, long inForceFrom) {
        transactions.executeWithoutResult(_ -> {
            if (store.lock(change.id()).filter(now -> now.state().isOpen()).isPresent()) {
                log("ledger", "configuration-" + word(state), change.id(), ending);
                store.ended(change.id(), state, ending, inForceFrom);
            }
        });
    }

    private static String word(ChangeState state) {
        return switch (state) {
            case IN_FORCE -> "in-force";
            case SUPERSEDED -> "superseded";
            case EXPIRED -> "expired";
            case REFUSED -> "refused";
            case PROPOSED, APPROVED, SUBMITTED -> throw new IllegalArgumentException("no ending: " + state);
        };
    }

    private StoredChange proposed(UUID id) {
        StoredChange change = store.lock(id).orElseThrow(ConfigurationProblem.NO_SUCH_CHANGE::refusal);
        if (change.state() != ChangeState.PROPOSED || !now().isBefore(change.expiresAt())) {
            throw SupplyProblem.ALREADY_DECIDED.refusal();
        }
        return change;
    }

    private StoredChange find(UUID id) {
        return store.find(id).orElseThrow(ConfigurationProblem.NO_SUCH_CHANGE::refusal);
    }

    private int officerOf(String login) {
        return office.officers().officerOf(login).orElseThrow(SupplyProblem.NOT_AN_OFFICER::refusal);
    }

    private void log(String actor, String action, UUID id, String reason) {
        office.log().append(new Decision(actor, action, subject(id), reason));
    }

    static String subject(UUID id) {
        return "configuration-change/" + id;
    }

    private Instant now() {
        return office.clock().instant().truncatedTo(ChronoUnit.MICROS);
    }

    private <T> T inTransaction(Supplier<T> work) {
        return Objects.requireNonNull(transactions.execute(_ -> work.get()));
    }

    /// While a proposal is for the configuration in force it is compared with the ledger's, not with the database's.
    private ConfigurationProposal file(StoredChange change, Seen seen) {
        NetworkConfiguration base =
                change.base().version() == seen.configuration().version() ? seen.configuration() : change.base();
        return new ConfigurationProposal(
                change.id(),
                change.state(),
                change.base().version(),
                change.configuration().version(),
                change.reason(),
                change.ending(),
                change.proposedBy(),
                change.proposedAt(),
                change.expiresAt(),
                SettingsText.differences(base, change.configuration()),
                ChangeRules.warnings(base, change.configuration()),
                ledger.digest(change.configuration()),
                Base64.getEncoder().encodeToString(change.configuration().encode()),
                genuine(change, base).stream()
                        .map(signature -> new Approval(
                                KeyFileOfficers.number(signature.officer()),
                                signature.name(),
                                signature.signature().toHex(),
                                signature.at()))
                        .toList(),
                base.officers().approvalsRequired(),
                change.transactionId(),
                change.attempts(),
                change.refusal(),
                change.inForceFrom());
    }
}
