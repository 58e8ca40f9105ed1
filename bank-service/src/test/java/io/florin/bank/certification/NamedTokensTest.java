package io.florin.bank.certification;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.runtime.api.CertificationApi.CertificationPage;
import io.florin.runtime.api.CertificationApi.Certified;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/// A bank names a token to certifiers only where the committers that it knows prove that their shares lack it.
class NamedTokensTest extends CertificationScenes {

    /// A share under a key that nobody knows shows nothing, whoever gives it: the others have not come so far yet.
    @Test
    void oneCertifierCannotMakeTheBankNameItsTokens() {
        List<Integer> asked = new CopyOnWriteArrayList<>();
        Certified unknown = share(1, token.id().transaction().toHex());
        unknown = new Certified(5, unknown.transactionId(), 0, 1, 77, unknown.share());
        CertificationLoop loop = loop(
                naming(1, asked, new CertificationPage(1, 9, 10, List.of(unknown))),
                naming(2, asked, new CertificationPage(2, 4, 5, List.of())),
                naming(3, asked, new CertificationPage(3, 4, 5, List.of())));

        for (int turn = 0; turn < 3; turn++) {
            assertThat(loop.step()).isZero();
        }

        assertThat(asked).isEmpty();
    }

    /// One shows its share, one says that there is none, and the third, who is honest, has not come so far.
    @Test
    void aLiarCannotUseTheOthersDelayToHaveATokenNamed() {
        List<Integer> asked = new CopyOnWriteArrayList<>();
        String id = token.id().transaction().toHex();
        CertificationLoop loop = loop(
                naming(1, asked, new CertificationPage(1, 5, 6, List.of(share(1, id)))),
                naming(2, asked, new CertificationPage(2, 5, 6, List.of())),
                naming(3, asked, new CertificationPage(3, 4, 5, List.of())));

        for (int turn = 0; turn < 3; turn++) {
            assertThat(loop.step()).isZero();
        }

        assertThat(asked).isEmpty();
    }

    /// Two of three are past the block and have no share of it, so one who is honest has none; and another committer
    /// shows the token.
    @Test
    void asksByNameWhenAsManyAsTheThresholdLackTheShare() {
        List<Integer> asked = new CopyOnWriteArrayList<>();
        List<String> read = new ArrayList<>();
        others = among(3, committer(read, () -> blocks(true)));

        assertThat(lacking(asked).step()).isEqualTo(1);

        assertThat(asked).contains(1, 2);
        assertThat(kept.getFirst().token().certifierEpoch()).isEqualTo(1);
        assertThat(read).containsExactly("1 100", "6 95");
        assertThat(differences()).isZero();
    }

    /// The committer that the bank follows invented the payment. No certifier is asked for it; the other committer is
    /// asked again, more and more seldom, for the same range.
    @Test
    void oneLyingCommitterCannotMakeTheBankNameAToken() {
        List<Integer> asked = new CopyOnWriteArrayList<>();
        List<String> read = new ArrayList<>();
        others = among(3, committer(read, () -> blocks(false)));
        CertificationLoop loop = lacking(asked);

        for (int turn = 0; turn < 40; turn++) {
            assertThat(loop.step()).isZero();
        }

        assertThat(asked).isEmpty();
        assertThat(read).hasSize(10).containsOnly("1 100", "6 95");
        assertThat(differences()).isEqualTo(5);
    }

    /// A committer that is away shows nothing; the token is certified when it is back.
    @Test
    void nobodyIsAskedByNameWhileTheOtherCommitterIsAway() {
        List<Integer> asked = new CopyOnWriteArrayList<>();
        AtomicBoolean away = new AtomicBoolean(true);
        others = among(3, committer(new ArrayList<>(), () -> {
            if (away.get()) {
                throw new IllegalStateException("for this test");
            }
            return blocks(true);
        }));
        CertificationLoop loop = lacking(asked);
        for (int turn = 0; turn < 7; turn++) {
            assertThat(loop.step()).isZero();
        }
        assertThat(asked).isEmpty();
        assertThat(differences()).as("silence is no difference").isZero();

        away.set(false);
        int certified = 0;
        for (int turn = 7; turn < 15; turn++) {
            certified += loop.step();
        }
        assertThat(certified).isPositive();
        assertThat(asked).contains(1, 2);
    }

    /// Turns go on meanwhile.
    @Test
    void anotherCommitterThatHangsHoldsUpNothing() {
        List<Integer> asked = new CopyOnWriteArrayList<>();
        CountDownLatch hangs = new CountDownLatch(1);
        others = among(3, committer(new CopyOnWriteArrayList<>(), () -> {
            await(hangs);
            return blocks(true);
        }));
        readers = reading -> Thread.ofVirtual().start(reading);
        CertificationLoop loop = lacking(asked);
        for (int turn = 0; turn < 20; turn++) {
            assertThat(loop.step()).isZero();
        }
        assertThat(asked).isEmpty();
        hangs.countDown();
        Awaitility.await().atMost(PATIENCE).until(() -> loop.step() == 1);
    }

    @Test
    void withoutTheOtherCommittersAddressNobodyIsAskedByName() {
        List<Integer> asked = new CopyOnWriteArrayList<>();
        others = among(3);
        CertificationLoop loop = lacking(asked);
        for (int turn = 0; turn < 10; turn++) {
            assertThat(loop.step()).isZero();
        }
        assertThat(asked).isEmpty();
    }

    /// Where there is no other committer, what certifiers show everybody has to have the output.
    @Test
    void inANetworkOfOneCommitterCertifiersConfirm() {
        List<Integer> asked = new CopyOnWriteArrayList<>();
        CertificationLoop lacking = lacking(asked);
        for (int turn = 0; turn < 3; turn++) {
            assertThat(lacking.step()).isZero();
        }
        assertThat(asked).isEmpty();
        assertThat(differences()).isPositive();

        CertificationPage ended = new CertificationPage(1, 5, 6, List.of(underKey(77)));
        CertificationPage none = new CertificationPage(3, 5, 6, List.of());
        CertificationLoop shown = loop(naming(1, asked, ended), naming(2, asked, ended), naming(3, asked, none));
        assertThat(shown.step()).isEqualTo(1);
        assertThat(asked).contains(1, 2);
    }
}
