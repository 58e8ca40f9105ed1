package io.florin.bank.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.CommitterApi.LedgerHead;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.springframework.web.client.ResourceAccessException;

class LedgerHeightTest {

    private static final LongSupplier AWAY = () -> {
        throw new ResourceAccessException("away, or not signed by a committer");
    };

    private static LedgerHeight asking(LongSupplier... heads) {
        return new LedgerHeight(
                List.of(heads).stream().map(LedgerHeightTest::committer).toList());
    }

    private static CommitterApi committer(LongSupplier head) {
        return (CommitterApi) Proxy.newProxyInstance(
                CommitterApi.class.getClassLoader(), new Class<?>[] {CommitterApi.class}, (_, called, _) -> {
                    if (!called.getName().equals("head")) {
                        throw new UnsupportedOperationException(called.getName());
                    }
                    return new LedgerHead("", head.getAsLong(), "", "", 1);
                });
    }

    @Test
    void whoIsFurthestAheadSaysIt() {
        assertThat(asking(() -> 5, () -> 9, () -> 7).highest()).isEqualTo(9);
        assertThat(asking(() -> 0).highest()).isZero();
    }

    @Test
    void whoDoesNotAnswerIsLeftOut() {
        assertThat(asking(AWAY, () -> 9, AWAY).highest()).isEqualTo(9);
    }

    @Test
    void nobodysAnswerIsNoHeight() {
        assertThatThrownBy(asking(AWAY, AWAY)::highest).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(asking()::highest).isInstanceOf(IllegalStateException.class);
    }
}
