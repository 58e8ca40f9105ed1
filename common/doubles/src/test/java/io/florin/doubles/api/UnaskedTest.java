package io.florin.doubles.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.runtime.api.CentralBankInternalApi.SupplyRequestOrder;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionTemplate;

class UnaskedTest {

    private static void requireUnasked(ThrowingCallable... questions) {
        for (ThrowingCallable question : questions) {
            assertThatThrownBy(question).isInstanceOf(Unasked.class).hasMessageStartingWith("nobody should ask");
        }
    }

    @Test
    void everyQuestionThatATestDoesNotAnswerFails() {
        var committer = new UnaskedCommitter();
        requireUnasked(
                committer::head,
                committer::network,
                () -> committer.transaction(""),
                () -> committer.transactions(List.of()),
                () -> committer.receipt(""),
                () -> committer.token(""),
                () -> committer.tokensOf(""),
                () -> committer.results(1, 1, 0),
                () -> committer.checkpoints(1, 1),
                () -> committer.times(1));
        var endorser = new UnaskedEndorser();
        requireUnasked(
                () -> endorser.submit(new byte[0]),
                () -> endorser.submitAll(new byte[0]),
                () -> endorser.notes(0, 1),
                () -> endorser.progress(""));
        var party = new UnaskedParty();
        requireUnasked(() -> party.submit(new byte[0]), () -> party.block(1), party::head);
        var auditor = new UnaskedAuditor();
        requireUnasked(() -> auditor.approve(new byte[0]), auditor::supply, () -> auditor.history(1));
        var centralBank = new UnaskedCentralBank();
        requireUnasked(
                () -> centralBank.request(new SupplyRequestOrder("", "", "", 1)),
                () -> centralBank.supplyRequest(""),
                () -> centralBank.cancelSupplyRequest(""),
                centralBank::reserves);
    }

    @Test
    void whatATestAnswersIsAnswered() {
        var party = new UnaskedParty() {
            @Override
            public byte[] block(long number) {
                return new byte[] {(byte) number};
            }
        };
        assertThat(party.block(7)).containsExactly(7);
    }

    @Test
    void transactionsAreCommittedAndNoneIsUndone() {
        List<String> done = new ArrayList<>();
        TransactionTemplate transactions = new TransactionTemplate(new UnkeptTransactions());
        assertThatCode(() -> transactions.executeWithoutResult(_ -> done.add("done")))
                .doesNotThrowAnyException();
        assertThat(done).containsExactly("done");
        requireUnasked(() -> transactions.executeWithoutResult(_ -> {
            throw new IllegalStateException("to be undone");
        }));
    }
}
