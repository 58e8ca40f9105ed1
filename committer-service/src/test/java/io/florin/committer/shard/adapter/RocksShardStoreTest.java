package io.florin.committer.shard.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.committer.protocol.Claim;
import io.florin.committer.protocol.CoordinatorEvent.Applied;
import io.florin.committer.protocol.CoordinatorEvent.ClaimsFound;
import io.florin.committer.protocol.CoordinatorEvent.Voted;
import io.florin.committer.protocol.KeyWrite;
import io.florin.committer.protocol.ShardCommand.Apply;
import io.florin.committer.protocol.ShardCommand.Decide;
import io.florin.committer.protocol.ShardCommand.FindClaims;
import io.florin.committer.protocol.ShardCommand.Prepare;
import io.florin.committer.protocol.StoredValue;
import io.florin.committer.protocol.StoredValue.StoredBytes;
import io.florin.committer.protocol.StoredValue.StoredToken;
import io.florin.committer.shard.ShardStore;
import io.florin.committer.shard.StateShard;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.Invariant;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.status.TransactionStatus;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.Failure;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A state shard on its real store.
final class RocksShardStoreTest {

    private static final RocksShardStore.Memory MEMORY = new RocksShardStore.Memory(1 << 20, 1 << 20);
    private static final Bytes32 IDENTITY = Bytes32.fromHex("ab".repeat(32));

    @TempDir
    private Path directory;

    private final Random random = new Random(1);
    private final OwnerKey alice = new OwnerKey(hash());
    private final OwnerKey bob = new OwnerKey(hash());
    private final StateKey counter = StateKey.of(new NamespaceId(1), hash());
    private RocksShardStore store;
    private StateShard shard;

    @BeforeEach
    void open() {
        store = new RocksShardStore(directory, IDENTITY, MEMORY);
        shard = new StateShard(0, store);
        shard.begin(List.of());
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void reopen() {
        close();
        open();
    }

    private Bytes32 hash() {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        return Bytes32.of(bytes);
    }

    private TokenReference coin(OwnerKey owner) {
        return new TokenReference(new TransactionId(hash()), random.nextInt(16), new Token(owner, 1, Amount.of(7)));
    }

    private static KeyWrite create(TokenReference token) {
        return new KeyWrite(token.key(), Optional.of(new StoredToken(token)));
    }

    private static KeyWrite spend(TokenReference token) {
        return new KeyWrite(token.key(), Optional.empty());
    }

    private void apply(long block, KeyWrite... writes) {
        assertThat(shard.on(new Apply(block, List.of(writes), List.of(), List.of())))
                .contains(new Applied(block, 0));
    }

    private BitSet prepare(long batch, Read... reads) {
        return ((Voted) shard.on(new Prepare(batch, List.of(reads))).orElseThrow()).refused();
    }

    private static BitSet bits(int... set) {
        BitSet bits = new BitSet();
        for (int bit : set) {
            bits.set(bit);
        }
        return bits;
    }

    private List<TokenReference> tokensOf(OwnerKey owner) {
        try (var view = store.view(store.appliedBlock()).orElseThrow()) {
            return view.tokensOf(owner, 100);
        }
    }

    @Test
    void votesOnVersionsAsTheyStand() {
        TokenReference coin = coin(alice);
        apply(1, create(coin), new KeyWrite(counter, Optional.of(new StoredBytes(4, Bytes.EMPTY))));
        StateKey absent = StateKey.of(new NamespaceId(1), hash());
        assertThat(prepare(
                        1,
                        Read.token(coin.key()),
                        new Read(counter, 3),
                        Read.absent(absent),
                        Read.token(StateKey.of(new NamespaceId(1), hash()))))
                .isEqualTo(bits(1, 3));
        assertThat(shard.held()).isEqualTo(2);
        shard.on(new Decide(1, new BitSet()));
        assertThat(shard.held()).isZero();
        assertThat(prepare(2, new Read(counter, 4))).isEqualTo(new BitSet());
    }

    @Test
    void keepsTheOwnerIndexInStepWithTheState() {
        TokenReference first = coin(alice);
        TokenReference second = coin(alice);
        TokenReference third = coin(bob);
        apply(1, create(first), create(second));
        assertThat(tokensOf(alice)).containsExactlyInAnyOrder(first, second);
        prepare(1, Read.token(first.key()));
        shard.on(new Decide(1, bits(0)));
        apply(2, spend(first), create(third));
        assertThat(tokensOf(alice)).containsExactly(second);
        assertThat(tokensOf(bob)).containsExactly(third);
        reopen();
        apply(3, spend(second), spend(third));
        assertThat(tokensOf(alice)).isEmpty();
        assertThat(tokensOf(bob)).isEmpty();
    }

    @Test
    void whatABlockCreatesAndSpendsItselfNeverShows() {
        TokenReference passing = coin(alice);
        apply(1, create(passing), spend(passing));
        assertThat(tokensOf(alice)).isEmpty();
        assertThat(store.read(List.of(passing.key()))).containsExactly(Optional.empty());
    }

    @Test
    void aValueOverATokenTakesItFromItsOwner() {
        TokenReference token = coin(alice);
        apply(1, create(token));
        apply(2, new KeyWrite(token.key(), Optional.of(new StoredBytes(2, Bytes.fromHex("0102")))));
        assertThat(tokensOf(alice)).isEmpty();
        StoredValue value = store.read(List.of(token.key())).getFirst().orElseThrow();
        assertThat(value.version()).isEqualTo(2);
        assertThat(value.value()).isEqualTo(Bytes.fromHex("0102"));
    }

    @Test
    void applyingABlockTwiceDoesNothing() {
        TokenReference token = coin(alice);
        apply(1, create(token));
        apply(2, spend(token));
        apply(1, create(token));
        apply(2, spend(token));
        assertThat(tokensOf(alice)).isEmpty();
        assertThat(store.appliedBlock()).isEqualTo(2);
        assertThatThrownBy(() -> apply(4)).isInstanceOf(Invariant.Broken.class);
    }

    @Test
    void remembersClaimsAcrossRestarts() {
        TransactionId id = new TransactionId(hash());
        Claim claim = new Claim(id, 1, 3, TransactionStatus.ABORTED_EXPIRED);
        shard.on(new Apply(1, List.of(), List.of(claim), List.of()));
        reopen();
        assertThat(store.claims(List.of(id, new TransactionId(hash()))))
                .containsExactly(Optional.of(claim), Optional.empty());
        assertThat(shard.on(new FindClaims(2, List.of(new TransactionId(hash()), id))))
                .contains(new ClaimsFound(2, 0, bits(1)));
        assertThatThrownBy(() -> shard.on(new FindClaims(1, List.of(id)))).isInstanceOf(Invariant.Broken.class);
    }

    @Test
    void aRestartForgetsWhatWasPreparedAndNothingElse() {
        TokenReference token = coin(alice);
        apply(1, create(token));
        prepare(1, Read.token(token.key()));
        reopen();
        assertThat(shard.held()).isZero();
        assertThat(store.appliedBlock()).isEqualTo(1);
        assertThat(prepare(1, Read.token(token.key()))).isEqualTo(new BitSet());
    }

    @Test
    void twoTransactionsThatPrepareOneKeyAreABug() {
        TokenReference token = coin(alice);
        apply(1, create(token));
        prepare(1, Read.token(token.key()));
        assertThatThrownBy(() -> prepare(2, Read.token(token.key()))).isInstanceOf(Invariant.Broken.class);
    }

    @Test
    void aCommitAgainstTheVoteIsABug() {
        prepare(1, Read.token(coin(alice).key()));
        assertThatThrownBy(() -> shard.on(new Decide(1, bits(0)))).isInstanceOf(Invariant.Broken.class);
    }

    @Test
    void viewsStayAtTheirBlockUntilForgotten() {
        TokenReference first = coin(alice);
        TokenReference second = coin(alice);
        apply(1, create(first));
        try (var old = store.view(1).orElseThrow()) {
            apply(2, spend(first), create(second));
            store.forgetBefore(2);
            assertThat(old.tokensOf(alice, 10)).containsExactly(first);
            assertThat(old.read(second.key())).isEmpty();
            assertThat(store.view(1)).isEmpty();
        }
        assertThat(tokensOf(alice)).containsExactly(second);
    }

    @Test
    void tokensOfOneOwnerAreNotThoseOfANeighbour() {
        byte[] low = alice.value().toArray();
        low[31] = (byte) 0xFE;
        byte[] high = low.clone();
        high[31] = (byte) 0xFF;
        TokenReference ofLow = coin(OwnerKey.of(low));
        TokenReference ofHigh = coin(OwnerKey.of(high));
        apply(1, create(ofLow), create(ofHigh));
        assertThat(tokensOf(OwnerKey.of(low))).containsExactly(ofLow);
        assertThat(tokensOf(OwnerKey.of(high))).containsExactly(ofHigh);
    }

    @Test
    void refusesADirectoryOfAnotherShard() {
        close();
        assertThatThrownBy(() -> new RocksShardStore(directory, Bytes32.ZERO, MEMORY))
                .isInstanceOf(Failure.class);
        open();
        assertThat(store.appliedBlock()).isZero();
        assertThat(ShardStore.NOTHING).isNegative();
    }

    /// A database in native memory that is asked after its end takes the whole process with it.
    @Test
    void failsWhenItIsUsedAfterClosing() {
        RocksShardStore.ShardView view = store.view(0).orElseThrow();
        store.close();
        assertThatThrownBy(() -> view.read(counter)).isInstanceOf(Failure.class);
        assertThatThrownBy(() -> view.tokensOf(alice, 10)).isInstanceOf(Failure.class);
        view.close();
        assertThat(store.view(0)).isEmpty();
        assertThatThrownBy(() -> store.read(List.of(counter))).isInstanceOf(Failure.class);
        assertThatThrownBy(() -> store.apply(1, List.of(), List.of(), List.of()))
                .isInstanceOf(Failure.class);
    }
}
