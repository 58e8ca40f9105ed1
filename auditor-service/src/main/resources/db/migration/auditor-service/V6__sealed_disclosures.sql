-- What a payer disclosed stands here, sealed by a key outside the database, until the decision; `content` is the
-- transaction alone. Rows that waited before this have both in `content` until they are decided.
alter table audit_approval add column disclosure bytea not null default '';
