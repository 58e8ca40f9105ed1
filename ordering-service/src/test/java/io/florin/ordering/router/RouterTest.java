package io.florin.ordering.router;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ordering.protocol.Offer;
import io.florin.ordering.protocol.Parties;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RouterTest {
    private static final long STEP = 100;
    private static final Parties PARTIES = new Parties(List.of(1, 2, 3, 4), 1, 3);

    @Test
    void oneOfAllPartiesSubmitsAtOnceAndTheOthersOneStepAfterAnother() {
        Offer offer = offer(1);
        List<Long> times = new ArrayList<>();
        for (int party : PARTIES.ids()) {
            Router router = new Router(PARTIES, party, STEP);
            router.offered(offer, 0);
            long time = 0;
            while (router.due(time, 10).isEmpty()) {
                time += STEP;
            }
            times.add(time);
        }
        assertThat(times).containsExactlyInAnyOrder(0L, STEP, 2 * STEP, 3 * STEP);
    }

    @Test
    void doesNotWaitForPartiesThatAreAway() {
        for (int seed = 0; seed < 20; seed++) {
            Router router = new Router(PARTIES, 2, STEP);
            router.away(Set.of(1, 3, 4));
            router.offered(offer(seed), 0);
            assertThat(router.due(0, 10)).hasSize(1);
        }
    }

    @Test
    void submitsABundleOnceInARoundAndAgainInTheNext() {
        Router router = alone();
        router.offered(offer(1), 0);
        router.offered(offer(1), 1);
        assertThat(router.due(1, 10)).hasSize(1);
        assertThat(router.due(10_000, 10)).isEmpty();
        router.startOver(10_000);
        assertThat(router.due(10_000, 10)).hasSize(1);
    }

    @Test
    void givesEachOfferBackOnceWhenABlockCarriesTheBundle() {
        Router router = alone();
        Offer fromTopic = offer(1);
        Offer direct = new Offer(fromTopic.bundle(), fromTopic.digest(), fromTopic.root(), Offer.DIRECT, 0);
        router.offered(fromTopic, 0);
        router.offered(direct, 0);
        assertThat(router.count()).isEqualTo(1);
        assertThat(router.bytes()).isEqualTo(4);
        assertThat(router.ordered(List.of(fromTopic.digest()))).containsExactly(fromTopic, direct);
        assertThat(router.ordered(List.of(fromTopic.digest()))).isEmpty();
        assertThat(router.bytes()).isZero();
        assertThat(router.due(10_000, 10)).isEmpty();
    }

    @Test
    void handsOutNoMoreThanAskedFor() {
        Router router = alone();
        for (int i = 0; i < 5; i++) {
            router.offered(offer(i), 0);
        }
        assertThat(router.due(0, 3)).hasSize(3);
        assertThat(router.due(0, 3)).hasSize(2);
    }

    private static Router alone() {
        return new Router(new Parties(List.of(1), 0, 1), 1, STEP);
    }

    private static Offer offer(int seed) {
        byte[] bytes = ByteBuffer.allocate(4).putInt(seed).array();
        Bytes32 digest = Sha256.hash(bytes);
        return new Offer(Bytes.of(bytes), digest, Sha256.hash(digest.toArray()), 0, seed);
    }
}
