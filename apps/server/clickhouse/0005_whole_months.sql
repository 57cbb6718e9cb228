-- Every part that a query reads has a fixed cost. So if a month receives no more rows, its parts are merged into one
-- part.
ALTER TABLE {stored link_clicks} MODIFY SETTING min_age_to_force_merge_seconds = 3600, min_age_to_force_merge_on_partition_only = 1;

ALTER TABLE {stored project_clicks} MODIFY SETTING min_age_to_force_merge_seconds = 3600, min_age_to_force_merge_on_partition_only = 1;

ALTER TABLE {stored counted_days} MODIFY SETTING min_age_to_force_merge_seconds = 3600, min_age_to_force_merge_on_partition_only = 1;
