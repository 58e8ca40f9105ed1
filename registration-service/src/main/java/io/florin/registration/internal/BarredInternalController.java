package io.florin.registration.internal;

import io.florin.registration.protocol.BarredEnrollments;
import io.florin.runtime.api.BarredHead;
import io.florin.runtime.api.BarredInternalApi;
import io.florin.runtime.internal.AllowPeers;
import java.util.List;
import org.springframework.web.bind.annotation.RestController;

/// The auditor alone learns which enrollment ids are barred: it is shown ids with every payment it signs off.
@RestController
@AllowPeers("auditor")
class BarredInternalController implements BarredInternalApi {
    private final BarredEnrollments barred;

    BarredInternalController(BarredEnrollments barred) {
        this.barred = barred;
    }

    @Override
    public BarredHead head() {
        return barred.head();
    }

    @Override
    public List<BarredEnrollment> page(String after) {
        return barred.page(after);
    }
}
