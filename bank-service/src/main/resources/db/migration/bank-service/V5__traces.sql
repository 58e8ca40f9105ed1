-- The trace of the last submission: that of the one request its payments came with, or the batch's own.
alter table outgoing add column trace_id varchar(32) not null default '';
