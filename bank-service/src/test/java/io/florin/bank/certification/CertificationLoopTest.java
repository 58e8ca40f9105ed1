package io.florin.bank.certification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.runtime.api.CertificationApi;
import io.florin.runtime.api.CertificationApi.CertificationPage;
import io.florin.runtime.api.CertificationApi.CertificationRequest;
import io.florin.runtime.api.CertificationApi.Certified;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/// Two of three certifiers sign, whatever the other one says.
class CertificationLoopTest extends CertificationScenes {

    @Test
    void whoTakesAnothersIndexSpoilsNothing() {
        String id = token.id().transaction().toHex();
        CertificationApi absent = certifier(3);
        assertThat(certified(certifier(2, share(3, id)), certifier(2, share(2, id)), certifier(3, share(3, id))))
                .isEqualTo(1);
        assertThat(certified(certifier(2, share(1, id)), certifier(2, share(2, id)), absent))
                .isEqualTo(1);
        assertThat(kept).allMatch(each -> each.token().isSpendable());
    }

    /// Whatever a pass finds, it is one look at the database.
    @Test
    void certifiersAreAskedOnceInAPassAndOnlyWhileATokenLacksTheirs() {
        List<Integer> asked = new CopyOnWriteArrayList<>();
        CertificationLoop loop = loop(quiet(1, asked), quiet(2, asked), quiet(3, asked));
        complete = true;
        for (int pass = 0; pass < 5; pass++) {
            assertThat(loop.step()).isZero();
            assertThat(loop.waits()).isFalse();
        }
        assertThat(asked).isEmpty();
        assertThat(looks).isEqualTo(5);

        complete = false;
        for (int pass = 1; pass <= 3; pass++) {
            assertThat(loop.step()).isZero();
            assertThat(loop.waits()).isTrue();
            assertThat(asked).as("each once in each pass").hasSize(3 * pass);
        }
        assertThat(looks).isEqualTo(8);
    }

    /// Has not come to the token's block, and gives none by name.
    private static CertificationApi quiet(int certifier, List<Integer> asked) {
        return new CertificationApi() {
            @Override
            public CertificationPage certifications(long fromBlock, int limit) {
                asked.add(certifier);
                return new CertificationPage(certifier, fromBlock - 1, fromBlock, List.of());
            }

            @Override
            public Certified certify(CertificationRequest request) {
                throw new UnsupportedOperationException();
            }
        };
    }

    /// It is waited for once; what it says in the end counts.
    @Test
    void aCertifierThatHangsHoldsUpTokensOnce() {
        String id = token.id().transaction().toHex();
        CountDownLatch hangs = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        CertificationApi slow = new CertificationApi() {
            @Override
            public CertificationPage certifications(long fromBlock, int limit) {
                asked.incrementAndGet();
                await(hangs);
                return new CertificationPage(1, 5, 6, List.of(share(1, id)));
            }

            @Override
            public Certified certify(CertificationRequest request) {
                throw new UnsupportedOperationException();
            }
        };
        List<Integer> waited = new ArrayList<>();
        patience = (answer, index) -> {
            if (index == 1) {
                waited.add(index);
                throw new TimeoutException("for this test");
            }
            answer.get();
        };
        CertificationLoop loop = loop(slow, certifier(2, share(2, id)), absent());
        for (int turn = 0; turn < 20; turn++) {
            assertThat(loop.step()).isZero();
        }
        assertThat(waited).as("waited for once").containsExactly(1);
        assertThat(asked).as("and asked once").hasValue(1);
        hangs.countDown();
        Awaitility.await().atMost(PATIENCE).until(() -> loop.step() == 1);
    }

    @Test
    void whatTheDatabaseDidNotTakeIsCertifiedInTheNextTurn() {
        String id = token.id().transaction().toHex();
        CertificationLoop loop = loop(certifier(1, share(1, id)), certifier(2, share(2, id)));
        failures = 1;
        assertThatThrownBy(loop::step).hasMessage("for this test");
        assertThat(kept).isEmpty();
        assertThat(loop.step()).isEqualTo(1);
        assertThat(kept).allMatch(each -> each.token().isSpendable());
    }

    @Test
    void malformedIdsAndAnswersStopNobody() {
        String id = token.id().transaction().toHex();
        CertificationApi nonsense = certifier(1, share(1, "zz"), share(1, "abcd"), share(1, id));
        CertificationApi broken = new CertificationApi() {
            @Override
            public CertificationPage certifications(long fromBlock, int limit) {
                throw new IllegalStateException("for this test");
            }

            @Override
            public Certified certify(CertificationRequest request) {
                throw new UnsupportedOperationException();
            }
        };
        assertThat(certified(nonsense, broken, certifier(3, share(3, id)))).isEqualTo(1);
    }

    /// Officers ended the key under which the token's block was certified.
    @Test
    void aTokenUnderAKeyThatEndedIsCertifiedByNameUnderTheNewest() {
        configuration = underEpoch(2);
        List<Integer> asked = new CopyOnWriteArrayList<>();
        CertificationApi[] certifiers = new CertificationApi[3];
        for (int index = 1; index <= 3; index++) {
            int certifier = index;
            Certified old = share(certifier, token.id().transaction().toHex());
            certifiers[index - 1] = new CertificationApi() {
                @Override
                public CertificationPage certifications(long fromBlock, int limit) {
                    return new CertificationPage(certifier, 5, 6, List.of(old));
                }

                @Override
                public Certified certify(CertificationRequest request) {
                    asked.add(certifier);
                    return new Certified(5, request.transactionId(), request.output(), 1, 2, old.share());
                }
            };
        }
        CertificationLoop loop = loop(certifiers);

        assertThat(loop.step()).isEqualTo(1);
        loop.step();

        assertThat(uncertified).containsExactly(Set.of(2L));
        assertThat(asked).contains(1, 2, 3);
        assertThat(kept.getFirst().token().certifierEpoch()).isEqualTo(2);
    }

    /// While all keys since the first are in force, nothing is looked through and nobody asked by name.
    @Test
    void aSecondKeyBesideTheFirstChangesNothingForOldTokens() {
        String id = token.id().transaction().toHex();

        assertThat(certified(certifier(1, share(1, id)), certifier(2, share(2, id)), certifier(3)))
                .isEqualTo(1);
        assertThat(uncertified).isEmpty();
        assertThat(kept.getFirst().token().certifierEpoch()).isEqualTo(1);
    }
}
