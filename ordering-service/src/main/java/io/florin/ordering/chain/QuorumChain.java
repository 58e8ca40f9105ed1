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
/// The consensus below agrees on the order inside one *round*, which is one life of its group; it keeps nothing on
/// disk. This class makes its decisions durable and repairs what a crash of the group cuts off. Heights are certified
/// one after the other.
///
/// Steps of a height in an open round:
///
/// | step | a party | on disk first |
/// |---|---|---|
/// | vote | signs the header its consensus decided | the header with its entries, height and round |
/// | certificate | puts q signatures together | the block |
///
/// Steps of a new round r (a cold start, or fewer than q members left in the group):
///
/// | step | a party | on disk first |
/// |---|---|---|
/// | want | says it wants r; f+1 that do pull the others along, q that do start it | – |
/// | promise | votes in no earlier round, sends its tail report | the promise |
/// | opening | votes for the opening that follows from the reports of a quorum | its vote |
/// | opened | has q votes for one opening | the opening certificate |
/// | offer again | if the opening forces a header: accepts it, and signs it once q have accepted | the acceptance |
/// | start | starts its member of the group on the opening's position | – |
///
/// Why a certificate may mix both kinds of signatures: a header's round is the round in which it was new, so direct
/// signatures are votes of that one round. A signature on a header offered again is given only after q acceptances in
/// one round. Either way a certified header had q votes in a single round, which is what [NewViewRule] protects.
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
    private final RoundChange change;
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
        this.change = new RoundChange(parties, self, rule, certificates);
        this.suspicion = new LeaderTimeout(parties, timings, peers);
        this.offer = new Reproposal(parties, certificates);
        this.catchUp = new CatchUp(peers, timings.beatMillis());
        this.votes = votes;
        this.headProof = lastBlock.map(block -> new ViewChange.CertifiedHeader(block.header(), block.certificate()));
        this.head = lastBlock.map(block -> Head.of(block.header())).orElseGet(() -> Head.genesis(network));
        this.wanted = votes.promised();
        this.phase = inOpenRound() ? GroupPhase.JOINING : GroupPhase.NONE;
        recent.add(head);
    }

    public List<ChainEffect> on(ChainEvent event) {
        out = new ArrayList<>();
        switch (event) {
            case ChainEvent.Tick tick -> tick(tick.nowMillis());
            case ChainEvent.Received received -> receive(received.from(), received.message());
            case ChainEvent.Executed decided -> executed(decided.round(), decided.candidate());
            case ChainEvent.Fetched fetched -> fetched(fetched.from(), fetched.block());
            case ChainEvent.GroupReady ready -> groupReady(ready.round());
            case ChainEvent.GroupFailed failed -> groupFailed(failed.round());
            case ChainEvent.Waiting waiting -> suspicion.waiting(waiting.sinceMillis());
        }
        agreeOnRound();
        progress();
        beatOnChange();
        return out;
    }

    /// The last certified position.
    public Head head() {
        return head;
    }

    public ChainView view() {
        return new ChainView(
                head,
                votes.openedRound(),
                votes.promised(),
                phase,
                gateOpen,
                peers.reachable(now).size() + 1,
                peers.inPhase(votes.openedRound(), now, GroupPhase.READY) + (phase == GroupPhase.READY ? 1 : 0),
                peers.highest(now),
                peers.working(votes.openedRound(), now));
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
            case ChainMessage.NewViewVote vote -> receiveOpeningVote(from, vote);
            case ChainMessage.Opened opened -> {
                if (opened.certificate().round() > votes.openedRound() && rule.isValid(opened.certificate())) {
                    adopt(opened.certificate());
                }
            }
            case ChainMessage.Acceptance acceptance -> receiveAcceptance(from, acceptance);
            case ChainMessage.BodyRequest request ->
                votes.vote()
                        .map(Vote::candidate)
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
        if (report.party() != from || report.round() <= votes.openedRound()) {
            return;
        }
        peers.wants(from, report.round());
        agreeOnRound();
        if (report.round() == votes.promised()) {
            change.add(report);
            propose();
        }
    }

    private void receiveProposal(int from, ChainMessage.Proposal proposal) {
        long round = proposal.round();
        if (from != parties.leaderOf(round) || round < votes.promised() || round <= votes.openedRound()) {
            return;
        }
        Optional<NewView> opening = change.openingOf(proposal);
        if (opening.isEmpty()) {
            evidence("proposal without an opening by party " + from);
            return;
        }
        if (round > votes.promised()) {
            enter(round);
        }
        voteFor(opening.get());
    }

    private void receiveOpeningVote(int from, ChainMessage.NewViewVote vote) {
        if (vote.opening().round() > votes.openedRound()) {
            change.count(from, vote).ifPresent(this::adopt);
        }
    }

    private void receiveAcceptance(int from, ChainMessage.Acceptance acceptance) {
        if (acceptance.round() == votes.openedRound() && forcedHere(acceptance.headerHash())) {
            offer.accepted(from, acceptance);
        }
    }

    // ---- rounds

    /// f+1 parties that want a round pull this one along; q of them begin it.
    private void agreeOnRound() {
        List<Long> wants = new ArrayList<>(peers.wanted(now));
        wants.add(Math.max(wanted, votes.promised()));
        wants.sort(Comparator.reverseOrder());
        if (wants.size() > parties.faults() && wants.get(parties.faults()) > wanted) {
            wanted = wants.get(parties.faults());
            agreeOnRound();
            return;
        }
        if (wants.size() >= parties.quorum() && wants.get(parties.quorum() - 1) > votes.promised()) {
            enter(wants.get(parties.quorum() - 1));
        }
    }

    private void enter(long round) {
        leaveGroup();
        phase = GroupPhase.NONE;
        persist(new VoteRecord.Promised(round));
        wanted = Math.max(wanted, round);
        suspicion.entered(now);
        ViewChange report = ownReport();
        change.begin(round, report);
        broadcast(new ChainMessage.Report(report));
        propose();
    }

    private ViewChange ownReport() {
        Optional<ReportedVote> claim = nextVote().map(Vote::claim);
        ViewChange unsigned = new ViewChange(self, votes.promised(), headProof, claim, Bytes.EMPTY);
        return unsigned.signed(certificates.sign(SignedStatement.TAIL_REPORT, unsigned.signedPayload()));
    }

    private void propose() {
        if (parties.leaderOf(votes.promised()) == self && votes.promised() > votes.openedRound()) {
            change.proposal().ifPresent(proposal -> {
                broadcast(proposal);
                change.openingOf(proposal).ifPresent(this::voteFor);
            });
        }
    }

    private void voteFor(NewView opening) {
        Bytes32 hash = change.hashOf(opening);
        Optional<VoteRecord.NewViewVoted> before = votes.openingVoted().filter(vote -> vote.round() == opening.round());
        if (before.isPresent() && !before.get().openingHash().equals(hash)) {
            return;
        }
        if (before.isEmpty()) {
            persist(new VoteRecord.NewViewVoted(opening.round(), hash));
        }
        var vote = new ChainMessage.NewViewVote(
                opening, certificates.sign(SignedStatement.OPENING_VOTE, opening.encode()));
        change.remember(vote);
        broadcast(vote);
        change.count(self, vote).ifPresent(this::adopt);
    }

    private void adopt(NewViewCertificate certificate) {
        long round = certificate.round();
        if (round <= votes.openedRound() || round < votes.promised()) {
            return;
        }
        leaveGroup();
        if (round > votes.promised()) {
            persist(new VoteRecord.Promised(round));
        }
        persist(new VoteRecord.RoundOpened(certificate));
        wanted = round;
        suspicion.adopted(now);
        offer.reset();
        phase = peers.inPhase(round, now, GroupPhase.READY) > 0 ? GroupPhase.JOINING : GroupPhase.FOUNDING;
    }

    private boolean inOpenRound() {
        return votes.opened().isPresent() && votes.promised() == votes.openedRound();
    }

    private NewView opening() {
        return votes.opened().orElseThrow().opening();
    }

    private boolean forcedHere(Bytes32 headerHash) {
        return inOpenRound() && opening().forces(headerHash);
    }

    // ---- progress, tried after every event

    private void progress() {
        certify();
        if (!inOpenRound()) {
            return;
        }
        offerAgain();
        while (voteNext() | certify()) {
            offerAgain();
        }
        startGroup();
        openGate();
    }

    /// The steps for a header that the opening forces.
    private void offerAgain() {
        NewView opening = opening();
        if (opening.forced().isEmpty() || !head.equals(opening.base())) {
            return;
        }
        Bytes32 hash = opening.start().hash();
        Optional<Candidate> body = nextVote()
                .map(Vote::candidate)
                .filter(candidate -> candidate.hash().equals(hash))
                .or(offer::body);
        if (body.isEmpty()) {
            return;
        }
        if (nextVote().filter(vote -> vote.round() == opening.round()).isEmpty()) {
            persist(new VoteRecord.Voted(
                    new Vote(opening.round(), body.get(), votes.opened().orElseThrow())));
        }
        if (offer.acceptanceOf(self).isEmpty()) {
            broadcast(offer.accept(self, opening.round(), hash));
        }
        if (offer.becomesSignable()) {
            sign(body.get());
        }
    }

    /// Votes for the next header of this round's consensus.
    private boolean voteNext() {
        Candidate candidate = executed.get(head.number() + 1);
        if (candidate == null) {
            return false;
        }
        if (!candidate.header().previousHash().equals(head.hash())) {
            diverged("the consensus follows another block than " + head.number());
            return false;
        }
        long round = votes.openedRound();
        Invariant.check(
                candidate.header().round() == round && opening().frees(candidate.number()),
                "a new header belongs to the open round and comes after the forced one");
        Optional<Vote> given = nextVote().filter(vote -> vote.round() == round);
        if (given.isPresent()) {
            if (!given.get().candidate().hash().equals(candidate.hash())) {
                diverged("the consensus decided block " + candidate.number() + " twice in round " + round);
            }
            return false;
        }
        persist(new VoteRecord.Voted(new Vote(round, candidate, votes.opened().orElseThrow())));
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
                        nextVote().map(Vote::candidate),
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

    private void executed(long round, Candidate candidate) {
        if (round != votes.openedRound() || !groupRunning) {
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
        NewView opening = opening();
        if (groupRunning || head.number() < opening.start().number()) {
            return;
        }
        boolean founding = phase == GroupPhase.FOUNDING;
        boolean joining = phase == GroupPhase.JOINING
                && now >= rejoinMillis
                && peers.inPhase(opening.round(), now, GroupPhase.READY) >= parties.quorum();
        if (founding || joining) {
            groupRunning = true;
            groupStartMillis = now;
            out.add(new ChainEffect.StartGroup(opening.round(), opening.start(), founding));
        }
    }

    private void openGate() {
        if (phase != GroupPhase.READY || gateOpen) {
            return;
        }
        int ready = 1 + peers.inPhase(votes.openedRound(), now, GroupPhase.READY);
        if (ready == parties.size() || ready >= parties.quorum() && now - readyMillis >= timings.gateMillis()) {
            gateOpen = true;
            suspicion.gateOpened(now);
            out.add(new ChainEffect.OpenGate(votes.openedRound()));
        }
    }

    private void groupReady(long round) {
        if (round == votes.openedRound() && groupRunning) {
            phase = GroupPhase.READY;
            readyMillis = now;
        }
    }

    private void groupFailed(long round) {
        if (round == votes.openedRound() && groupRunning) {
            leaveGroup();
            phase = GroupPhase.JOINING;
            rejoinMillis = now + timings.rejoinMillis();
        }
    }

    private void diverged(String how) {
        evidence(how);
        groupFailed(votes.openedRound());
    }

    private void leaveGroup() {
        if (groupRunning) {
            out.add(new ChainEffect.StopGroup(votes.openedRound()));
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
                        now, votes.promised(), votes.openedRound(), phase, !executed.isEmpty(), gateOpen)));
        if (phase == GroupPhase.JOINING && groupRunning && now - groupStartMillis >= timings.startMillis()) {
            groupFailed(votes.openedRound());
        }
        repeat();
        fetch();
        lastBeat = Optional.empty();
    }

    /// Says again what may have been lost.
    private void repeat() {
        nextVote()
                .filter(vote -> vote.round() == vote.candidate().header().round() || offer.isSigned())
                .ifPresent(vote -> sign(vote.candidate()));
        if (!inOpenRound()) {
            if (votes.promised() > votes.openedRound()) {
                if (!change.isIn(votes.promised())) {
                    change.begin(votes.promised(), ownReport());
                }
                broadcast(new ChainMessage.Report(ownReport()));
                change.repeated().forEach(this::broadcast);
                propose();
            }
            return;
        }
        peers.behind(votes.openedRound(), now)
                .forEach(party ->
                        send(party, new ChainMessage.Opened(votes.opened().orElseThrow())));
        NewView opening = opening();
        if (opening.forced().isPresent() && head.equals(opening.base())) {
            broadcast(offer.acceptanceOf(self)
                    .<ChainMessage>map(acceptance -> acceptance)
                    .orElseGet(
                            () -> new ChainMessage.BodyRequest(opening.start().hash())));
        }
    }

    private void fetch() {
        long needed = inOpenRound() ? opening().base().number() : 0;
        catchUp.ask(head.number(), needed, now)
                .ifPresent(party -> out.add(new ChainEffect.Fetch(party, head.number() + 1)));
    }

    private void beatOnChange() {
        var beat = new ChainMessage.Beat(
                votes.promised(), votes.openedRound(), Math.max(wanted, votes.promised()), phase, head);
        if (!lastBeat.map(beat::saysTheSameAs).orElse(false)) {
            lastBeat = Optional.of(beat);
            broadcast(beat);
        }
    }

    // ---- small things

    /// The vote for the height above the head, if one was given.
    private Optional<Vote> nextVote() {
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
