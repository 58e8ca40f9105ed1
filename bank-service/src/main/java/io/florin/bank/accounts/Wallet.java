package io.florin.bank.accounts;

import io.florin.bank.protocol.WalletInfo;
import io.florin.bank.protocol.WalletInfo.State;
import io.florin.crypto.Bytes32;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.HoldingShare;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.wallet.address.WalletAddress;
import io.florin.wallet.hidden.HiddenAddress;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.PostLoad;
import jakarta.persistence.PostPersist;
import jakarta.persistence.Transient;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.hibernate.annotations.DynamicUpdate;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Persistable;

/// A wallet at this bank and where its enrollment is. One that is made is always inserted: a number that is taken is an
/// error and never overwrites the wallet that has it. Only what changed is written: closings and standings are written
/// beside whoever else has read the row ([Closings], [StandingBook]), so who changes a state holds it.
@Entity
@DynamicUpdate
class Wallet implements Persistable<Long> {

    private static final int REASON_MAX = 500;

    /// States that registration's records say; the others are steps of an application or a closing.
    private static final Set<State> FROM_RECORDS = Set.of(State.ENROLLED, State.SUSPENDED, State.REVOKED);

    @Id
    private long number;

    private @Nullable UUID customerId;
    private String iban;
    private boolean custodial;
    private byte[] ownerKey;
    private byte[] noteKey;
    private int tier;
    private int holdingShare = HoldingShare.WHOLE_PARTS;
    private @Nullable Integer shareAsked;

    @Enumerated(EnumType.STRING)
    private State state;

    @Enumerated(EnumType.STRING)
    private @Nullable Standing standing;

    private boolean unexplained;
    private String reason;
    private String enrollmentId;
    private byte[] proof;
    private Instant createdAt;
    private @Nullable Instant untakenSince;
    private boolean untakenFailed;
    private boolean recovered;

    @Transient
    private boolean made;

    @SuppressWarnings("NullAway.Init")
    Wallet() {}

    Wallet(
            long number,
            @Nullable UUID customerId,
            String iban,
            boolean custodial,
            WalletAddress address,
            int tier,
            byte[] proof,
            Instant createdAt) {
        this.number = number;
        this.customerId = customerId;
        this.iban = iban;
        this.custodial = custodial;
        this.ownerKey = address.owner().value().toArray();
        this.noteKey = address.noteKey().toArray();
        this.tier = tier;
        this.state = State.OPENING;
        this.reason = "";
        this.enrollmentId = "";
        this.proof = proof;
        this.createdAt = createdAt;
        this.made = true;
    }

    /// One that this bank had before it lost its database. Whose it was is not known; where its enrollment is
    /// registration says when it is asked.
    static Wallet recovered(
            long number,
            String iban,
            boolean custodial,
            WalletAddress address,
            int tier,
            byte[] proof,
            Instant recoveredAt) {
        Wallet wallet = new Wallet(number, null, iban, custodial, address, tier, proof, recoveredAt);
        wallet.recovered = true;
        return wallet;
    }

    @Override
    public Long getId() {
        return number;
    }

    @Override
    public boolean isNew() {
        return made;
    }

    @PostPersist
    @PostLoad
    void stored() {
        made = false;
    }

    WalletInfo info(String holder, @Nullable HiddenAddress hidden) {
        return new WalletInfo(number, customerId, holder, iban, address(), hidden, tier, share(), custodial, state);
    }

    WalletAddress address() {
        return new WalletAddress(OwnerKey.of(ownerKey), Bytes32.of(noteKey));
    }

    /// Takes registration's answer to the application. How the wallet stands is what its records say, if one is here:
    /// the answer may be older. What becomes of a closing that this bank ordered is not told here.
    void enrolled(State answered, String id, String newReason) {
        if (state == State.CLOSING || state == State.CLOSED) {
            return;
        }
        State told = standing == null || !FROM_RECORDS.contains(answered) ? answered : stateOf(standing);
        this.state = told;
        this.enrollmentId = id;
        this.reason = told == answered ? shortened(newReason) : "";
        this.unexplained = told != answered;
    }

    /// Sets the reason for which the wallet stands as it does.
    ///
    /// @param explained the state that the reason is of; nothing happens when it has changed meanwhile
    void explained(State explained, String why) {
        if (state == explained) {
            this.reason = shortened(why);
            this.unexplained = false;
        }
    }

    private static String shortened(String reason) {
        return reason.length() <= REASON_MAX ? reason : reason.substring(0, REASON_MAX);
    }

    private static State stateOf(Standing standing) {
        return switch (standing) {
            case ACTIVE -> State.ENROLLED;
            case SUSPENDED -> State.SUSPENDED;
            case REVOKED -> State.REVOKED;
        };
    }

    /// @param tenThousandths of its tier's holding limit; null for what registration has left for the customer
    Wallet asking(@Nullable Integer tenThousandths) {
        shareAsked = tenThousandths;
        return this;
    }

    @Nullable
    Integer shareAsked() {
        return shareAsked;
    }

    HoldingShare share() {
        return new HoldingShare(holdingShare);
    }

    void hasShare(HoldingShare share) {
        if (state != State.CLOSED) {
            holdingShare = share.tenThousandths();
        }
    }

    void notTaken(String why) {
        this.reason = why;
    }

    void untaken(Instant since, boolean failed) {
        this.untakenSince = since;
        this.untakenFailed = failed;
    }

    void taken() {
        this.untakenSince = null;
    }

    /// Since when registration answers that it does not take the application; empty when it has taken it, or said
    /// nothing.
    Optional<Instant> untakenSince() {
        return Optional.ofNullable(untakenSince);
    }

    /// Whether it says so because it fails or is busy, and not for a rule or a conflict.
    boolean isUntakenByFailure() {
        return untakenFailed;
    }

    long number() {
        return number;
    }

    /// Whether registration has its application already, which cannot be made again without knowing whose it is.
    boolean recovered() {
        return recovered;
    }

    /// Whether nobody knows whose it is.
    boolean lacksHolder() {
        return customerId == null && number != WalletInfo.TREASURY;
    }

    /// Says whose it is.
    ///
    /// @throws IllegalStateException if that is known
    void claimedBy(UUID customer, byte[] shown) {
        if (!lacksHolder()) {
            throw new IllegalStateException("whose the wallet is is known");
        }
        this.customerId = customer;
        this.proof = shown;
    }

    @Nullable
    UUID customerId() {
        return customerId;
    }

    State state() {
        return state;
    }

    String reason() {
        return reason;
    }

    String enrollmentId() {
        return enrollmentId;
    }

    boolean custodial() {
        return custodial;
    }

    int tier() {
        return tier;
    }

    byte[] proof() {
        return proof;
    }
}
