-- The shop that the click of a sale led to, and why this one, as the click says. Null where a sale is joined to no click, and for sales that were joined before.
alter table earnings add column shop text, add column shop_reason text;
