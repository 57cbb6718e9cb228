-- is_direct is whether the customer bought the product that the link leads to; null if the report does not say so.
-- shipped_quantity is the number of shipped items in an earnings report. fulfilled_quantity is the number of an order's
-- items that were shipped: these items count as shipped, and no longer as ordered.
alter table earnings add column is_direct boolean,
  add column shipped_quantity integer not null default 0,
  add column fulfilled_quantity integer not null default 0;

-- Row-level security is not forced during this migration, because FORCE also applies to the table's owner, who runs the
-- migration, unless the owner is a superuser.
alter table earnings no force row level security;
update earnings set shipped_quantity = quantity where retailer = 'amazon' and kind = 'sale' and is_day_of_shipment and quantity > 0;

-- Does for every project what updateFulfilledOrders in apps/server/src/earnings/records/order-table.ts does.
with moves as (
  select id, project_id, item_id, tracking_id, kind, occurred_on, case when kind = 'order' then greatest(quantity, 0) else -shipped_quantity end as items
  from earnings where is_current and (kind = 'order' or shipped_quantity > 0)
), balances as (
  select *, sum(items) over (product order by occurred_on, kind = 'sale', id) as balance from moves
  window product as (partition by project_id, item_id, tracking_id)
), open_orders as (
  select id, items,
    last_value(balance) over whole - least(0, min(balance) over whole) as open_items,
    coalesce(sum(items) filter (where kind = 'order') over later, 0) as later_items, kind
  from balances
  window whole as (partition by project_id, item_id, tracking_id order by occurred_on, kind = 'sale', id rows between unbounded preceding and unbounded following),
    later as (partition by project_id, item_id, tracking_id order by occurred_on, kind = 'sale', id rows between 1 following and unbounded following)
)
update earnings set fulfilled_quantity = items - least(items, greatest(0, open_items - later_items))
from open_orders where open_orders.id = earnings.id and open_orders.kind = 'order' and items > 0;
alter table earnings force row level security;

create index earnings_ordered_items_idx on earnings (project_id, item_id) where is_current and (kind = 'order' or shipped_quantity > 0);
