package io.florin.bank.payments;

import io.florin.bank.payments.WalletPicture.Money;
import io.florin.bank.payments.WalletPlan.Job;
import io.florin.bank.payments.WalletPlan.Ready;
import io.florin.bank.payments.WalletPlan.Together;
import io.florin.ledger.Amount;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.token.TokenReference;
import io.florin.wallet.tokens.TokenSelector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Plan of a wallet in a currency that hides nothing: transfers that can be made now. Payments share transfers as far
/// as [Sharing] allows. Few transfers spend what is there, each its own tokens; many are made together: splits first,
/// then all transfers at once, so a thousand payments take two commits and not a thousand. Change comes back as one
/// token, or as a few where payments wait for it ([ChangeTokens]). Pure.
final class ClearPlan {

    private static final int TOGETHER_FROM = 4;

    /// A wallet keeps as many tokens apart, so that as many transfers can be under way at once.
    private static final int APART_MAX = ChangeTokens.MAX;

    private final List<TokenReference> left;
    private final Sharing sharing;
    private final ChangeTokens changeTokens;
    private final List<Draft> drafts = new ArrayList<>();

    /// Payments that may share transfers.
    private final Set<UUID> quick = new HashSet<>();

    private ClearPlan(Money.Clear money) {
        this.left = new ArrayList<>(money.tokens());
        this.sharing = money.sharing();
        this.changeTokens = money.changeTokens();
    }

    /// A transfer to be, with the payments that it makes.
    private record Draft(List<PaymentDue> group, List<TokenReference> inputs) {
        Amount paid() {
            return sum(group);
        }

        Amount change() {
            return TokenSelector.sum(inputs).minus(paid());
        }

        boolean leavesChange() {
            return !change().isZero();
        }
    }

    /// @param waited whether payments that came by themselves waited for change when the wallet was looked at last
    static WalletPlan of(long wallet, List<PaymentDue> dues, Money.Clear money, boolean waited) {
        ClearPlan plan = new ClearPlan(money);
        List<List<PaymentDue>> groups = plan.groups(dues);
        boolean few = groups.size() < TOGETHER_FROM || plan.hasTokensForEach(groups);
        List<PaymentDue> rest = few ? plan.each(groups) : plan.exact(groups);
        List<List<PaymentDue>> late = plan.groups(rest);
        boolean suffices = !late.isEmpty() && late.stream().mapToInt(List::size).sum() == rest.size();
        Together together =
                suffices ? new Together(late.stream().map(ClearPlan::ids).toList(), plan.left) : Together.NONE;
        if (rest.isEmpty()) {
            plan.gather();
        }
        boolean nothing = plan.drafts.isEmpty() && !suffices;
        boolean ofFile = dues.stream().allMatch(PaymentDue::ofFile);
        int planned = plan.drafts.stream().mapToInt(each -> each.group().size()).sum() + (suffices ? rest.size() : 0);
        boolean waits = planned < dues.size();
        List<Ready> ready = plan.ready(!ofFile && (waited || waits));
        return new WalletPlan(
                nothing ? List.of() : List.of(new Job.Sign(wallet, ofFile, ready, together)), Map.of(), waits);
    }

    /// Payments of one transfer each, in their order, up to the first for which the money is not there: it is change
    /// under way, and those behind would spend it again and again before that one.
    private List<List<PaymentDue>> groups(List<PaymentDue> dues) {
        List<List<PaymentDue>> groups = new ArrayList<>();
        List<PaymentDue> open = new ArrayList<>();
        Amount room = TokenSelector.sum(left);
        for (PaymentDue due : dues) {
            if (due.amount().exceeds(room)) {
                break;
            }
            room = room.minus(due.amount());
            if (!sharing.admits(due)) {
                groups.add(List.of(due));
                continue;
            }
            quick.add(due.id());
            if (open.size() == sharing.payeesMax()
                    || sum(open).plus(due.amount()).exceeds(sharing.sumMax())) {
                groups.add(List.copyOf(open));
                open.clear();
            }
            open.add(due);
        }
        if (!open.isEmpty()) {
            groups.add(open);
        }
        return groups;
    }

    /// Whether transfers need no splits in front of them, for a wallet has as many tokens as it keeps apart.
    private boolean hasTokensForEach(List<List<PaymentDue>> groups) {
        if (groups.size() > APART_MAX) {
            return false;
        }
        List<TokenReference> free = new ArrayList<>(left);
        for (List<PaymentDue> group : groups) {
            Optional<List<TokenReference>> tokens = TokenSelector.select(free, sum(group));
            if (tokens.isEmpty()) {
                return false;
            }
            free.removeAll(tokens.get());
        }
        return true;
    }

    /// @return payments for which there are no tokens that one transfer can spend
    private List<PaymentDue> each(List<List<PaymentDue>> groups) {
        List<PaymentDue> rest = new ArrayList<>();
        for (List<PaymentDue> group : groups) {
            if (!take(group, TokenSelector.select(left, sum(group)))) {
                for (PaymentDue due : group) {
                    if (!take(List.of(due), TokenSelector.select(left, due.amount()))) {
                        rest.add(due);
                    }
                }
            }
        }
        return rest;
    }

    /// In a crowd only a token of the very amount is spent directly.
    private List<PaymentDue> exact(List<List<PaymentDue>> groups) {
        List<PaymentDue> rest = new ArrayList<>();
        for (List<PaymentDue> group : groups) {
            Amount amount = sum(group);
            Optional<List<TokenReference>> token = left.stream()
                    .filter(each -> each.token().value().equals(amount))
                    .findFirst()
                    .map(List::of);
            if (!take(group, token)) {
                rest.addAll(group);
            }
        }
        return rest;
    }

    /// Each credit is a token of its own, and whoever receives more often than it pays would have ever more of them to
    /// be read and counted: transfers spend the smallest besides, and what they are worth is change. Until that is
    /// there it cannot be spent, so it is a tenth of what is left at most, and none in a transfer that may take long:
    /// one that the auditor has to approve, or whose payment was tried before.
    private void gather() {
        left.sort(Comparator.comparing((TokenReference token) -> token.token().value())
                .reversed());
        long room = TokenSelector.sum(left).minorUnits() / 10;
        for (int i = 0; i < drafts.size(); i++) {
            Draft each = drafts.get(i);
            List<TokenReference> inputs = new ArrayList<>(each.inputs());
            while (quick.containsAll(ids(each.group()))
                    && inputs.size() < ClientTransaction.TOKENS_MAX
                    && left.size() > APART_MAX
                    && left.getLast().token().value().minorUnits() <= room) {
                room -= left.getLast().token().value().minorUnits();
                inputs.add(left.removeLast());
            }
            drafts.set(i, new Draft(each.group(), inputs));
        }
    }

    /// @param frequent whether the wallet pays more often than its change comes back
    private List<Ready> ready(boolean frequent) {
        List<Ready> ready = new ArrayList<>();
        int coming = changeTokens.underWay()
                + (int) drafts.stream().filter(Draft::leavesChange).count();
        for (Draft each : drafts) {
            int tokens = 1;
            if (frequent && each.leavesChange()) {
                Amount paid = each.paid();
                int there = (int) left.stream()
                        .filter(token -> !paid.exceeds(token.token().value()))
                        .count();
                tokens = changeTokens.of(each.change(), paid, each.group().size(), coming - 1 + there);
                coming += tokens - 1;
            }
            ready.add(new Ready(ids(each.group()), each.inputs(), tokens));
        }
        return ready;
    }

    private boolean take(List<PaymentDue> group, Optional<List<TokenReference>> inputs) {
        inputs.ifPresent(tokens -> {
            left.removeAll(tokens);
            drafts.add(new Draft(group, tokens));
        });
        return inputs.isPresent();
    }

    private static List<UUID> ids(List<PaymentDue> group) {
        return group.stream().map(PaymentDue::id).toList();
    }

    private static Amount sum(List<PaymentDue> group) {
        return group.stream().map(PaymentDue::amount).reduce(Amount.ZERO, Amount::plus);
    }
}
