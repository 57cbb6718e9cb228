-- Written by `npm run schema`.

CREATE MATERIALIZED VIEW link_scans_view TO link_clicks
(
    `project_id` UUID,
    `link_id` UUID,
    `quarter` DateTime('UTC'),
    `scans` UInt64
)
AS SELECT
    project_id,
    link_id,
    toStartOfFifteenMinutes(toDateTime(at, 'UTC')) AS quarter,
    count() AS scans
FROM clicks
WHERE is_scan AND (NOT is_bot)
GROUP BY
    project_id,
    link_id,
    quarter;
