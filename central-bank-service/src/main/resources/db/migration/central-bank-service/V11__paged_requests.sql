-- Requests are read page by page, each page by an index from where the one before ended.
create index supply_request_newest on supply_request (created_at, id);
create index supply_request_largest on supply_request (amount, id);
