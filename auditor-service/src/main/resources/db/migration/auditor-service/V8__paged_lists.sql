-- Lists are read page by page, each page by an index from where the one before ended.
create index audit_approval_waiting on audit_approval (requested_at, transaction_id) where state = 'PENDING';
create index audit_approval_decided on audit_approval (requested_at, transaction_id) where state <> 'PENDING';
