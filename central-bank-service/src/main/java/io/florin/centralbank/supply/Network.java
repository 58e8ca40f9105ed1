package io.florin.centralbank.supply;

import io.florin.centralbank.protocol.Treasuries;
import io.florin.crypto.Bytes;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.StateKeys;
import io.florin.ledger.client.AuditDisclosure;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.privacy.RecordedToken;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.token.Token;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.wallet.notes.NoteContent;
import io.florin.wallet.payment.LedgerView;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The central bank's network: genesis, and the configuration in force where the ledger was followed to.
public final class Network {
    private final Genesis genesis;
    private final NetworkId id;
    private final Treasuries treasuries;
    private final RandomGenerator random;
    private final HiddenIssues hiddenIssues;
    private volatile @Nullable NetworkConfiguration configuration;

    /// @param signature of this node, deterministic
    Network(Genesis genesis, Treasuries treasuries, RandomGenerator random, Function<byte[], Bytes> signature) {
        this.genesis = genesis;
        this.id = genesis.networkId();
        this.treasuries = treasuries;
        this.random = random;
        this.hiddenIssues = new HiddenIssues(id, random, signature);
    }

    NetworkId id() {
        return id;
    }

    Genesis genesis() {
        return genesis;
    }

    /// As of the last block that was followed.
    ///
    /// @throws io.florin.runtime.http.ProblemException while that is not known: in a database from before it was kept
    ///     there, until the ledger is read once more from genesis on
    public NetworkConfiguration configuration() {
        NetworkConfiguration known = configuration;
        if (known == null) {
            throw new ProblemException(
                    ProblemCode.UNAVAILABLE,
                    "The ledger is being read from genesis on; which configuration is in force shows then.");
        }
        return known;
    }

    /// The follower has come to where this is in force.
    void putInForce(NetworkConfiguration followed) {
        configuration = followed;
    }

    /// As known, at first as of genesis: what it is called and hides never changes.
    Namespace currency() {
        return currency(known());
    }

    /// The same of any currency.
    Optional<Namespace> namespace(int namespace) {
        return known().namespace(new NamespaceId(namespace));
    }

    private NetworkConfiguration known() {
        NetworkConfiguration known = configuration;
        return known == null ? genesis.configuration() : known;
    }

    private static Namespace currency(NetworkConfiguration configuration) {
        return configuration.namespaces().stream()
                .filter(namespace -> !namespace.currency().isEmpty())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the network has no currency"));
    }

    /// Bytes that officers sign. Of a withdrawal in a hidden currency the token is a part, where its payee is known.
    byte[] officerMessage(StoredRequest stored) {
        Namespace currency = currency(configuration());
        SupplyRequest request = stored.request();
        Optional<TreasuryAddress> payee = currency.hidden().isPresent() ? payee(stored) : Optional.empty();
        if (payee.isPresent() && request.direction() == SupplyRequest.Direction.WITHDRAWAL) {
            return hiddenIssues.officerMessage(currency, request, payee.get());
        }
        return request.officerMessage(id, currency.id(), currency.rulesVersion());
    }

    /// Address to which the tokens go, if the treasury signed it: anybody may have written into the database.
    Optional<TreasuryAddress> payee(StoredRequest stored) {
        try {
            return stored.payee().filter(address -> address.isOf(stored.request(), id));
        } catch (IllegalArgumentException none) {
            return Optional.empty();
        }
    }

    /// Key of the record of a request on the ledger, hex.
    String recordKey(SupplyRequest request) {
        var namespace = currency().id();
        return switch (request.direction()) {
            case WITHDRAWAL -> StateKeys.withdrawal(namespace, request.id()).toHex();
            case REDEMPTION -> StateKeys.redemption(namespace, request.id()).toHex();
        };
    }

    /// Whether owners or values of the currency are hidden.
    boolean isHidden() {
        return currency().hidden().isPresent();
    }

    /// Whether a token can be worth that much.
    boolean fitsToken(Amount amount) {
        return !amount.exceeds(currency().tokenMax());
    }

    /// One token for the whole amount; its note is sealed to the treasury, so that a restored wallet finds it.
    ///
    /// @param payee where it goes, if the currency is hidden
    ClientTransaction issue(
            SupplyRequest request, Optional<TreasuryAddress> payee, long height, List<OfficerApproval> approvals) {
        NetworkConfiguration now = configuration();
        Namespace currency = currency(now);
        LedgerView view =
                new LedgerView(id, currency.id(), currency.rulesVersion(), now.version(), height, now.limits());
        return currency.hidden().isPresent()
                ? hiddenIssues.prove(now, view, request, payee.orElseThrow(), approvals)
                : clearIssue(request, view.header(random), approvals);
    }

    /// Disclosure of an issue under way to the auditor: the openings too, where it hides any.
    ///
    /// @return empty if the address that stands in the database is not the one that the issue pays
    Optional<byte[]> shown(StoredRequest stored, ClientTransaction issue) {
        return issue instanceof HiddenPayment hidden
                ? payee(stored)
                        .flatMap(payee -> hiddenIssues.disclosure(hidden, stored.request(), payee))
                        .map(AuditDisclosure::encode)
                : Optional.of(issue.encode());
    }

    /// Whether the tokens that an issue made are those of the request: its owner's, or where owners are hidden the one
    /// that officers signed.
    boolean isToOwner(StoredRequest stored, SettlementTransaction issue) {
        SupplyRequest request = stored.request();
        List<RecordedToken> hidden =
                issue.hiddenOutputs().stream().map(Write.HiddenOutput::token).toList();
        if (hidden.isEmpty()) {
            return issue.outputs().stream()
                    .allMatch(output -> output.token().owner().equals(request.owner()));
        }
        PrivacyModel model = hidden.getFirst().model();
        return payee(stored)
                .map(address -> hiddenIssues.tokens(currency().id(), model, request, address).stream()
                        .map(RecordedToken::of)
                        .toList()
                        .equals(hidden))
                .orElse(false);
    }

    private Issue clearIssue(SupplyRequest request, TransactionHeader header, List<OfficerApproval> approvals) {
        Token token = new Token(request.owner(), header.namespace().value(), request.amount());
        Bytes note = treasuries
                .owner(request.owner())
                .map(owner -> NoteContent.bare(token).seal(id, owner.noteKey(), random))
                .orElse(Bytes.EMPTY);
        return new Issue(header, request, List.of(token), List.of(note), approvals);
    }
}
