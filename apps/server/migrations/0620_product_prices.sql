-- The amount with the decimal places of its currency, the currency, and the day on which a shop had the price. Null for
-- products of earlier versions, because a price among their attributes has no day.
alter table products add column price jsonb check (price is null or price ?& array['amount', 'currency', 'checked_on']);
