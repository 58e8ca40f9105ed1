package io.florin.simulation.run;

import io.florin.simulation.bank.BankHabits;
import io.florin.simulation.committer.CommitterHabits;
import io.florin.simulation.endorser.EndorserHabits;
import io.florin.simulation.follower.FollowerHabits;
import io.florin.simulation.ordering.PartyHabits;

/// The habits of everybody who does not lie: honest, or with a bug that was planted.
public interface Cast {
    Cast HONEST = new Cast() {};

    default PartyHabits party(int id) {
        return PartyHabits.HONEST;
    }

    default FollowerHabits follower(String name) {
        return FollowerHabits.HONEST;
    }

    default BankHabits bank() {
        return BankHabits.HONEST;
    }

    default EndorserHabits endorser(int index) {
        return EndorserHabits.HONEST;
    }

    default CommitterHabits committer(int place) {
        return CommitterHabits.HONEST;
    }
}
