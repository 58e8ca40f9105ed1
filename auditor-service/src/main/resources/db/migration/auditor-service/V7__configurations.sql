-- Committed changes of the configuration in order, without reading all other transactions: evidence of openings proves
-- those that it rests on.
create index audit_transaction_configuration on audit_transaction (block, place)
    where kind = 'CONFIGURATION' and status = 'COMMITTED';
