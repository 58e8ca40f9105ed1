package io.florin.iso20022;

import com.prowidesoftware.swift.model.mx.MxPain00100109;
import com.prowidesoftware.swift.model.mx.dic.AmountType4Choice;
import com.prowidesoftware.swift.model.mx.dic.CreditTransferTransaction34;
import com.prowidesoftware.swift.model.mx.dic.CustomerCreditTransferInitiationV09;
import com.prowidesoftware.swift.model.mx.dic.GroupHeader85;
import com.prowidesoftware.swift.model.mx.dic.PaymentIdentification6;
import com.prowidesoftware.swift.model.mx.dic.PaymentInstruction30;
import com.prowidesoftware.swift.model.mx.dic.PaymentMethod3Code;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/// Writes customers' payment files as pain.001.001.09, with numbers of transactions and control sums.
/// One instance serves all threads.
public final class TransferFileWriter {
    private final MxText text = new MxText(MxPain00100109.class);

    public byte[] write(TransferFile file) {
        SupportedCurrency currency = file.currency();
        List<TransferFile.Transfer> all = file.batches().stream()
                .flatMap(batch -> batch.transfers().stream())
                .toList();
        CustomerCreditTransferInitiationV09 body = new CustomerCreditTransferInitiationV09()
                .setGrpHdr(new GroupHeader85()
                        .setMsgId(file.messageId())
                        .setCreDtTm(file.createdAt())
                        .setNbOfTxs(Integer.toString(all.size()))
                        .setCtrlSum(sum(all, currency))
                        .setInitgPty(ModelParts.named(file.initiatingParty())));
        file.batches().forEach(batch -> body.addPmtInf(batch(batch, currency)));
        return text.write(new MxPain00100109().setCstmrCdtTrfInitn(body));
    }

    private static PaymentInstruction30 batch(TransferFile.TransferBatch batch, SupportedCurrency currency) {
        Party debtor = batch.debtor();
        PaymentInstruction30 part = new PaymentInstruction30()
                .setPmtInfId(batch.id())
                .setPmtMtd(PaymentMethod3Code.TRF)
                .setNbOfTxs(Integer.toString(batch.transfers().size()))
                .setCtrlSum(sum(batch.transfers(), currency))
                .setReqdExctnDt(ModelParts.day(batch.requestedDate()))
                .setDbtr(ModelParts.party(debtor))
                .setDbtrAcct(ModelParts.account(debtor.account().orElseThrow()).setCcy(currency.code()))
                .setDbtrAgt(ModelParts.agent(debtor.agent()));
        batch.transfers().forEach(transfer -> part.addCdtTrfTxInf(line(transfer, currency)));
        return part;
    }

    private static CreditTransferTransaction34 line(TransferFile.Transfer transfer, SupportedCurrency currency) {
        PaymentIdentification6 ids = new PaymentIdentification6().setEndToEndId(transfer.endToEndId());
        transfer.uetr().ifPresent(uetr -> ids.setUETR(uetr.value()));
        Party creditor = transfer.creditor();
        CreditTransferTransaction34 part = new CreditTransferTransaction34()
                .setPmtId(ids)
                .setAmt(new AmountType4Choice().setInstdAmt(ModelParts.amount(transfer.minorUnits(), currency)))
                .setCdtr(ModelParts.party(creditor))
                .setCdtrAcct(ModelParts.account(creditor.account().orElseThrow()));
        creditor.agent().ifPresent(bic -> part.setCdtrAgt(ModelParts.agent(Optional.of(bic))));
        transfer.remittance().ifPresent(words -> part.setRmtInf(ModelParts.remittance(words)));
        return part;
    }

    private static BigDecimal sum(List<TransferFile.Transfer> transfers, SupportedCurrency currency) {
        long sum = 0;
        for (TransferFile.Transfer transfer : transfers) {
            sum = Math.addExact(sum, transfer.minorUnits());
        }
        return BigDecimal.valueOf(sum, currency.minorDigits());
    }
}
