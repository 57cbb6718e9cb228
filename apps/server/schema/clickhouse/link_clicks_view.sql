-- Written by `npm run schema`.

CREATE MATERIALIZED VIEW link_clicks_view TO link_clicks
(
    `project_id` UUID,
    `link_id` UUID,
    `quarter` DateTime('UTC'),
    `clicks` UInt64,
    `bots` UInt64
)
AS SELECT
    project_id,
    link_id,
    toStartOfFifteenMinutes(toDateTime(at, 'UTC')) AS quarter,
    countIf(NOT is_bot) AS clicks,
    countIf(is_bot) AS bots
FROM clicks
GROUP BY
    project_id,
    link_id,
    quarter;
