package io.florin.fakenet;

import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.identity.FlorinIdentity;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.AuditDisclosure;
import io.florin.ledger.client.AuditorApproval;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Submission;
import io.florin.runtime.api.AuditorApi;
import io.florin.runtime.api.CentralBankInternalApi;
import io.florin.runtime.api.CertificationApi.CertificationPage;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.CommitterApi.LedgerHead;
import io.florin.runtime.api.CredentialInternalApi;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.ProgressTicket;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.internal.AllowPeers;
import io.florin.runtime.internal.PeerAuthentication;
import io.florin.runtime.observability.TraceContext;
import io.florin.runtime.security.AccessRule;
import io.florin.runtime.security.AccessRules;
import jakarta.servlet.Filter;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// The fakes behind real ports: the public ones of committer, endorser and auditor, and the internal ones of the role
/// that the node has.
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({
    FlorinIdentity.class,
    FakePeersApplication.Committer.class,
    FakePeersApplication.CommitterAhead.class,
    FakePeersApplication.Endorser.class,
    FakePeersApplication.Auditor.class,
    FakePeersApplication.Registration.class,
    FakePeersApplication.Credentials.class,
    FakePeersApplication.Certifiers.class,
    FakePeersApplication.CentralBank.class
})
public class FakePeersApplication {

    /// Where the second committer answers, which is so many blocks ahead.
    static final String AHEAD = "/ahead";
    static final int BLOCKS_AHEAD = 7;

    /// What the controllers speak for.
    public record Fakes(
            FakeLedger ledger,
            FakeRegistration registration,
            FakeCredentials credentials,
            FakeCentralBank centralBank,
            Ed25519KeyPair auditor,
            List<FakeCertifier> certifiers) {}

    @Bean
    AccessRules accessRules() {
        return AccessRules.of(
                AccessRule.open(HttpMethod.GET, "/v1/**"),
                AccessRule.open(HttpMethod.POST, "/v1/**"),
                AccessRule.open(HttpMethod.GET, AHEAD + "/v1/**"),
                AccessRule.open(HttpMethod.GET, "/certifier-{id}/v1/**"),
                AccessRule.open(HttpMethod.POST, "/certifier-{id}/v1/**"));
    }

    @Bean
    FilterRegistrationBean<Filter> answerSigning(Fakes fakes) {
        return signing(fakes, "");
    }

    @Bean
    FilterRegistrationBean<Filter> answerSigningAhead(Fakes fakes) {
        return signing(fakes, AHEAD);
    }

    private static FilterRegistrationBean<Filter> signing(Fakes fakes, String base) {
        FilterRegistrationBean<Filter> registration =
                new FilterRegistrationBean<>(fakes.ledger().answerSigning(base));
        registration.addUrlPatterns(base + "/v1/*");
        return registration;
    }

    @RestController
    static class Committer implements CommitterApi {
        private final FakeLedger ledger;

        Committer(Fakes fakes) {
            this.ledger = fakes.ledger();
        }

        @Override
        public LedgerHead head() {
            return ledger.head();
        }

        @Override
        public NetworkView network() {
            return new NetworkView(
                    ledger.network().toHex(),
                    Base64.getEncoder().encodeToString(ledger.genesis().encode()),
                    Base64.getEncoder().encodeToString(ledger.configuration().encode()));
        }

        @Override
        public TransactionView transaction(String id) {
            return ledger.status(id).orElseThrow(() -> new ProblemException(ProblemCode.NOT_FOUND, "no status yet"));
        }

        @Override
        public List<TransactionView> transactions(List<String> ids) {
            return ids.stream().flatMap(id -> ledger.status(id).stream()).toList();
        }

        @Override
        public byte[] receipt(String id) {
            throw new ProblemException(ProblemCode.NOT_FOUND, "no receipts here");
        }

        @Override
        public TokenView token(String key) {
            throw new ProblemException(ProblemCode.NOT_FOUND, "no tokens here");
        }

        @Override
        public OwnerTokens tokensOf(String owner) {
            throw new ProblemException(ProblemCode.NOT_FOUND, "no tokens here");
        }

        @Override
        public byte[] results(long from, int limit, long waitMillis) {
            return ledger.results(from, limit);
        }

        @Override
        public byte[] checkpoints(long from, int limit) {
            throw new ProblemException(ProblemCode.NOT_FOUND, "no checkpoints here");
        }

        @Override
        public BlockTimes times(long number) {
            return ledger.times(number)
                    .orElseThrow(() -> new ProblemException(ProblemCode.NOT_FOUND, "no times of this block"));
        }
    }

    /// Says how far it is, and nothing else.
    @RestController
    static class CommitterAhead {
        private final FakeLedger ledger;

        CommitterAhead(Fakes fakes) {
            this.ledger = fakes.ledger();
        }

        @GetMapping(AHEAD + "/v1/ledger")
        LedgerHead head() {
            LedgerHead head = ledger.head();
            return new LedgerHead(
                    head.networkId(),
                    head.number() + BLOCKS_AHEAD,
                    head.headerHash(),
                    head.stateHash(),
                    head.configurationVersion());
        }
    }

    @RestController
    static class Endorser implements EndorserApi {
        private final FakeLedger ledger;

        Endorser(Fakes fakes) {
            this.ledger = fakes.ledger();
        }

        private final Map<String, TransactionId> submitted = new ConcurrentHashMap<>();

        @Override
        public SubmissionAnswer submit(byte[] submission, @Nullable String ticket) {
            return ledger.submit(Submission.decode(submission));
        }

        @Override
        public List<SubmissionAnswer> submitAll(byte[] submissions, @Nullable String ticket) {
            List<Submission> decoded = Submission.decodeList(submissions);
            if (ticket != null) {
                ProgressTicket drawn = ProgressTicket.fromHex(ticket);
                decoded.stream()
                        .map(each -> each.transaction().id())
                        .forEach(id -> submitted.put(drawn.handle(id).toHex(), id));
            }
            ledger.sentIn(TraceContext.currentOrNew().traceId(), decoded);
            return ledger.submitAll(decoded)
                    .orElseThrow(() -> new ProblemException(ProblemCode.UNAVAILABLE, "the answer is lost"));
        }

        @Override
        public NotePage notes(long after, int limit) {
            return ledger.notes(after, limit);
        }

        @Override
        public SubmissionProgress progress(String handle) {
            TransactionId asked = submitted.get(handle);
            if (asked == null) {
                throw new ProblemException(ProblemCode.NOT_FOUND, "nothing was submitted under this ticket");
            }
            String id = asked.toHex();
            boolean known = ledger.status(id).isPresent();
            return new SubmissionProgress(
                    id,
                    known ? "COMMITTED" : "STORED",
                    List.of(
                            new StageTime("STORED", 1_700_000_000_000L),
                            new StageTime("PUBLISHED", 1_700_000_000_123L)));
        }
    }

    @RestController
    static class Auditor implements AuditorApi {
        private final Ed25519KeyPair key;
        private final FakeLedger ledger;

        Auditor(Fakes fakes) {
            this.key = fakes.auditor();
            this.ledger = fakes.ledger();
        }

        @Override
        public ApprovalAnswer approve(byte[] clientTransaction) {
            ledger.auditFailure().ifPresent(problem -> {
                throw problem;
            });
            ClientTransaction transaction = AuditDisclosure.isOne(clientTransaction)
                    ? ledger.shown(AuditDisclosure.decode(clientTransaction)).payment()
                    : ClientTransaction.decode(clientTransaction);
            byte[] message = AuditorApproval.message(transaction.header(), transaction.id());
            return new ApprovalAnswer(0, key.sign(message).toHex());
        }

        @Override
        public SupplyView supply() {
            throw new ProblemException(ProblemCode.NOT_FOUND, "no supply here");
        }

        @Override
        public List<SupplyView> history(int limit) {
            return List.of();
        }
    }

    @RestController
    @AllowPeers("bank")
    static class Registration implements RegistrationInternalApi {
        private final FakeRegistration registration;

        Registration(Fakes fakes) {
            this.registration = fakes.registration();
        }

        @Override
        public EnrollmentView apply(EnrollmentApplication application) {
            return registration
                    .apply(PeerAuthentication.currentPeer().id(), application)
                    .orElseThrow(() ->
                            new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "bad-field", "A field is bad", "x"));
        }

        @Override
        public EnrollmentView enrollment(String reference) {
            return registration
                    .ask(PeerAuthentication.currentPeer().id(), reference)
                    .orElseThrow(() -> new ProblemException(
                            HttpStatus.NOT_FOUND, "no-such-application", "There is no such application", "x"));
        }

        @Override
        public EnrollmentView share(String reference, ShareForm form) {
            return registration
                    .share(PeerAuthentication.currentPeer().id(), reference, form.holdingShare())
                    .orElseThrow(() -> new ProblemException(
                            HttpStatus.CONFLICT, "person-limit-reached", "The person's limit is reached", "x"));
        }

        @Override
        public EnrollmentView closing(String reference, ClosingForm form) {
            return registration.closing(PeerAuthentication.currentPeer().id(), reference, form.step());
        }

        @Override
        public List<String> records(long after) {
            return registration.records(after).stream()
                    .map(record -> Base64.getEncoder().encodeToString(record.encode()))
                    .toList();
        }
    }

    @RestController
    @AllowPeers("bank")
    static class Credentials implements CredentialInternalApi {
        private final FakeCredentials credentials;

        Credentials(Fakes fakes) {
            this.credentials = fakes.credentials();
        }

        @Override
        public EpochAnswer credentialEpoch() {
            return credentials.epoch().orElseThrow(() -> new ProblemException(ProblemCode.NOT_FOUND, "nothing hidden"));
        }

        @Override
        public IssuedCredential issueCredential(String reference, BlindRequest request) {
            return credentials.issue(PeerAuthentication.currentPeer().id(), reference, request);
        }

        @Override
        public EpochCredentials credentials(EidList eids) {
            return credentials.newest(eids);
        }
    }

    @RestController
    static class Certifiers {
        private final List<FakeCertifier> certifiers;

        Certifiers(Fakes fakes) {
            this.certifiers = fakes.certifiers();
        }

        @GetMapping("/certifier-{id}/v1/certifications")
        CertificationPage certifications(
                @PathVariable("id") int id, @RequestParam("fromBlock") long from, @RequestParam("limit") int limit) {
            return certifiers.get(id - 1).page(from);
        }
    }

    @RestController
    @AllowPeers("bank")
    static class CentralBank implements CentralBankInternalApi {
        private final FakeCentralBank centralBank;

        CentralBank(Fakes fakes) {
            this.centralBank = fakes.centralBank();
        }

        @Override
        public SupplyRequestView request(SupplyRequestOrder order) {
            return centralBank.request(PeerAuthentication.currentPeer().id(), order);
        }

        @Override
        public SupplyRequestView supplyRequest(String id) {
            return centralBank.find(id);
        }

        @Override
        public SupplyRequestView cancelSupplyRequest(String id) {
            return centralBank.cancel(id);
        }

        @Override
        public ReserveView reserves() {
            return centralBank.reserves(PeerAuthentication.currentPeer().id());
        }
    }
}
