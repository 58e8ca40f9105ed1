-- Every issue that this service ever made, written in the transaction that stores it, before anything is sent. An issue
-- that settles and is not here was made by somebody else with the officers' signatures.
create table supply_attempt (
    transaction_id  bytea        primary key check (octet_length(transaction_id) = 32),
    request_id      bytea        not null references supply_request (id),
    written_at      timestamptz  not null
);
create index supply_attempt_request on supply_attempt (request_id);

-- Of requests of before the last attempt is known; older ones were found to be past their end.
insert into supply_attempt
    select transaction_id, id, now() from supply_request where direction = 'WITHDRAWAL' and transaction_id is not null;

create trigger supply_attempt_append_only before update or delete or truncate on supply_attempt
    for each statement execute function refuse_change();
