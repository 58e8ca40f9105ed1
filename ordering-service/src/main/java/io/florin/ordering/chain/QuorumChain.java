package io.florin.ordering.chain;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.Invariant;
import io.florin.ledger.NetworkId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.BlockFlaw;
import io.florin.ordering.protocol.Candidate;
import io.florin.ordering.protocol.Certificates;
import io.florin.ordering.protocol.Head;
import io.florin.ordering.protocol.Parties;
import io.florin.ordering.protocol.PartyKeys;
import io.florin.ordering.protocol.SignedStatement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// One party's certified header chain. Guarantees, with at most f lying parties and whatever crashes: no height ever
/// gets two certified headers. With q parties alive and the consensus below at work, heights go on.
///
/// The consensus below agrees on the order inside one *view*, which is one life of its group; it keeps nothing on
/// disk. This class makes its decisions durable and repairs what a crash of the group cuts off. Heights are certified
/// one after the other.
///
/// Steps of a height in an open view:
///
/// | step | a party | on disk first |
/// |---|---|---|
/// | vote | signs the header its consensus decided | the header with its entries, height and view |
/// | certificate | puts q signatures together | the block |
///
/// Steps of a new view r (a cold start, or fewer than q members left in the group):
///
/// | step | a party | on disk first |
/// |---|---|---|
/// | want | says it wants r; f+1 that do pull the others along, q that do start it | – |
/// | promise | votes in no earlier view, sends its view change | the promise |
/// | new view | votes for the new view that follows from the view changes of a quorum | its vote |
/// | opened | has q votes for one new view | its certificate |
/// | offer again | if the new view forces a header: accepts it, and signs it once q have accepted | the acceptance |
/// | start | starts its member of the group on the new view's position | – |
///
/// Why a certificate may mix both kinds of signatures: a header's view is the view in which it was new, so direct
/// signatures are votes of that one view. A signature on a header offered again is given only after q acceptances in
/// one view. Either way a certified header had q votes in a single view, which is what [NewViewRule] protects.
///
/// Owned by one thread. Time comes with [ChainEvent.Tick]; effects are carried out in order before the next event.
public final class QuorumChain {
    private static final int REMEMBERED_HASHES = 512;

    private final Parties parties;
    private final int self;
    private final ChainTimings timings;
    private final Certificates certificates;
    private final NewViewRule rule;
    private final SignaturePool pool;
    private final PeerTable peers;
    private final NewViewVotes change;
    private final LeaderTimeout suspicion;
    private final Reproposal offer;
    private final CatchUp catchUp;

    private VoteState votes;
    private Head head;
    private Optional<ViewChange.CertifiedHeader> headProof;
    private final Deque<Head> recent = new ArrayDeque<>();

    private long now;
    private long wanted;
    private GroupPhase phase;
    private boolean groupRunning;
    private boolean gateOpen;
    private final TreeMap<Long, Candidate> executed = new TreeMap<>();

    private long readyMillis;
    private long groupStartMillis;
    private long rejoinMillis;
    private Optional<ChainMessage.Beat> lastBeat = Optional.empty();

    private List<ChainEffect> out = new ArrayList<>();

    /// @param votes sum of the vote log
    /// @param lastBlock the last block of the store, if there is one
    public QuorumChain(
            NetworkId network,
            Parties parties,
            PartyKeys keys,
            ChainTimings timings,
            VoteState votes,
            Optional<Block> lastBlock) {
        this.parties = parties;
        this.self = keys.self();
        this.timings = timings;
        this.certificates = new Certificates(network, parties, keys);
        this.rule = new NewViewRule(network, parties, certificates);
        this.pool = new SignaturePool(certificates, parties.quorum());
        this.peers = new PeerTable(parties, self, timings.silentMillis());
        this.change = new NewViewVotes(parties, self, rule, certificates);
        this.suspicion = new LeaderTimeout(parties, timings, peers);
        this.offer = new Reproposal(parties, certificates);
        this.catchUp = new CatchUp(peers, timings.beatMillis());
        this.votes = votes;
        this.headProof = lastBlock.map(block -> new ViewChange.CertifiedHeader(block.header(), block.certificate()));
        this.head = lastBlock.map(block -> Head.of(block.header())).orElseGet(() -> Head.genesis(network));
        this.wanted = votes.promised();
        this.phase = inOpenView() ? GroupPhase.JOINING : GroupPhase.NONE;
        recent.add(head);
    }

    public List<ChainEffect> on(ChainEvent event) {
        out = new ArrayList<>();
        switch (event) {
            case ChainEvent.Tick tick -> tick(tick.nowMillis());
            case ChainEvent.Received received -> receive(received.from(), received.message());
            case ChainEvent.Executed decided -> executed(decided.view(), decided.candidate());
            case ChainEvent.Fetched fetched -> fetched(fetched.from(), fetched.block());
            case ChainEvent.GroupReady ready -> groupReady(ready.view());
            case ChainEvent.GroupFailed failed -> groupFailed(failed.view());
            case ChainEvent.Waiting waiting -> suspicion.waiting(waiting.sinceMillis());
        }
        agreeOnView();
        progress();
        beatOnChange();
        return out;
    }

    /// The last certified position.
    public Head head() {
        return head;
    }

    public ChainStatus status() {
        return new ChainStatus(
                head,
                votes.openedView(),
                votes.promised(),
                phase,
                gateOpen,
                peers.reachable(now).size() + 1,
                peers.inPhase(votes.openedView(), now, GroupPhase.READY) + (phase == GroupPhase.READY ? 1 : 0),
                peers.highest(now),
                peers.working(votes.openedView(), now));
    }

    // ---- messages

    private void receive(int from, ChainMessage message) {
        if (!parties.contains(from) || from == self) {
            evidence("message of unknown party " + from);
            return;
        }
        switch (message) {
            case ChainMessage.Beat beat -> peers.heard(from, beat, now);
            case ChainMessage.HeaderSignature vote -> {
                if (!pool.add(head.number(), from, vote)) {
                    evidence("bad header signature of party " + from);
                }
            }
            case ChainMessage.Report report -> receiveReport(from, report.report());
            case ChainMessage.Proposal proposal -> receiveProposal(from, proposal);
            case ChainMessage.NewViewVote vote -> receiveNewViewVote(from, vote);
            case ChainMessage.Opened opened -> {
                if (opened.certificate().view() > votes.openedView() && rule.isValid(opened.certificate())) {
                    adopt(opened.certificate());
                }
            }
            case ChainMessage.Acceptance acceptance -> receiveAcceptance(from, acceptance);
            case ChainMessage.BodyRequest request ->
                votes.vote()
                        .map(HeaderVote::candidate)
                        .filter(candidate -> candidate.hash().equals(request.headerHash()))
                        .ifPresent(candidate -> send(from, new ChainMessage.Body(candidate)));
            case ChainMessage.Body body -> {
                if (forcedHere(body.candidate().hash())) {
                    offer.bring(body.candidate());
                }
            }
        }
    }

    private void receiveReport(int from, ViewChange report) {
        if (report.party() != from || report.view() <= votes.openedView()) {
            return;
        }
        peers.wants(from, report.view());
        agreeOnView();
        if (report.view() == votes.promised()) {
            change.add(report);
            propose();
        }
    }

    private void receiveProposal(int from, ChainMessage.Proposal proposal) {
        long view = proposal.view();
        if (from != parties.leaderOf(view) || view < votes.promised() || view <= votes.openedView()) {
            return;
        }
        Optional<NewView> newView = change.newViewOf(proposal);
        if (newView.isEmpty()) {
            evidence("proposal that gives no new view by party " + from);
            return;
        }
        if (view > votes.promised()) {
            enter(view);
        }
        voteFor(newView.get());
    }

    private void receiveNewViewVote(int from, ChainMessage.NewViewVote vote) {
        if (vote.newView().view() > votes.openedView()) {
            change.count(from, vote).ifPresent(this::adopt);
        }
    }

    private void receiveAcceptance(int from, ChainMessage.Acceptance acceptance) {
        if (acceptance.view() == votes.openedView() && forcedHere(acceptance.headerHash())) {
            offer.accepted(from, acceptance);
        }
    }

    // ---- views

    /// f+1 parties that want a view pull this one along; q of them begin it.
    private void agreeOnView() {
        List<Long> wants = new ArrayList<>(peers.wanted(now));
        wants.add(Math.max(wanted, votes.promised()));
        wants.sort(Comparator.reverseOrder());
        if (wants.size() > parties.faults() && wants.get(parties.faults()) > wanted) {
            wanted = wants.get(parties.faults());
            agreeOnView();
            return;
        }
        if (wants.size() >= parties.quorum() && wants.get(parties.quorum() - 1) > votes.promised()) {
            enter(wants.get(parties.quorum() - 1));
        }
    }

    private void enter(long view) {
        leaveGroup();
        phase = GroupPhase.NONE;
        persist(new VoteRecord.Promised(view));
        wanted = Math.max(wanted, view);
        suspicion.entered(now);
        ViewChange report = ownReport();
        change.begin(view, report);
        broadcast(new ChainMessage.Report(report));
        propose();
    }

    private ViewChange ownReport() {
        Optional<ReportedVote> claim = nextVote().map(HeaderVote::claim);
        ViewChange unsigned = new ViewChange(self, votes.promised(), headProof, claim, Bytes.EMPTY);
        return unsigned.signed(certificates.sign(SignedStatement.VIEW_CHANGE, unsigned.signedPayload()));
    }

    private void propose() {
        if (parties.leaderOf(votes.promised()) == self && votes.promised() > votes.openedView()) {
            change.proposal().ifPresent(proposal -> {
                broadcast(proposal);
                change.newViewOf(proposal).ifPresent(this::voteFor);
            });
        }
    }

    private void voteFor(NewView newView) {
        Bytes32 hash = change.hashOf(newView);
        Optional<VoteRecord.NewViewVoted> before = votes.newViewVoted().filter(vote -> vote.view() == newView.view());
        if (before.isPresent() && !before.get().newViewHash().equals(hash)) {
            return;
        }
        if (before.isEmpty()) {
            persist(new VoteRecord.NewViewVoted(newView.view(), hash));
        }
        var vote = new ChainMessage.NewViewVote(
                newView, certificates.sign(SignedStatement.NEW_VIEW_VOTE, newView.encode()));
        change.remember(vote);
        broadcast(vote);
        change.count(self, vote).ifPresent(this::adopt);
    }

    private void adopt(NewViewCertificate certificate) {
        long view = certificate.view();
        if (view <= votes.openedView() || view < votes.promised()) {
            return;
        }
        leaveGroup();
        if (view > votes.promised()) {
            persist(new VoteRecord.Promised(view));
        }
        persist(new VoteRecord.ViewOpened(certificate));
        wanted = view;
        suspicion.adopted(now);
        offer.reset();
        phase = peers.inPhase(view, now, GroupPhase.READY) > 0 ? GroupPhase.JOINING : GroupPhase.FOUNDING;
    }

    private boolean inOpenView() {
        return votes.opened().isPresent() && votes.promised() == votes.openedView();
    }

    private NewView newView() {
        return votes.opened().orElseThrow().newView();
    }

    private boolean forcedHere(Bytes32 headerHash) {
        return inOpenView() && newView().forces(headerHash);
    }

    // ---- progress, tried after every event

    private void progress() {
        certify();
        if (!inOpenView()) {
            return;
        }
        offerAgain();
        while (voteNext() | certify()) {
            offerAgain();
        }
        startGroup();
        openGate();
    }

    /// The steps for a header that the new view forces.
    private void offerAgain() {
        NewView newView = newView();
        if (newView.forced().isEmpty() || !head.equals(newView.base())) {
            return;
        }
        Bytes32 hash = newView.start().hash();
        Optional<Candidate> body = nextVote()
                .map(HeaderVote::candidate)
                .filter(candidate -> candidate.hash().equals(hash))
                .or(offer::body);
        if (body.isEmpty()) {
            return;
        }
        if (nextVote().filter(vote -> vote.view() == newView.view()).isEmpty()) {
            persist(new VoteRecord.Voted(
                    new HeaderVote(newView.view(), body.get(), votes.opened().orElseThrow())));
        }
        if (offer.acceptanceOf(self).isEmpty()) {
            broadcast(offer.accept(self, newView.view(), hash));
        }
        if (offer.becomesSignable()) {
            sign(body.get());
        }
    }

    /// Votes for the next header of this view's consensus.
    private boolean voteNext() {
        Candidate candidate = executed.get(head.number() + 1);
        if (candidate == null) {
            return false;
        }
        if (!candidate.header().previousHash().equals(head.hash())) {
            diverged("the consensus follows another block than " + head.number());
            return false;
        }
        long view = votes.openedView();
        Invariant.check(
                candidate.header().view() == view && newView().frees(candidate.number()),
                "a new header belongs to the open view and comes after the forced one");
        Optional<HeaderVote> given = nextVote().filter(vote -> vote.view() == view);
        if (given.isPresent()) {
            if (!given.get().candidate().hash().equals(candidate.hash())) {
                diverged("the consensus decided block " + candidate.number() + " twice in view " + view);
            }
            return false;
        }
        persist(new VoteRecord.Voted(
                new HeaderVote(view, candidate, votes.opened().orElseThrow())));
        sign(candidate);
        return true;
    }

    private void sign(Candidate candidate) {
        var vote = new ChainMessage.HeaderSignature(
                candidate.number(), candidate.hash(), certificates.signHeader(candidate.hash()));
        Invariant.check(pool.add(head.number(), self, vote), "own signatures are valid");
        broadcast(vote);
    }

    /// Appends the next block when a quorum has signed its header.
    private boolean certify() {
        long number = head.number() + 1;
        Optional<Bytes32> certified = pool.certified(number);
        Optional<Candidate> candidate = certified.flatMap(this::candidateOf);
        candidate.ifPresent(it -> append(new Block(it.header(), pool.certificate(number, it.hash()), it.entries())));
        return candidate.isPresent();
    }

    private Optional<Candidate> candidateOf(Bytes32 hash) {
        return Stream.of(
                        nextVote().map(HeaderVote::candidate),
                        Optional.ofNullable(executed.get(head.number() + 1)),
                        offer.body())
                .flatMap(Optional::stream)
                .filter(candidate -> candidate.hash().equals(hash))
                .findFirst();
    }

    private void append(Block block) {
        Candidate decided = executed.remove(block.header().number());
        out.add(new ChainEffect.Append(block));
        head = Head.of(block.header());
        headProof = Optional.of(new ViewChange.CertifiedHeader(block.header(), block.certificate()));
        recent.addLast(head);
        if (recent.size() > REMEMBERED_HASHES) {
            recent.removeFirst();
        }
        pool.dropUpTo(head.number());
        suspicion.progressed(now);
        if (decided != null && !decided.hash().equals(head.hash())) {
            diverged("the consensus decided another block " + head.number() + " than the quorum signed");
        }
    }

    private void executed(long view, Candidate candidate) {
        if (view != votes.openedView() || !groupRunning) {
            return;
        }
        if (candidate.number() > head.number()) {
            if (executed.isEmpty()) {
                suspicion.progressed(now);
            }
            executed.put(candidate.number(), candidate);
            return;
        }
        boolean differs = recent.stream()
                .anyMatch(it -> it.number() == candidate.number() && !it.hash().equals(candidate.hash()));
        if (differs) {
            diverged("the consensus repeats another block " + candidate.number());
        }
    }

    private void fetched(int from, Block block) {
        if (block.header().number() <= head.number()) {
            return;
        }
        Optional<BlockFlaw> flaw = certificates.flaw(block, head);
        if (flaw.isPresent()) {
            evidence("party " + from + " gave a bad block " + block.header().number() + ": "
                    + flaw.get().reason());
            return;
        }
        append(block);
    }

    // ---- the consensus group below

    private void startGroup() {
        NewView newView = newView();
        if (groupRunning || head.number() < newView.start().number()) {
            return;
        }
        boolean founding = phase == GroupPhase.FOUNDING;
        boolean joining = phase == GroupPhase.JOINING
                && now >= rejoinMillis
                && peers.inPhase(newView.view(), now, GroupPhase.READY) >= parties.quorum();
        if (founding || joining) {
            groupRunning = true;
            groupStartMillis = now;
            out.add(new ChainEffect.StartGroup(newView.view(), newView.start(), founding));
        }
    }

    private void openGate() {
        if (phase != GroupPhase.READY || gateOpen) {
            return;
        }
        int ready = 1 + peers.inPhase(votes.openedView(), now, GroupPhase.READY);
        if (ready == parties.size() || ready >= parties.quorum() && now - readyMillis >= timings.gateMillis()) {
            gateOpen = true;
            suspicion.gateOpened(now);
            out.add(new ChainEffect.OpenGate(votes.openedView()));
        }
    }

    private void groupReady(long view) {
        if (view == votes.openedView() && groupRunning) {
            phase = GroupPhase.READY;
            readyMillis = now;
        }
    }

    private void groupFailed(long view) {
        if (view == votes.openedView() && groupRunning) {
            leaveGroup();
            phase = GroupPhase.JOINING;
            rejoinMillis = now + timings.rejoinMillis();
        }
    }

    private void diverged(String how) {
        evidence(how);
        groupFailed(votes.openedView());
    }

    private void leaveGroup() {
        if (groupRunning) {
            out.add(new ChainEffect.StopGroup(votes.openedView()));
        }
        if (gateOpen) {
            out.add(new ChainEffect.CloseGate());
        }
        groupRunning = false;
        gateOpen = false;
        executed.clear();
    }

    // ---- time

    private void tick(long nowMillis) {
        now = nowMillis;
        wanted = Math.max(
                wanted,
                suspicion.wanted(new LeaderTimeout.Situation(
                        now, votes.promised(), votes.openedView(), phase, !executed.isEmpty(), gateOpen)));
        if (phase == GroupPhase.JOINING && groupRunning && now - groupStartMillis >= timings.startMillis()) {
            groupFailed(votes.openedView());
        }
        repeat();
        fetch();
        lastBeat = Optional.empty();
    }

    /// Says again what may have been lost.
    private void repeat() {
        nextVote()
                .filter(vote -> vote.view() == vote.candidate().header().view() || offer.isSigned())
                .ifPresent(vote -> sign(vote.candidate()));
        if (!inOpenView()) {
            if (votes.promised() > votes.openedView()) {
                if (!change.isIn(votes.promised())) {
                    change.begin(votes.promised(), ownReport());
                }
                broadcast(new ChainMessage.Report(ownReport()));
                change.repeated().forEach(this::broadcast);
                propose();
            }
            return;
        }
        peers.behind(votes.openedView(), now)
                .forEach(party ->
                        send(party, new ChainMessage.Opened(votes.opened().orElseThrow())));
        NewView newView = newView();
        if (newView.forced().isPresent() && head.equals(newView.base())) {
            broadcast(offer.acceptanceOf(self)
                    .<ChainMessage>map(acceptance -> acceptance)
                    .orElseGet(
                            () -> new ChainMessage.BodyRequest(newView.start().hash())));
        }
    }

    private void fetch() {
        long needed = inOpenView() ? newView().base().number() : 0;
        catchUp.ask(head.number(), needed, now)
                .ifPresent(party -> out.add(new ChainEffect.Fetch(party, head.number() + 1)));
    }

    private void beatOnChange() {
        var beat = new ChainMessage.Beat(
                votes.promised(), votes.openedView(), Math.max(wanted, votes.promised()), phase, head);
        if (!lastBeat.map(beat::saysTheSameAs).orElse(false)) {
            lastBeat = Optional.of(beat);
            broadcast(beat);
        }
    }

    // ---- small things

    /// The vote for the height above the head, if one was given.
    private Optional<HeaderVote> nextVote() {
        return votes.vote().filter(vote -> vote.candidate().number() == head.number() + 1);
    }

    private void persist(VoteRecord record) {
        votes = votes.with(record);
        out.add(new ChainEffect.Persist(record));
    }

    private void send(int to, ChainMessage message) {
        out.add(new ChainEffect.Send(to, message));
    }

    private void broadcast(ChainMessage message) {
        out.add(new ChainEffect.Broadcast(message));
    }

    private void evidence(String what) {
        out.add(new ChainEffect.Evidence(what));
    }
}
