package io.florin.endorser.gather;

import io.florin.crypto.Bytes;
import io.florin.crypto.threshold.SignatureScheme;
import io.florin.endorser.gather.GatherEvent.BadShares;
import io.florin.endorser.gather.GatherEvent.CheckFailed;
import io.florin.endorser.gather.GatherEvent.Checked;
import io.florin.endorser.gather.GatherEvent.Combined;
import io.florin.endorser.gather.GatherEvent.LedgerMoved;
import io.florin.endorser.gather.GatherEvent.PrepareFailed;
import io.florin.endorser.gather.GatherEvent.Prepared;
import io.florin.endorser.gather.GatherEvent.PublishFailed;
import io.florin.endorser.gather.GatherEvent.Published;
import io.florin.endorser.gather.GatherEvent.Recovered;
import io.florin.endorser.gather.GatherEvent.Settled;
import io.florin.endorser.gather.GatherEvent.ShareFailed;
import io.florin.endorser.gather.GatherEvent.ShareGiven;
import io.florin.endorser.gather.GatherEvent.ShareStale;
import io.florin.endorser.gather.GatherEvent.Spoiled;
import io.florin.endorser.gather.GatherEvent.StoreFailed;
import io.florin.endorser.gather.GatherEvent.Stored;
import io.florin.endorser.gather.GatherEvent.Submitted;
import io.florin.endorser.gather.GatherEvent.Supplied;
import io.florin.endorser.gather.GatherEvent.Tick;
import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.endorser.protocol.BundleLimits;
import io.florin.endorser.protocol.EndorsedBundle;
import io.florin.endorser.protocol.Moment;
import io.florin.endorser.protocol.ShareOrder;
import io.florin.endorser.protocol.SubmissionOutcome;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.config.NetworkConfiguration.Party;
import io.florin.ledger.rules.RefusalReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/// Turns accepted submissions into signed bundles and follows these until they are final (protocol decisions 5 to 8,
/// 15). Pure; one loop owns it.
///
/// | a bundle is | when | then |
/// |---|---|---|
/// | waiting | enough transactions, or the window is over, a longer one while others are under way, and fewer than the most bundles are | stored here and proposed to every peer not suspected: checking |
/// | checking | stored here, and one group of t endorsers accepts everything not refused for good, or all have answered, or time is up | shares asked of the largest group, where they did not come with its verdicts: sharing; further groups become bundles of their own; the rest is refused or unavailable |
/// | preparing | (schemes with one-time secrets) all signers' are there | shares asked: sharing |
/// | preparing | somebody does not prepare | checking again without it, as a new bundle |
/// | preparing | it fails and nobody can say by whom, or nothing is heard | checking again, three times at most, other signers preferred |
/// | sharing | t shares are there | combining |
/// | sharing | a signer fails or is too slow | checking again without it, as a new bundle |
/// | combining | the signature verifies | answered, published: unsettled |
/// | sharing | what a signer prepared is gone | checking again, three times at most; then without it |
/// | sharing | a signer's share is of before a refresh and this endorser's of after it, or the other way round | likewise |
/// | combining | shares are bad | checking again without their givers, as a new bundle |
/// | combining | it is spoiled and nobody can say by whom (ECDSA) | checking again, four times at most, other signers preferred |
/// | unsettled | not in the topics, or not final in time | submitted directly to f+1 routers, again with doubling pauses |
/// | unsettled | all transactions are final, or have expired | gone |
///
/// A peer that does not answer, or whose share does not go with this endorser's, is left out for a while, so that it
/// costs the others one time limit and not one each time.
public final class EndorsementGatherer {

    /// The ticket of submissions nobody waits for.
    public static final long NO_TICKET = 0;

    private static final int PREPARING_ANSWERS = 2;

    private final int self;
    private final GatherSettings settings;
    private final Tickets tickets = new Tickets();
    private final WaitingRoom waiting;
    private final Map<Long, Proposal> proposals = new LinkedHashMap<>();
    private final Map<Long, BundleInProgress> inProgress = new LinkedHashMap<>();
    private final UnsettledBundles unsettled;
    private final Committees committees;
    private final Map<Integer, Long> suspectedUntilMillis = new HashMap<>();
    private final KeysHeld keys;
    private NetworkConfiguration configuration;
    private long height;
    private long lastNumber;

    /// A proposal, along which verdicts are counted while some bundle of it is under way.
    ///
    /// @param shares over all of the transactions that came with verdicts, by member
    private record Proposal(List<AcceptedTransaction> transactions, Votes votes, Map<Integer, Bytes> shares) {}

    /// @param self this endorser's share index
    /// @param random how submissions are shuffled into one another in a bundle
    public EndorsementGatherer(
            int self,
            NetworkConfiguration configuration,
            GatherSettings settings,
            KeysHeld keys,
            RandomGenerator random) {
        this.self = self;
        this.keys = keys;
        this.configuration = configuration;
        this.settings = settings;
        this.waiting = new WaitingRoom(settings.bundleTransactionsMax(), random);
        this.committees = new Committees(self);
        this.unsettled = new UnsettledBundles(settings.orderedMillisMax(), settings.directMillisMax());
    }

    public List<GatherEffect> on(GatherEvent event, Moment now) {
        long nowMillis = now.steadyMillis();
        List<GatherEffect> effects = new ArrayList<>();
        switch (event) {
            case Submitted submitted -> submit(submitted, nowMillis, effects);
            case Recovered recovered -> recover(recovered, nowMillis, effects);
            case Stored(long number, Set<TransactionId> before) -> stored(number, before, nowMillis, effects);
            case StoreFailed(long number) -> give(number, effects);
            case Checked checked -> checked(checked, nowMillis, effects);
            case CheckFailed failed -> checkFailed(failed, nowMillis, effects);
            case Prepared prepared -> prepared(prepared, nowMillis, effects);
            case PrepareFailed failed -> prepareFailed(failed, nowMillis, effects);
            case ShareGiven given -> shareGiven(given, effects);
            case ShareStale(long number, int member) -> shareStale(number, member, nowMillis, effects);
            case ShareFailed failed -> shareFailed(failed, nowMillis, effects);
            case Combined(long number, Bytes signature) -> combined(number, signature, now, effects);
            case BadShares(long number, Set<Integer> liars) -> badShares(number, liars, nowMillis, effects);
            case Spoiled(long number, Set<Integer> suspects) -> spoiled(number, suspects, nowMillis, effects);
            case Supplied(NamespaceId namespace, long epoch, Set<Set<Integer>> ready) ->
                committees.supplied(namespace, epoch, ready);
            case Published(long number) ->
                unsettled.published(number, now).map(GatherEffect.Remember::new).ifPresent(effects::add);
            case PublishFailed(long number) -> {
                unsettled
                        .unpublished(number, nowMillis)
                        .map(GatherEffect.Remember::new)
                        .ifPresent(effects::add);
                submitDirectly(nowMillis, effects);
            }
            case Settled(List<TransactionId> ids) -> unsettled.settled(ids);
            case LedgerMoved(NetworkConfiguration inForce, long reached) -> {
                configuration = inForce;
                height = Math.max(height, reached);
                unsettled.heightReached(height);
            }
            case Tick() -> tick(nowMillis, effects);
        }
        openBundles(nowMillis, effects);
        proposals.keySet().retainAll(proposalsInProgress());
        return effects;
    }

    private Set<Long> proposalsInProgress() {
        Set<Long> numbers = new HashSet<>();
        inProgress.values().forEach(bundle -> numbers.add(bundle.proposal()));
        return numbers;
    }

    /// Transactions that wait for a bundle.
    public int waitingTransactions() {
        return waiting.size();
    }

    /// Bundles being gathered.
    public int gatheringBundles() {
        return inProgress.size();
    }

    /// Transactions endorsed and not final yet.
    public int unsettledTransactions() {
        return unsettled.size();
    }

    private void submit(Submitted submitted, long nowMillis, List<GatherEffect> effects) {
        List<AcceptedTransaction> transactions = submitted.transactions();
        boolean room = waiting.size() + transactions.size() <= settings.waitingMax()
                && unsettled.size() + transactions.size() <= settings.unsettledMax();
        tickets.open(submitted.ticket(), transactions.size());
        Map<NamespaceId, List<AcceptedTransaction>> parcels = new LinkedHashMap<>();
        for (int slot = 0; slot < transactions.size(); slot++) {
            AcceptedTransaction transaction = transactions.get(slot);
            if (unsettled.contains(transaction.id())) {
                tickets.settle(submitted.ticket(), slot, new SubmissionOutcome.Endorsed(), effects);
            } else if (!room) {
                tickets.settle(submitted.ticket(), slot, new SubmissionOutcome.Unavailable(), effects);
            } else if (tickets.claim(transaction.id(), submitted.ticket(), slot)) {
                parcels.computeIfAbsent(transaction.namespace(), _ -> new ArrayList<>())
                        .add(transaction);
            }
        }
        parcels.forEach((namespace, parcel) -> {
            if (policy(namespace).isPresent() && BundleLimits.fit(parcel)) {
                waiting.add(namespace, parcel, nowMillis);
            } else {
                parcel.forEach(
                        transaction -> tickets.resolve(transaction.id(), new SubmissionOutcome.Unavailable(), effects));
            }
        });
    }

    private record Policy(EndorserGroup group, int rulesVersion) {}

    /// The newest key in force that this endorser has a share of: while a key is replaced, those who have no share of
    /// the new one yet go on gathering under the old one.
    private Optional<Policy> policy(NamespaceId id) {
        return configuration.endorserGroups().reversed().stream()
                .filter(group -> group.namespace().equals(id) && keys.holdsShareOf(group))
                .findFirst()
                .map(keys::inUse)
                .flatMap(group -> configuration
                        .namespace(id)
                        .map(Namespace::rulesVersion)
                        .map(version -> new Policy(group, version)))
                .filter(policy -> self <= policy.group.verificationKeys().size());
    }

    private void recover(Recovered recovered, long nowMillis, List<GatherEffect> effects) {
        EndorsedBundle bundle = recovered.bundle();
        if (bundle.ids().stream().anyMatch(unsettled::contains) || recovered.expiryHeight() < height) {
            return;
        }
        long number = ++lastNumber;
        unsettled.add(number, bundle, recovered.expiryHeight(), nowMillis);
        Bundle signed = Bundle.decode(bundle.encoded().toArray());
        effects.add(new GatherEffect.Publish(number, signed, bundle, true));
    }

    /// Opens bundles. Transactions that come while some are gathered wait for one of them to end, which seldom takes
    /// long: each bundle costs calls to all peers, forced writes and signatures, however little it carries.
    private void openBundles(long nowMillis, List<GatherEffect> effects) {
        while (inProgress.size() < settings.gatheringMax()) {
            long window = inProgress.isEmpty() ? settings.windowMillis() : settings.companyMillis();
            Optional<List<AcceptedTransaction>> next = waiting.next(nowMillis, window);
            if (next.isEmpty()) {
                return;
            }
            open(next.get(), nowMillis, effects);
        }
    }

    private void open(List<AcceptedTransaction> transactions, long nowMillis, List<GatherEffect> effects) {
        Optional<Policy> policy = policy(transactions.getFirst().namespace());
        if (policy.isEmpty()) {
            transactions.forEach(
                    transaction -> tickets.resolve(transaction.id(), new SubmissionOutcome.Unavailable(), effects));
            return;
        }
        EndorserGroup group = policy.get().group;
        int members = group.verificationKeys().size();
        var votes = new Votes(members, group.threshold(), self);
        var bundle = BundleInProgress.propose(
                ++lastNumber, group, policy.get().rulesVersion, votes, transactions, nowMillis);
        inProgress.put(bundle.number(), bundle);
        proposals.put(bundle.proposal(), new Proposal(bundle.transactions(), votes, new HashMap<>()));
        effects.add(new GatherEffect.Store(bundle.number(), bundle.transactions()));
        Optional<ShareOrder> order =
                group.scheme() == SignatureScheme.BLS_G1 ? Optional.of(bundle.order()) : Optional.empty();
        for (int member = 1; member <= members; member++) {
            if (member == self) {
                continue;
            }
            if (suspectedUntilMillis.getOrDefault(member, 0L) > nowMillis) {
                votes.failed(member);
            } else {
                effects.add(new GatherEffect.Propose(bundle.number(), member, bundle.transactions(), order));
            }
        }
    }

    private void stored(long number, Set<TransactionId> before, long nowMillis, List<GatherEffect> effects) {
        BundleInProgress bundle = inProgress.get(number);
        if (bundle == null || bundle.isStored()) {
            return;
        }
        bundle.stored(before);
        before.forEach(id -> tickets.resolve(id, new SubmissionOutcome.Endorsed(), effects));
        choose(bundle, nowMillis, effects);
    }

    /// Gives a bundle up: its transactions are to be submitted again.
    private void give(long number, List<GatherEffect> effects) {
        BundleInProgress bundle = inProgress.remove(number);
        if (bundle != null) {
            bundle.ids().forEach(id -> tickets.resolve(id, new SubmissionOutcome.Unavailable(), effects));
        }
    }

    private void checked(Checked checked, long nowMillis, List<GatherEffect> effects) {
        Proposal proposal = proposals.get(checked.proposal());
        if (proposal == null) {
            return;
        }
        Optional<Map<TransactionId, RefusalReason>> refusals = refusals(proposal.transactions, checked.refusals());
        if (refusals.isPresent()) {
            proposal.votes.refuses(checked.member(), refusals.get());
            checked.share().ifPresent(share -> proposal.shares.put(checked.member(), share));
        } else {
            proposal.votes.failed(checked.member());
        }
        chooseAll(checked.proposal(), nowMillis, effects);
    }

    private void checkFailed(CheckFailed failed, long nowMillis, List<GatherEffect> effects) {
        suspect(failed.member(), failed.unreachable(), nowMillis);
        Proposal proposal = proposals.get(failed.proposal());
        if (proposal != null) {
            proposal.votes.failed(failed.member());
            chooseAll(failed.proposal(), nowMillis, effects);
        }
    }

    private void suspect(int member, boolean suspect, long nowMillis) {
        if (suspect && member != self) {
            suspectedUntilMillis.put(member, nowMillis + settings.suspectMillis());
        }
    }

    /// Refusals of a peer; empty when it cannot judge: its answer has no meaning, or it lacks registration records.
    private static Optional<Map<TransactionId, RefusalReason>> refusals(
            List<AcceptedTransaction> proposed, List<Integer> numbers) {
        if (numbers.size() != proposed.size()) {
            return Optional.empty();
        }
        Map<TransactionId, RefusalReason> refusals = new LinkedHashMap<>();
        for (int i = 0; i < numbers.size(); i++) {
            int number = numbers.get(i);
            if (number == 0) {
                continue;
            }
            Optional<RefusalReason> reason = reason(number);
            if (reason.isEmpty() || reason.get() == RefusalReason.REGISTRATION_NOT_CURRENT) {
                return Optional.empty();
            }
            refusals.put(proposed.get(i).id(), reason.get());
        }
        return Optional.of(refusals);
    }

    private static Optional<RefusalReason> reason(int number) {
        for (RefusalReason reason : RefusalReason.values()) {
            if (reason.number() == number) {
                return Optional.of(reason);
            }
        }
        return Optional.empty();
    }

    private void chooseAll(long proposal, long nowMillis, List<GatherEffect> effects) {
        for (BundleInProgress bundle : List.copyOf(inProgress.values())) {
            if (bundle.proposal() == proposal) {
                choose(bundle, nowMillis, effects);
            }
        }
    }

    /// Chooses signers while checking, if it is time to.
    private void choose(BundleInProgress bundle, long nowMillis, List<GatherEffect> effects) {
        if (bundle.phase() == BundleInProgress.Phase.CHECKING && bundle.isStored()) {
            boolean waited = nowMillis - bundle.proposedMillis() >= settings.answerMillisMax();
            SignerPlan.of(
                            bundle.transactions(),
                            bundle.votes(),
                            waited,
                            committees.of(bundle.group(), bundle.attempts()))
                    .ifPresent(plan -> follow(plan, bundle, nowMillis, effects));
        }
    }

    /// The choice did not hold: the bundle is checked again, under a new number.
    private void chooseAgain(BundleInProgress bundle, long nowMillis, List<GatherEffect> effects) {
        inProgress.remove(bundle.number());
        BundleInProgress again = bundle.part(++lastNumber, bundle.transactions());
        inProgress.put(again.number(), again);
        choose(again, nowMillis, effects);
    }

    private void follow(SignerPlan plan, BundleInProgress bundle, long nowMillis, List<GatherEffect> effects) {
        inProgress.remove(bundle.number());
        if (!plan.refused().isEmpty()) {
            effects.add(new GatherEffect.RememberRefused(plan.refused()));
            plan.refused().forEach((id, reason) -> tickets.resolve(id, new SubmissionOutcome.Refused(reason), effects));
        }
        plan.unavailable()
                .forEach(
                        transaction -> tickets.resolve(transaction.id(), new SubmissionOutcome.Unavailable(), effects));
        for (SignerPlan.Group group : plan.groups()) {
            BundleInProgress part = bundle.part(++lastNumber, group.transactions());
            inProgress.put(part.number(), part);
            if (part.group().scheme() == SignatureScheme.BLS_G1) {
                askShares(part, part.share(group.signers(), nowMillis), effects);
            } else {
                part.prepare(group.signers(), nowMillis);
                effects.add(new GatherEffect.Prepare(part.number(), part.group(), part.signers()));
            }
        }
    }

    /// Not those of which the share is here: it came with the verdict, and is of this bundle where that is all of the
    /// proposal. A share that is none shows when they are combined, as any other.
    private void askShares(BundleInProgress bundle, ShareOrder order, List<GatherEffect> effects) {
        Proposal proposal = proposals.get(bundle.proposal());
        Map<Integer, Bytes> here = proposal != null
                        && proposal.transactions.size() == bundle.transactions().size()
                ? proposal.shares
                : Map.of();
        for (int member : bundle.signers()) {
            Bytes share = here.get(member);
            if (share == null) {
                effects.add(new GatherEffect.AskShare(bundle.number(), member, order));
            } else {
                shareGiven(new ShareGiven(bundle.number(), member, share), effects);
            }
        }
    }

    private void prepared(Prepared prepared, long nowMillis, List<GatherEffect> effects) {
        BundleInProgress bundle = inProgress.get(prepared.bundle());
        if (bundle != null && bundle.phase() == BundleInProgress.Phase.PREPARING) {
            askShares(bundle, bundle.share(prepared.preparations(), nowMillis), effects);
        }
    }

    private void prepareFailed(PrepareFailed failed, long nowMillis, List<GatherEffect> effects) {
        failed.members().forEach(member -> suspect(member, failed.unreachable(), nowMillis));
        BundleInProgress bundle = inProgress.get(failed.bundle());
        if (bundle == null || bundle.phase() != BundleInProgress.Phase.PREPARING) {
            return;
        }
        List<Integer> named =
                bundle.signers().stream().filter(failed.members()::contains).toList();
        if (named.isEmpty()) {
            bundle.attempts().tried(Set.copyOf(bundle.signers()));
            if (!bundle.attempts().stale()) {
                give(bundle.number(), effects);
                return;
            }
        }
        named.forEach(bundle.votes()::failed);
        chooseAgain(bundle, nowMillis, effects);
    }

    private void shareStale(long number, int member, long nowMillis, List<GatherEffect> effects) {
        BundleInProgress bundle = inProgress.get(number);
        if (bundle != null
                && bundle.phase() == BundleInProgress.Phase.SHARING
                && bundle.signers().contains(member)) {
            if (!bundle.attempts().stale()) {
                bundle.votes().failed(member);
            }
            chooseAgain(bundle, nowMillis, effects);
        }
    }

    /// Nobody can be named, so other signers are tried, and the same once more where there are no others.
    private void spoiled(long number, Set<Integer> suspects, long nowMillis, List<GatherEffect> effects) {
        committees.spoiled(suspects);
        BundleInProgress bundle = inProgress.get(number);
        if (bundle == null) {
            return;
        }
        if (bundle.attempts().spoiled(suspects)) {
            chooseAgain(bundle, nowMillis, effects);
        } else {
            give(number, effects);
        }
    }

    private void shareGiven(ShareGiven given, List<GatherEffect> effects) {
        BundleInProgress bundle = inProgress.get(given.bundle());
        if (bundle != null && bundle.give(given.member(), given.share())) {
            effects.add(new GatherEffect.Combine(bundle.number(), bundle.order(), bundle.group(), bundle.shares()));
        }
    }

    private void shareFailed(ShareFailed failed, long nowMillis, List<GatherEffect> effects) {
        suspect(failed.member(), failed.suspect(), nowMillis);
        BundleInProgress bundle = inProgress.get(failed.bundle());
        if (bundle != null
                && bundle.phase() == BundleInProgress.Phase.SHARING
                && bundle.signers().contains(failed.member())) {
            bundle.votes().failed(failed.member());
            chooseAgain(bundle, nowMillis, effects);
        }
    }

    private void badShares(long number, Set<Integer> liars, long nowMillis, List<GatherEffect> effects) {
        BundleInProgress bundle = inProgress.get(number);
        if (bundle == null) {
            return;
        }
        if (liars.isEmpty()) {
            give(number, effects);
            return;
        }
        liars.forEach(bundle.votes()::failed);
        chooseAgain(bundle, nowMillis, effects);
    }

    private void combined(long number, Bytes signature, Moment now, List<GatherEffect> effects) {
        BundleInProgress bundle = inProgress.remove(number);
        if (bundle == null) {
            return;
        }
        committees.signed(bundle.signers());
        Bundle signed = bundle.signed(signature);
        var endorsed = new EndorsedBundle(
                signed.root(),
                Bytes.of(signed.encode()),
                bundle.ids(),
                now.wallMillisAt(bundle.proposedMillis()),
                now.wallMillis(),
                0);
        unsettled.add(number, endorsed, bundle.expiryHeight(), now.steadyMillis());
        bundle.ids().forEach(id -> tickets.resolve(id, new SubmissionOutcome.Endorsed(), effects));
        effects.add(new GatherEffect.Publish(number, signed, endorsed, false));
    }

    private void tick(long nowMillis, List<GatherEffect> effects) {
        for (BundleInProgress bundle : List.copyOf(inProgress.values())) {
            if (nowMillis - bundle.phaseSinceMillis() < settings.answerMillisMax()) {
                continue;
            }
            switch (bundle.phase()) {
                case CHECKING -> choose(bundle, nowMillis, effects);
                case SHARING -> {
                    for (int member : bundle.owing()) {
                        bundle.votes().failed(member);
                        suspect(member, true, nowMillis);
                    }
                    chooseAgain(bundle, nowMillis, effects);
                }
                case PREPARING -> prepareSlow(bundle, nowMillis, effects);
                case COMBINING -> {}
            }
        }
        submitDirectly(nowMillis, effects);
    }

    /// Commitments are there within the time of an answer, or it is said who owes them. Should nobody say anything,
    /// others sign. Presignatures are waited for within a bound of their own.
    private void prepareSlow(BundleInProgress bundle, long nowMillis, List<GatherEffect> effects) {
        boolean late = nowMillis - bundle.phaseSinceMillis() >= PREPARING_ANSWERS * settings.answerMillisMax();
        if (late && bundle.group().scheme() == SignatureScheme.FROST_ED25519) {
            prepareFailed(new PrepareFailed(bundle.number(), Set.of(), false), nowMillis, effects);
        }
    }

    private void submitDirectly(long nowMillis, List<GatherEffect> effects) {
        for (UnsettledBundles.Due due : unsettled.due(nowMillis)) {
            effects.add(new GatherEffect.SubmitDirectly(routers(due.attempt()), due.bundle()));
        }
    }

    /// f+1 parties, at least one of which is honest; other ones at each attempt.
    private List<Integer> routers(int attempt) {
        List<Party> parties = configuration.ordering().parties();
        int wanted = Math.min(parties.size(), configuration.ordering().faults() + 1);
        List<Integer> routers = new ArrayList<>(wanted);
        for (int i = 0; i < wanted; i++) {
            int at = Math.floorMod((long) attempt * wanted + i, parties.size());
            routers.add(parties.get(at).id());
        }
        return routers;
    }
}
