-- Customers are listed page by page in the order in which they were added.
create index customer_created on customer (created_at, id);
