package io.florin.iso20022;

import com.prowidesoftware.swift.model.mx.MxPacs00200110;
import com.prowidesoftware.swift.model.mx.MxPain00200110;
import com.prowidesoftware.swift.model.mx.dic.CustomerPaymentStatusReportV10;
import com.prowidesoftware.swift.model.mx.dic.FIToFIPaymentStatusReportV10;
import com.prowidesoftware.swift.model.mx.dic.GroupHeader86;
import com.prowidesoftware.swift.model.mx.dic.GroupHeader91;
import com.prowidesoftware.swift.model.mx.dic.OriginalGroupHeader17;
import com.prowidesoftware.swift.model.mx.dic.OriginalPaymentInstruction32;
import com.prowidesoftware.swift.model.mx.dic.PaymentTransaction105;
import com.prowidesoftware.swift.model.mx.dic.PaymentTransaction110;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes status reports: pacs.002.001.10, and pain.002.001.10 for customers whose files have batches.
/// One instance serves all threads.
public final class StatusReportWriter {
    private static final String NOT_PROVIDED = "NOTPROVIDED";

    private final MxText pacs = new MxText(MxPacs00200110.class);
    private final MxText pain = new MxText(MxPain00200110.class);

    /// A pacs.002 with the status of the group and of every payment.
    ///
    /// @param sender the bank that reports
    /// @param receiver the bank that is answered, if a bank is
    public byte[] pacs002(StatusReport report, Bic sender, Optional<Bic> receiver) {
        GroupHeader91 header = new GroupHeader91()
                .setMsgId(report.messageId())
                .setCreDtTm(report.createdAt())
                .setInstgAgt(ModelParts.agent(Optional.of(sender)));
        receiver.ifPresent(bic -> header.setInstdAgt(ModelParts.agent(Optional.of(bic))));
        FIToFIPaymentStatusReportV10 body =
                new FIToFIPaymentStatusReportV10().setGrpHdr(header).addOrgnlGrpInfAndSts(group(report));
        report.lines().forEach(line -> body.addTxInfAndSts(interbankLine(line)));
        return pacs.write(new MxPacs00200110().setFIToFIPmtStsRpt(body));
    }

    /// A pain.002 with the status of the group, of every batch and of every payment.
    public byte[] pain002(StatusReport report, Bic sender) {
        CustomerPaymentStatusReportV10 body = new CustomerPaymentStatusReportV10()
                .setGrpHdr(new GroupHeader86()
                        .setMsgId(report.messageId())
                        .setCreDtTm(report.createdAt())
                        .setDbtrAgt(ModelParts.agent(Optional.of(sender))))
                .setOrgnlGrpInfAndSts(group(report));
        Map<String, OriginalPaymentInstruction32> batches = new LinkedHashMap<>();
        Map<String, List<PaymentStatus>> statuses = new LinkedHashMap<>();
        for (LineStatus line : report.lines()) {
            String batchId = batchId(line.batchId());
            batches.computeIfAbsent(batchId, id -> new OriginalPaymentInstruction32().setOrgnlPmtInfId(id))
                    .addTxInfAndSts(customerLine(line));
            statuses.computeIfAbsent(batchId, _ -> new ArrayList<>())
                    .add(line.outcome().status());
        }
        for (StatusReport.RefusedBatch refused : report.refusedBatches()) {
            String batchId = batchId(refused.id());
            OriginalPaymentInstruction32 part =
                    batches.computeIfAbsent(batchId, id -> new OriginalPaymentInstruction32().setOrgnlPmtInfId(id));
            refused.reasons().forEach(text -> part.addStsRsnInf(ModelParts.reason(text)));
            statuses.computeIfAbsent(batchId, _ -> new ArrayList<>()).add(PaymentStatus.RJCT);
        }
        batches.forEach((id, part) -> part.setPmtInfSts(
                PaymentStatus.ofGroup(statuses.getOrDefault(id, List.of())).name()));
        batches.values().forEach(body::addOrgnlPmtInfAndSts);
        return pain.write(new MxPain00200110().setCstmrPmtStsRpt(body));
    }

    private static String batchId(Optional<String> id) {
        return Fitting.reference(id.orElse(""), NOT_PROVIDED);
    }

    private static OriginalGroupHeader17 group(StatusReport report) {
        OriginalGroupHeader17 group = new OriginalGroupHeader17()
                .setOrgnlMsgId(report.original().messageId())
                .setOrgnlMsgNmId(report.original().messageName())
                .setGrpSts(report.groupStatus().name());
        report.original().createdAt().ifPresent(group::setOrgnlCreDtTm);
        if (!report.lines().isEmpty()) {
            group.setOrgnlNbOfTxs(Integer.toString(report.lines().size()));
        }
        report.groupReasons().forEach(text -> group.addStsRsnInf(ModelParts.reason(text)));
        return group;
    }

    private static PaymentTransaction110 interbankLine(LineStatus line) {
        Outcome outcome = line.outcome();
        PaymentTransaction110 part =
                new PaymentTransaction110().setTxSts(outcome.status().name());
        line.ids().instructionId().ifPresent(part::setOrgnlInstrId);
        line.ids().endToEndId().ifPresent(part::setOrgnlEndToEndId);
        line.ids().transactionId().ifPresent(part::setOrgnlTxId);
        line.ids().uetr().ifPresent(uetr -> part.setOrgnlUETR(uetr.value()));
        outcome.reasons().forEach(text -> part.addStsRsnInf(ModelParts.reason(text)));
        outcome.acceptedAt().ifPresent(part::setAccptncDtTm);
        outcome.reference().ifPresent(part::setAcctSvcrRef);
        return part;
    }

    private static PaymentTransaction105 customerLine(LineStatus line) {
        Outcome outcome = line.outcome();
        PaymentTransaction105 part =
                new PaymentTransaction105().setTxSts(outcome.status().name());
        line.ids().instructionId().ifPresent(part::setOrgnlInstrId);
        line.ids().endToEndId().ifPresent(part::setOrgnlEndToEndId);
        line.ids().uetr().ifPresent(uetr -> part.setOrgnlUETR(uetr.value()));
        outcome.reasons().forEach(text -> part.addStsRsnInf(ModelParts.reason(text)));
        outcome.acceptedAt().ifPresent(part::setAccptncDtTm);
        outcome.reference().ifPresent(part::setAcctSvcrRef);
        return part;
    }
}
