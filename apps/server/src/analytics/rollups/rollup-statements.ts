import { insertSelectOnOneNode } from '../../platform/clickhouse/clickhouse-cluster.ts'

/**
 * Limits of statements that write rollups. They may take longer than a query of a screen. If a GROUP BY does not fit
 * into the memory limit, it continues on the disk.
 */
export const rollupLimits = {
  max_execution_time: 50,
  max_memory_usage: '2147483648',
  max_bytes_before_external_group_by: '536870912',
  max_bytes_before_external_sort: '536870912',
  max_threads: 2,
  output_format_json_quote_64bit_integers: 0,
  ...insertSelectOnOneNode,
} as const
