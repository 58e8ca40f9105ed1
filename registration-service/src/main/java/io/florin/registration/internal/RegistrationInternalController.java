package io.florin.registration.internal;

import io.florin.registration.people.ApplicationService;
import io.florin.registration.protocol.RegistrationProblem;
import io.florin.registration.records.RecordStore;
import io.florin.runtime.activity.Activity;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.internal.AllowPeers;
import io.florin.runtime.internal.PeerAuthentication;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.springframework.web.bind.annotation.RestController;

/// Banks apply and ask for their own customers only: which bank calls is in its certificate.
@RestController
class RegistrationInternalController implements RegistrationInternalApi {
    private static final long WAIT_MILLIS_MAX = 10_000;

    private final ApplicationService applications;
    private final RecordStore journal;
    private final Activity activity;

    RegistrationInternalController(ApplicationService applications, RecordStore journal, Activity activity) {
        this.applications = applications;
        this.journal = journal;
        this.activity = activity;
    }

    @Override
    @AllowPeers("bank")
    public EnrollmentView apply(EnrollmentApplication application) {
        return applications.apply(callingBank(), application);
    }

    @Override
    @AllowPeers("bank")
    public EnrollmentView enrollment(String reference) {
        return applications
                .enrollment(callingBank(), reference)
                .orElseThrow(RegistrationProblem.NO_SUCH_APPLICATION::refusal);
    }

    @Override
    @AllowPeers("bank")
    public EnrollmentView share(String reference, ShareForm form) {
        return applications.share(callingBank(), reference, form.holdingShare());
    }

    @Override
    @AllowPeers("bank")
    public EnrollmentView closing(String reference, ClosingForm form) {
        return applications.closing(callingBank(), reference, form.step());
    }

    @Override
    @AllowPeers({"endorser", "auditor", "committer", "central-bank", "bank", "instant"})
    public List<String> records(long after) {
        if (after < 0) {
            throw new ProblemException(ProblemCode.INVALID_REQUEST, "after is 0 or the number of a record.");
        }
        return journal.after(after, RECORDS_MAX).stream()
                .map(Base64.getEncoder()::encodeToString)
                .toList();
    }

    @Override
    @AllowPeers({"endorser", "auditor", "committer", "central-bank", "bank", "instant"})
    public List<String> recordsAwaited(long after, long waitMillis) {
        Duration wait = Duration.ofMillis(Math.clamp(waitMillis, 0, WAIT_MILLIS_MAX));
        return activity.awaited(() -> records(after), page -> !page.isEmpty(), wait);
    }

    private static int callingBank() {
        return PeerAuthentication.currentPeer().id();
    }
}
