package io.florin.bank.payments.adapter;

import io.florin.bank.payments.RoundRobin;
import java.util.List;
import java.util.function.LongToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Shares the acceptance of what is due between wallets. A step does what every wallet pays by itself, and then a
/// bounded piece of the files of one wallet, the wallets in turn: a payment comes a piece of one file later at most,
/// however long the files are. One thread drives it.
final class DueTurns {

    private static final Logger LOG = LoggerFactory.getLogger(DueTurns.class);

    private final Plans plans;
    private long last = -1;

    DueTurns(Plans plans) {
        this.plans = plans;
    }

    /// Plans that can be carried out, each wallet's in a database transaction of its own.
    interface Plans {
        /// Wallets that pay something that came by itself.
        List<Long> walletsToPlan();

        /// Wallets that pay something that came with a file.
        List<Long> walletsWithLines();

        /// @return how much was done
        int plan(long wallet);

        /// @return how much was done
        int planLines(long wallet);
    }

    /// @return how much was done
    int step() {
        int planned = 0;
        for (long wallet : plans.walletsToPlan()) {
            planned += tried(wallet, plans::plan);
        }
        return planned + lines();
    }

    /// Of the first wallet behind the last one for which something can be made.
    private int lines() {
        for (long wallet : RoundRobin.behind(last, plans.walletsWithLines())) {
            last = wallet;
            int planned = tried(wallet, plans::planLines);
            if (planned > 0) {
                return planned;
            }
        }
        return 0;
    }

    /// A wallet whose payments cannot be planned does not hold up the others.
    private static int tried(long wallet, LongToIntFunction plan) {
        try {
            return plan.applyAsInt(wallet);
        } catch (RuntimeException e) {
            LOG.warn("a wallet's payments have to wait: wallet={}", wallet, e);
            return 0;
        }
    }
}
