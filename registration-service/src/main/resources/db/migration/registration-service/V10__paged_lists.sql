-- Lists are read page by page, each page by an index from where the one before ended.
create index participant_application_newest on participant_application (recorded_at, id);
create index enrollment_newest on enrollment (applied_at, id);
create index enrollment_waiting on enrollment (applied_at, id) where state = 'SCREENED';
create index enrollment_waiting_hits on enrollment (applied_at, id) where state = 'SCREENED' and hits > 0;
create index rescreening_task_newest on rescreening_task (found_at, id);
create index rescreening_task_oldest_open on rescreening_task (found_at, id) where state = 'OPEN';
create index identity_inquiry_newest on identity_inquiry (asked_at, id);
