package io.florin.iso20022;

import com.prowidesoftware.swift.model.mx.MxCamt05300108;
import com.prowidesoftware.swift.model.mx.MxCamt05400108;
import com.prowidesoftware.swift.model.mx.dic.AccountNotification17;
import com.prowidesoftware.swift.model.mx.dic.AccountStatement9;
import com.prowidesoftware.swift.model.mx.dic.BalanceSubType1Choice;
import com.prowidesoftware.swift.model.mx.dic.BalanceType10Choice;
import com.prowidesoftware.swift.model.mx.dic.BalanceType13;
import com.prowidesoftware.swift.model.mx.dic.BankToCustomerDebitCreditNotificationV08;
import com.prowidesoftware.swift.model.mx.dic.BankToCustomerStatementV08;
import com.prowidesoftware.swift.model.mx.dic.BankTransactionCodeStructure4;
import com.prowidesoftware.swift.model.mx.dic.BankTransactionCodeStructure5;
import com.prowidesoftware.swift.model.mx.dic.BankTransactionCodeStructure6;
import com.prowidesoftware.swift.model.mx.dic.CashAccount39;
import com.prowidesoftware.swift.model.mx.dic.CashBalance8;
import com.prowidesoftware.swift.model.mx.dic.CreditDebitCode;
import com.prowidesoftware.swift.model.mx.dic.DateTimePeriod1;
import com.prowidesoftware.swift.model.mx.dic.EntryDetails9;
import com.prowidesoftware.swift.model.mx.dic.EntryStatus1Choice;
import com.prowidesoftware.swift.model.mx.dic.EntryTransaction10;
import com.prowidesoftware.swift.model.mx.dic.GroupHeader81;
import com.prowidesoftware.swift.model.mx.dic.Pagination1;
import com.prowidesoftware.swift.model.mx.dic.Party40Choice;
import com.prowidesoftware.swift.model.mx.dic.ReportEntry10;
import com.prowidesoftware.swift.model.mx.dic.TransactionParties6;
import com.prowidesoftware.swift.model.mx.dic.TransactionReferences6;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.Optional;

/// Writes account statements as camt.053.001.08, and notifications of credits as camt.054.001.08. The block that the
/// closing balance is taken at stands in `AddtlStmtInf`, in the words that [StatementReader] looks for. One instance
/// serves all threads.
public final class StatementWriter {
    private static final int ACCOUNT_NAME_MAX = 70;

    /// Of a balance between two pages.
    private static final String INTERMEDIATE = "INTM";

    private final MxText statements = new MxText(MxCamt05300108.class);
    private final MxText notifications = new MxText(MxCamt05400108.class);

    public byte[] write(String messageId, Statement statement) {
        Fitting.requireReference("message identification", messageId);
        Statement.Period period = statement.period();
        Statement.Page page = statement.page();
        SupportedCurrency currency = statement.account().currency();
        CashBalance8 opening = balance("OPBD", period.openingMinorUnits(), period.from(), currency);
        CashBalance8 closing = balance("CLBD", period.closingMinorUnits(), period.to(), currency);
        AccountStatement9 part = new AccountStatement9()
                .setId(statement.id())
                .setStmtPgntn(pagination(page))
                .setElctrncSeqNb(BigDecimal.valueOf(period.closingBlock().number()))
                .setCreDtTm(statement.createdAt())
                .setFrToDt(period(period))
                .setAcct(account(statement.account()))
                .addBal(page.number() > 1 ? intermediate(opening) : opening)
                .addBal(page.last() ? closing : intermediate(closing));
        if (page.last()) {
            part.setAddtlStmtInf(closing(period.closingBlock()));
        }
        statement.entries().forEach(entry -> part.addNtry(entry(entry, currency)));
        BankToCustomerStatementV08 body = new BankToCustomerStatementV08()
                .setGrpHdr(header(messageId, statement))
                .addStmt(part);
        return statements.write(new MxCamt05300108().setBkToCstmrStmt(body));
    }

    /// The same entries as a camt.054.001.08: a notification has no balances.
    public byte[] notification(String messageId, Statement statement) {
        Fitting.requireReference("message identification", messageId);
        SupportedCurrency currency = statement.account().currency();
        AccountNotification17 part = new AccountNotification17()
                .setId(statement.id())
                .setNtfctnPgntn(pagination(statement.page()))
                .setCreDtTm(statement.createdAt())
                .setFrToDt(period(statement.period()))
                .setAcct(account(statement.account()));
        statement.entries().forEach(entry -> part.addNtry(entry(entry, currency)));
        BankToCustomerDebitCreditNotificationV08 body = new BankToCustomerDebitCreditNotificationV08()
                .setGrpHdr(header(messageId, statement))
                .addNtfctn(part);
        return notifications.write(new MxCamt05400108().setBkToCstmrDbtCdtNtfctn(body));
    }

    private static GroupHeader81 header(String messageId, Statement statement) {
        return new GroupHeader81().setMsgId(messageId).setCreDtTm(statement.createdAt());
    }

    private static DateTimePeriod1 period(Statement.Period period) {
        return new DateTimePeriod1().setFrDtTm(period.from()).setToDtTm(period.to());
    }

    private static Pagination1 pagination(Statement.Page page) {
        return new Pagination1().setPgNb(Integer.toString(page.number())).setLastPgInd(page.last());
    }

    private static CashBalance8 intermediate(CashBalance8 balance) {
        balance.getTp().setSubTp(new BalanceSubType1Choice().setCd(INTERMEDIATE));
        return balance;
    }

    private static String closing(Statement.ClosingBlock block) {
        String number = String.format(Locale.ROOT, StatementReader.CLOSING_BLOCK_FORM, block.number());
        return block.headerHash().isEmpty()
                ? number
                : number + String.format(Locale.ROOT, StatementReader.HASH_FORM, block.headerHash());
    }

    private static CashAccount39 account(Statement.Account account) {
        CashAccount39 part = new CashAccount39()
                .setId(ModelParts.accountIdentification(account.id()))
                .setCcy(account.currency().code())
                .setNm(Fitting.words(account.owner(), ACCOUNT_NAME_MAX))
                .setOwnr(ModelParts.named(account.owner()));
        account.servicer().ifPresent(bic -> part.setSvcr(ModelParts.agent(Optional.of(bic))));
        return part;
    }

    private static CashBalance8 balance(String type, long minorUnits, OffsetDateTime at, SupportedCurrency currency) {
        return new CashBalance8()
                .setTp(new BalanceType13().setCdOrPrtry(new BalanceType10Choice().setCd(type)))
                .setAmt(ModelParts.amount(Math.absExact(minorUnits), currency))
                .setCdtDbtInd(minorUnits < 0 ? CreditDebitCode.DBIT : CreditDebitCode.CRDT)
                .setDt(ModelParts.day(at.toLocalDate()));
    }

    private static ReportEntry10 entry(StatementEntry entry, SupportedCurrency currency) {
        return new ReportEntry10()
                .setNtryRef(entry.reference())
                .setAmt(ModelParts.amount(Math.absExact(entry.minorUnits()), currency))
                .setCdtDbtInd(entry.credit() ? CreditDebitCode.CRDT : CreditDebitCode.DBIT)
                .setSts(new EntryStatus1Choice().setCd("BOOK"))
                .setBookgDt(ModelParts.day(entry.bookedAt().toLocalDate()))
                .setValDt(ModelParts.day(entry.bookedAt().toLocalDate()))
                .setAcctSvcrRef(entry.reference())
                .setBkTxCd(transactionCode(entry))
                .addNtryDtls(new EntryDetails9().addTxDtls(details(entry, currency)))
                .setAddtlNtryInf("ledger transaction " + entry.ledger().transactionId() + " in block "
                        + entry.ledger().block());
    }

    /// Received or issued credit transfers, domestic for payments, within the bank for funding and its reverse.
    private static BankTransactionCodeStructure4 transactionCode(StatementEntry entry) {
        String family = entry.credit() ? "RCDT" : "ICDT";
        String subFamily = switch (entry.kind()) {
            case PAYMENT -> "DMCT";
            case FUNDING, DEFUNDING -> "BOOK";
        };
        return new BankTransactionCodeStructure4()
                .setDomn(new BankTransactionCodeStructure5()
                        .setCd("PMNT")
                        .setFmly(new BankTransactionCodeStructure6()
                                .setCd(family)
                                .setSubFmlyCd(subFamily)));
    }

    private static EntryTransaction10 details(StatementEntry entry, SupportedCurrency currency) {
        TransactionReferences6 references = new TransactionReferences6().setAcctSvcrRef(entry.reference());
        entry.ids().instructionId().ifPresent(references::setInstrId);
        entry.ids().endToEndId().ifPresent(references::setEndToEndId);
        entry.ids().uetr().ifPresent(uetr -> references.setUETR(uetr.value()));
        entry.ids().transactionId().ifPresent(references::setTxId);
        EntryTransaction10 part = new EntryTransaction10()
                .setRefs(references)
                .setAmt(ModelParts.amount(Math.absExact(entry.minorUnits()), currency))
                .setCdtDbtInd(entry.credit() ? CreditDebitCode.CRDT : CreditDebitCode.DBIT);
        entry.counterparty().ifPresent(party -> part.setRltdPties(parties(entry, party)));
        entry.remittance().ifPresent(words -> part.setRmtInf(ModelParts.remittance(words)));
        return part;
    }

    private static TransactionParties6 parties(StatementEntry entry, Party party) {
        TransactionParties6 parties = new TransactionParties6();
        Party40Choice named = new Party40Choice().setPty(ModelParts.party(party));
        if (entry.credit()) {
            parties.setDbtr(named);
            party.account().ifPresent(account -> parties.setDbtrAcct(ModelParts.account(account)));
        } else {
            parties.setCdtr(named);
            party.account().ifPresent(account -> parties.setCdtrAcct(ModelParts.account(account)));
        }
        return parties;
    }
}
