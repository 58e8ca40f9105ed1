package io.florin.registration.participants;

import io.florin.decisions.Decision;
import io.florin.decisions.DecisionLog;
import io.florin.registration.credentials.NodeCertificateAuthority;
import io.florin.registration.participants.ParticipantApplication.State;
import io.florin.registration.protocol.Actor;
import io.florin.registration.protocol.RegistrationProblem;
import io.florin.registration.records.RecordStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/// Way of a bank from its application to its admission: one person records, another decides, and with the admission its
/// record is written.
public class Admissions {
    private final ParticipantApplications applications;
    private final ParticipantRegister register;
    private final Office office;
    private final EndpointProbe probe;
    private final boolean conformanceRequired;

    /// Collaborators of every decision.
    public record Office(
            DecisionLog log,
            RecordStore journal,
            NodeCertificateAuthority certificates,
            InstantSource clock,
            Supplier<UUID> ids) {}

    public Admissions(
            ParticipantApplications applications,
            ParticipantRegister register,
            Office office,
            EndpointProbe probe,
            boolean conformanceRequired) {
        this.applications = applications;
        this.register = register;
        this.office = office;
        this.probe = probe;
        this.conformanceRequired = conformanceRequired;
    }

    @Transactional
    public ApplicationView record(ParticipantForm form, Actor recorder) {
        office.certificates().objection(form.certificateRequest()).ifPresent(objection -> {
            throw RegistrationProblem.BAD_CERTIFICATE_REQUEST.refusal("The certificate request: " + objection + ".");
        });
        if (register.findById(form.participant()).isPresent()) {
            throw RegistrationProblem.PARTICIPANT_TAKEN.refusal();
        }
        ParticipantApplication application =
                new ParticipantApplication(office.ids().get(), form, recorder, now());
        try {
            application = applications.saveAndFlush(application);
        } catch (DataIntegrityViolationException taken) {
            throw RegistrationProblem.PARTICIPANT_TAKEN.refusal();
        }
        log(recorder, "participant-application-recorded", application, "");
        return application.view();
    }

    /// Asks the endpoints, without a transaction, and keeps the answer.
    @Transactional(propagation = Propagation.NOT_SUPPORTED)
    public EndpointProbe.Finding probe(UUID id) {
        ParticipantApplication application = application(id);
        return probe.probe(
                application.endpoints().getFirst(), application.endpoints().getLast());
    }

    @Transactional
    public ApplicationView recordConformance(UUID id, EndpointProbe.Finding finding, Actor actor) {
        ParticipantApplication application = held(id);
        if (!application.view().state().equals(State.SUBMITTED.name())) {
            throw RegistrationProblem.ALREADY_DECIDED.refusal();
        }
        application.checked(finding.green(), finding.detail(), now());
        log(actor, finding.green() ? "conformance-green" : "conformance-red", application, finding.detail());
        return application.view();
    }

    @Transactional
    public ApplicationView approve(UUID id, Actor actor, String reason) {
        ParticipantApplication application = held(id);
        refuseOn(application.objection(actor, reason));
        if (conformanceRequired && !application.isGreen()) {
            throw RegistrationProblem.NOT_CONFORMANT.refusal();
        }
        Instant now = now();
        application.decide(State.APPROVED, actor, reason, now);
        log(actor, "participant-approved", application, reason);
        String certificate = office.certificates()
                .issue(application.participant(), application.certificateRequest(), application.endpoints(), now)
                .orElse("");
        admit(Participant.admitted(application.view(), certificate, actor, now));
        return application.view();
    }

    @Transactional
    public ApplicationView refuse(UUID id, Actor actor, String reason) {
        ParticipantApplication application = held(id);
        refuseOn(application.objection(actor, reason));
        application.decide(State.REFUSED, actor, reason, now());
        log(actor, "participant-refused", application, reason);
        return application.view();
    }

    /// Admits a bank that the configuration names, once; for networks whose first members are agreed on paper.
    @Transactional
    public void admitByConfiguration(int id, String name, String bic) {
        if (register.findById(id).isPresent()) {
            return;
        }
        Actor rule = Actor.rule("bootstrap-configuration");
        office.log()
                .append(new Decision(
                        rule.text(), "participant-approved", "participant/" + id, "named by the configuration"));
        admit(new Participant(id, name, bic, rule, now()));
    }

    private void admit(Participant participant) {
        try {
            office.journal().append(register.saveAndFlush(participant).event());
        } catch (DataIntegrityViolationException taken) {
            throw RegistrationProblem.PARTICIPANT_TAKEN.refusal();
        }
    }

    @Transactional(readOnly = true)
    public ApplicationView view(UUID id) {
        return application(id).view();
    }

    @Transactional(readOnly = true)
    public long waiting() {
        return applications.countByState(State.SUBMITTED);
    }

    @Transactional(readOnly = true)
    public List<DecisionLog.Entry> history(UUID id) {
        return office.log().of(subject(id));
    }

    private ParticipantApplication application(UUID id) {
        return applications.findById(id).orElseThrow(RegistrationProblem.NO_SUCH_APPLICATION::refusal);
    }

    private ParticipantApplication held(UUID id) {
        return applications.hold(id).orElseThrow(RegistrationProblem.NO_SUCH_APPLICATION::refusal);
    }

    private void log(Actor actor, String action, ParticipantApplication application, String reason) {
        office.log().append(new Decision(actor.text(), action, subject(application.id()), reason));
    }

    private static String subject(UUID id) {
        return "participant-application/" + id;
    }

    private static void refuseOn(Optional<RegistrationProblem> objection) {
        objection.ifPresent(problem -> {
            throw problem.refusal();
        });
    }

    private Instant now() {
        return office.clock().instant();
    }
}
