-- Written by `npm run schema`.

CREATE MATERIALIZED VIEW page_visitors_view TO page_visitors
(
    `project_id` UUID,
    `day` Date,
    `views` UInt64,
    `bots` UInt64,
    `visitors` AggregateFunction(uniqExact, UInt64),
    `bot_visitors` AggregateFunction(uniqExact, UInt64)
)
AS SELECT
    project_id,
    toDate(at, 'UTC') AS day,
    countIf(NOT is_bot) AS views,
    countIf(is_bot) AS bots,
    uniqExactStateIf(visitor, is_bot = false) AS visitors,
    uniqExactStateIf(visitor, is_bot = true) AS bot_visitors
FROM page_views
GROUP BY
    project_id,
    day;
