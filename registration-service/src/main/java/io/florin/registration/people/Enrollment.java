package io.florin.registration.people;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.registration.protocol.Actor;
import io.florin.registration.protocol.Standings;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentView;
import io.florin.runtime.screening.Screening;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.OrderColumn;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A customer of a bank, from the application on.
///
/// Submitted → screened → approved or refused. What happens to an approved one is in its [Standings].
@Entity
@Table(name = "enrollment")
public class Enrollment {

    /// States of an application.
    public enum State {
        SUBMITTED,
        SCREENED,
        APPROVED,
        REFUSED
    }

    @Id
    private UUID id;

    private int participant;
    private String reference;
    private String requestDigest;
    private String fullName;
    private @Nullable LocalDate birthDate;
    private String country;
    private String documentType;
    private String documentNumber;
    private @Nullable LocalDate documentExpiry;
    private int tier;
    private boolean custodial;
    private String ownerKey;
    private String noteKey;
    private Instant appliedAt;

    @Enumerated(EnumType.STRING)
    private State state = State.SUBMITTED;

    private String findings = "";

    @Column(name = "hits")
    private int hitCount;

    @ElementCollection(fetch = FetchType.LAZY)
    @CollectionTable(name = "screening_hit", joinColumns = @JoinColumn(name = "enrollment"))
    @OrderColumn(name = "place")
    private List<ListedHit> listedHits = new ArrayList<>();

    private String listVersion = "";
    private boolean listedAnew;
    private @Nullable UUID person;
    private boolean personDecided;
    private int holdingShare;
    private @Nullable Integer shareAsked;

    @ElementCollection(fetch = FetchType.LAZY)
    @CollectionTable(name = "person_likeness", joinColumns = @JoinColumn(name = "enrollment"))
    @OrderColumn(name = "place")
    private List<LikePerson> possible = new ArrayList<>();

    private @Nullable String enrollmentId;

    @Column(columnDefinition = "text")
    private String certificate = "";

    private String decidedBy = "";
    private @Nullable Instant decidedAt;
    private String reason = "";

    @Embedded
    private Standings standings = Standings.ACTIVE;

    @Version
    private long version;

    @SuppressWarnings("NullAway.Init")
    protected Enrollment() {}

    Enrollment(UUID id, int participant, CheckedApplication application, Instant now) {
        this.id = id;
        this.participant = participant;
        this.reference = application.reference();
        this.requestDigest = application.digest();
        this.fullName = application.fullName();
        this.birthDate = application.document().birthDate().orElse(null);
        this.country = application.document().country();
        this.documentType = application.document().type();
        this.documentNumber = application.document().number();
        this.documentExpiry = application.document().expiry().orElse(null);
        this.tier = application.tier();
        this.custodial = application.custodial();
        this.ownerKey = application.owner().toHex();
        this.noteKey = application.noteKey().toHex();
        this.shareAsked = application.holdingShare().orElse(null);
        this.appliedAt = now;
    }

    /// @param others who it may be too; an officer says so before anybody approves
    void recognised(UUID who, List<LikePerson> others) {
        person = who;
        possible.clear();
        possible.addAll(others);
    }

    /// An officer has said who it is.
    void isPerson(UUID who) {
        person = who;
        personDecided = true;
    }

    /// Empty of a bank's treasury.
    Optional<UUID> person() {
        return Optional.ofNullable(person);
    }

    boolean isPersonUndecided() {
        return !personDecided && !possible.isEmpty();
    }

    List<LikePerson> possible() {
        return List.copyOf(possible);
    }

    /// Ten thousandths of the holding limit; empty for what is left.
    Optional<Integer> shareAsked() {
        return Optional.ofNullable(shareAsked);
    }

    int holdingShare() {
        return holdingShare;
    }

    void hasShare(int tenThousandths) {
        holdingShare = tenThousandths;
    }

    void screened(Screening.Result result, List<String> findingCodes) {
        state = State.SCREENED;
        findings = String.join(",", findingCodes);
        keep(result);
    }

    /// Keeps what another list found.
    ///
    /// @return whether a likeness is new, or stronger or of another programme than the one already known
    boolean rescreened(Screening.Result result) {
        boolean fresh = result.hits().stream()
                .map(hit -> ListedHit.of(hit).hit())
                .anyMatch(hit -> listedHits.stream().map(ListedHit::hit).noneMatch(known -> known.covers(hit)));
        listedAnew |= fresh;
        keep(result);
        return fresh;
    }

    private void keep(Screening.Result result) {
        listVersion = result.listVersion();
        hitCount = result.hits().size();
        listedHits.clear();
        result.hits().forEach(hit -> listedHits.add(ListedHit.of(hit)));
    }

    /// Person who is compared with lists.
    Screening.Subject subject() {
        return new Screening.Subject(fullName, Optional.ofNullable(birthDate), documentNumber);
    }

    boolean wasDecidedBy(Actor actor) {
        return decidedBy.equals(actor.text());
    }

    void approve(String newEnrollmentId, String credential, Actor actor, String why, Instant now) {
        enrollmentId = newEnrollmentId;
        certificate = credential;
        decide(State.APPROVED, actor, why, now);
    }

    void refuse(Actor actor, String why, Instant now) {
        decide(State.REFUSED, actor, why, now);
    }

    private void decide(State decided, Actor actor, String why, Instant now) {
        state = decided;
        decidedBy = actor.text();
        decidedAt = now;
        reason = why;
    }

    void change(Standings after) {
        standings = after;
    }

    UUID id() {
        return id;
    }

    int participant() {
        return participant;
    }

    int tier() {
        return tier;
    }

    State state() {
        return state;
    }

    OwnerKey owner() {
        return OwnerKey.fromHex(ownerKey);
    }

    String listVersion() {
        return listVersion;
    }

    /// Whether a list after the application's named the person, or named the person more.
    boolean isListedAnew() {
        return listedAnew;
    }

    String requestDigest() {
        return requestDigest;
    }

    Standings standings() {
        return standings;
    }

    /// An approved enrollment as everybody is told of it: its id only as a hash.
    EnrollmentChanged event() {
        if (enrollmentId == null) {
            throw new IllegalStateException("an application that is not approved is nobody's business");
        }
        return new EnrollmentChanged(
                Sha256.hash(enrollmentId.getBytes(StandardCharsets.US_ASCII)),
                owner(),
                Bytes32.fromHex(noteKey),
                participant,
                tier,
                custodial,
                standings.standing());
    }

    /// The enrollment as the bank is told of it.
    EnrollmentView bankView() {
        String shown = switch (state) {
            case SUBMITTED, SCREENED, REFUSED -> state.name();
            case APPROVED ->
                switch (standings.standing()) {
                    case ACTIVE -> State.APPROVED.name();
                    case SUSPENDED -> standings.closedByBank() ? "CLOSING" : "SUSPENDED";
                    case REVOKED -> standings.closedByBank() ? "CLOSED" : "REVOKED";
                };
        };
        String told = switch (state) {
            case SUBMITTED, SCREENED -> "";
            case REFUSED -> reason;
            case APPROVED -> standings.isActive() ? "" : standings.reason();
        };
        return new EnrollmentView(
                reference, shown, enrollmentId == null ? "" : enrollmentId, tier, told, certificate, holdingShare);
    }

    EnrollmentFile file() {
        return new EnrollmentFile(
                id,
                participant,
                reference,
                fullName,
                birthDate,
                country,
                documentType,
                documentNumber,
                documentExpiry,
                tier,
                custodial,
                ownerKey,
                appliedAt,
                state.name(),
                findings.isEmpty() ? List.of() : List.of(findings.split(",")),
                listedHits.stream().map(ListedHit::hit).toList(),
                listVersion,
                enrollmentId == null ? "" : enrollmentId,
                decidedBy,
                decidedAt,
                reason,
                standings);
    }

    PersonFile.PersonWallet wallet() {
        EnrollmentLine line = line();
        return new PersonFile.PersonWallet(id, participant, reference, fullName, tier, line.state(), holdingShare);
    }

    EnrollmentLine line() {
        return new EnrollmentLine(
                id,
                participant,
                reference,
                fullName,
                tier,
                appliedAt,
                state == State.APPROVED && !standings.isActive()
                        ? standings.standing().name()
                        : state.name(),
                hitCount,
                findings.isEmpty() ? 0 : findings.split(",").length);
    }
}
