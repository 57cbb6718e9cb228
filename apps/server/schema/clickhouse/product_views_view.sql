-- Written by `npm run schema`.

CREATE MATERIALIZED VIEW product_views_view TO product_views
(
    `project_id` UUID,
    `product_id` UUID,
    `quarter` DateTime('UTC'),
    `views` UInt64,
    `bots` UInt64
)
AS SELECT
    project_id,
    product_id,
    toStartOfFifteenMinutes(toDateTime(at, 'UTC')) AS quarter,
    countIf(NOT is_bot) AS views,
    countIf(is_bot) AS bots
FROM page_views
GROUP BY
    project_id,
    product_id,
    quarter;
