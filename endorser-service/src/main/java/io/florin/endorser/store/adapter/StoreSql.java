package io.florin.endorser.store.adapter;

/// The statements of the store's hot path: one round trip for any number of rows.
final class StoreSql {

    /// Keeps the first copy of each; a repeat tells what is known of it.
    static final String STORE = """
        INSERT INTO client_transaction AS t (place, id, kind, namespace, configuration_version, expiry_height,
            submission, own, received_millis, stored_millis)
        SELECT place, id, kind, namespace, configuration_version, expiry_height, submission, ?, received_millis, ?
        FROM unnest(?, ?, ?, ?, ?, ?, ?, ?) AS new (place, id, kind, namespace, configuration_version,
            expiry_height, submission, received_millis)
        ON CONFLICT (id) DO UPDATE SET own = t.own OR excluded.own
        RETURNING id, place, bundle, final_status
        """;

    static final String PROGRESS_KEYS = """
        INSERT INTO progress_key (key, transaction_id)
        SELECT key, id FROM unnest(?, ?) AS new (key, id)
        WHERE NOT EXISTS (SELECT 1 FROM client_transaction t WHERE t.id = new.id)
        ON CONFLICT DO NOTHING
        """;

    static final String SUBMITTED_UNDER = "SELECT transaction_id FROM progress_key WHERE key = ?";

    static final String NOTES = """
        INSERT INTO note (position, transaction_id, output, note)
        SELECT * FROM unnest(?, ?, ?, ?)
        """;

    static final String NOTES_AFTER = """
        SELECT position, transaction_id, output, note FROM note WHERE position > ? ORDER BY position LIMIT ?
        """;

    static final String SUBMISSIONS = "SELECT id, submission FROM client_transaction WHERE id = ANY (?)";

    static final String ENDORSED = """
        SELECT id FROM client_transaction WHERE id = ANY (?) AND (bundle IS NOT NULL OR final_status > 0)
        """;

    static final String SHARE = """
        INSERT INTO share_given (number, root, namespace, key_epoch, ids, given_millis)
        VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (root) DO NOTHING
        """;

    static final String BUNDLE = """
        INSERT INTO bundle AS b (number, root, encoded, transactions, proposed_millis, endorsed_millis,
            published_millis)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (root) DO UPDATE SET published_millis = coalesce(b.published_millis, excluded.published_millis)
        RETURNING number
        """;

    static final String MEMBERS = "UPDATE client_transaction SET bundle = ?, refused_reason = NULL WHERE id = ANY (?)";

    static final String REFUSED = """
        UPDATE client_transaction AS t SET refused_reason = new.reason
        FROM unnest(?, ?) AS new (id, reason)
        WHERE t.id = new.id AND t.bundle IS NULL AND t.final_status IS NULL
        """;

    /// The first word holds: a claim on an id is for ever. Of all that is held only changes of the configuration are
    /// read again.
    private static final String SETTLED = """
        UPDATE client_transaction AS t
        SET final_status = new.status, final_block = new.block, final_millis = ?
        FROM unnest(?, ?, ?) AS new (id, status, block)
        WHERE t.id = new.id AND (t.final_status IS NULL OR t.final_status = 0)
        RETURNING t.final_status, t.final_block, CASE WHEN t.kind = 4 THEN t.submission END AS change
        """;

    private static final String CHANGES =
            "SELECT final_block, change FROM settled WHERE change IS NOT NULL AND final_status = 1";

    static final String SETTLE = "WITH settled AS (" + SETTLED + ") " + CHANGES;

    /// The same of what a topic told, with how far it was read, in one round trip.
    static final String FOLLOW = "WITH settled AS (" + SETTLED + "), height AS (" + """
        INSERT INTO ledger_height (height) VALUES (?)
        ON CONFLICT (one) DO UPDATE SET height = greatest(ledger_height.height, excluded.height)
        ), place AS (
        INSERT INTO topic_position (topic, topic_partition, next_offset) VALUES (?, ?, ?)
        ON CONFLICT (topic, topic_partition) DO UPDATE SET next_offset = excluded.next_offset
        )
        """ + CHANGES;

    static final String EXPIRE = """
        UPDATE client_transaction SET final_status = 0, final_millis = ?
        WHERE id = ANY (?) AND final_status IS NULL
        """;

    static final String CONFIGURATION_CHANGE = """
        SELECT submission FROM client_transaction
        WHERE kind = 4 AND configuration_version = ? AND final_status = 1
        """;

    private static final String OPEN_COLUMNS =
            "SELECT t.place, t.id, t.submission, t.expiry_height, b.root FROM client_transaction t"
                    + " LEFT JOIN bundle b ON b.number = t.bundle ";

    static final String OPEN_OWN = OPEN_COLUMNS
            + "WHERE t.own AND t.final_status IS NULL AND t.refused_reason IS NULL"
            + " AND t.place > ? AND (t.stored_millis <= ? OR t.stored_millis > ?) ORDER BY t.place LIMIT ?";

    static final String OPEN_OF_IDS = OPEN_COLUMNS + "WHERE t.id = ANY (?) AND t.final_status IS NULL";

    static final String OPEN_SHARES =
            "SELECT number, ids FROM share_given WHERE open AND (given_millis <= ? OR given_millis > ?)"
                    + " ORDER BY number LIMIT ?";

    static final String CLOSE_SHARES = "UPDATE share_given SET open = false WHERE number = ANY (?)";

    private StoreSql() {}
}
