-- The log of decisions is kept as all services keep it: the same entries under the common names. An empty log has no
-- head.
alter table audit_log rename column detail to reason;
alter table audit_log rename to decision;
alter table audit_log_head rename to decision_head;
delete from decision_head where last_sequence = 0;
create index decision_subject on decision (subject, sequence);
