package io.florin.bank.payments.adapter;

import java.util.Collection;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.SqlArrayValue;

/// The register in PostgreSQL. One statement takes them in ascending order, so two that take the same ones do not meet
/// half-way.
final class StoredUetrs implements UetrRegister {

    private final JdbcClient jdbc;

    StoredUetrs(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public Set<String> take(Collection<String> uetrs) {
        return jdbc.sql("""
            insert into taken_uetr (uetr) select distinct unnest(?) order by 1 on conflict do nothing returning uetr
            """).param(array(uetrs)).query(String.class).set();
    }

    @Override
    public void giveBack(Collection<String> uetrs) {
        if (!uetrs.isEmpty()) {
            jdbc.sql("delete from taken_uetr where uetr = any(?)")
                    .param(array(uetrs))
                    .update();
        }
    }

    private static SqlArrayValue array(Collection<String> uetrs) {
        return new SqlArrayValue("text", uetrs.toArray());
    }
}
