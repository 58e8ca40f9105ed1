-- A row is an answer: it is written in the database transaction of what the request did. Claims of requests that were
-- never answered stood for nothing.
delete from idempotency where status is null;
alter table idempotency
    alter column status set not null,
    alter column body set not null,
    drop column owner;
