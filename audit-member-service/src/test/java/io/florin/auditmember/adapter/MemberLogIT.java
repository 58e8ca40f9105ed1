package io.florin.auditmember.adapter;

import static io.florin.doubles.ledger.AuditedPayments.OF_OTHERS;
import static io.florin.doubles.ledger.AuditedPayments.PAYMENT;
import static io.florin.doubles.ledger.AuditedPayments.hex;
import static org.assertj.core.api.Assertions.assertThat;

import io.florin.auditmember.AuditCase;
import io.florin.auditmember.CaseScope;
import io.florin.decisions.Decision;
import io.florin.decisions.LogCheck;
import io.florin.runtime.console.ListPage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a member's log, in a real database, decides: which cases there are and whether anything is given at all.
class MemberLogIT extends MemberStory {

    @Test
    void givesNoShareOnceItsLogWasChanged() {
        open(CASE, of(PAYMENT), 1);
        members.member(1).shares(request(CASE, PAYMENT, List.of(), "payer-0"));
        assertThat(members.member(1).log.check().intact()).isTrue();

        members.member(1).jdbc.sql("alter table decision disable trigger user").update();
        members.member(1)
                .jdbc
                .sql("delete from decision where action = 'share-given'")
                .update();

        assertThat(members.member(1).log.check().brokenAt()).isEqualTo(3);
        assertThat(code(() -> members.member(1).shares(request(CASE, PAYMENT, List.of(), "payer-0"))))
                .isEqualTo("log-broken");
    }

    /// A share costs the log's end and its case, so what happened to old entries is found by a check of the whole log,
    /// and by the first share after a start.
    @Test
    void anOldEntryThatWasChangedStopsTheMemberAtTheNextWholeCheckAndAfterAStart() {
        open(CASE, of(PAYMENT), 1);
        MembersUnderTest.Member member = members.member(1);
        for (String part : List.of("payer-0", "payee-0", "payee-1")) {
            member.shares(request(CASE, PAYMENT, List.of(), part));
        }
        member.jdbc.sql("alter table decision disable trigger user").update();
        member.jdbc
                .sql("update decision set reason = replace(reason, 'payer-0', 'payer-1') where sequence = 3")
                .update();

        assertThat(member.shares(request(CASE, PAYMENT, List.of(), "payee-1")).shares())
                .as("nobody has looked at it again")
                .hasSize(1);
        assertThat(member.watch.checkNow().brokenAt()).isEqualTo(3);
        assertThat(code(() -> member.shares(request(CASE, PAYMENT, List.of(), "payer-0"))))
                .isEqualTo("log-broken");
        member.restart();
        assertThat(code(() -> member.shares(request(CASE, PAYMENT, List.of(), "payer-0"))))
                .as("the first look reads everything")
                .isEqualTo("log-broken");
        assertThat(member.watch.last().map(LogCheck::brokenAt))
                .as("people hear of it")
                .contains(3L);

        member.jdbc
                .sql("update decision set reason = replace(reason, 'payer-1', 'payer-0') where sequence = 3")
                .update();
        assertThat(code(() -> member.shares(request(CASE, PAYMENT, List.of(), "payer-0"))))
                .as("until a check finds it whole")
                .isEqualTo("log-broken");
        assertThat(member.watch.checkNow().intact()).isTrue();
        assertThat(member.shares(request(CASE, PAYMENT, List.of(), "payer-0")).shares())
                .as("mended")
                .hasSize(1);
        assertThat(member.entries("transaction/" + hex(PAYMENT))).hasSize(5);
    }

    /// A row that no service could have written is a change of the log, not a failure of the database.
    @Test
    void aRowThatCannotBeReadIsAnEntryThatWasChanged() {
        open(CASE, of(PAYMENT), 1);
        MembersUnderTest.Member member = members.member(1);
        assertThat(member.watch.checkNow().intact()).isTrue();
        member.jdbc.sql("alter table decision disable trigger user").update();
        nullable(member, "drop not null");

        unreadable(member, "actor = null", "entry 2 cannot be read: actor");
        unreadable(member, "action = null", "entry 2 cannot be read: action");
        unreadable(member, "subject = null", "entry 2 cannot be read: subject");
        unreadable(member, "reason = null", "entry 2 cannot be read: reason");
        unreadable(member, "at_millis = -1", "entry 2 cannot be read: at_millis");
        unreadable(member, "hash = '\\x00'", "entry 2 cannot be read: hash");
        unreadable(member, "previous_hash = null", "entry 2 cannot be read: previous_hash");

        member.jdbc.sql("update decision_head set last_hash = '\\x00'").update();
        assertThat(member.watch.checkNow().what()).isEqualTo("the head cannot be read: last_hash");
        assertThat(code(() -> member.shares(request(CASE, PAYMENT, List.of(), "payer-0"))))
                .isEqualTo("log-broken");
        nullable(member, "set not null");
    }

    private static void nullable(MembersUnderTest.Member member, String change) {
        for (String column : List.of("actor", "action", "subject", "reason", "previous_hash")) {
            member.jdbc
                    .sql("alter table decision alter column " + column + " " + change)
                    .update();
        }
    }

    private void unreadable(MembersUnderTest.Member member, String change, String what) {
        member.jdbc
                .sql("create temporary table kept as select * from decision where sequence = 2")
                .update();
        member.jdbc.sql("update decision set " + change + " where sequence = 2").update();

        LogCheck found = member.watch.checkNow();
        assertThat(found.brokenAt()).isEqualTo(2);
        assertThat(found.what()).isEqualTo(what);
        assertThat(member.watch.isBroken()).isTrue();
        assertThat(member.log.before(Long.MAX_VALUE, 10))
                .as("people still see it")
                .hasSize(2);
        assertThat(code(() -> member.shares(request(CASE, PAYMENT, List.of(), "payer-0"))))
                .isEqualTo("log-broken");

        member.jdbc.sql("delete from decision where sequence = 2").update();
        member.jdbc.sql("insert into decision select * from kept").update();
        member.jdbc.sql("drop table kept").update();
        assertThat(member.watch.checkNow().intact()).as("mended").isTrue();
    }

    /// One person asks for payment B and has A stand there while another one approves it.
    @Test
    void whatStoodThereWhileSomebodyApprovedItIsNotWhatOpens() {
        MembersUnderTest.Member member = members.member(1);
        member.cases.ask(CASE, of(PAYMENT), "suspicion", "ines");
        member.jdbc.sql("alter table decision disable trigger user").update();
        String replace = "update decision set reason = replace(reason, ?, ?) where sequence = 1";
        member.jdbc.sql(replace).params(hex(PAYMENT), hex(OF_OTHERS)).update();

        assertThat(code(() -> member.cases.find(CASE))).as("it is not shown").isEqualTo("log-broken");
        assertThat(code(() -> member.cases.approve(CASE, "jo"))).isEqualTo("log-broken");
        member.jdbc.sql(replace).params(hex(OF_OTHERS), hex(PAYMENT)).update();
        assertThat(member.watch.checkNow().intact()).isTrue();
        assertThat(code(() -> member.shares(request(CASE, PAYMENT, List.of(), "payer-0"))))
                .isEqualTo("case-not-open");
        assertThat(member.cases.approve(CASE, "jo").scope()).isEqualTo(of(PAYMENT));
    }

    /// However many are asked for: a case that is open is in the list until it ends.
    @Test
    void everyCaseThatWaitsOrIsOpenIsListed() {
        CaseScope scope = of(PAYMENT);
        MembersUnderTest.Member member = members.member(1);
        open("AZ-OPEN", scope, 1);
        member.cases.ask("AZ-WAITS", scope, "suspicion", "ines");
        open("AZ-OLD", scope, 1);
        member.cases.end("AZ-OLD", "closed", "jo");
        member.transactions.executeWithoutResult(_ -> {
            for (int i = 0; i < 210; i++) {
                String noise = AuditCase.subject("AZ-" + i);
                member.log.append(
                        new Decision("person:ines", AuditCase.ASKED, noise, AuditCase.detail(scope, "noise")));
                member.log.append(new Decision("person:jo", AuditCase.REFUSED, noise, "noise"));
            }
        });
        now = now.plusSeconds(1);
        open("AZ-NEW", scope, 1);

        assertThat(references(member, CaseSelection.OPEN)).containsExactly("AZ-NEW", "AZ-OPEN");
        assertThat(references(member, CaseSelection.ASKED)).containsExactly("AZ-WAITS");
        assertThat(references(member, CaseSelection.ENDED))
                .hasSize(211)
                .doesNotHaveDuplicates()
                .startsWith("AZ-209", "AZ-208")
                .endsWith("AZ-0", "AZ-OLD");
        assertThat(references(member, CaseSelection.ALL))
                .hasSize(214)
                .doesNotHaveDuplicates()
                .startsWith("AZ-NEW", "AZ-209")
                .endsWith("AZ-0", "AZ-OLD", "AZ-WAITS", "AZ-OPEN");
        now = now.plusSeconds(90 * 24 * 3_600L - 1);
        assertThat(references(member, CaseSelection.OPEN)).containsExactly("AZ-NEW");
        assertThat(references(member, CaseSelection.ASKED)).containsExactly("AZ-WAITS");
        assertThat(references(member, CaseSelection.ENDED))
                .as("its time is over")
                .hasSize(212)
                .contains("AZ-OPEN");
        assertThat(member.cases.find("AZ-OPEN").orElseThrow().state()).isEqualTo(AuditCase.State.ENDED);
    }

    /// From all pages, one after the other.
    private static List<String> references(MembersUnderTest.Member member, CaseSelection selection) {
        List<String> references = new ArrayList<>();
        String cursor = "";
        do {
            ListPage<AuditCase> page = member.cases.list(selection, cursor, 70);
            page.rows().forEach(each -> references.add(each.reference()));
            cursor = page.after();
        } while (!cursor.isEmpty());
        return references;
    }

    /// An approval of another scope, or of one's own case, is none: the case still waits, for people to see.
    @Test
    void anApprovalThatDoesNotCountDoesNotHideACaseThatWaits() {
        CaseScope scope = of(PAYMENT);
        MembersUnderTest.Member member = members.member(1);
        for (String reference : List.of("AZ-SELF", "AZ-OTHER")) {
            member.cases.ask(reference, scope, "suspicion; more", "ines");
        }
        member.transactions.executeWithoutResult(_ -> {
            member.log.append(
                    new Decision("person:ines", AuditCase.APPROVED, AuditCase.subject("AZ-SELF"), scope.text()));
            member.log.append(new Decision(
                    "person:jo", AuditCase.APPROVED, AuditCase.subject("AZ-OTHER"), scope.text() + "; suspicion"));
        });

        assertThat(references(member, CaseSelection.ASKED)).containsExactly("AZ-OTHER", "AZ-SELF");
        assertThat(references(member, CaseSelection.OPEN)).isEmpty();
        assertThat(member.cases.find("AZ-SELF").orElseThrow().state()).isEqualTo(AuditCase.State.ASKED);
        assertThat(member.cases.find("AZ-OTHER").orElseThrow().state()).isEqualTo(AuditCase.State.ASKED);
        now = now.plusSeconds(91 * 24 * 3_600L);
        assertThat(references(member, CaseSelection.ENDED)).isEmpty();
    }

    @Test
    void aCaseWrittenIntoTheDatabaseOpensNothing() {
        open(CASE, of(PAYMENT), 1);
        members.member(1).jdbc.sql("alter table decision disable trigger user").update();
        members.member(1)
                .jdbc
                .sql("update decision set reason = replace(reason, ?, ?) where sequence <= 2")
                .params(hex(PAYMENT), hex(OF_OTHERS))
                .update();

        assertThat(code(() -> members.member(1).shares(request(CASE, OF_OTHERS, List.of(), "payer-0"))))
                .isEqualTo("log-broken");
    }
}
