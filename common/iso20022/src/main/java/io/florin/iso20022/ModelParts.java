package io.florin.iso20022;

import com.prowidesoftware.swift.model.mx.dic.AccountIdentification4Choice;
import com.prowidesoftware.swift.model.mx.dic.ActiveOrHistoricCurrencyAndAmount;
import com.prowidesoftware.swift.model.mx.dic.BranchAndFinancialInstitutionIdentification6;
import com.prowidesoftware.swift.model.mx.dic.CashAccount38;
import com.prowidesoftware.swift.model.mx.dic.DateAndDateTime2Choice;
import com.prowidesoftware.swift.model.mx.dic.FinancialInstitutionIdentification18;
import com.prowidesoftware.swift.model.mx.dic.GenericAccountIdentification1;
import com.prowidesoftware.swift.model.mx.dic.GenericFinancialIdentification1;
import com.prowidesoftware.swift.model.mx.dic.OrganisationIdentification29;
import com.prowidesoftware.swift.model.mx.dic.Party38Choice;
import com.prowidesoftware.swift.model.mx.dic.PartyIdentification135;
import com.prowidesoftware.swift.model.mx.dic.RemittanceInformation16;
import com.prowidesoftware.swift.model.mx.dic.StatusReason6Choice;
import com.prowidesoftware.swift.model.mx.dic.StatusReasonInformation12;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Optional;

/// The parts that the written messages have in common, in Prowide's classes of the 2019 generation of versions.
final class ModelParts {
    private static final int NAME_MAX = 140;
    private static final int INFORMATION_MAX = 105;
    private static final int INFORMATION_COUNT_MAX = 8;

    private ModelParts() {}

    static AccountIdentification4Choice accountIdentification(AccountId account) {
        return switch (account) {
            case Iban iban -> new AccountIdentification4Choice().setIBAN(iban.value());
            case OtherAccountId other ->
                new AccountIdentification4Choice().setOthr(new GenericAccountIdentification1().setId(other.value()));
        };
    }

    static CashAccount38 account(AccountId account) {
        return new CashAccount38().setId(accountIdentification(account));
    }

    static ActiveOrHistoricCurrencyAndAmount amount(long minorUnits, SupportedCurrency currency) {
        return new ActiveOrHistoricCurrencyAndAmount()
                .setCcy(currency.code())
                .setValue(BigDecimal.valueOf(minorUnits, currency.minorDigits()));
    }

    static PartyIdentification135 party(Party party) {
        PartyIdentification135 part = new PartyIdentification135();
        party.name().ifPresent(name -> part.setNm(Fitting.words(name, NAME_MAX)));
        party.lei()
                .ifPresent(lei -> part.setId(
                        new Party38Choice().setOrgId(new OrganisationIdentification29().setLEI(lei.value()))));
        return part;
    }

    static PartyIdentification135 named(String name) {
        return new PartyIdentification135().setNm(Fitting.words(name, NAME_MAX));
    }

    /// An agent by its BIC; one that is not known is said to be not provided.
    static BranchAndFinancialInstitutionIdentification6 agent(Optional<Bic> bic) {
        FinancialInstitutionIdentification18 institution = new FinancialInstitutionIdentification18();
        bic.ifPresentOrElse(
                known -> institution.setBICFI(known.value()),
                () -> institution.setOthr(new GenericFinancialIdentification1().setId("NOTPROVIDED")));
        return new BranchAndFinancialInstitutionIdentification6().setFinInstnId(institution);
    }

    static DateAndDateTime2Choice day(LocalDate date) {
        return new DateAndDateTime2Choice().setDt(date);
    }

    static RemittanceInformation16 remittance(String text) {
        return new RemittanceInformation16().addUstrd(Fitting.words(text, NAME_MAX));
    }

    static StatusReasonInformation12 reason(StatusText text) {
        StatusReasonInformation12 part = new StatusReasonInformation12()
                .setRsn(new StatusReason6Choice().setCd(text.reason().name()));
        Fitting.pieces(text.words(), INFORMATION_MAX, INFORMATION_COUNT_MAX).forEach(part::addAddtlInf);
        return part;
    }
}
