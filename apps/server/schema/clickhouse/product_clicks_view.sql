-- Written by `npm run schema`.

CREATE MATERIALIZED VIEW product_clicks_view TO product_clicks
(
    `project_id` UUID,
    `product_id` UUID,
    `link_id` UUID,
    `quarter` DateTime('UTC'),
    `clicks` UInt64,
    `bots` UInt64,
    `page_clicks` UInt64,
    `page_bots` UInt64
)
AS SELECT
    project_id,
    product_id,
    link_id,
    toStartOfFifteenMinutes(toDateTime(at, 'UTC')) AS quarter,
    countIf(NOT is_bot) AS clicks,
    countIf(is_bot) AS bots,
    countIf((NOT is_bot) AND (page = 'product')) AS page_clicks,
    countIf(is_bot AND (page = 'product')) AS page_bots
FROM clicks
WHERE product_id != toUUID('00000000-0000-0000-0000-000000000000')
GROUP BY
    project_id,
    product_id,
    link_id,
    quarter;
