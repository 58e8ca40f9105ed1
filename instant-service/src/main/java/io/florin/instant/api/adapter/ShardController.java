package io.florin.instant.api.adapter;

import io.florin.instant.authority.adapter.RailAuthority;
import io.florin.instant.authority.adapter.ShardReport;
import io.florin.instant.process.adapter.AuthorityProcess;
import io.florin.runtime.api.InstantInternalApi;
import io.florin.runtime.internal.AllowPeers;
import java.util.ArrayList;
import java.util.List;
import org.springframework.web.bind.annotation.RestController;

/// Questions of nodes that look after the rail: the state of each shard. Each question costs a hash over all of a
/// shard's state.
@RestController
@AllowPeers({"auditor", "central-bank", "instant"})
public class ShardController implements InstantInternalApi {

    private final AuthorityProcess process;

    public ShardController(AuthorityProcess process) {
        this.process = process;
    }

    @Override
    public List<ShardView> shards() {
        List<ShardReport> reports =
                ShardQuestions.all(ShardQuestions.opened(process).authority(), RailAuthority::report);
        List<ShardView> views = new ArrayList<>();
        for (ShardReport report : reports) {
            views.add(new ShardView(
                    views.size(),
                    report.height(),
                    report.stateHash().toHex(),
                    report.executed(),
                    report.executedHash().toHex(),
                    report.held().minorUnits(),
                    report.pending().minorUnits(),
                    report.left().minorUnits(),
                    report.ahead().minorUnits(),
                    report.deposited().minorUnits(),
                    report.windows(),
                    report.unacknowledged()));
        }
        return views;
    }
}
