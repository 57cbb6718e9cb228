-- The shop that the click of a sale led to, and the reason why this shop was chosen, as stored with the click. Null if
-- a sale is not joined to a click, and for sales that were joined before this migration.
alter table earnings add column shop text, add column shop_reason text;
