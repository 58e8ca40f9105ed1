package io.florin.auditor.approval;

import io.florin.auditor.protocol.EnrolledOwners;
import io.florin.ledger.Amount;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.AuditorApproval;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Submission;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.privacy.DisclosureCheck;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.ledger.rules.ClearTokenRules;
import io.florin.ledger.rules.LedgerRules;
import io.florin.ledger.rules.RefusalReason;
import io.florin.ledger.rules.RulesContext;
import io.florin.ledger.rules.RulesVerdict;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/// The rules of active audit (protocol decision 26). Pure.
///
/// In order: is it made for the configuration in force here; does the policy ask for it at all; are registration's
/// records current, and the list of barred enrollments where something is hidden; would an endorser take it (form,
/// balance, owners' signatures, standing of payers and payees, limits; or its proof); does what is disclosed open what
/// it hides; is a payer or a payee barred (protocol decision 27); is it above the amount that needs a person. The
/// auditor's own check of an endorser's rules keeps it from signing what endorsers alone would have let in.
public final class ApprovalRules {

    /// Refusals that say more about how far the auditor is than about the transaction.
    private static final Set<RefusalReason> OF_THE_MOMENT =
            Set.of(RefusalReason.STALE_CONFIGURATION, RefusalReason.EXPIRY_OUT_OF_RANGE);

    private static final String BEHIND = "auditor-behind";

    private final HiddenCurrencies currencies;
    private final LedgerRules tokenRules;
    private final Amount releaseMax;

    /// @param releaseMax payments above it are released by a person
    /// @param random unpredictable to payers, a `SecureRandom`
    public ApprovalRules(NetworkId network, Amount releaseMax, RandomGenerator random) {
        this.currencies = new HiddenCurrencies(network);
        this.tokenRules = LedgerRules.of(network, random);
        this.releaseMax = releaseMax;
    }

    /// Input of the rules.
    ///
    /// @param behind whether the auditor knows that blocks are missing here
    /// @param barred empty when no list is new enough to decide by
    public record Situation(
            NetworkId network,
            NetworkConfiguration configuration,
            long height,
            boolean behind,
            EnrolledOwners directory,
            Optional<BarredList> barred) {}

    /// @param approval the auditor's signature as it would be given
    public Ruling rule(AuditedTransaction audited, AuditorApproval approval, Situation situation) {
        ClientTransaction transaction = audited.transaction();
        long named = transaction.header().configurationVersion();
        long inForce = situation.configuration().version();
        if (named == inForce + 1) {
            // the change may be in a block that is not replayed here yet; its policy is not known
            return new Ruling.NotNow(BEHIND, "The configuration that the transaction names is not known here yet.");
        }
        if (named < inForce) {
            return new Ruling.Refuse(
                    RefusalReason.STALE_CONFIGURATION.code(),
                    sentence(RefusalReason.STALE_CONFIGURATION.explanation()));
        }
        if (!ClearTokenRules.auditRequired(transaction, situation.configuration())) {
            return new Ruling.Refuse("approval-not-needed", "The policy does not ask for the auditor here.");
        }
        if (!situation.directory().isCurrent()) {
            return new Ruling.NotNow(
                    RefusalReason.REGISTRATION_NOT_CURRENT.code(), "Registration's records are not current here.");
        }
        if (transaction instanceof HiddenPayment && situation.barred().isEmpty()) {
            return new Ruling.NotNow(
                    RefusalReason.REGISTRATION_NOT_CURRENT.code(),
                    "The list of those who are barred is not current here.");
        }
        RulesVerdict decision =
                tokenRules.check(new Submission(transaction, Optional.of(approval)), new Context(situation));
        if (decision instanceof RulesVerdict.Refused(RefusalReason reason)) {
            return situation.behind() && OF_THE_MOMENT.contains(reason)
                    ? new Ruling.NotNow(BEHIND, "The auditor has not replayed all blocks yet.")
                    : new Ruling.Refuse(reason.code(), sentence(reason.explanation()));
        }
        if (transaction instanceof HiddenPayment payment && !isDisclosed(payment, audited, situation)) {
            return new Ruling.Refuse("not-disclosed", "The openings are not those of what the payment hides.");
        }
        Optional<RefusalReason> barred = situation.barred().flatMap(list -> barred(audited, list));
        if (barred.isPresent()) {
            return new Ruling.Refuse(barred.get().code(), sentence(barred.get().explanation()));
        }
        return audited.amount().exceeds(releaseMax)
                ? new Ruling.Hold("above-release-limit")
                : new Ruling.Release("automatic");
    }

    /// Hidden parts must be shown, and shown truly; the proof was verified before.
    private boolean isDisclosed(HiddenPayment payment, AuditedTransaction audited, Situation situation) {
        return audited.disclosure().isPresent()
                && currencies
                        .find(situation.configuration(), payment.header().namespace(), payment.certifierEpoch())
                        .map(parameters -> DisclosureCheck.holds(
                                parameters, audited.disclosure().get()))
                        .orElse(false);
    }

    /// As the rules of the clear model: nobody who is suspended or revoked pays, or is a payee, be it of change.
    static Optional<RefusalReason> barred(AuditedTransaction audited, BarredList list) {
        List<Standing> standings = Stream.concat(audited.payers().stream(), audited.payees().stream())
                .flatMap(enrollment -> list.standing(enrollment).stream())
                .toList();
        if (standings.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                standings.contains(Standing.REVOKED) ? RefusalReason.OWNER_REVOKED : RefusalReason.OWNER_SUSPENDED);
    }

    private static String sentence(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
    }

    private record Context(Situation situation) implements RulesContext {
        @Override
        public NetworkId network() {
            return situation.network();
        }

        @Override
        public NetworkConfiguration configuration() {
            return situation.configuration();
        }

        @Override
        public long height() {
            return situation.height();
        }

        @Override
        public Optional<EnrollmentChanged> enrollment(OwnerKey owner) {
            return situation.directory().enrollment(owner);
        }

        @Override
        public Set<Long> credentialEpochs() {
            return situation.directory().credentialEpochs();
        }

        @Override
        public Optional<Standing> standing(OwnerKey owner) {
            return situation.directory().standing(owner);
        }
    }
}
