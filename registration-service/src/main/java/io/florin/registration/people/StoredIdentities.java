package io.florin.registration.people;

import io.florin.runtime.api.IdentityInternalApi.Identity;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Identities in the database. Takes part in the caller's transaction.
public class StoredIdentities {
    private static final String WHOSE = """
        select enrollment from credential_commitment where eid = :id
        union
        select id from enrollment
        where enrollment_id is not null and sha256(convert_to(enrollment_id, 'UTF8')) = :id
        """;

    private final JdbcClient jdbc;

    public StoredIdentities(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /// @param enrollmentId eid of an anonymous credential, or SHA-256 of an enrollment id; 32 bytes in hex
    public Optional<UUID> enrollmentOf(String enrollmentId) {
        return jdbc.sql(WHOSE)
                .param("id", HexFormat.of().parseHex(enrollmentId))
                .query(UUID.class)
                .optional();
    }

    public Identity identity(UUID enrollment, String enrollmentId) {
        return jdbc.sql("select full_name, birth_date::text as born, country, document_type, document_number,"
                        + " participant, reference from enrollment where id = ?")
                .param(enrollment)
                .query((row, _) -> new Identity(
                        enrollmentId,
                        row.getString("full_name"),
                        row.getString("born"),
                        row.getString("country"),
                        row.getString("document_type"),
                        row.getString("document_number"),
                        row.getInt("participant"),
                        row.getString("reference")))
                .single();
    }
}
