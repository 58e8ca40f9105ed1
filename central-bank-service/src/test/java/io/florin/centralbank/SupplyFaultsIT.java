package io.florin.centralbank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.centralbank.fixture.FakeNetwork.Fault;
import io.florin.runtime.api.CentralBankInternalApi.SupplyRequestOrder;
import io.florin.runtime.internal.NodeRole;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Withdrawals with kills between every two steps, lies of the network, and a database that somebody writes into.
class SupplyFaultsIT extends SupplyScenes {

    @Test
    void cannotIssueWithTheDatabaseAlone() throws Exception {
        SupplyRequestOrder order = withdrawal(1, 6_000);
        bank.as(NodeRole.BANK, 1).request(order);
        approve(order.id(), 1);
        int before = bank.network().ledger().supplyRecords();
        execute("insert into supply_approval select request_id, 1, 'officer2', signature, approved_at "
                + "from supply_approval where request_id = decode('" + order.id() + "', 'hex')");
        execute("update supply_request set state = 'APPROVED' where id = decode('" + order.id() + "', 'hex')");

        await().atMost(SOON)
                .untilAsserted(() ->
                        assertThat(file(order.id()).get("refusal").asString()).isEqualTo("too-few-approvals"));

        assertThat(bank.network().ledger().supplyRecords()).isEqualTo(before);
        execute("delete from supply_approval where officer = 1 and request_id = decode('" + order.id() + "', 'hex')");
        execute("update supply_request set state = 'REQUESTED', transaction = null where id = decode('" + order.id()
                + "', 'hex')");
        approve(order.id(), 3);
        awaitSettled(order.id());
    }

    /// Killed twice, with withdrawals between all steps, so that each start finds what stands between two of them.
    @Test
    void settlesAWithdrawalOnceWhereverItIsKilled() throws Exception {
        int before = bank.network().ledger().supplyRecords();
        SupplyRequestOrder asked = withdrawal(2, 11_000);
        bank.as(NodeRole.BANK, 2).request(asked);
        // what the network does not do, so that the service stands between two steps when it dies; nothing settles
        // before the kill, whatever else goes wrong
        String committed = approvedUnder(Fault.NO_RESULTS); // committed, not followed
        String known = approvedUnder(Fault.NO_BLOCKS); // sent and known, not ordered
        String stored = approvedUnder(Fault.ENDORSER_AWAY, Fault.NO_BLOCKS); // stored, not sent
        List<String> attempts = IssueAttemptsIT.attempts(bank, stored);
        // approved, nothing stored
        String approved = approvedUnder(Fault.COMMITTER_AWAY, Fault.ENDORSER_AWAY, Fault.NO_BLOCKS);
        assertThat(bank.network().ledger().isKnown(attempts.getFirst()))
                .as("no endorser took what is stored")
                .isFalse();
        bank.stop();
        assertThat(IssueAttemptsIT.attempts(bank, stored)).isEqualTo(attempts).hasSize(1);
        assertThat(IssueAttemptsIT.attempts(bank, approved)).isEmpty();
        execute("do $$ begin if not exists (select 1 from registration_directory where next_offset > 0)"
                + " then raise exception 'not kept'; end if; end $$");
        bank.network().fail();
        bank.start();
        List.of(committed, known, stored, approved).forEach(SupplyScenes::awaitSettled);
        assertThat(IssueAttemptsIT.attempts(bank, stored))
                .as("written before the kill")
                .isEqualTo(attempts);
        assertThat(file(stored).get("transactionId").asString()).isEqualTo(attempts.getFirst());
        assertThat(bank.network().ledger().isFinal(attempts.getFirst())).isTrue();

        approve(asked.id(), 1); // between two approvals, with a directory of registration that somebody damaged
        String lost = approvedUnder(Fault.ANSWER_LOST); // sent and ordered, not known
        bank.stop();
        execute("update registration_directory set content = content || content");
        bank.network().fail();
        bank.start();
        approve(asked.id(), 3);
        List.of(lost, asked.id()).forEach(SupplyScenes::awaitSettled);

        assertThat(bank.network().ledger().supplyRecords()).isEqualTo(before + 6);
    }

    /// A withdrawal that goes as far as it can while this is wrong, besides that results are not shown.
    private static String approvedUnder(Fault fault, Fault... more) {
        List<Fault> faults = new ArrayList<>(List.of(more));
        faults.addAll(List.of(fault, Fault.NO_RESULTS));
        SupplyRequestOrder order = withdrawal(1, 10_000);
        bank.network().fail(faults.toArray(Fault[]::new));
        bank.as(NodeRole.BANK, 1).request(order);
        approve(order.id(), 1);
        approve(order.id(), 2);
        awaitStep(order.id(), fault);
        return order.id();
    }

    /// Whoever answers in the committer's place without its key is nobody.
    @Test
    void whatTheCommitterDidNotSignIsNotBelieved() {
        bank.network().fail(Fault.COMMITTER_REPLACED);
        long sent = bank.network().submissions();
        SupplyRequestOrder order = withdrawal(1, 10_000);
        bank.as(NodeRole.BANK, 1).request(order);
        approve(order.id(), 1);
        approve(order.id(), 2);
        long unsigned = bank.network().unsigned();
        await().atMost(SOON).until(() -> bank.network().unsigned() > unsigned + 3);
        assertThat(file(order.id()).get("state").asString()).isEqualTo("APPROVED");
        assertThat(bank.network().submissions()).isEqualTo(sent);
        bank.network().fail();
        awaitSettled(order.id());
    }

    private static void awaitStep(String id, Fault fault) {
        String state = fault == Fault.COMMITTER_AWAY ? "APPROVED" : "SUBMITTED";
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(file(id).get("state").asString())
                        .as(fault + " " + file(id))
                        .isEqualTo(state));
        long sent = bank.network().submissions();
        if (fault == Fault.ANSWER_LOST || fault == Fault.NO_RESULTS) {
            String transaction = file(id).get("transactionId").asString();
            await().atMost(SOON).until(() -> bank.network().ledger().isFinal(transaction));
        } else if (fault == Fault.NO_BLOCKS) {
            await().atMost(SOON).until(() -> bank.network().ledger().pending() > 0);
        }
        assertThat(bank.network().submissions()).isGreaterThanOrEqualTo(sent);
    }

    @Test
    void booksNothingWhenTheSettlementsTransactionFails() throws Exception {
        execute("create function no_settling() returns trigger language plpgsql as "
                + "$$ begin raise exception 'killed'; end $$");
        execute("create trigger no_settling before update on ledger_position "
                + "for each row when (new.issued > old.issued) execute function no_settling()");
        SupplyRequestOrder order = withdrawal(2, 12_000);
        bank.as(NodeRole.BANK, 2).request(order);
        long heldBefore = bank.as(NodeRole.BANK, 2).reserves().held();
        long outstandingBefore = bank.network().ledger().outstanding();
        approve(order.id(), 1);
        approve(order.id(), 2);
        await().atMost(SOON).until(() -> bank.network().ledger().outstanding() == outstandingBefore + 12_000);

        assertThat(state(order.id())).isIn("SUBMITTED", "APPROVED");
        assertThat(bank.as(NodeRole.BANK, 2).reserves().held()).isEqualTo(heldBefore);

        execute("drop trigger no_settling on ledger_position");
        execute("drop function no_settling");
        awaitSettled(order.id());
        assertThat(bank.as(NodeRole.BANK, 2).reserves().held()).isEqualTo(heldBefore - 12_000);
    }

    @Test
    void makesAnotherAttemptWhenTheFirstExpiresAndIssuesOnce() {
        int before = bank.network().ledger().supplyRecords();
        bank.network().fail(Fault.NEVER_ORDERED);
        SupplyRequestOrder order = withdrawal(1, 13_000);
        bank.as(NodeRole.BANK, 1).request(order);
        approve(order.id(), 1);
        approve(order.id(), 2);
        await().atMost(SOON).until(() -> state(order.id()).equals("SUBMITTED"));
        await().atMost(SOON).until(() -> {
            bank.network().ledger().cut();
            return file(order.id()).get("attempts").asInt() >= 2;
        });
        bank.network().fail();
        for (int block = 0; block < 4; block++) {
            bank.network().ledger().cut();
        }

        awaitSettled(order.id());
        assertThat(bank.network().ledger().supplyRecords()).isEqualTo(before + 1);
    }

    @Test
    void cannotIssueTwiceEvenWhenItWronglyTakesAnAttemptForExpired() {
        int before = bank.network().ledger().supplyRecords();
        SupplyRequestOrder order = withdrawal(1, 14_000);
        bank.as(NodeRole.BANK, 1).request(order);
        bank.network().fail(Fault.NO_STATUSES, Fault.NO_RESULTS);
        approve(order.id(), 1);
        approve(order.id(), 2);
        await().atMost(SOON).until(() -> bank.network().ledger().supplyRecords() == before + 1);
        for (int block = 0; block < 4; block++) {
            bank.network().ledger().cut();
        }
        await().atMost(SOON).until(() -> file(order.id()).get("attempts").asInt() >= 2);
        bank.network().fail();

        awaitSettled(order.id());
        assertThat(bank.network().ledger().supplyRecords()).isEqualTo(before + 1);
    }
}
