package io.florin.certifier;

import io.florin.crypto.Bytes32;
import io.florin.crypto.ps.CertificationShare;
import io.florin.crypto.ps.Certifier;
import io.florin.crypto.ps.SignedBases;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Signs committed outputs. Pure: the same outputs and keys give the same shares, byte by byte, so a block whose shares
/// were lost in a crash is signed again.
///
/// No share may leave before whoever keeps them has [made sure][io.florin.crypto.ps.SignedBases], durably, that its
/// base was never signed with another token.
public final class Signer {

    private Signer() {}

    /// An output and the key that certifies it.
    public record Order(CommittedOutput output, CertifierKeys.Key key) {}

    /// @param key that signed
    /// @param base hash of the token's base
    /// @param token hash of the token
    public record Signed(
            CommittedOutput output, CertifierKeys.Key key, CertificationShare share, Bytes32 base, Bytes32 token) {}

    /// @param refused outputs without a base, or whose base has another token before them
    public record Signatures(List<Signed> signed, List<CommittedOutput> refused) {}

    /// Signs all, on all cores; results in order.
    public static Signatures sign(List<Order> orders) {
        List<Optional<Signed>> all = orders.parallelStream().map(Signer::sign).toList();
        Map<Bytes32, Bytes32> tokens = new HashMap<>();
        List<Signed> signed = new ArrayList<>();
        List<CommittedOutput> refused = new ArrayList<>();
        for (int i = 0; i < orders.size(); i++) {
            Optional<Signed> one = all.get(i).filter(each -> isOnly(each, tokens));
            if (one.isPresent()) {
                signed.add(one.get());
            } else {
                refused.add(orders.get(i).output());
            }
        }
        return new Signatures(signed, refused);
    }

    private static boolean isOnly(Signed signed, Map<Bytes32, Bytes32> tokens) {
        Bytes32 before = tokens.putIfAbsent(signed.base(), signed.token());
        return before == null || before.equals(signed.token());
    }

    private static Optional<Signed> sign(Order order) {
        List<Bytes32> admitted = new ArrayList<>();
        SignedBases record = (base, token) -> admitted.addAll(List.of(base, token));
        CommittedOutput output = order.output();
        try {
            return new Certifier(order.key().share(), record)
                    .certify(output.context(), output.output(), output.token())
                    .map(share -> new Signed(output, order.key(), share, admitted.get(0), admitted.get(1)));
        } catch (IllegalArgumentException noBase) {
            return Optional.empty();
        }
    }
}
