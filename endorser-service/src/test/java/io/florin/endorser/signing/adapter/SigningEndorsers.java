package io.florin.endorser.signing.adapter;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.crypto.threshold.GroupKey;
import io.florin.crypto.threshold.SignatureScheme;
import io.florin.endorser.protocol.FollowedPosition;
import io.florin.endorser.protocol.LedgerPosition;
import io.florin.endorser.protocol.ShareAnswer;
import io.florin.endorser.signing.PresigningBatch;
import io.florin.endorser.signing.SignedStep;
import io.florin.endorser.signing.adapter.PresigningPeer.Question;
import io.florin.identity.EndorsingKey;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.fixture.TestGroup;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.runtime.api.EndorserSigningApi;
import io.florin.runtime.api.EndorserSigningApi.SignerState;
import io.florin.runtime.service.FaultHandler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.springframework.http.HttpStatus;
import org.springframework.util.unit.DataSize;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.ResourceAccessException;

/// Endorsers with a key that somebody dealt, each with its services and its ledger on disk; they call each other by
/// method calls, which the test can cut or change.
public final class SigningEndorsers implements AutoCloseable {

    public final TestNetwork network = new TestNetwork(7);
    public final EndorserGroup group;
    public final GroupKey key;
    public final NetworkConfiguration configuration;
    /// The ledger as all of them see it.
    public final FollowedPosition ledger;

    public final Set<Integer> down = ConcurrentHashMap.newKeySet();
    /// An endorser that takes every call and answers none.
    public final Set<Integer> hung = ConcurrentHashMap.newKeySet();
    /// An endorser that answers presigning with nothing.
    public final Set<Integer> mute = ConcurrentHashMap.newKeySet();

    /// An endorser that has lost the record of its key, which names its holders.
    public final Set<Integer> unnamed = ConcurrentHashMap.newKeySet();

    /// What becomes of what an endorser says of its ledger and the caller's.
    public BiFunction<Integer, SignerState, SignerState> states = (_, state) -> state;

    public long ledgerMaxBytes = 1 << 20;
    public Duration prepareWithin;
    public Duration answerWithin;
    /// What becomes of a question on its way from its maker to a member, and of the member's answer.
    public BiFunction<Integer, Question, Question> questions = (_, question) -> question;

    public BiFunction<Integer, SignedStep, SignedStep> answers = (_, answer) -> answer;
    public final List<Throwable> faults = new ArrayList<>();

    private final Path directory;
    private final Random random = new Random(11);
    private final List<Ed25519KeyPair> identities = new ArrayList<>();
    /// The newest shares of the key of each epoch, and those of before.
    private final SortedMap<Long, DealtKey> dealt = new TreeMap<>();

    private final List<DealtKey> replaced = new ArrayList<>();
    /// Settings that each endorser was started with.
    private final Map<Integer, Map<Long, DealtKey>> held = new ConcurrentHashMap<>();

    private final Map<Integer, Node> nodes = new ConcurrentHashMap<>();
    private final Map<NonceEpochs.Name, NonceEpochs.Seen> kept = new ConcurrentHashMap<>();

    /// An endorser that runs.
    public record Node(PartialSigner signing, SigningPreparation preparations) {}

    public SigningEndorsers(SignatureScheme scheme, int count, int signers, Path directory) {
        this(scheme, count, signers, directory, Duration.ofSeconds(20));
    }

    /// @param within what is prepared, and answered to whoever prepares, is given up after this
    public SigningEndorsers(SignatureScheme scheme, int count, int signers, Path directory, Duration within) {
        this.directory = directory;
        this.prepareWithin = within;
        this.answerWithin = within;
        for (int index = 1; index <= count; index++) {
            identities.add(Ed25519.fromSeed(network.newBytes(32)));
        }
        DealtKey first = DealtKey.deal(scheme, 1, signers, holders(), random);
        dealt.put(1L, first);
        group = first.group();
        key = first.key();
        configuration = TestGroup.configurationWith(network.configuration(), group);
        ledger = new FollowedPosition(new LedgerPosition(configuration, 10));
        for (int index = 1; index <= count; index++) {
            start(index);
        }
    }

    private SortedMap<Integer, Bytes32> holders() {
        SortedMap<Integer, Bytes32> holders = new TreeMap<>();
        identities.forEach(each -> holders.put(holders.size() + 1, each.publicKey()));
        return holders;
    }

    /// All make new shares of their key; whoever is started again has its own.
    public void refresh() {
        DealtKey before = newest();
        replaced.add(before);
        dealt.put(before.group().epoch(), before.refreshed(random));
    }

    /// All make another key, which both count from now on; whoever is started again has its share.
    public EndorserGroup rekey() {
        EndorserGroup before = newest().group();
        long epoch = before.epoch() + 1;
        DealtKey next = DealtKey.deal(before.scheme(), epoch, before.threshold(), holders(), random);
        dealt.put(epoch, next);
        ledger.moveTo(new LedgerPosition(
                TestGroup.configurationWith(configuration, before, next.group()),
                ledger.now().height() + 1));
        return next.group();
    }

    private DealtKey newest() {
        return Objects.requireNonNull(dealt.get(dealt.lastKey()));
    }

    public void restart(int... indexes) {
        for (int index : indexes) {
            stop(index);
            start(index);
        }
    }

    /// Starts an endorser, again with the ledger that it left.
    public void start(int index) {
        start(index, directory.resolve("endorser-" + index));
    }

    void start(int index, Path ledgers) {
        Map<Integer, EndorserSigningApi> calls = new HashMap<>();
        for (int peer = 1; peer <= identities.size(); peer++) {
            if (peer != index) {
                calls.put(peer, new Call(index, peer));
            }
        }
        var peers = new SigningPeers(calls, calls);
        held.put(index, Map.copyOf(dealt));
        Function<EndorserGroup, Optional<EndorsingKey>> keys = asked -> held(index, asked);
        var signing = new PartialSigner(
                keys,
                asked ->
                        peers.epochSeen(asked, network.networkId(), new PresigningBatch.Member(index, identity(index))),
                ledgers,
                256,
                ledgerMaxBytes,
                new Random(random.nextLong()));
        var surroundings = new SigningSurroundings(
                new PresigningBatch.Member(index, identity(index)), network.networkId(), ledger, keys);
        FaultHandler handler = (_, bug) -> faults.add(bug);
        var preparations = new SigningPreparation(
                "endorser-" + index,
                new SigningPreparation.Parts(
                        surroundings, signing, peers, new NonceEpochs(new Kept(index)), ledgers, answerWithin),
                new SigningProperties(
                        null, 4, 4, 2, 256, DataSize.ofMegabytes(64), prepareWithin, Duration.ofMillis(50)),
                handler,
                new Random(random.nextLong()));
        nodes.put(index, new Node(signing, preparations));
    }

    /// An endorser's part of a key.
    public Optional<EndorsingKey> held(int index, EndorserGroup asked) {
        return Optional.ofNullable(held.getOrDefault(index, Map.of()).get(asked.epoch()))
                .filter(own -> own.group().groupKey().equals(asked.groupKey()))
                .map(own -> own.shares().get(index - 1))
                .map(share -> share instanceof EndorsingKey.Ecdsa ecdsa && unnamed.contains(index)
                        ? new EndorsingKey.Ecdsa(ecdsa.group(), ecdsa.groupKey(), ecdsa.share(), new TreeMap<>())
                        : share);
    }

    /// A configuration without the key is in force from now on.
    void endKey() {
        ledger.moveTo(new LedgerPosition(TestGroup.configurationWith(configuration), 11));
    }

    public void stop(int index) {
        Node node = nodes.remove(index);
        if (node != null) {
            node.preparations.close();
            node.signing.close();
        }
    }

    public Node node(int index) {
        return Optional.ofNullable(nodes.get(index)).orElseThrow();
    }

    public Ed25519KeyPair identity(int index) {
        return identities.get(index - 1);
    }

    /// All shares of an order that one gatherer asks for.
    public Map<Integer, ShareAnswer> shares(int gatherer, byte[] message, SortedMap<Integer, Bytes> preparations) {
        Map<Integer, ShareAnswer> answers = new TreeMap<>();
        preparations
                .keySet()
                .forEach(signer ->
                        answers.put(signer, node(signer).signing.sign(group, gatherer, message, preparations)));
        return answers;
    }

    /// An endorser's memory of the epochs of others, over its restarts.
    private final class Kept implements NonceEpochs.Store {
        private final int owner;

        Kept(int owner) {
            this.owner = owner;
        }

        @Override
        public NonceEpochs.Seen load(NonceEpochs.Name name) {
            return kept.getOrDefault(of(name), NonceEpochs.Seen.NOTHING);
        }

        @Override
        public void keep(NonceEpochs.Name name, NonceEpochs.Seen seen) {
            kept.merge(of(name), seen, NonceEpochs.Seen::later);
        }

        private NonceEpochs.Name of(NonceEpochs.Name name) {
            return new NonceEpochs.Name(name.namespace(), name.keyEpoch(), 100 * owner + name.endorser());
        }
    }

    private final class Call implements EndorserSigningApi {
        private final int caller;
        private final int called;

        Call(int caller, int called) {
            this.caller = caller;
            this.called = called;
        }

        private SigningPreparation preparation() {
            Node node = nodes.get(called);
            if (node == null || down.contains(called)) {
                throw new ResourceAccessException("endorser " + called + " is down");
            }
            if (hung.contains(called)) {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException closing) {
                    Thread.currentThread().interrupt();
                    throw new ResourceAccessException("endorser " + called + " is silent");
                }
            }
            return node.preparations;
        }

        @Override
        public Prepared prepare(PreparationRequest request) {
            return preparation().prepare(caller, TestNetwork.CURRENCY, request.keyEpoch(), request.count());
        }

        @Override
        public SignerState signer(int namespace, long keyEpoch) {
            return states.apply(called, preparation().signer(caller, TestNetwork.CURRENCY, keyEpoch));
        }

        @Override
        public byte[] presign(byte[] step) {
            Question question = questions.apply(called, Question.decode(step));
            byte[] answer;
            try {
                answer = preparation().presign(caller, question);
            } catch (io.florin.runtime.Failure failed) {
                throw new HttpClientErrorException(HttpStatus.SERVICE_UNAVAILABLE, String.valueOf(failed.getMessage()));
            }
            return answer.length == 0 || mute.contains(called)
                    ? new byte[0]
                    : answers.apply(called, SignedStep.decode(answer)).encode();
        }

        @Override
        public byte[] counted(String session, int step, int sender) {
            return preparation()
                    .counted(Bytes32.fromHex(session), step, sender)
                    .orElseThrow(() -> HttpClientErrorException.create(
                            HttpStatus.NOT_FOUND,
                            "none",
                            new org.springframework.http.HttpHeaders(),
                            new byte[0],
                            null))
                    .encode();
        }
    }

    @Override
    public void close() {
        List.copyOf(nodes.keySet()).forEach(this::stop);
        dealt.values().forEach(DealtKey::close);
        replaced.forEach(DealtKey::close);
    }
}
